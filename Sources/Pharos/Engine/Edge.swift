import Synchronization

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
