internal import CGround

/// Changes several relays together, and notifies their observers when `body` has returned.
///
/// The observers of each relay that was set are notified of one change, from its value before the
/// transaction to its last value. A merge of several of these relays changes once. A ``Derived``
/// value or an ``Effect`` that reads several of them finds all of the new values.
///
/// ```swift
/// transaction {
///   firstName = "Ada"
///   lastName = "Lovelace"
/// }
/// ```
///
/// New values can be read immediately, in `body` and on other threads. Only the observers wait. A
/// transaction inside another is part of it. If an observer makes a transaction, it is delivered
/// after the change that the observer was notified of.
///
/// - Concurrency: If another thread sets one of the relays before the observers have been notified,
///   its value becomes part of the same change. If another thread is delivering changes of some of
///   the relays, it also delivers their part of the transaction, separately from the others.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`. The values that were set before it are delivered.
public func transaction<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let thread = DeliveryThread.current
  let wasBusy = thread.enterTransaction()
  defer { thread.leaveTransaction(wasBusy: wasBusy) }
  return try body()
}

extension DeliveryThread {
  /// Starts to hold changes back.
  ///
  /// - Returns: The argument for ``leaveTransaction(wasBusy:)``.
  func enterTransaction() -> Bool {
    transactionDepth += 1
    let wasBusy = isBusy
    isBusy = true
    return wasBusy
  }

  /// Records that a core holds a change back.
  @usableFromInline
  func touch(_ node: Node) {
    unsafe details.pointee.touched.append(node)
  }

  /// Delivers the changes that are held back, if this was the outermost transaction.
  func leaveTransaction(wasBusy: Bool) {
    transactionDepth -= 1
    guard transactionDepth == 0 else { return }
    let touched = unsafe details.pointee.touched
    unsafe details.pointee.touched = []
    isBusy = wasBusy
    let domain = touched.first?.domain.root
    if let domain, touched.allSatisfy({ $0.domain.root === domain }) {
      domain.enqueue(.job { $0.letGo(touched) }, by: self)
    } else if domain != nil {
      // No other thread knows this domain, so this one delivers the job, in its turn.
      Domain().enqueue(.job { $0.deliver(touched) }, by: self)
    }
    if !wasBusy { drain() }
  }

  /// Delivers the changes of a transaction over several domains as one wave.
  ///
  /// This thread owns all the domains during the wave. If another thread owns one of them, it
  /// delivers that part as a wave of its own. The domains do not become one: a confined relay
  /// would be delivered by other threads after a transaction with a shared relay.
  private func deliver(_ nodes: [Node]) {
    var ours: [Node] = []
    var claimed: [Domain] = []
    var others: [ObjectIdentifier: (domain: Domain, nodes: [Node])] = [:]
    for node in nodes {
      let domain = node.domain.root
      if domain.isOwnedAlone(by: self) {
        ours.append(node)
      } else if domain.exchangeOwner(0, for: id) {
        claimed.append(domain)
        ours.append(node)
      } else {
        others[ObjectIdentifier(domain), default: (domain, [])].nodes.append(node)
      }
    }
    for (domain, nodes) in others.values {
      domain.enqueue(.job { $0.letGo(nodes) }, by: self)
    }
    letGo(ours)
    for domain in claimed where domain.finish(by: self) { pharos_yield() }
  }

  /// Delivers the changes that nodes hold back as one wave.
  private func letGo(_ nodes: [Node]) {
    // Nodes that others feed come last, so that most of them get their new values before they
    // push them on.
    for node in nodes where !node.isFed { node.operate(node, .letGo, self) }
    for node in nodes where node.isFed { node.operate(node, .letGo, self) }
    runWave(from: WriteNumber.isNeeded ? pushEachWrite() : 0)
  }
}
