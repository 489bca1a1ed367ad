/// Changes relays together: their observers are notified when the body is done, of
/// one change for each relay that was set in it, from its value before to its
/// last.
///
/// What is merged from several of them changes once.
///
/// ```swift
/// transaction {
///   firstName = "Ada"
///   lastName = "Lovelace"
/// }
/// ```
///
/// Values are there at once, in the body and for other threads; it is only the
/// observers who wait. A transaction in another is part of it. One made by an
/// observer is delivered after the change that the observer was notified of.
///
/// - Concurrency: If another thread sets one of the relays before the observers
///   have been notified, its value is part of the one change.
/// - Returns: What the body returns.
/// - Throws: What the body throws. What was set until then is delivered.
public func transaction<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let thread = DeliveryThread.current
  let wasBusy = thread.enterTransaction()
  defer { thread.leaveTransaction(wasBusy: wasBusy) }
  return try body()
}

extension DeliveryThread {
  /// Begins to hold changes back.
  ///
  /// - Returns: What ``leaveTransaction(wasBusy:)`` needs.
  func enterTransaction() -> Bool {
    transactionDepth += 1
    let wasBusy = isBusy
    isBusy = true
    return wasBusy
  }

  /// Notes that a core holds a change back.
  @usableFromInline
  func touch(_ node: Node) {
    unsafe details.pointee.touched.append(node)
  }

  /// Delivers what has been held back, if this was the outermost transaction.
  func leaveTransaction(wasBusy: Bool) {
    transactionDepth -= 1
    guard transactionDepth == 0 else { return }
    let touched = unsafe details.pointee.touched
    unsafe details.pointee.touched = []
    var batches: [(domain: Domain, nodes: [Node])] = []
    for node in touched {
      let root = node.domain.root
      if let index = batches.firstIndex(where: { $0.domain === root }) {
        batches[index].nodes.append(node)
      } else {
        batches.append((root, [node]))
      }
    }
    isBusy = wasBusy
    for (domain, nodes) in batches {
      DomainJob.enqueue(in: domain, by: self) { thread in
        // Those that others feed come last, so that most of them are given their
        // new values before they hand theirs on.
        for node in nodes where !node.isFed { node.operate(node, .letGo, thread) }
        for node in nodes where node.isFed { node.operate(node, .letGo, thread) }
        thread.runWave(from: WriteNumber.isNeeded ? thread.pushEachWrite() : 0)
      }
    }
    if !wasBusy { drain() }
  }
}
