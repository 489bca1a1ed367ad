public import TaskKit

/// The numbers of a store's jobs: how many there are, how many end, how long they wait and run,
/// and why they fail.
///
/// ```swift
/// let statistics = try await TaskManager.shared.jobs.statistics()
/// print(statistics.all.endsPerSecond, statistics.all.waiting?.p99 ?? 0)
/// ```
///
/// Times are in seconds, so that its JSON is plain.
public struct JobStatistics: Sendable, Hashable, Codable {
  /// The length of the window of rates and latencies, in seconds.
  public var window: Double

  /// The numbers of all queues together.
  public var all: Numbers

  /// The numbers of each queue, by their names.
  public var queues: [Queue]

  /// The causes of the jobs that failed for good, the most frequent first.
  public var failures: [Failure]

  /// A Boolean value that indicates whether there are more jobs than were read.
  ///
  /// Rates and latencies are those of the latest jobs then, and fewer failures are counted than
  /// there are. Counts by state are always complete.
  public var isPartial: Bool

  /// A queue and its numbers.
  public struct Queue: Sendable, Hashable, Codable {
    public var name: String

    /// A Boolean value that indicates whether no process may claim its jobs.
    public var isPaused: Bool

    public var numbers: Numbers
  }

  /// Computes the statistics of jobs.
  ///
  /// A queue that the store does not list has the counts of the jobs that are given.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, in any order, each of them once.
  ///   - queues: The store's queues, with their complete counts.
  ///   - window: The time before `now` for rates and latencies. A job that ended or began exactly
  ///     at its beginning is outside.
  ///   - now: The end of the window. Later times, of a clock that is ahead, are inside.
  ///   - isPartial: A Boolean value that indicates whether there are more jobs than these.
  /// - Complexity: O(*n* log *n*) in the jobs.
  public init(
    of jobs: [JobRecord], queues: [JobQueueRecord], within window: Duration, at now: TaskTime,
    isPartial: Bool = false
  ) {
    let start = now + (.zero - max(.zero, window))
    let known = Dictionary(queues.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let byQueue = Dictionary(grouping: jobs, by: \.queue)
    self.queues = Set(known.keys).union(byQueue.keys).sorted().map { name in
      let jobs = byQueue[name] ?? []
      let counts =
        known[name]?.counts ?? Dictionary(jobs.map { ($0.state, 1) }, uniquingKeysWith: +)
      return Queue(
        name: name, isPaused: known[name]?.isPaused ?? false,
        numbers: Numbers(of: jobs, counts: counts, since: start, window: window))
    }
    let counts = self.queues.reduce(into: [:]) { sums, queue in
      sums.merge(queue.numbers.counts, uniquingKeysWith: +)
    }
    var all = Numbers(of: jobs, counts: [:], since: start, window: window)
    all.counts = counts
    self.all = all
    self.window = max(.zero, window) / .seconds(1)
    self.isPartial = isPartial
    failures = Failure.causes(of: jobs)
  }
}
