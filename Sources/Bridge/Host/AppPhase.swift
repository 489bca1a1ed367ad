/// The progress of an app.
///
/// They come in this order. One that the app does not get to is left out: what
/// cannot launch is not ready, but it shuts down.
public enum AppPhase: Int, Sendable, Hashable, Comparable, CaseIterable, Codable {
  /// The app's own preparations: ``ModularApp/willLaunch(_:)``.
  case willLaunch
  /// The modules are notified of the launch, and waited for.
  case launching
  /// The app works with modules that are launched: ``ModularApp/didLaunch(_:)``.
  case didLaunch
  /// The app works: ``ModularApp/run(_:)``. Its supervisor has been notified.
  case running
  /// The app has been asked to stop; its work is cancelled and waited for.
  case stopping
  /// TaskKit's tasks that still run are waited for.
  case finishingTasks
  /// The steps of ``AppContext/onShutdown(_:deadline:fileID:line:_:)``, the
  /// last first.
  case shuttingDown
  /// TaskKit's tasks end, and what depends on a task comes before it.
  case endingTasks
  /// The host waits for the listeners of the signal that ended the app.
  case tellingListeners
  /// Nothing is left to do.
  case ended

  public static func < (left: AppPhase, right: AppPhase) -> Bool {
    left.rawValue < right.rawValue
  }
}
