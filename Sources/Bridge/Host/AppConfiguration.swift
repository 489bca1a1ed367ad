/// How long the parts of an app may take to end.
///
/// What misses its deadline is cancelled, reported and left behind, and the app
/// exits with ``AppExit/missedDeadline``.
public struct AppConfiguration: Sendable, Hashable {
  /// How long ``ModularApp/run(_:)`` may go on after the app was told to stop, and after
  /// that TaskKit's tasks that still run.
  public var runDeadline: Duration

  /// How long a step of the shutdown may take that says nothing else.
  public var stepDeadline: Duration

  /// How long all of TaskKit's tasks together may take to end.
  ///
  /// Each has a time limit of its own besides.
  public var tasksDeadline: Duration

  /// Makes a configuration.
  public init(
    runDeadline: Duration = .seconds(10),
    stepDeadline: Duration = .seconds(5),
    tasksDeadline: Duration = .seconds(30)
  ) {
    self.runDeadline = runDeadline
    self.stepDeadline = stepDeadline
    self.tasksDeadline = tasksDeadline
  }
}
