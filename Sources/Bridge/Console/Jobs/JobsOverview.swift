import Foundation
public import TaskStore

/// A snapshot of the jobs of a process: the statistics of its queues, and its running jobs.
///
/// The console answers `jobs` with it, and ``BridgeConsole/Client/jobs(within:)`` decodes the
/// answer.
public struct JobsOverview: Sendable, Hashable, Codable {
  /// The summary of the store.
  public var store: String?

  /// The statistics of all jobs, and the causes of failures.
  public var statistics: JobStatistics

  /// The running jobs, at most 100, starting with the latest.
  public var running: [Running]

  /// A running job.
  public struct Running: Sendable, Hashable, Codable {
    public var id: JobID
    public var name: String
    public var queue: String

    /// The number of the attempt, counted from 1.
    public var attempt: Int

    /// The run time so far, in seconds.
    public var seconds: Double

    /// The reported progress, from 0 to 1.
    public var progress: Double?

    /// A Boolean value that indicates whether its cancellation was requested.
    public var isCancelling: Bool
  }
}

extension JobsOverview {
  /// Reads the overview of a manager's jobs.
  init(of manager: TaskManager, within window: Duration, at date: Date = Date()) async throws {
    let now = TaskTime(date)
    let survey = try await manager.jobs.survey(within: window, at: date)
    statistics = survey.statistics
    running = survey.running.prefix(100).map { job in
      Running(
        id: job.id, name: job.name, queue: job.queue, attempt: job.attempt,
        seconds: job.startTime.map { max(.zero, now - $0) / .seconds(1) } ?? 0,
        progress: job.progress, isCancelling: job.isCancelling)
    }
    store = await manager.storeSummary
  }
}

extension BridgeConsole.Client {
  /// Reads the overview of the process's jobs.
  ///
  /// - Parameter window: The period before now for rates and latencies.
  /// - Returns: The overview.
  /// - Throws: A ``BridgeConsoleError`` if the process has no store of jobs, or of the connection.
  public func jobs(
    within window: Duration = .seconds(60)
  ) throws(BridgeConsoleError) -> JobsOverview {
    let answer = try send("jobs", ["window": .number(window / .seconds(1))])
    do {
      return try ConsoleCoding.value(JobsOverview.self, from: try ConsoleCoding.bytes(of: answer))
    } catch {
      throw BridgeConsoleError(
        .failed,
        "the response is not an overview of jobs (\(error)). Check that the app has the same version."
      )
    }
  }
}
