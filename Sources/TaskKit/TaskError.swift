public import RecordFormat
import Spelling
import TaskPlanning

/// An error of a task, or of a call that concerns a task.
///
/// Calls throw the errors that the caller can handle. Errors that occur while tasks run go to
/// ``TaskManager/errorHandler`` and into the reports.
public struct TaskError: ModularityError {
  /// The kind of problem.
  ///
  /// More kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Two tasks have the same name.
    public static let duplicateName = Code(name: "duplicateName")

    /// No task has this name.
    public static let unknownTask = Code(name: "unknownTask")

    /// No task comes before a milestone of this name.
    public static let unknownMilestone = Code(name: "unknownMilestone")

    /// A dependency of a task is neither a type nor a name.
    public static let badReference = Code(name: "badReference")

    /// A task threw an error at each attempt.
    public static let taskFailed = Code(name: "taskFailed")

    /// A task took longer than its timeout.
    public static let timedOut = Code(name: "timedOut")

    /// The dependencies of a task do not exist or form a cycle.
    public static let badPlan = Code(name: "badPlan")

    /// An event that happens only once in a process has already happened.
    public static let eventIsOver = Code(name: "eventIsOver")

    /// A declaration is invalid, which only the running program can detect.
    public static let badDeclaration = Code(name: "badDeclaration")

    /// A call names no event.
    public static let noEvent = Code(name: "noEvent")

    /// A task waits for the run that it is part of.
    public static let waitsForItself = Code(name: "waitsForItself")

    /// A task asked for the result of another task, which has no result of that type.
    public static let noResult = Code(name: "noResult")

    /// Tasks trigger each other's events in a cycle.
    public static let triggerCycle = Code(name: "triggerCycle")

    /// A durable schedule has no store.
    public static let noStore = Code(name: "noStore")

    /// A store failed, or contains something that cannot be read.
    public static let storeFailed = Code(name: "storeFailed")

    /// A store has more finished jobs than it may keep, and removes some before their retention
    /// ends.
    public static let jobsRemovedEarly = Code(name: "jobsRemovedEarly")

    /// A run took so long to report its end that another process may run the same fire again.
    public static let leaseLost = Code(name: "leaseLost")

    /// Several processes started the run of a fire, and none of them finished it.
    public static let neverEnded = Code(name: "neverEnded")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and its fix.
  public let message: String

  /// The names of the tasks concerned.
  public let tasks: [String]

  /// The source location of the task's declaration or of the rejected call.
  public let location: CodeLocation?

  /// The error that a task threw, if a task threw one.
  public let underlyingError: (any Error)?

  package init(
    _ code: Code, _ message: String, tasks: [String] = [], at location: CodeLocation?,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.tasks = tasks
    self.location = location
    self.underlyingError = underlyingError
  }
}

extension TaskError {
  /// Returns the error for an added task whose name is taken.
  static func duplicate(
    _ name: String, declaredAt first: CodeLocation, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .duplicateName,
      """
      a task '\(name)' already exists, declared at \(first): rename this one, or destroy the \
      other one first.
      """,
      tasks: [name], at: location)
  }

  /// Returns the error for a dependency that is neither a type nor a name.
  static func badReference(_ element: Any, of task: TaskDefinition) -> TaskError {
    TaskError(
      .badReference,
      """
      the task '\(task.name)' was not added: it depends on '\(element)', which is neither a \
      type nor a name. Write the type of a declared task, such as 'Task1.self', or the name of a \
      task in quotes.
      """,
      tasks: [task.name], at: task.location)
  }

  /// Returns the error for a task that does not exist.
  static func unknown(
    _ name: String, among names: some Sequence<String>, at location: CodeLocation
  ) -> TaskError {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 2)
    let hint =
      nearest.isEmpty
      ? "'TaskManager.list' has all names."
      : "did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
    return TaskError(
      .unknownTask, "no task is named '\(name)': \(hint)", tasks: [name], at: location)
  }

  /// Returns the error for waiting for a milestone that no task comes before.
  static func unknown(
    _ milestone: TaskMilestone, among known: some Sequence<String>, at location: CodeLocation
  ) -> TaskError {
    let nearest = EditDistance.nearest(to: milestone.rawValue, among: known, atMost: 2)
    let hint =
      nearest.isEmpty
      ? "give its tasks the trait '.before(…)'."
      : "did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
    return TaskError(
      .unknownMilestone, "no task comes before the milestone '\(milestone)': \(hint)",
      at: location)
  }

  /// Returns the error for a task that threw.
  static func failed(
    _ task: TaskDefinition, with error: any Error, attempts: Int
  ) -> TaskError {
    let times = attempts == 1 ? "" : " in all \(attempts) attempts, the last time"
    return TaskError(
      .taskFailed, "the task '\(task.name)' failed\(times): \(error)", tasks: [task.name],
      at: task.location, underlyingError: error)
  }

  /// Returns the error for a task that took too long.
  static func timedOut(_ task: TaskDefinition, after limit: Duration) -> TaskError {
    TaskError(
      .timedOut,
      """
      the task '\(task.name)' took longer than its timeout of \(limit): make it faster, or raise \
      the timeout.
      """,
      tasks: [task.name], at: task.location)
  }

  /// Returns the error for a late attempt that is still running and so prevents another attempt.
  static func goesOn(
    _ task: TaskDefinition, after limit: Duration, attempt: Int32
  ) -> TaskError {
    TaskError(
      .timedOut,
      """
      the task '\(task.name)' took longer than its timeout of \(limit) and was not retried, \
      because attempt \(attempt) still runs. Let it react to cancellation, or finish by itself.
      """,
      tasks: [task.name], at: task.location)
  }

  /// Returns the error for an event that happens once and is triggered again.
  static func isOver(_ event: TaskEvent, at location: CodeLocation) -> TaskError {
    TaskError(
      .eventIsOver,
      """
      '\(event)' occurs once per process, and has already occurred: use an event that may occur \
      again, such as '.reserved1'.
      """,
      at: location)
  }

  /// Returns the error for a trigger without an event.
  static func noEvent(at location: CodeLocation) -> TaskError {
    TaskError(
      .noEvent, "no event was named, so no task can run: name one, such as '.reserved1'.",
      at: location)
  }

  /// Returns the error for a task that waits for a run that cannot finish before the task has.
  static func waitsForItself(
    _ task: String?, _ occasion: Occasion, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .waitsForItself,
      """
      \(task.map { "the task '\($0)'" } ?? "a task") runs for '\(occasion)' and would wait for a \
      run that cannot finish before this one: use 'trigger', and do not wait in the task.
      """,
      tasks: task.map { [$0] } ?? [], at: location)
  }

  /// Returns the error for tasks without suspension that trigger one event after the other without
  /// end.
  static func triggerCycle(
    _ occasion: Occasion, depth: Int, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .triggerCycle,
      """
      '\(occasion)' was not triggered: \(depth) runs have triggered each other, so this is most \
      likely a cycle. Break it, or make one of its tasks asynchronous.
      """,
      at: location)
  }

  /// Returns the error for a result that another task does not have.
  static func noResult(
    of other: String, for task: String, because reason: String, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .noResult, "the task '\(task)' cannot have the result of '\(other)': \(reason).",
      tasks: [task, other], at: location)
  }

  /// Returns the error for a task of the launch in a library that was loaded after the launch.
  static func missed(_ task: TaskDefinition, _ event: TaskEvent) -> TaskError {
    TaskError(
      .eventIsOver,
      """
      the task '\(task.name)' never runs for '\(event)': it was added after that event. Let it \
      also run for another event.
      """,
      tasks: [task.name], at: task.location)
  }

  /// Returns the error for an added task whose schedule is invalid.
  static func badSchedule(_ task: TaskDefinition, _ misfit: String) -> TaskError {
    TaskError(
      .badSchedule, "the task '\(task.name)' was not added: \(misfit).", tasks: [task.name],
      at: task.location)
  }

  /// Returns the error for a declared task whose interval the manager does not allow.
  static func misfit(_ misfit: String, of task: TaskDefinition) -> TaskError {
    TaskError(
      .badSchedule, "the task '\(task.name)' is declared incorrectly: \(misfit).",
      tasks: [task.name], at: task.location)
  }

  /// Returns the error for an invalid declaration of a task.
  static func badDeclaration(
    _ task: String, _ message: String, at location: CodeLocation
  ) -> TaskError {
    TaskError(.badDeclaration, "the task '\(task)': \(message)", tasks: [task], at: location)
  }

  /// Creates the error for a problem of a plan.
  init(_ problem: TaskProblem) {
    self.init(
      .badPlan, problem.message, tasks: problem.tasks.map(\.name),
      at: problem.tasks.first?.location)
  }
}
