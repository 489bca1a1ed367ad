/// Makes a property that threads and modules may share: its value is that of a
/// relay, which it gets beside it.
///
/// ```swift
/// final class Cart: Sendable {
///   @Shared var count: Int = 0
/// }
///
/// cart.count = 3
/// cart.countRelay.whenDidSet { changes in print(changes.new) }
/// ```
///
/// The property may be `static`, and needs a first value. The relay has its name
/// with `Relay` behind it, and the access level of the property.
///
/// - Concurrency: May be read and set from any thread. `count += 1` reads and sets,
///   and another thread may set in between; `countRelay.modify { $0 += 1 }` is one
///   step.
@attached(accessor)
@attached(peer, names: suffixed(Relay))
public macro Shared() = #externalMacro(module: "RecordMacros", type: "SharedMacro")
