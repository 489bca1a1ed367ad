public import Synchronization

/// The ways to call an observer, which is never called again once it has ``none``.
///
/// In this order: a closure of a lower number can be called wherever one of a higher number can.
@usableFromInline
enum ObserverCall {
  @usableFromInline static var none: UInt8 { 0 }
  /// Wherever the change is delivered.
  @usableFromInline static var direct: UInt8 { 1 }
  /// On the main actor.
  @usableFromInline static var onMain: UInt8 { 2 }
  /// On another actor.
  @usableFromInline static var onActor: UInt8 { 3 }
}

/// An ``Observer`` without the type of the values.
@usableFromInline
class AnyObserver: @unchecked Sendable {
  // Why this is Sendable: the constants are; the subclass states its own reason.

  /// One of the constants of ``ObserverCall``.
  @usableFromInline let call: Atomic<UInt8>

  /// Cancels the calls that are on their way elsewhere, if the closure runs elsewhere; an
  /// ``ActorDelivery`` if it is called on an actor.
  @usableFromInline let cancellation: CancellationFlag?

  @inlinable
  init(call: UInt8, cancellation: CancellationFlag?) {
    self.call = Atomic(call)
    self.cancellation = cancellation
  }

  /// The effect that watches a core by this observer, or `nil`; set before other code finds the
  /// observer.
  @usableFromInline final var effect: EffectLink?

  /// A Boolean value that indicates whether no call is on its way to the actor.
  ///
  /// - Precondition: It is called on one.
  @inlinable final var isIdle: Bool { unsafe cancellation.unsafelyUnwrapped.isIdle }

  /// A Boolean value that indicates whether it is to be called; never again once it is `false`.
  final var isAlive: Bool { call.load(ordering: .relaxed) != ObserverCall.none }

  /// A Boolean value that indicates whether the calling code may run the closure at once.
  final var isDirect: Bool {
    guard let delivery = cancellation as? ActorDelivery else { return true }
    return delivery.isDirect
  }

  /// Sees to it that the closure is not called any more.
  ///
  /// One that runs at this moment on another thread runs to its end.
  final func cancel() {
    call.store(ObserverCall.none, ordering: .relaxed)
    cancellation?.set()
  }

  /// Ends this in favour of another, which may be for the same closure: then calls
  /// that are on their way arrive.
  final func giveWay(to next: AnyObserver?) {
    call.store(ObserverCall.none, ordering: .relaxed)
    if cancellation !== next?.cancellation { cancellation?.set() }
  }
}

/// A closure that is called with changes, until it is cancelled.
@usableFromInline
final class Observer<Value>: AnyObserver, @unchecked Sendable {
  // Why this is Sendable: the front that takes the closure sees to it that it may
  // run wherever the relay's changes are delivered.

  // Not optional, and not an element of an array: either would be called through two more
  // functions.
  @usableFromInline let body: (Changes<Value>) -> Void

  /// Makes an observer that may be notified from anywhere.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - cancellation: Identifies the closure; an ``ActorDelivery`` if it runs on an actor.
  @inlinable
  init(_ body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag? = nil) {
    self.body = body
    super.init(call: cancellation?.call ?? ObserverCall.direct, cancellation: cancellation)
  }

  /// Makes an observer of a closure that may be called from anywhere.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - cancellation: Identifies the closure that this calls in the end.
  init(anywhere body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag) {
    self.body = body
    super.init(call: ObserverCall.direct, cancellation: cancellation)
  }

  /// Makes an observer that may be notified from anywhere, of a closure that runs on an actor.
  ///
  /// A closure without an actor runs where the change is delivered.
  @inlinable
  convenience init(_ body: @escaping (Changes<Value>) -> Void, on actor: (any Actor)?) {
    self.init(body, cancellation: actor.map { ActorDelivery(on: $0) })
  }

  /// The closure, in a form that may be called from anywhere.
  var bodyForAnywhere: (Changes<Value>) -> Void {
    cancellation is ActorDelivery ? { self.deliver($0) } : body
  }

  /// Calls the closure on its actor: at once if the change is delivered there and no earlier one
  /// is queued, and later if not.
  ///
  /// - Precondition: It has one.
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

/// Cancels the calls of one closure that are on their way to an actor or a queue.
///
/// It stays with the closure, however often its observer is replaced, and so identifies it.
@usableFromInline
class CancellationFlag: @unchecked Sendable {
  // Why this is Sendable: the constants are; the subclass states its own reason.

  /// The way to call the closure, one of the constants of ``ObserverCall``.
  @usableFromInline final let call: UInt8

  @usableFromInline final let isSet = Atomic(false)

  /// The number of the calls that are on their way to an actor, including the one that runs.
  @usableFromInline final let pendingCount = Atomic(0)

  @usableFromInline
  init(call: UInt8 = ObserverCall.direct) {
    self.call = call
  }

  /// Makes one for a closure that runs on an actor, or wherever its change is delivered.
  static func make(on actor: (any Actor)?) -> CancellationFlag {
    actor.map { ActorDelivery(on: $0) } ?? CancellationFlag()
  }

  /// A Boolean value that indicates whether no call is on its way to an actor.
  ///
  /// A core delivers its changes one after the other, so that none is queued meanwhile.
  @inlinable final var isIdle: Bool { pendingCount.load(ordering: .acquiring) == 0 }

  @inlinable
  final func set() {
    isSet.store(true, ordering: .relaxed)
  }
}
