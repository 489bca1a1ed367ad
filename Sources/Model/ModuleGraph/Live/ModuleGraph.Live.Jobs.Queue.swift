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
