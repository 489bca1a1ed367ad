import Foundation
public import TaskStore

/// The jobs of a process at one time: the numbers of its queues, and what runs.
///
/// The console answers `jobs` with it, and ``BridgeConsole/Client/jobs(within:)`` reads the answer.
public struct JobsOverview: Sendable, Hashable, Codable {
  /// The store, as its summary describes it.
  public var store: String?

  /// The numbers of all jobs, and the causes of failures.
  public var statistics: JobStatistics

  /// The jobs that run, at most the latest 100, those first that came last.
  public var running: [Running]

  /// A job that runs.
  public struct Running: Sendable, Hashable, Codable {
    public var id: JobID
    public var name: String
    public var queue: String

    /// The number of the attempt, counted from 1.
    public var attempt: Int

    /// The time for which it has run, in seconds.
    public var seconds: Double

    /// The progress that it has reported, from 0 to 1.
    public var progress: Double?

    /// A Boolean value that indicates whether it is to be cancelled.
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
        seconds: job.begun.map { max(.zero, now - $0) / .seconds(1) } ?? 0,
        progress: job.progress, isCancelling: job.isCancelling)
    }
    store = await manager.storeSummary
  }
}

extension BridgeConsole.Client {
  /// Reads the overview of the process's jobs.
  ///
  /// - Parameter window: The time before now for rates and latencies.
  /// - Returns: The overview.
  /// - Throws: ``BridgeConsoleError`` if the process has no store of jobs, or of the connection.
  public func jobs(
    within window: Duration = .seconds(60)
  ) throws(BridgeConsoleError) -> JobsOverview {
    let answer = try send("jobs", ["window": .number(window / .seconds(1))])
    do {
      return try ConsoleCoding.value(JobsOverview.self, from: try ConsoleCoding.bytes(of: answer))
    } catch {
      throw BridgeConsoleError(
        .failed, "the answer is no overview of jobs (\(error)); is the app of the same version?")
    }
  }
}
