extension ModuleGraph.Live {
  /// A run of tasks, such as the run of the launch.
  ///
  /// All times are in microseconds.
  public struct Run: Sendable, Hashable, Codable {
    /// A task of a run.
    public struct Entry: Sendable, Hashable, Codable {
      public let name: String
      /// The executor that ran it: `main`, `worker 2`, `concurrent`.
      public let lane: String
      /// The start time, relative to the start of the run.
      public let start: Double
      /// The time from being ready to the start.
      public let wait: Double
      public let duration: Double
      /// The outcome: `succeeded`, or the reason for another end.
      public let outcome: String
      public let isSuccess: Bool
      /// The number of attempts, or 0 if the task did not start.
      public let attempts: Int
      /// The tasks that had to succeed before it.
      public let dependencies: [String]

      /// Creates a task of a run.
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
    /// The time from the start of the first task to the end of the last one.
    public let duration: Double
    /// The number of workers in addition to the main actor.
    public let workerCount: Int
    /// The names of the tasks in the longest chain of waiting.
    public let criticalPath: [String]
    /// The problems of the plan.
    public let problems: [String]
    /// The tasks in the order in which they started.
    public let tasks: [Entry]

    /// Creates a run.
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
