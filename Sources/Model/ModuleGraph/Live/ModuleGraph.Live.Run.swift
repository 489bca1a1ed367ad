extension ModuleGraph.Live {
  /// A run of tasks, such as that of the launch.
  ///
  /// All times are microseconds.
  public struct Run: Sendable, Hashable, Codable {
    /// A task of a run.
    public struct Entry: Sendable, Hashable, Codable {
      public let name: String
      /// The executor on which it ran: `main`, `worker 2`, `concurrent`.
      public let lane: String
      /// When it began, from the beginning of the run.
      public let start: Double
      /// The time between being ready and beginning.
      public let wait: Double
      public let duration: Double
      /// The outcome: `succeeded`, or what happened instead.
      public let outcome: String
      public let isSuccess: Bool
      /// The number of attempts; 0 if it did not begin.
      public let attempts: Int
      /// The tasks that must have succeeded before it.
      public let dependencies: [String]

      /// Describes a task of a run.
      public init(
        name: String, lane: String, start: Double, wait: Double = 0, duration: Double,
        outcome: String = "succeeded", isSuccess: Bool = true, attempts: Int = 1,
        dependencies: [String] = []
      ) {
        self.name = name
        self.lane = lane
        self.start = start
        self.wait = wait
        self.duration = duration
        self.outcome = outcome
        self.isSuccess = isSuccess
        self.attempts = attempts
        self.dependencies = dependencies
      }

      private enum CodingKeys: String, CodingKey {
        case name, lane, start, wait, duration, outcome
        case isSuccess = "success"
        case attempts, dependencies
      }
    }

    /// The number of the run in its process, counted from 1.
    public let number: Int
    /// The cause: an event, or the name of a notification.
    public let occasion: String
    /// From the beginning of the first task to the end of the last.
    public let duration: Double
    /// The number of workers beside the main actor.
    public let workerCount: Int
    /// The tasks of the longest chain of waiting, by name.
    public let criticalPath: [String]
    /// The problems of the plan.
    public let problems: [String]
    /// The tasks in the order in which they began.
    public let tasks: [Entry]

    /// Describes a run.
    public init(
      number: Int, occasion: String, duration: Double, workerCount: Int,
      criticalPath: [String] = [], problems: [String] = [], tasks: [Entry]
    ) {
      self.number = number
      self.occasion = occasion
      self.duration = duration
      self.workerCount = workerCount
      self.criticalPath = criticalPath
      self.problems = problems
      self.tasks = tasks
    }

    private enum CodingKeys: String, CodingKey {
      case number, occasion, duration
      case workerCount = "workers"
      case criticalPath, problems, tasks
    }
  }
}
