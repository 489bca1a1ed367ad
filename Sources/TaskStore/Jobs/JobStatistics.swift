public import TaskKit

/// Statistics of a store's jobs: their numbers, rates and durations, and the causes of failures.
///
/// ```swift
/// let statistics = try await TaskManager.shared.jobs.statistics()
/// print(statistics.all.endsPerSecond, statistics.all.waiting?.p99 ?? 0)
/// ```
///
/// Times are in seconds, so that the JSON contains plain numbers.
public struct JobStatistics: Sendable, Hashable, Codable {
  /// The length of the window for rates and latencies, in seconds.
  public var window: Double

  /// The numbers of all queues together.
  public var all: Numbers

  /// The numbers of each queue, sorted by name.
  public var queues: [Queue]

  /// The causes of permanent failures, starting with the most frequent one.
  public var failures: [Failure]

  /// A Boolean value that indicates whether the store has more jobs than were read.
  ///
  /// In that case, rates and latencies cover only the latest jobs, and some failures are not
  /// counted. Counts by state are always complete.
  public var isPartial: Bool

  /// A queue and its numbers.
  public struct Queue: Sendable, Hashable, Codable {
    public var name: String

    /// A Boolean value that indicates whether the queue is paused, so that no process claims its
    /// jobs.
    public var isPaused: Bool

    public var numbers: Numbers
  }

  /// Computes the statistics of jobs.
  ///
  /// If the store does not list a queue, its counts are computed from the given jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, each of them once, in any order.
  ///   - queues: The store's queues, with their complete counts.
  ///   - window: The period before `now` for rates and latencies. A job that ended or started
  ///     exactly at its start is outside.
  ///   - now: The end of the window. Later times, from a clock that is ahead, are inside.
  ///   - isPartial: A Boolean value that indicates whether the store has more jobs than these.
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
        numbers: Numbers(
          of: jobs, counts: counts, since: start, window: window,
          oldestWaiting: known[name]?.oldestDueTime.map { max(.zero, now - $0) / .seconds(1) }))
    }
    let counts = self.queues.reduce(into: [:]) { sums, queue in
      sums.merge(queue.numbers.counts, uniquingKeysWith: +)
    }
    var all = Numbers(of: jobs, counts: [:], since: start, window: window)
    all.counts = counts
    all.oldestWaiting = self.queues.compactMap(\.numbers.oldestWaiting).max()
    self.all = all
    self.window = max(.zero, window) / .seconds(1)
    self.isPartial = isPartial
    failures = Failure.causes(of: jobs)
  }
}

extension JobStatistics {
  /// Percentiles of durations, in seconds.
  ///
  /// The percentile 95 is the smallest of the durations that 95 % of them do not exceed.
  public struct Latencies: Sendable, Hashable, Codable {
    /// The number of durations.
    public var count: Int

    /// The duration that half of the jobs did not exceed.
    public var p50: Double

    /// The duration that 95 % of the jobs did not exceed.
    public var p95: Double

    /// The duration that 99 % of the jobs did not exceed.
    public var p99: Double

    /// Computes the percentiles of durations, or returns `nil` if the array is empty.
    init?(of durations: [Duration]) {
      guard !durations.isEmpty else { return nil }
      let sorted = durations.sorted()
      func percentile(_ percent: Int) -> Double {
        // The rank is rounded up with integers, because 0.95 * 20 may exceed 19.
        let rank = (percent * sorted.count + 99) / 100
        return max(.zero, sorted[rank - 1]) / .seconds(1)
      }
      count = sorted.count
      p50 = percentile(50)
      p95 = percentile(95)
      p99 = percentile(99)
    }
  }
}

extension JobStatistics {
  /// A cause of failures: jobs with one name that failed permanently with the same error.
  public struct Failure: Sendable, Hashable, Codable {
    /// The name of the jobs' declaration.
    public var job: String

    /// The description of the error.
    public var error: String

    /// The number of jobs.
    public var count: Int

    /// The identifier of the latest of the jobs.
    public var latest: JobID

    /// Returns the causes of the failed jobs.
    ///
    /// They are sorted by frequency, and then by their latest jobs.
    static func causes(of jobs: [JobRecord]) -> [Failure] {
      struct Cause: Hashable {
        var job: String
        var error: String
      }
      let failed = jobs.filter { $0.state == .failed }
      return Dictionary(grouping: failed) { Cause(job: $0.name, error: $0.detail ?? "") }
        .compactMap { cause, jobs in
          jobs.map(\.id).max().map {
            Failure(job: cause.job, error: cause.error, count: jobs.count, latest: $0)
          }
        }
        .sorted { ($1.count, $1.latest) < ($0.count, $0.latest) }
    }
  }
}

extension JobStatistics {
  /// The numbers of some jobs.
  public struct Numbers: Sendable, Hashable, Codable {
    /// The number of jobs by the names of their states, such as `waiting`.
    ///
    /// A state without jobs has 0.
    public var counts: [String: Int]

    /// The number of jobs that ended within the window, in any way.
    public var ended: Int

    /// The average number of jobs that ended per second within the window.
    public var endsPerSecond: Double

    /// The time for which the oldest waiting job has been due, in seconds, or `nil` if none waits.
    public var oldestWaiting: Double?

    /// The times from due to start, for jobs that started within the window, or `nil` if none did.
    public var waiting: Latencies?

    /// The times from start to end, for jobs that ended within the window, or `nil` if none did.
    public var running: Latencies?

    /// The average number of jobs that ended per minute within the window.
    public var endsPerMinute: Double { endsPerSecond * 60 }

    /// Returns the number of jobs in a state.
    public func count(_ state: JobRecord.State) -> Int { counts[state.rawValue] ?? 0 }

    init(
      of jobs: [JobRecord], counts: [JobRecord.State: Int], since start: TaskTime, window: Duration,
      oldestWaiting: Double? = nil
    ) {
      self.oldestWaiting = oldestWaiting
      self.counts = counts.reduce(into: [:]) { words, count in
        if count.value > 0 { words[count.key.rawValue] = count.value }
      }
      ended = jobs.count { $0.endTime.map { $0 > start } ?? false }
      endsPerSecond = window > .zero ? Double(ended) / (window / .seconds(1)) : 0
      waiting = Latencies(
        of: jobs.compactMap { job in
          job.latestBegin.flatMap { $0 > start ? $0 - job.dueTime : nil }
        })
      running = Latencies(
        of: jobs.compactMap { job in
          guard let begun = job.latestBegin, let ended = job.endTime, ended > start else {
            return nil
          }
          return ended - begun
        })
    }
  }
}

extension JobRecord {
  /// The start of the current or final attempt, or `nil` if none applies.
  ///
  /// A job whose attempt failed is due again after the start of that attempt. The earlier start
  /// then does not describe its current wait.
  fileprivate var latestBegin: TaskTime? {
    guard state == .running || !state.isOpen, let startTime, startTime >= dueTime else {
      return nil
    }
    return startTime
  }
}
