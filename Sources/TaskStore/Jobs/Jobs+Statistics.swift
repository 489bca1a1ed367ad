public import Foundation
import TaskKit

extension Jobs {
  /// Reads the statistics of the store's jobs.
  ///
  /// Of a store with more ended jobs than `limit`, the latest are read, and the window is no longer
  /// than they reach back, so that rates are not too low.
  ///
  /// - Parameters:
  ///   - window: The time before now for rates and latencies.
  ///   - limit: The maximum number of jobs to read of those that run, ended and failed.
  ///   - date: The date now.
  /// - Returns: The statistics; rates are 0 of a window without a length.
  /// - Throws: A ``TaskStoreError`` if there is no store of jobs, or an error of the store.
  public func statistics(
    within window: Duration = .seconds(60), limit: Int = 1_000, at date: Date = Date()
  ) async throws -> JobStatistics {
    let store = try work(at: nil).store
    let now = TaskTime(date)
    let lists = [
      try await store.jobs(JobFilter(states: [.running], limit: limit)),
      // Separately, as later successes would hide them.
      try await store.jobs(JobFilter(states: [.failed], limit: limit)),
    ]
    let ended = try await store.jobs(JobFilter(states: JobRecord.State.ended, limit: limit))
    let isCut = ended.count >= limit
    let reach = ended.compactMap(\.ended).min().map { now - $0 } ?? window
    let all = Dictionary(
      (lists.joined() + ended).map { ($0.id, $0) }, uniquingKeysWith: { _, later in later })
    return JobStatistics(
      of: Array(all.values), queues: try await store.queues(),
      within: isCut ? min(window, max(.milliseconds(1), reach)) : window, at: now,
      isPartial: isCut || lists.contains { $0.count >= limit })
  }

  /// Reads the statistics of the jobs of `TaskManager.shared`.
  public static func statistics(within window: Duration = .seconds(60)) async throws
    -> JobStatistics
  {
    try await shared.statistics(within: window)
  }

  /// The queues of the jobs that this process can run, and those of the store, by their names.
  package func knownQueues() async throws -> [String] {
    let work = try work(at: nil)
    let stored = try await work.store.queues().map(\.name)
    return Set(stored).union(work.handlers.all.values.map(\.queue)).sorted()
  }
}

extension JobRecord.State {
  /// The states of jobs that have ended.
  static let ended: [JobRecord.State] = [.succeeded, .failed, .cancelled, .skipped]

  /// All states, in the order of a job's life.
  package static let all: [JobRecord.State] = open + ended
}
