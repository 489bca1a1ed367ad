/// A node that stands for a derived value where it has edges, so that its dependencies do
/// not keep it alive.
///
/// Its function usually keeps that, and both would live for ever.
final class DerivedEntrance: Node, @unchecked Sendable {
  // Why this is Sendable: the reference is never changed but by the end of its
  // object, which the runtime guards.

  private weak let core: Node?

  init(to core: Node) {
    self.core = core
    super.init(domain: core.domain, level: 0, operations: NodeOperations(deliver: { _, _ in }))
  }

  override var target: Node? { core }

  /// Has the derived value computed in the present change.
  func wait(origin: UInt, on thread: DeliveryThread) {
    guard let core else { return }
    unsafe core.latestOrigin = origin
    thread.wait(for: core)
  }
}
