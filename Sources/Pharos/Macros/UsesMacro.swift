/// Declares that the module uses the relay that modules share under a key, by a key that it
/// makes at run time.
///
/// A key that is a constant in a call is found by tools in the code. `#uses` declares the others:
///
/// ```swift
/// #uses(relay: .cartCount)
///
/// func show(_ key: String) {
///   print(SharedRelay.of(RelayKey<Int>(key), default: 0).value)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// makes no relay, and no code runs for it. It may stand at file scope and in any type that is
/// not generic.
///
/// - Parameter relay: The key: a constant, or an expression such as `RelayKey<Int>("cart.count")`.
@freestanding(declaration)
public macro uses<Value>(relay: RelayKey<Value>) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
