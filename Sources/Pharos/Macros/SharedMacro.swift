/// Makes a property that threads and modules may share, whose value is stored in a relay beside it.
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
/// The property may be `static`, and needs an initial value. The relay has the name of the property
/// with the suffix `Relay`, and the same access level.
///
/// - Concurrency: May be read and set from any thread. `count += 1` reads and then sets, and
///   another thread may set the value in between. `countRelay.modify { $0 += 1 }` is one step.
@attached(accessor)
@attached(peer, names: suffixed(Relay))
public macro Shared() = #externalMacro(module: "RecordMacros", type: "SharedMacro")
