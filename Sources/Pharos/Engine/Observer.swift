public import Synchronization

/// A closure that is told of changes, until it is cancelled.
@usableFromInline
final class Observer<Value>: @unchecked Sendable {
  // Why this is Sendable: the front that takes the closure sees to it that it may
  // run wherever the relay's changes are delivered.

  /// Whether it is to be called; never again once it is not.
  @usableFromInline let isAlive = Atomic(true)

  @usableFromInline let body: (Changes<Value>) -> Void

  /// Tells those calls that are on their way elsewhere, if the closure goes elsewhere.
  @usableFromInline let end: ObserverEnd?

  @inlinable
  init(_ body: @escaping (Changes<Value>) -> Void, end: ObserverEnd? = nil) {
    self.body = body
    self.end = end
  }

  /// Sees to it that the closure is not called any more.
  ///
  /// One that runs at this moment on another thread runs to its end.
  @inlinable
  func cancel() {
    isAlive.store(false, ordering: .relaxed)
    end?.come()
  }

  /// Ends this in favour of another, which may be for the same closure: then calls
  /// that are on their way arrive.
  func giveWay(to next: Observer?) {
    isAlive.store(false, ordering: .relaxed)
    if end !== next?.end { end?.come() }
  }
}

/// Whether a closure is not wanted any more, for the calls of it that are on their way
/// to an actor or a queue.
@usableFromInline
final class ObserverEnd: Sendable {
  @usableFromInline let hasCome = Atomic(false)

  @usableFromInline
  init() {}

  @inlinable
  func come() {
    hasCome.store(true, ordering: .relaxed)
  }
}

/// The way of changes from one core to another that depends on it.
@usableFromInline
final class Edge<Value>: @unchecked Sendable {
  // Why this is Sendable: it never changes, but for the key, which is set under the lock
  // of the core before any other code finds the edge; the closure as in ``Observer``.

  /// The relay that the other was made from.
  let slot: UInt

  /// The edge's place among those of its core, which grows from edge to edge.
  var key: UInt = 0

  /// Whether the child depends on nothing else, and so ends with this.
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
      Errand.run(in: child.domain) { thread in
        push(child, change, thread)
        thread.runWave()
      }
    }
  }
}

/// All whom a change concerns: those who were there when it was made.
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

  /// Tells the observers of a change, one after the other.
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

  /// Gives a change on at once, if nobody is to be told here.
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
