public import TaskKit

/// The context of a job that runs.
public struct JobContext: Sendable {
  /// Identifies the job in its store.
  public let id: JobID

  /// The name of the job's declaration.
  public let name: String

  public let queue: String

  /// The number of this attempt, counted from 1.
  public let attempt: Int

  /// The number of attempts there are in all.
  public let maximumAttempts: Int

  /// Greater than those of all earlier attempts: an effect that is written with a check of it
  /// happens once.
  public let token: Int64

  /// When the job was stored.
  public let enqueued: TaskTime

  /// When it was due.
  public let due: TaskTime

  private let reportProgress: @Sendable (Double) async throws -> Void

  /// Describes an attempt, for a test that calls a job's function itself.
  public init(
    id: JobID, name: String, queue: String = "default", attempt: Int = 1, maximumAttempts: Int = 1,
    token: Int64 = 1, enqueued: TaskTime = TaskTime(nanoseconds: 0),
    due: TaskTime = TaskTime(nanoseconds: 0),
    reportProgress: @escaping @Sendable (Double) async throws -> Void = { _ in }
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.attempt = attempt
    self.maximumAttempts = maximumAttempts
    self.token = token
    self.enqueued = enqueued
    self.due = due
    self.reportProgress = reportProgress
  }

  /// Records how far the job has come.
  ///
  /// - Parameter progress: From 0 to 1.
  /// - Throws: A `CancellationError` if the job is to stop: it was cancelled, or another process
  ///   has taken it over. An error of the store otherwise.
  public func report(progress: Double) async throws {
    try Task.checkCancellation()
    try await reportProgress(progress)
  }
}
