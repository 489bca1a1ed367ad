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
