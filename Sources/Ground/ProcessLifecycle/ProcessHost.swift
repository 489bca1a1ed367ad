import Synchronization

/// A host that controls the process, after a call of
/// ``ProcessLifecycle/takeCharge(named:fileID:line:)``.
///
/// While a host holds this value, the launch phases start only when it calls ``launch()``. A caught
/// signal has no default action, so the host decides when the process ends. The host gives up
/// control with ``release()``, or when the value is released.
///
/// - Concurrency: Can be used from any thread.
public final class ProcessHost: Sendable {
  /// The name of the host.
  public let name: String

  let engine: LifecycleEngine
  private let isReleased = Atomic(false)

  init(name: String, engine: LifecycleEngine) {
    self.name = name
    self.engine = engine
  }

  deinit { release() }

  /// Starts both launch phases, or joins them if they have already started.
  ///
  /// - Returns: The delivery of both phases. `await host.launch().finished` returns when the last
  ///   listener of the second phase has returned.
  @discardableResult
  public func launch() -> Delivery {
    engine.launch()
  }

  /// Gives up control of the process.
  ///
  /// Signals have their default actions again. If the launch phases have not started, they start on
  /// their own.
  ///
  /// Releasing the host again has no effect.
  public func release() {
    guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
    engine.releaseCharge()
  }
}

extension ProcessHost {
  /// Runs `body` for every signal that is caught while this host controls the process.
  ///
  /// The closure does not run on the main actor and does not wait for listeners. Use it for actions
  /// that are necessary even if the main actor is blocked, such as ending the process after the
  /// second Ctrl-C. A signal is caught only while it has a listener, so the host also needs to call
  /// ``ProcessLifecycle/on(_:_:)``.
  ///
  /// Another call replaces the closure. After the host has given up control, the closure is not
  /// called.
  ///
  /// - Parameter body: Receives the event of the signal.
  /// - Concurrency: `body` runs on a queue of the signal, without a lock. It may run for several
  ///   signals at the same time.
  public func onSignal(_ body: @escaping @Sendable (ProcessEvent) -> Void) {
    engine.setSignalHandler(body, of: self)
  }
}

extension ProcessHost {
  /// The time after a request to end in which another signal counts as part of the same request.
  ///
  /// GNU `timeout` sends `SIGTERM` twice at once: to the process and to its process group. An
  /// impatient user sends the second signal later.
  package static let requestWindow = Duration.seconds(1)
}

extension ProcessLifecycle {
  /// Returns the latest delivery of an event in this process, without simulations.
  ///
  /// A host waits for it before it ends the process.
  package static func latestDelivery(of event: ProcessEvent) -> Delivery? {
    LifecycleEngine.shared.latestDelivery(of: event)
  }
}
