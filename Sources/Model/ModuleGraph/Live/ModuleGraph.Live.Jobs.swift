extension ModuleGraph.Live {
  /// The jobs of a process's store: how many there are, how fast they end, and what is wrong.
  ///
  /// All times are microseconds; dates are counted since the beginning of 1970, UTC. Payloads and
  /// results are left out, as they may be private; texts of errors are not.
  public struct Jobs: Sendable, Hashable, Codable {
    /// The length of the window of rates and latencies.
    public var window: Int64
    /// A Boolean value that indicates whether the store has more jobs than were read.
    ///
    /// Rates, latencies and causes are those of the latest jobs then. Counts by state are always
    /// complete.
    public var isPartial: Bool
    /// The numbers of all queues together.
    public var all: Numbers
    /// The queues, by their names.
    public var queues: [Queue]
    /// The causes of the jobs that failed for good, the most frequent first.
    public var failures: [Failure]
    /// The jobs that run, the latest first.
    public var running: [Running]
    /// The latest jobs that failed for good, the latest first.
    public var deadLetters: [DeadLetter]
    /// The latest flows with a step that is open or failed, the latest first.
    public var flows: [Flow]
    /// The error of the store if it could not read the jobs, or only a part of them.
    public var error: String?

    /// Describes the jobs of a store.
    public init(
      window: Int64 = 0, isPartial: Bool = false, all: Numbers = Numbers(), queues: [Queue] = [],
      failures: [Failure] = [], running: [Running] = [], deadLetters: [DeadLetter] = [],
      flows: [Flow] = [], error: String? = nil
    ) {
      self.window = window
      self.isPartial = isPartial
      self.all = all
      self.queues = queues
      self.failures = failures
      self.running = running
      self.deadLetters = deadLetters
      self.flows = flows
      self.error = error
    }

    private enum CodingKeys: String, CodingKey {
      case window
      case isPartial = "partial"
      case all, queues, failures, running, deadLetters, flows, error
    }
  }
}

extension ModuleGraph.Live.Jobs {
  /// A cause of failures: jobs of one name that failed for good with one error.
  public struct Failure: Sendable, Hashable, Codable {
    /// The name of the jobs' declaration.
    public let job: String
    /// The text of the error.
    public let error: String
    /// The number of jobs.
    public let count: Int
    /// The identifier of the latest of the jobs.
    public let latest: Int64

    /// Describes a cause.
    public init(job: String, error: String, count: Int, latest: Int64) {
      self.job = job
      self.error = error
      self.count = count
      self.latest = latest
    }
  }

  /// A job that failed for good, and is kept to be run again.
  public struct DeadLetter: Sendable, Hashable, Codable {
    /// Identifies the job in its store.
    public let id: Int64
    /// The name of the job's declaration.
    public let name: String
    public let queue: String
    /// The number of attempts.
    public let attempts: Int
    /// When its last attempt ended, or `nil` if that is not known.
    public let ended: Int64?
    /// The error of its last attempt.
    public let error: String
    /// The words by which it is found, or `nil` if it has none.
    public let tags: [String]?

    /// Describes a job that failed.
    public init(
      id: Int64, name: String, queue: String, attempts: Int, ended: Int64? = nil, error: String,
      tags: [String]? = nil
    ) {
      self.id = id
      self.name = name
      self.queue = queue
      self.attempts = attempts
      self.ended = ended
      self.error = error
      self.tags = tags
    }
  }
}

extension ModuleGraph.Live.Jobs {
  /// A flow: jobs that come after each other.
  public struct Flow: Sendable, Hashable, Codable {
    /// Identifies the flow in its store: the identifier of its first step.
    public let id: Int64
    public let name: String
    /// The steps, each after all that it comes after.
    public let steps: [Step]
    /// A Boolean value that indicates whether the flow has more steps, before these.
    public let isPartial: Bool

    /// Describes a flow.
    public init(id: Int64, name: String, steps: [Step], isPartial: Bool = false) {
      self.id = id
      self.name = name
      self.steps = steps
      self.isPartial = isPartial
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, steps
      case isPartial = "partial"
    }
  }

  /// A step of a flow.
  public struct Step: Sendable, Hashable, Codable {
    /// Identifies the step's job in its store.
    public let id: Int64
    /// The name of the step, which no other one of the flow has.
    public let name: String
    /// The name of the job's declaration.
    public let job: String
    /// `blocked`, `delayed`, `waiting`, `running`, `succeeded`, `failed`, `cancelled` or `skipped`.
    public let state: String
    /// The identifiers of the steps that must have succeeded before it.
    public let after: [Int64]
    /// The error of the latest attempt that failed, or the reason why it was skipped.
    public let detail: String?

    /// Describes a step.
    public init(
      id: Int64, name: String, job: String, state: String, after: [Int64] = [],
      detail: String? = nil
    ) {
      self.id = id
      self.name = name
      self.job = job
      self.state = state
      self.after = after
      self.detail = detail
    }
  }
}

extension ModuleGraph.Live.Jobs {
  /// A queue, and the numbers of its jobs.
  public struct Queue: Sendable, Hashable, Codable {
    public let name: String
    /// A Boolean value that indicates whether no process may claim its jobs.
    public let isPaused: Bool
    public let numbers: Numbers

    /// Describes a queue.
    public init(name: String, isPaused: Bool = false, numbers: Numbers = Numbers()) {
      self.name = name
      self.isPaused = isPaused
      self.numbers = numbers
    }

    private enum CodingKeys: String, CodingKey {
      case name
      case isPaused = "paused"
      case numbers
    }
  }

  /// The numbers of some jobs.
  public struct Numbers: Sendable, Hashable, Codable {
    /// The number of jobs by the words of their states: `waiting`.
    public let counts: [String: Int]
    /// The number of jobs that ended within the window.
    public let ended: Int
    /// The number of jobs that ended in a second, on average over the window.
    public let endsPerSecond: Double
    /// The times from when jobs were due until they began, or `nil` if none began in the window.
    public let waiting: Latencies?
    /// The times from when jobs began until they ended, or `nil` if none ended in the window.
    public let running: Latencies?

    /// Describes the numbers of jobs.
    public init(
      counts: [String: Int] = [:], ended: Int = 0, endsPerSecond: Double = 0,
      waiting: Latencies? = nil, running: Latencies? = nil
    ) {
      self.counts = counts
      self.ended = ended
      self.endsPerSecond = endsPerSecond
      self.waiting = waiting
      self.running = running
    }
  }

  /// Percentiles of durations, in microseconds.
  public struct Latencies: Sendable, Hashable, Codable {
    /// The number of durations.
    public let count: Int
    /// The duration that half of the jobs did not exceed.
    public let p50: Int64
    /// The duration that 95 % of the jobs did not exceed.
    public let p95: Int64
    /// The duration that 99 % of the jobs did not exceed.
    public let p99: Int64

    /// Describes durations.
    public init(count: Int, p50: Int64, p95: Int64, p99: Int64) {
      self.count = count
      self.p50 = p50
      self.p95 = p95
      self.p99 = p99
    }
  }
}

extension ModuleGraph.Live.Jobs {
  /// A job that runs.
  public struct Running: Sendable, Hashable, Codable {
    /// Identifies the job in its store.
    public let id: Int64
    /// The name of the job's declaration.
    public let name: String
    public let queue: String
    /// The number of the attempt, counted from 1.
    public let attempt: Int
    /// When the attempt began, or `nil` if that is not known.
    public let begun: Int64?
    /// The process that runs it.
    public let owner: String?
    /// The progress that it has reported, from 0 to 1.
    public let progress: Double?
    /// A Boolean value that indicates whether it is to be cancelled.
    public let isCancelling: Bool
    /// The words by which it is found, or `nil` if it has none.
    public let tags: [String]?

    /// Describes a job that runs.
    public init(
      id: Int64, name: String, queue: String, attempt: Int, begun: Int64? = nil,
      owner: String? = nil, progress: Double? = nil, isCancelling: Bool = false,
      tags: [String]? = nil
    ) {
      self.id = id
      self.name = name
      self.queue = queue
      self.attempt = attempt
      self.begun = begun
      self.owner = owner
      self.progress = progress
      self.isCancelling = isCancelling
      self.tags = tags
    }

    private enum CodingKeys: String, CodingKey {
      case id, name, queue, attempt, begun, owner, progress, tags
      case isCancelling = "cancelling"
    }
  }
}
