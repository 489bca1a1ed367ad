public import Synchronization

/// A dependency of one core on another.
@usableFromInline
class AnyEdge: @unchecked Sendable {
  // Why this is Sendable: it never changes, but for the key, which is set under the lock
  // of the core before any other code finds the edge; subclasses state their own reasons.

  /// The relay that the other was made from.
  final let slot: UInt

  /// The edge's place among those of its core, which grows from edge to edge.
  final var key: UInt = 0

  /// A Boolean value that indicates whether the child depends on nothing else,
  /// and so ends with this.
  final let isOnlyParent: Bool

  /// A Boolean value that indicates whether this is a ``DerivedEdge``, and otherwise an
  /// ``Edge`` of the core's type.
  @usableFromInline final let isToDerived: Bool

  init(slot: UInt, isOnlyParent: Bool, isToDerived: Bool) {
    self.slot = slot
    self.isOnlyParent = isOnlyParent
    self.isToDerived = isToDerived
  }

  /// The core that depends on the one that has the edge, as long as there is one.
  var target: Node? { nil }

  /// The same, if the edge keeps it.
  var child: Node? { nil }
}

/// An edge along which values go.
@usableFromInline
final class Edge<Value>: AnyEdge, @unchecked Sendable {
  // Why this is Sendable: the closure as in ``Observer``.

  /// The core that is given the changes.
  @usableFromInline let receiver: Node

  /// Gives a change to the receiver.
  @usableFromInline let push: (Node, Changes<Value>, DeliveryThread) -> Void

  @usableFromInline
  init(
    slot: UInt, isOnlyParent: Bool, child: Node,
    push: @escaping (Node, Changes<Value>, DeliveryThread) -> Void
  ) {
    self.push = child.domain.isCrowded ? Self.makeOrderly(push) : push
    receiver = child
    super.init(slot: slot, isOnlyParent: isOnlyParent, isToDerived: false)
  }

  override var target: Node? { receiver }
  override var child: Node? { receiver }

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

/// An edge to a derived value, which reads the value itself when it is its turn.
///
/// It does not keep the derived value: the function of that usually keeps what it depends
/// on, and both would live for ever.
@usableFromInline
final class DerivedEdge: AnyEdge, @unchecked Sendable {
  // Why this is Sendable: as what it inherits; the link is.

  private let link: SourceLink

  /// A Boolean value that indicates whether several threads delivered changes of the domain
  /// when this was made; see ``Edge/makeOrderly(_:)``.
  private let isOrderly: Bool

  init(to core: Node) {
    link = core.link
    isOrderly = core.domain.isCrowded
    super.init(slot: .max, isOnlyParent: false, isToDerived: true)
  }

  override var target: Node? { link.node }

  /// Has the derived value computed in the present change.
  @usableFromInline
  func wait(origin: UInt, on thread: DeliveryThread) {
    guard let core = link.node else { return }
    unsafe core.latestOrigin = origin
    guard isOrderly, !core.domain.isOwnedAlone(by: thread) else { return thread.wait(for: core) }
    DomainJob.run(in: core.domain) { thread in
      thread.wait(for: core)
      thread.runWave()
    }
  }
}

/// The observers and dependents of a core at the time of a change.
@usableFromInline
final class Snapshot: Sendable {
  /// In the order in which their relays were made.
  @usableFromInline let observers: ContiguousArray<AnyObserver>
  @usableFromInline let edges: ContiguousArray<AnyEdge>
  /// A Boolean value that indicates whether some of the observers run on actors.
  @usableFromInline let hasActors: Bool

  init(observers: ContiguousArray<AnyObserver>, edges: ContiguousArray<AnyEdge>) {
    self.observers = observers
    self.edges = edges
    hasActors = observers.contains { $0.call.load(ordering: .relaxed) != ObserverCall.direct }
  }

  /// The same for one dependent more.
  func adding(_ edge: AnyEdge) -> Snapshot {
    Snapshot(observers: observers, edges: edges + [edge])
  }

  /// Notifies the observers of a change, one after the other.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func fire<Value>(_ change: Changes<Value>) {
    if hasActors { fireOnActors(change) } else { fireDirectly(change) }
  }

  /// Notifies the observers of a change, one after the other, where none runs on an actor.
  ///
  /// By index and inside this class, so that the compiler sees that nothing can
  /// be released meanwhile, and counts no references.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func fireDirectly<Value>(_ change: Changes<Value>) {
    for index in 0..<observers.count {
      // The array holds the observers; counting one more reference to each would
      // take longer than calling it.
      unsafe Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
        guard observer.call.load(ordering: .relaxed) != ObserverCall.none else { return }
        unsafe unsafeDowncast(observer, to: Observer<Value>.self).body(change)
      }
    }
  }

  /// Notifies the observers of a change, some of which run on actors.
  @inlinable
  @inline(never)
  func fireOnActors<Value>(_ change: Changes<Value>) {
    // The same for all that are called here: no other thread delivers changes of this core.
    let isOnMain = ObserverIsolation.isOnMain
    let lastDirect =
      isOnMain && ActorDelivery.isMainIdle ? ObserverCall.onMain : ObserverCall.direct
    for index in 0..<observers.count {
      // As above.
      unsafe Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
        let call = observer.call.load(ordering: .relaxed)
        guard call != ObserverCall.none else { return }
        if call <= lastDirect || call == ObserverCall.onMain && isOnMain && observer.isIdle {
          unsafe unsafeDowncast(observer, to: Observer<Value>.self).body(change)
        } else {
          unsafe unsafeDowncast(observer, to: Observer<Value>.self).deliver(change)
        }
      }
    }
  }

  /// Has the derived values that depend on the core check their dependencies.
  ///
  /// - Precondition: All edges lead to derived values.
  func wakeDerived(origin: UInt, on thread: DeliveryThread) {
    for index in 0..<edges.count {
      // As above.
      unsafe Unmanaged.passUnretained(edges[index])._withUnsafeGuaranteedRef { edge in
        unsafe unsafeDowncast(edge, to: DerivedEdge.self).wait(origin: origin, on: thread)
      }
    }
  }

  /// Gives a change to the cores that depend on its own.
  ///
  /// - Precondition: The core has values of this type.
  @inlinable
  @inline(__always)
  func push<Value>(_ change: Changes<Value>, on thread: DeliveryThread) {
    for index in 0..<edges.count {
      // As above; and the edge holds the receiver.
      unsafe Unmanaged.passUnretained(edges[index])._withUnsafeGuaranteedRef { edge in
        if edge.isToDerived {
          return unsafe unsafeDowncast(edge, to: DerivedEdge.self)
            .wait(origin: change.origin, on: thread)
        }
        let edge = unsafe unsafeDowncast(edge, to: Edge<Value>.self)
        unsafe Unmanaged.passUnretained(edge.receiver)._withUnsafeGuaranteedRef { receiver in
          edge.push(receiver, change, thread)
        }
      }
    }
  }
}

/// Closures that run as changes of their own: after the changes of a domain that were queued
/// before them, and before the next.
@usableFromInline
enum DomainJob {
  /// Queues a closure for the thread that delivers the changes of a domain.
  ///
  /// - Returns: Whether that is the calling thread.
  @discardableResult
  static func enqueue(
    in domain: Domain, by thread: DeliveryThread, _ body: @escaping (DeliveryThread) -> Void
  ) -> Bool {
    domain.enqueue(.job(body), by: thread)
  }

  /// Runs a closure on the thread that delivers the changes of a domain: this one, before it
  /// returns, unless it or another delivers some already.
  @usableFromInline
  static func run(in domain: Domain, _ body: @escaping (DeliveryThread) -> Void) {
    let thread = DeliveryThread.current
    if enqueue(in: domain, by: thread, body), !thread.isBusy { thread.drain() }
  }
}

extension Core {
  /// Gives a core that only others feed a value, as a change of its own.
  func arrive(with value: Value, origin: UInt) {
    DomainJob.run(in: domain) { [weak self] thread in
      self?.stage(value, origin: origin, on: thread)
      thread.runWave()
    }
  }

  /// Ends a relay when the present change has been delivered.
  @usableFromInline
  func discardSoon(_ slot: Slot) {
    DomainJob.run(in: domain) { [weak self] _ in self?.discard(slot) }
  }
}
