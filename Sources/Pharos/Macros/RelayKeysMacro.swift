import SectionRegistry

/// Writes a record into the binary for each key that an extension of ``RelayKey`` declares.
///
/// The keys themselves do not change. `SharedRelays.declaredKeys`, `modkit list` and the graph
/// of an app list the records, and `modkit check` finds keys of one name whose values have
/// different types.
///
/// ```swift
/// @RelayKeys extension RelayKey<Int> {
///   static var cartCount: Self { Self("cart.count") }
///   static var guestCount: Self { Self("guest.count") }
/// }
/// ```
///
/// A key is a static property of the type `Self` or `RelayKey<…>`. Other members are ignored. If
/// the name is not a string literal, the record contains the name of the property instead, and only
/// the running program knows the key.
///
/// Link a module with records into only one image of a program; see
/// <doc:Observing-Relays-of-Other-Modules>.
@attached(peer)
public macro RelayKeys() = #externalMacro(module: "RecordMacros", type: "RelayKeysMacro")

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
