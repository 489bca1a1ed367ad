public import Foundation
import TaskKit

extension Jobs {
  /// Reads the statistics of the store's jobs.
  ///
  /// If the store has more ended jobs than `limit`, only the latest are read. The window is then
  /// shortened to the period that they cover, so that rates are not too low.
  ///
  /// - Parameters:
  ///   - window: The period before now for rates and latencies.
  ///   - limit: The maximum number of running, ended and failed jobs to read, each.
  ///   - date: The current date.
  /// - Returns: The statistics. For an empty window, rates are 0.
  /// - Throws: A ``TaskStoreError`` if no store of jobs is set, or an error of the store.
  public func statistics(
    within window: Duration = .seconds(60), limit: Int = 1_000, at date: Date = Date()
  ) async throws -> JobStatistics {
    try await survey(within: window, limit: limit, at: date).statistics
  }

  /// Reads the statistics of the store's jobs, and its running jobs, starting with the latest.
  package func survey(
    within window: Duration, limit: Int = 1_000, at date: Date
  ) async throws -> (statistics: JobStatistics, running: [JobRecord]) {
    let store = try work(at: nil).store
    let now = TaskTime(date)
    let states = JobRecord.State.ended
    // In one query, because each query may have to scan all waiting jobs.
    var jobs = try await store.jobs(JobFilter(states: [.running] + states, limit: limit))
    var (window, isPartial) = (window, false)
    if jobs.count >= limit {
      // Separately, because jobs in other states hide them.
      let running = try await store.jobs(JobFilter(states: [.running], limit: limit))
      let failed = try await store.jobs(JobFilter(states: [.failed], limit: limit))
      let ended = try await store.jobs(JobFilter(states: states, limit: limit))
      if ended.count >= limit, let earliest = ended.compactMap(\.endTime).min() {
        window = min(window, max(.milliseconds(1), now - earliest))
      }
      isPartial = [running, failed, ended].contains { $0.count >= limit }
      let all = [running, failed, ended].joined().map { ($0.id, $0) }
      jobs = Array(Dictionary(all, uniquingKeysWith: { _, later in later }).values)
    }
    let statistics = JobStatistics(
      of: jobs, queues: try await store.queues(), within: window, at: now, isPartial: isPartial)
    return (statistics, jobs.filter { $0.state == .running }.sorted { $0.id > $1.id })
  }

  /// Reads the statistics of the jobs of `TaskManager.shared`.
  public static func statistics(within window: Duration = .seconds(60)) async throws
    -> JobStatistics
  {
    try await shared.statistics(within: window)
  }

  /// Returns the queues of the jobs that this process can run and of the store, sorted by name.
  package func knownQueues() async throws -> [String] {
    let work = try work(at: nil)
    let stored = try await work.store.queues().map(\.name)
    return Set(stored).union(work.handlers.all.values.flatMap(\.queues)).sorted()
  }
}

extension JobRecord.State {
  /// The states of jobs that have ended.
  static let ended: [JobRecord.State] = [.succeeded, .failed, .cancelled, .skipped]

  /// All states, in the order of a job's life cycle.
  package static let all: [JobRecord.State] = open + ended
}
