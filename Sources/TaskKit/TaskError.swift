public import RecordFormat

/// An error of a task, or of a call that concerns one.
///
/// What a caller can do something about is thrown. What happens while tasks run
/// goes to ``TaskManager/errorHandler``, and into the reports.
public struct TaskError: ModularityError {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Two tasks have one name.
    public static let duplicateName = Code(name: "duplicateName")

    /// There is no task of this name.
    public static let unknownTask = Code(name: "unknownTask")

    /// There is no milestone of this name, as no task comes before it.
    public static let unknownMilestone = Code(name: "unknownMilestone")

    /// A task depends on something that is neither a type nor a name.
    public static let badReference = Code(name: "badReference")

    /// A task threw an error, each time it was tried.
    public static let taskFailed = Code(name: "taskFailed")

    /// A task took longer than it may.
    public static let timedOut = Code(name: "timedOut")

    /// The code of an error for dependencies that do not exist or form a cycle.
    public static let badPlan = Code(name: "badPlan")

    /// An event that comes once has come already.
    public static let eventIsOver = Code(name: "eventIsOver")

    /// A declaration is not as it should be, which only the running program shows.
    public static let badDeclaration = Code(name: "badDeclaration")

    /// No event was named.
    public static let noEvent = Code(name: "noEvent")

    /// A task waits for the run that it is part of.
    public static let waitsForItself = Code(name: "waitsForItself")

    /// A task asked for the result of another one, which has none of that type.
    public static let noResult = Code(name: "noResult")

    /// Tasks trigger each other's events in a cycle.
    public static let triggerCycle = Code(name: "triggerCycle")

    /// A run took longer than a test allows.
    public static let overBudget = Code(name: "overBudget")

    /// A durable schedule has no store.
    public static let noStore = Code(name: "noStore")

    /// A store failed, or holds something that cannot be read.
    public static let storeFailed = Code(name: "storeFailed")

    /// A run took so long to report its end that another process may run its due time again.
    public static let leaseLost = Code(name: "leaseLost")

    /// Several processes have begun the run for a due time, and none was there at its end.
    public static let neverEnded = Code(name: "neverEnded")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// The tasks that this is about.
  public let tasks: [String]

  /// The source location of the task's declaration or of the rejected call.
  public let location: CodeLocation?

  /// The error that a task threw, if one did.
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
