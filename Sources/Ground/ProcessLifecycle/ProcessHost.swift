import Synchronization

/// The host that has taken charge of the process, with
/// ``ProcessLifecycle/takeCharge(named:fileID:line:)``.
///
/// While a host holds this value, the launch phases come only when it calls
/// ``launch()``, and a caught signal has no default action after its listeners:
/// the host decides when the process ends. It gives the charge back with
/// ``release()``, or by letting the value go.
///
/// - Concurrency: May be used from any thread.
public final class ProcessHost: Sendable {
  /// The name the host gave itself.
  public let name: String

  let engine: LifecycleEngine
  private let isReleased = Atomic(false)

  init(name: String, engine: LifecycleEngine) {
    self.name = name
    self.engine = engine
  }

  deinit { release() }

  /// Runs both launch phases, or joins them if they have begun.
  ///
  /// - Returns: The delivery of both; `await host.launch().finished()` returns
  ///   when the last listener of the second has returned.
  @discardableResult
  public func launch() -> Delivery {
    engine.launch()
  }

  /// Gives the charge back: signals have their default actions again, and
  /// launch phases that have not begun come by themselves.
  ///
  /// Releasing twice does nothing.
  public func release() {
    guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
    engine.releaseCharge()
  }
}

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

extension ProcessHost {
  /// The time after a request to end in which another signal belongs to the same request.
  ///
  /// GNU `timeout` sends `SIGTERM` twice at once, to the process and to its group. A person who
  /// loses patience is slower.
  package static let requestWindow = Duration.seconds(1)
}

extension ProcessLifecycle {
  /// The latest time of this event in this process, simulations
  /// aside: what a host waits for before it ends the process.
  package static func latestDelivery(of event: ProcessEvent) -> Delivery? {
    LifecycleEngine.shared.latestDelivery(of: event)
  }
}
