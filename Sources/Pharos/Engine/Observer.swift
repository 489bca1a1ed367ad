public import Synchronization

/// An ``Observer`` without the type of the values.
@usableFromInline
class AnyObserver: @unchecked Sendable {
  // Why this is Sendable: the constants are; the subclass states its own reason.

  /// A Boolean value that indicates whether it is to be called; never again once it is `false`.
  @usableFromInline let isAlive = Atomic(true)

  /// Cancels the calls that are on their way elsewhere, if the closure runs elsewhere.
  @usableFromInline let cancellation: CancellationFlag?

  @inlinable
  init(cancellation: CancellationFlag?) {
    self.cancellation = cancellation
  }

  /// Sees to it that the closure is not called any more.
  ///
  /// One that runs at this moment on another thread runs to its end.
  final func cancel() {
    isAlive.store(false, ordering: .relaxed)
    cancellation?.set()
  }

  /// Ends this in favour of another, which may be for the same closure: then calls
  /// that are on their way arrive.
  final func giveWay(to next: AnyObserver?) {
    isAlive.store(false, ordering: .relaxed)
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

  @inlinable
  init(_ body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag? = nil) {
    self.body = body
    super.init(cancellation: cancellation)
  }

  /// Makes an observer that may be notified from anywhere, of a closure that runs on an actor.
  ///
  /// A closure without an actor runs where the change is delivered.
  @inlinable
  convenience init(
    _ body: @escaping (Changes<Value>) -> Void, on actor: (any Actor)?,
    cancellation: CancellationFlag? = nil
  ) {
    if let actor {
      let cancellation = cancellation ?? CancellationFlag()
      let delivery = ActorDelivery(body, on: actor, cancellation: cancellation)
      self.init({ delivery.deliver($0) }, cancellation: cancellation)
    } else {
      self.init(body, cancellation: cancellation)
    }
  }
}

/// Cancels the calls of one closure that are on their way to an actor or a queue.
///
/// It stays with the closure, however often its observer is replaced, and so identifies it.
@usableFromInline
final class CancellationFlag: Sendable {
  @usableFromInline let isSet = Atomic(false)

  @usableFromInline
  init() {}

  @inlinable
  func set() {
    isSet.store(true, ordering: .relaxed)
  }
}
