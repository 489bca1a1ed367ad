import SectionRegistry

/// Provides the values of relay key records (kind `phky`).
///
/// - Warning: This type is used to implement the `@RelayKeys` macro. Do not use it directly.
public enum __RelayKeyRecord {
  public static func key<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ key: RelayKey<Value>
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) { UntypedKey(key) }
  }
}
