import Synchronization

/// Something that is done as a change of its own: when the changes of a domain that
/// came before it have been delivered, and before the next.
///
/// What comes at a time of its own choosing reaches the relays in this way, and
/// what must not happen while a change is on its way.
@usableFromInline
final class Errand: Node, @unchecked Sendable {
  // Why this is Sendable: the closure never changes, and runs once, where the
  // domain's changes are delivered.

  private let body: (DeliveryThread) -> Void

  private init(domain: Domain, body: @escaping (DeliveryThread) -> Void) {
    self.body = body
    super.init(
      domain: domain, level: 0,
      operations: NodeOperations(
        deliver: { errand, thread in
          thread.cause = Cause()
          (errand as? Errand)?.body(thread)
        }))
  }

  /// Has a closure run by the thread that delivers the changes of a domain: this
  /// one, before it returns, unless it or another delivers some already.
  @usableFromInline
  static func run(in domain: Domain, _ body: @escaping (DeliveryThread) -> Void) {
    let thread = DeliveryThread.current
    let isOurs = domain.enqueue(Errand(domain: domain, body: body), by: thread)
    if isOurs, !thread.isBusy { thread.drain() }
  }
}

extension Core {
  /// Gives a core that only others feed a value, as a change of its own.
  func arrive(with value: Value, origin: UInt) {
    Errand.run(in: domain) { [weak self] thread in
      self?.stage(value, origin: origin, on: thread)
      thread.runWave()
    }
  }

  /// Ends a relay when the present change has been delivered.
  @usableFromInline
  func discardSoon(_ slot: Slot<Value>) {
    Errand.run(in: domain) { [weak self] _ in self?.discard(slot) }
  }
}
