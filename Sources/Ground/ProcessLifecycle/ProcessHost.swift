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
  /// - Returns: The delivery of both; `await host.launch().finished` returns
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
