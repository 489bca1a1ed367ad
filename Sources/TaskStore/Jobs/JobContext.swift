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

  /// Identifies the flow that the job is a step of: the identifier of its first step.
  public let flow: JobID?

  private let reportProgress: @Sendable (Double) async throws -> Void
  /// Returns the results, in JSON, of the steps that the job comes after, by their names.
  private let resultsBefore: @Sendable () async throws -> [String: String?]

  /// Describes an attempt, for a test that calls a job's function itself, with the results of the
  /// steps before it by their names.
  public init(
    id: JobID, name: String, queue: String = "default", attempt: Int = 1, maximumAttempts: Int = 1,
    token: Int64 = 1, enqueued: TaskTime = TaskTime(nanoseconds: 0),
    due: TaskTime = TaskTime(nanoseconds: 0), flow: JobID? = nil,
    results: [String: any Encodable & Sendable] = [:],
    reportProgress: @escaping @Sendable (Double) async throws -> Void = { _ in }
  ) {
    self.init(
      id: id, name: name, queue: queue, attempt: attempt, maximumAttempts: maximumAttempts,
      token: token, enqueued: enqueued, due: due, flow: flow, reportProgress: reportProgress
    ) {
      try results.mapValues { try JobJSON.text($0) }
    }
  }

  init(
    id: JobID, name: String, queue: String, attempt: Int, maximumAttempts: Int, token: Int64,
    enqueued: TaskTime, due: TaskTime, flow: JobID?,
    reportProgress: @escaping @Sendable (Double) async throws -> Void,
    resultsBefore: @escaping @Sendable () async throws -> [String: String?]
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.attempt = attempt
    self.maximumAttempts = maximumAttempts
    self.token = token
    self.enqueued = enqueued
    self.due = due
    self.flow = flow
    self.reportProgress = reportProgress
    self.resultsBefore = resultsBefore
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

  /// Returns the result of a step that the job comes after.
  ///
  /// - Throws: A ``TaskStoreError`` if there is no such step before it, or its result is another;
  ///   or an error of the store.
  public func result<Result: Decodable>(
    of step: String, as type: Result.Type = Result.self
  ) async throws -> Result {
    let results = try await resultsBefore()
    guard let result = results[step] else {
      throw TaskStoreError(
        .noResult,
        """
        the job \(id), '\(name)', does not come after a step '\(step)': give it an 'after' of that \
        step\(results.isEmpty ? "" : ", or take one of \(results.keys.sorted().map { "'\($0)'" }.joined(separator: ", "))").
        """)
    }
    return try decode(result, of: step)
  }

  /// Returns the result of a step that the job comes after, which has the name of its job's type.
  ///
  /// - Throws: A ``TaskStoreError`` if there is no such step before it, or an error of the store.
  public func result<Kind: NamedJob>(of step: Kind.Type) async throws -> Kind.Result
  where Kind.Result: Codable {
    try await result(of: step.jobName)
  }

  /// Returns the results of all steps that the job comes after, by their names.
  ///
  /// - Throws: A ``TaskStoreError`` if a result is another; or an error of the store.
  public func results<Result: Decodable>(
    as type: Result.Type = Result.self
  ) async throws -> [String: Result] {
    var results: [String: Result] = [:]
    for (step, text) in try await resultsBefore() { results[step] = try decode(text, of: step) }
    return results
  }

  private func decode<Result: Decodable>(
    _ text: String?, of step: String
  ) throws(TaskStoreError) -> Result {
    guard let text else {
      throw TaskStoreError(
        .noResult, "the step '\(step)' has no result: have its function return one.")
    }
    do {
      return try JobJSON.value(text, as: Result.self)
    } catch {
      throw TaskStoreError(
        .noResult, "the step '\(step)' has another result: \(error).", underlyingError: error)
    }
  }
}

/// Ends an attempt of a job in another way than by success or failure, if the job throws it.
///
/// ```swift
/// guard shop.isOpen else { throw JobEnding.snooze(for: .seconds(600)) }
/// ```
public struct JobEnding: Error, Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case snooze(Duration)
    case discard(String)
  }

  let kind: Kind

  /// Runs the job again after a pause, without counting the attempt.
  public static func snooze(for pause: Duration) -> JobEnding {
    JobEnding(kind: .snooze(max(.zero, pause)))
  }

  /// Ends the job as failed, without the remaining attempts.
  public static func discard(_ reason: String) -> JobEnding {
    JobEnding(kind: .discard(reason))
  }

  public var description: String {
    switch kind {
    case .snooze(let pause): "snoozed for \(pause.readable)"
    case .discard(let reason): reason
    }
  }
}
