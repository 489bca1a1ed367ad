import SectionRegistry

/// Answers the accessors of records of kind `phky`.
///
/// - Warning: The macros of Pharos write calls of this. Do not call it directly.
public enum __RelayKeyRecord {
  public static func key<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) { UntypedKey(key) }
  }
}
