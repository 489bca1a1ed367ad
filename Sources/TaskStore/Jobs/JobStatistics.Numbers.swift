import TaskKit

extension JobStatistics {
  /// The numbers of some jobs.
  public struct Numbers: Sendable, Hashable, Codable {
    /// The number of jobs by the words of their states, such as `waiting`; none has 0.
    public var counts: [String: Int]

    /// The number of jobs that ended within the window, in whichever way.
    public var ended: Int

    /// The number of jobs that ended in a second, on average over the window.
    public var endsPerSecond: Double

    /// The times from when jobs were due until they began, of those that began within the window,
    /// or `nil` if none did.
    public var waiting: Latencies?

    /// The times from when jobs began until they ended, of those that ended within the window, or
    /// `nil` if none did.
    public var running: Latencies?

    /// The number of jobs that ended in a minute, on average over the window.
    public var endsPerMinute: Double { endsPerSecond * 60 }

    /// Returns the number of jobs in a state.
    public func count(_ state: JobRecord.State) -> Int { counts[state.rawValue] ?? 0 }

    init(
      of jobs: [JobRecord], counts: [JobRecord.State: Int], since start: TaskTime, window: Duration
    ) {
      self.counts = counts.reduce(into: [:]) { words, count in
        if count.value > 0 { words[count.key.rawValue] = count.value }
      }
      ended = jobs.count { $0.ended.map { $0 > start } ?? false }
      endsPerSecond = window > .zero ? Double(ended) / (window / .seconds(1)) : 0
      waiting = Latencies(
        of: jobs.compactMap { job in
          job.latestBegin.flatMap { $0 > start ? $0 - job.due : nil }
        })
      running = Latencies(
        of: jobs.compactMap { job in
          guard let begun = job.latestBegin, let ended = job.ended, ended > start else {
            return nil
          }
          return ended - begun
        })
    }
  }
}

extension JobRecord {
  /// When the attempt began that the job is in, or ended with, or `nil` if there is none.
  ///
  /// A job whose attempt failed is due again after its begin: what was claimed then is over, and
  /// says nothing of how long the job waits now.
  fileprivate var latestBegin: TaskTime? {
    guard state == .running || !state.isOpen, let begun, begun >= due else { return nil }
    return begun
  }
}
