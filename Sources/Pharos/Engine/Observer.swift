public import Synchronization

/// The ways to call an observer.
///
/// An observer with ``none`` is never called again. The numbers are ordered: wherever a closure of
/// one number may be called, a closure of a lower number may also be called.
@usableFromInline
enum ObserverCall {
  @usableFromInline static var none: UInt8 { 0 }
  /// The closure may be called wherever the change is delivered.
  @usableFromInline static var direct: UInt8 { 1 }
  /// The closure must be called on the main actor.
  @usableFromInline static var onMain: UInt8 { 2 }
  /// The closure must be called on another actor.
  @usableFromInline static var onActor: UInt8 { 3 }
}

/// An ``Observer`` without the type of the values.
@usableFromInline
class AnyObserver: @unchecked Sendable {
  // Why this is Sendable: the constants are; the subclass states its own reason.

  /// One of the constants of ``ObserverCall``.
  @usableFromInline let call: Atomic<UInt8>

  /// Cancels queued calls, if the closure runs elsewhere.
  ///
  /// This is an ``ActorDelivery`` if the closure runs on an actor.
  @usableFromInline let cancellation: CancellationFlag?

  @inlinable
  init(call: UInt8, cancellation: CancellationFlag?) {
    self.call = Atomic(call)
    self.cancellation = cancellation
  }

  /// The effect that watches a core with this observer, or `nil`.
  ///
  /// Set before other code finds the observer.
  @usableFromInline final var effect: EffectLink?

  /// A Boolean value that indicates whether no call is queued on the actor.
  ///
  /// - Precondition: The closure is called on an actor.
  @inlinable final var isIdle: Bool { unsafe cancellation.unsafelyUnwrapped.isIdle }

  /// A Boolean value that indicates whether the observer may still be called.
  ///
  /// Once it is `false`, it stays `false`.
  final var isAlive: Bool { call.load(ordering: .relaxed) != ObserverCall.none }

  /// A Boolean value that indicates whether the calling code may run the closure immediately.
  final var isDirect: Bool {
    guard let delivery = cancellation as? ActorDelivery else { return true }
    return delivery.isDirect
  }

  /// Prevents further calls of the closure.
  ///
  /// A call that is running on another thread finishes.
  final func cancel() {
    call.store(ObserverCall.none, ordering: .relaxed)
    cancellation?.set()
  }

  /// Cancels this observer in favor of another.
  ///
  /// If both have the same closure, queued calls are still made.
  final func giveWay(to next: AnyObserver?) {
    call.store(ObserverCall.none, ordering: .relaxed)
    if cancellation !== next?.cancellation { cancellation?.set() }
  }
}

/// A closure that is called with changes, until it is cancelled.
@usableFromInline
final class Observer<Value>: AnyObserver, @unchecked Sendable {
  // Why this is Sendable: the front that takes the closure makes sure that it may run wherever the
  // relay's changes are delivered.

  // Neither optional nor in an array, because a call through either would go through two more
  // functions.
  @usableFromInline let body: (Changes<Value>) -> Void

  /// Makes an observer that may be notified on any thread.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - cancellation: The identity of the closure; an ``ActorDelivery`` if it runs on an actor.
  @inlinable
  init(_ body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag? = nil) {
    self.body = body
    super.init(call: cancellation?.call ?? ObserverCall.direct, cancellation: cancellation)
  }

  /// Makes an observer of a closure that may be called on any thread.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - cancellation: The identity of the closure that `body` finally calls.
  init(anywhere body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag) {
    self.body = body
    super.init(call: ObserverCall.direct, cancellation: cancellation)
  }

  /// Makes an observer that may be notified on any thread, of a closure that runs on an actor.
  ///
  /// If `actor` is `nil`, the closure runs where the change is delivered.
  @inlinable
  convenience init(_ body: @escaping (Changes<Value>) -> Void, on actor: (any Actor)?) {
    self.init(body, cancellation: actor.map { ActorDelivery(on: $0) })
  }

  /// The closure, in a form that may be called on any thread.
  var bodyForAnywhere: (Changes<Value>) -> Void {
    cancellation is ActorDelivery ? { self.deliver($0) } : body
  }

  /// Calls the closure on its actor.
  ///
  /// The call is immediate if the change is delivered there and no earlier change is queued;
  /// otherwise it is queued.
  ///
  /// - Precondition: The closure has an actor.
  @inlinable
  @inline(never)
  func deliver(_ change: Changes<Value>) {
    guard let cancellation else { return }
    let delivery = unsafe unsafeDowncast(cancellation, to: ActorDelivery.self)
    if delivery.isDirect { return body(change) }
    let body = body
    delivery.enqueue { body(change) }
  }
}

/// Cancels the queued calls of one closure.
///
/// The flag stays with the closure when its observer is replaced, and so identifies the closure.
@usableFromInline
class CancellationFlag: @unchecked Sendable {
  // Why this is Sendable: the constants are; the subclass states its own reason.

  /// The way to call the closure, one of the constants of ``ObserverCall``.
  @usableFromInline final let call: UInt8

  @usableFromInline final let isSet = Atomic(false)

  /// The number of calls that are queued on an actor, including the call that is running.
  @usableFromInline final let pendingCount = Atomic<Int32>(0)

  @usableFromInline
  init(call: UInt8 = ObserverCall.direct) {
    self.call = call
  }

  /// Makes the flag for a closure that runs on an actor, or wherever its change is delivered.
  static func make(on actor: (any Actor)?) -> CancellationFlag {
    actor.map { ActorDelivery(on: $0) } ?? CancellationFlag()
  }

  /// A Boolean value that indicates whether no call is queued on an actor.
  ///
  /// A core delivers its changes one after the other, so no call is added between this check and
  /// the delivery.
  @inlinable final var isIdle: Bool { pendingCount.load(ordering: .acquiring) == 0 }

  @inlinable
  final func set() {
    isSet.store(true, ordering: .relaxed)
  }
}
