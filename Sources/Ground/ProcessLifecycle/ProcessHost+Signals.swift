extension ProcessHost {
  /// Runs `body` for every signal that is caught while this host is in charge.
  ///
  /// A host hears of a signal off the main actor, and need not wait for the
  /// listeners: what has to happen even if the main actor hangs, such as leaving
  /// on the second Ctrl-C, can happen here. A signal is caught while it has a listener,
  /// added with ``ProcessLifecycle/on(_:_:)``; the host listens too.
  ///
  /// The latest body counts. One that is set after the charge was given back is
  /// never called.
  ///
  /// - Parameter body: Is given the event that stands for the signal.
  /// - Concurrency: `body` runs on a queue of the signal, with no lock held, and
  ///   for several signals possibly at the same time.
  public func onSignal(_ body: @escaping @Sendable (ProcessEvent) -> Void) {
    engine.setSignalHandler(body, of: self)
  }
}

extension ProcessLifecycle {
  /// The latest time of this event in this process, simulations
  /// aside: what a host waits for before it ends the process.
  package static func latestDelivery(of event: ProcessEvent) -> Delivery? {
    LifecycleEngine.shared.latestDelivery(of: event)
  }
}
