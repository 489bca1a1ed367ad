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
