public import TaskKit

/// The context of a running job.
public struct JobContext: Sendable {
  /// The identifier of the job in its store.
  public let id: JobID

  /// The name of the job's declaration.
  public let name: String

  public let queue: String

  /// The number of this attempt, counted from 1.
  public let attempt: Int

  /// The maximum number of attempts.
  public let maximumAttempts: Int

  /// A number that is greater than the tokens of all earlier attempts.
  ///
  /// If you check it when you write an effect, the effect happens only once.
  public let token: Int64

  /// The time at which the job was stored.
  public let enqueueTime: TaskTime

  /// The time at which the job was due.
  public let dueTime: TaskTime

  /// The time at which the attempt was claimed.
  let startTime: TaskTime

  /// The identifier of the job's flow, which is the identifier of its first step.
  public let flow: JobID?

  let steps: JobSteps
  private let reportProgress: @Sendable (Double) async throws -> Void
  /// Returns the results of the steps before the job, in JSON, by their names.
  private let resultsBefore: @Sendable () async throws -> [String: String?]

  /// Creates the context of an attempt, for a test that calls a job's function directly.
  ///
  /// Pass the results of the steps before it by their names, and the payloads of the signals that
  /// it waits for. Its own steps run and are not stored, sleeps return at once, and a wait for
  /// another signal throws a ``JobSignalTimeout``.
  public init(
    id: JobID, name: String, queue: String = "default", attempt: Int = 1, maximumAttempts: Int = 1,
    token: Int64 = 1, enqueueTime: TaskTime = TaskTime(nanoseconds: 0),
    dueTime: TaskTime = TaskTime(nanoseconds: 0), flow: JobID? = nil,
    results: [String: any Encodable & Sendable] = [:],
    signals: [String: any Encodable & Sendable] = [:],
    reportProgress: @escaping @Sendable (Double) async throws -> Void = { _ in }
  ) {
    self.init(
      id: id, name: name, queue: queue, attempt: attempt, maximumAttempts: maximumAttempts,
      token: token, enqueueTime: enqueueTime, dueTime: dueTime, startTime: dueTime, flow: flow,
      steps: JobSteps(of: id, name, signals: signals), reportProgress: reportProgress
    ) {
      try results.mapValues { try JobJSON.text($0) }
    }
  }

  init(
    id: JobID, name: String, queue: String, attempt: Int, maximumAttempts: Int, token: Int64,
    enqueueTime: TaskTime, dueTime: TaskTime, startTime: TaskTime, flow: JobID?, steps: JobSteps,
    reportProgress: @escaping @Sendable (Double) async throws -> Void,
    resultsBefore: @escaping @Sendable () async throws -> [String: String?]
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.attempt = attempt
    self.maximumAttempts = maximumAttempts
    self.token = token
    self.enqueueTime = enqueueTime
    self.dueTime = dueTime
    self.startTime = startTime
    self.flow = flow
    self.steps = steps
    self.reportProgress = reportProgress
    self.resultsBefore = resultsBefore
  }

  /// Records the progress of the job.
  ///
  /// - Parameter progress: From 0 to 1.
  /// - Throws: A `CancellationError` if the job must stop, because it was cancelled or another
  ///   process has taken it over. Otherwise an error of the store.
  public func report(progress: Double) async throws {
    try steps.check()
    try await reportProgress(progress)
  }

  /// Returns the result of a step before the job.
  ///
  /// - Throws: A ``TaskStoreError`` if no such step comes before the job, or if its result has
  ///   another type. Or an error of the store.
  public func result<Result: Decodable>(
    of step: String, as type: Result.Type = Result.self
  ) async throws -> Result {
    try steps.check()
    let results = try await resultsBefore()
    guard let result = results[step] else {
      throw TaskStoreError(
        .noResult,
        """
        the job \(id), '\(name)', does not come after a step '\(step)': add an 'after' of that \
        step\(results.isEmpty ? "" : ", or take one of \(results.keys.sorted().map { "'\($0)'" }.joined(separator: ", "))").
        """)
    }
    return try decode(result, of: step)
  }

  /// Returns the result of a step before the job, whose name is its job's type.
  ///
  /// - Throws: A ``TaskStoreError`` if no step before the job has this name, or an error of the
  ///   store.
  public func result<Kind: JobKind>(of step: Kind.Type) async throws -> Kind.Result
  where Kind.Result: Codable {
    try await result(of: step.jobName)
  }

  /// Returns the results of all steps before the job, by their names.
  ///
  /// - Throws: A ``TaskStoreError`` if a result has another type. Or an error of the store.
  public func results<Result: Decodable>(
    as type: Result.Type = Result.self
  ) async throws -> [String: Result] {
    try steps.check()
    var results: [String: Result] = [:]
    for (step, text) in try await resultsBefore() { results[step] = try decode(text, of: step) }
    return results
  }

  private func decode<Result: Decodable>(
    _ text: String?, of step: String
  ) throws(TaskStoreError) -> Result {
    guard let text else {
      throw TaskStoreError(
        .noResult, "the step '\(step)' has no result: return one from its function.")
    }
    do {
      return try JobJSON.value(text, as: Result.self)
    } catch {
      throw TaskStoreError(
        .noResult, "the result of the step '\(step)' has another type: \(error).",
        underlyingError: error)
    }
  }
}

/// An error that a job throws to end an attempt without success or failure.
///
/// ```swift
/// guard shop.isOpen else { throw JobEnding.snooze(for: .seconds(600)) }
/// ```
///
/// ``JobContext/sleep(for:name:fileID:line:)`` and
/// ``JobContext/signal(_:as:within:fileID:line:)`` throw it to suspend the job.
public struct JobEnding: Error, Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case snooze(Duration)
    case discard(String)
    case suspend(signal: String?)
    /// The run of a fire did not start.
    case skip(String)
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
    case .discard(let reason), .skip(let reason): reason
    case .suspend(nil): "sleeps, and runs again from its start"
    case .suspend(let signal?): "waits for the signal '\(signal)', and runs again from its start"
    }
  }
}
