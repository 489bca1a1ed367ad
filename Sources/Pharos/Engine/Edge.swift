import Synchronization

/// A dependency of one core on another.
@usableFromInline
class AnyEdge: @unchecked Sendable {
  // Why this is Sendable: it never changes. Subclasses state their own reasons.

  /// The key of the slot from which the other core was made.
  final let slot: UInt

  /// A Boolean value that indicates whether the child has no other source, and so ends with this
  /// edge.
  final let isOnlyParent: Bool

  /// A Boolean value that indicates whether this is a ``DerivedEdge``, and otherwise an
  /// ``Edge`` of the core's type.
  @usableFromInline final let isToDerived: Bool

  init(slot: UInt, isOnlyParent: Bool, isToDerived: Bool) {
    self.slot = slot
    self.isOnlyParent = isOnlyParent
    self.isToDerived = isToDerived
  }

  /// The core at the end of the edge, or `nil` after it is released.
  var target: Node? { nil }

  /// The core at the end of the edge, if the edge keeps it alive.
  var child: Node? { nil }
}

/// An edge that passes values to another core.
@usableFromInline
final class Edge<Value>: AnyEdge, @unchecked Sendable {
  // Why this is Sendable: the closure is used as in ``Observer``. The key is set under the lock of
  // the core, before other code finds the edge.

  /// Passes a change to a core.
  // The values and not `Changes`: without optimization, each function that uses a part of a generic
  // structure looks up its layout at run time.
  @usableFromInline typealias Push = (
    _ receiver: Node, _ old: Value, _ new: Value, _ origin: UInt, _ thread: DeliveryThread
  ) -> Void

  /// The number of the edge in its core, which increases from edge to edge.
  final var key: UInt = 0

  /// The core that gets the changes.
  @usableFromInline let receiver: Node

  /// Passes a change to the receiver.
  // It does not capture the receiver, because then the compiler would call the user's function
  // through a closure of its own.
  @usableFromInline let push: Push

  @usableFromInline
  init(slot: UInt, isOnlyParent: Bool, child: Node, push: @escaping Push) {
    self.push = child.domain.isCrowded ? Self.makeOrderly(push) : push
    receiver = child
    super.init(slot: slot, isOnlyParent: isOnlyParent, isToDerived: false)
  }

  override var target: Node? { receiver }
  override var child: Node? { receiver }

  /// Returns a closure for an edge that is added while several threads deliver changes of the
  /// domain.
  ///
  /// Each of these threads may use this edge, or another edge to the same core. So while there are
  /// several, each change on this edge becomes a separate change. All other edges connect cores for
  /// which the same thread delivers.
  private static func makeOrderly(_ push: @escaping Push) -> Push {
    { child, old, new, origin, thread in
      if child.domain.isOwnedAlone(by: thread) { return push(child, old, new, origin, thread) }
      child.domain.run { thread in
        push(child, old, new, origin, thread)
        thread.runWave()
      }
    }
  }
}

/// An edge to a derived value, which reads the source when its turn comes.
///
/// It does not keep the derived value alive: the function of a derived value usually keeps its
/// dependencies alive, so a strong reference would leak both. All dependencies of a derived value
/// may have the same edge.
@usableFromInline
final class DerivedEdge: AnyEdge, @unchecked Sendable {
  // Why this is Sendable: as the superclass is.

  private let core: NodeReference

  /// A Boolean value that indicates whether several threads delivered changes of the domain
  /// when this was added; see ``Edge/makeOrderly(_:)``.
  private let isOrderly: Bool

  init(to core: Node, isOrderly: Bool) {
    self.core = NodeReference(to: core)
    self.isOrderly = isOrderly
    super.init(slot: .max, isOnlyParent: false, isToDerived: true)
  }

  override var target: Node? { core.node }

  /// Makes the current change compute the derived value.
  @usableFromInline
  func wait(origin: UInt, on thread: DeliveryThread) {
    guard let retained = unsafe core.retained else { return }
    unsafe retained._withUnsafeGuaranteedRef { unsafe $0.latestOrigin = origin }
    guard isOrderly else { return unsafe thread.wait(forRetained: retained) }
    let core = unsafe retained.takeRetainedValue()
    guard !core.domain.isOwnedAlone(by: thread) else { return thread.wait(for: core) }
    core.domain.run { thread in
      thread.wait(for: core)
      thread.runWave()
    }
  }
}
