/// Declares that the module uses a shared relay whose key it creates at run time.
///
/// Tools find a constant key of a call in the source code. `#uses` declares the other keys:
///
/// ```swift
/// #uses(relay: .cartCount)
///
/// func show(_ key: String) {
///   print(SharedRelay.of(RelayKey<Int>(key), default: 0).value)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It makes
/// no relay, and no code runs for it. You can write it at file scope and in any type that is not
/// generic.
///
/// - Parameter relay: The key: a constant, or an expression such as `RelayKey<Int>("cart.count")`.
@freestanding(declaration)
public macro uses<Value>(relay: RelayKey<Value>) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
