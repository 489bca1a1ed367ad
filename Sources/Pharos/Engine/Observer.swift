public import Synchronization

/// A closure that is called with changes, until it is cancelled.
@usableFromInline
final class Observer<Value>: @unchecked Sendable {
  // Why this is Sendable: the front that takes the closure sees to it that it may
  // run wherever the relay's changes are delivered.

  /// A Boolean value that indicates whether it is to be called; never again once it is `false`.
  @usableFromInline let isAlive = Atomic(true)

  // Not optional, and not an element of an array: either would be called through two more
  // functions.
  @usableFromInline let body: (Changes<Value>) -> Void

  /// Cancels the calls that are on their way elsewhere, if the closure runs elsewhere.
  @usableFromInline let cancellation: CancellationFlag?

  @inlinable
  init(_ body: @escaping (Changes<Value>) -> Void, cancellation: CancellationFlag? = nil) {
    self.body = body
    self.cancellation = cancellation
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

  /// Sees to it that the closure is not called any more.
  ///
  /// One that runs at this moment on another thread runs to its end.
  @inlinable
  func cancel() {
    isAlive.store(false, ordering: .relaxed)
    cancellation?.set()
  }

  /// Ends this in favour of another, which may be for the same closure: then calls
  /// that are on their way arrive.
  func giveWay(to next: Observer?) {
    isAlive.store(false, ordering: .relaxed)
    if cancellation !== next?.cancellation { cancellation?.set() }
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

/// A dependency of one core on another.
@usableFromInline
final class Edge<Value>: @unchecked Sendable {
  // Why this is Sendable: it never changes, but for the key, which is set under the lock
  // of the core before any other code finds the edge; the closure as in ``Observer``.

  /// The relay that the other was made from.
  let slot: UInt

  /// The edge's place among those of its core, which grows from edge to edge.
  var key: UInt = 0

  /// A Boolean value that indicates whether the child depends on nothing else,
  /// and so ends with this.
  let isOnlyParent: Bool

  @usableFromInline let child: Node

  /// Gives a change to the child.
  @usableFromInline let push: (Node, Changes<Value>, DeliveryThread) -> Void

  @usableFromInline
  init(
    slot: UInt, isOnlyParent: Bool, child: Node,
    push: @escaping (Node, Changes<Value>, DeliveryThread) -> Void
  ) {
    self.slot = slot
    self.isOnlyParent = isOnlyParent
    self.child = child
    self.push = child.domain.isCrowded ? Self.makeOrderly(push) : push
  }

  /// Makes a way of changes that was opened while several threads delivered changes
  /// of one domain.
  ///
  /// Each of them may come along it, or along another to the same core; so what comes
  /// while there are several becomes a change of its own. All other ways lead from one
  /// core to another where the same thread delivers.
  private static func makeOrderly(
    _ push: @escaping (Node, Changes<Value>, DeliveryThread) -> Void
  ) -> (Node, Changes<Value>, DeliveryThread) -> Void {
    { child, change, thread in
      if child.domain.isOwnedAlone(by: thread) { return push(child, change, thread) }
      DomainJob.run(in: child.domain) { thread in
        push(child, change, thread)
        thread.runWave()
      }
    }
  }
}

/// The observers and dependents of a core at the time of a change.
@usableFromInline
final class Snapshot<Value>: @unchecked Sendable {
  // Why this is Sendable: it never changes, and its parts are Sendable.

  /// In the order in which their relays were made.
  @usableFromInline let observers: ContiguousArray<Observer<Value>>
  @usableFromInline let edges: ContiguousArray<Edge<Value>>

  @inlinable
  init(observers: ContiguousArray<Observer<Value>>, edges: ContiguousArray<Edge<Value>>) {
    self.observers = observers
    self.edges = edges
  }

  /// Notifies the observers of a change, one after the other.
  ///
  /// By index and inside this class, so that the compiler sees that nothing can
  /// be released meanwhile, and counts no references.
  @inlinable
  func fire(_ change: Changes<Value>) {
    for index in 0..<observers.count {
      // The array holds the observers; counting one more reference to each would
      // take longer than calling it.
      unsafe Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
        if observer.isAlive.load(ordering: .relaxed) { observer.body(change) }
      }
    }
  }

  /// Gives a change to the cores that depend on its own.
  @inlinable
  func push(_ change: Changes<Value>, on thread: DeliveryThread) {
    for index in 0..<edges.count {
      // As above; and the edge holds the child.
      unsafe Unmanaged.passUnretained(edges[index])._withUnsafeGuaranteedRef { edge in
        unsafe Unmanaged.passUnretained(edge.child)._withUnsafeGuaranteedRef { child in
          edge.push(child, change, thread)
        }
      }
    }
  }

  /// Gives a change on at once, if there are no observers.
  ///
  /// - Returns: Whether it did.
  @inlinable
  func pass(_ change: Changes<Value>, on thread: DeliveryThread) -> Bool {
    guard observers.isEmpty, thread.goDeeper() else { return false }
    push(change, on: thread)
    thread.comeBack()
    return true
  }
}
