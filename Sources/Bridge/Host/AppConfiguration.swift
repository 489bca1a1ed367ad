/// The time limits of an app.
///
/// Work that misses its deadline at the end of the app is cancelled and reported, and the app
/// exits without it, with ``AppExit/missedDeadline``.
public struct AppConfiguration: Sendable, Hashable {
  /// The time for which ``ModularApp/run(_:)`` may go on after the app was asked to stop,
  /// and after that TaskKit's tasks that still run.
  public var runDeadline: Duration

  /// The time limit of a step of the shutdown that has none of its own.
  public var stepDeadline: Duration

  /// The time limit for the end of all of TaskKit's tasks together.
  ///
  /// Each has a time limit of its own besides.
  public var tasksDeadline: Duration

  /// The time limit of a health check that has none of its own.
  public var healthDeadline: Duration

  /// Makes a configuration.
  public init(
    runDeadline: Duration = .seconds(10),
    stepDeadline: Duration = .seconds(5),
    tasksDeadline: Duration = .seconds(30),
    healthDeadline: Duration = .seconds(2)
  ) {
    self.runDeadline = runDeadline
    self.stepDeadline = stepDeadline
    self.tasksDeadline = tasksDeadline
    self.healthDeadline = healthDeadline
  }
}
