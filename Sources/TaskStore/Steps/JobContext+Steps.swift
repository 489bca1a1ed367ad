import RecordFormat
public import TaskKit
import ToolkitTrace

// Steps of a job, whose results survive the process.
extension JobContext {
  /// Runs a step of the job, and stores its result before it returns.
  ///
  /// ```swift
  /// let account = try await context.step("create account") { try await accounts.create(user) }
  /// try await context.step("welcome") { try await mail.send(account) }
  /// ```
  ///
  /// If a later part of the job fails, or its process ends, the next attempt runs the function of the
  /// job again. This step then returns the stored result and does not run its body. A body that
  /// throws an error is not stored: it runs again in the next attempt. The same happens if the
  /// process ends after the body and before the result is stored.
  ///
  /// The steps of a job run one after the other, in the same order in each attempt.
  ///
  /// ```swift
  /// try await context.step("book", in: transaction) { try await books.add(order, in: transaction) }
  /// ```
  ///
  /// If the body writes only to a transaction of the caller, it takes effect exactly once: its
  /// writes and the step are committed together, or neither. If this method throws, roll back the
  /// transaction, and let the error leave the function of the job, as an error of the commit. Commit
  /// before the next step starts, because that one may be stored although the transaction fails.
  ///
  /// - Parameters:
  ///   - name: The name of the step, which is unique in the run.
  ///   - transaction: A transaction of the caller in the store's database, or `nil` for one of the
  ///     store.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The work.
  /// - Returns: The result of the body, of this attempt or an earlier one.
  /// - Throws: The errors of the body, and a `CancellationError` if the job must stop. A
  ///   ``TaskStoreError`` if the transaction is not in the store's database, or if the step does not
  ///   fit the stored steps: the job then fails without the remaining attempts.
  @discardableResult
  public func step<Result: Codable & Sendable>(
    _ name: String, in transaction: (any JobTransaction)? = nil, fileID: String = #fileID,
    line: Int = #line, _ body: () async throws -> Result
  ) async throws -> Result {
    let location = CodeLocation(fileID: fileID, line: line)
    let (value, stored) = try await run(name, at: location, body) { value, number in
      try await steps.store(
        .step(result: try JobJSON.text(value)), as: number, name, in: transaction, at: location)
    }
    return try value ?? decode(stored, as: Result.self, at: location)
  }

  /// Runs a step of the job without a result, and stores its end before it returns.
  public func step(
    _ name: String, in transaction: (any JobTransaction)? = nil, fileID: String = #fileID,
    line: Int = #line, _ body: () async throws -> Void
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    _ = try await run(name, at: location, body) { _, number in
      try await steps.store(.step(result: nil), as: number, name, in: transaction, at: location)
    }
  }

  /// Runs a body and stores its result, unless a result is stored.
  private func run<Result>(
    _ name: String, at location: CodeLocation, _ body: () async throws -> Result,
    store: (Result, _ number: Int) async throws -> StoredStep
  ) async throws -> (value: Result?, stored: StoredStep) {
    let (number, stored) = try await steps.start(
      JobSteps.Step(name: name, kind: .step, location: location))
    if let stored {
      steps.finish()
      return (nil, stored)
    }
    do {
      let value = try await Trace.span(name, kind: .step, module: location.module) {
        () async throws in try await body()
      }
      let stored = try await store(value, number)
      steps.finish()
      return (value, stored)
    } catch {
      steps.abandon()
      throw error
    }
  }

  /// Lets the job sleep, without a process, a lease or a place in its queue.
  ///
  /// ```swift
  /// try await context.sleep(for: .days(2))
  /// ```
  ///
  /// The attempt ends here with an error, so do not catch it. After the sleep, the function of the
  /// job runs again from its start, its steps return their stored results, and the sleep returns at
  /// once. The attempt does not count.
  ///
  /// - Parameters:
  ///   - duration: The duration, by the store's clock.
  ///   - name: A name that is unique in the run.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Throws: A ``JobEnding`` that suspends the job. A ``TaskStoreError`` if the sleep does not fit
  ///   the stored steps. A `CancellationError` if the job must stop.
  public func sleep(
    for duration: Duration, name: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws {
    try await sleep(until: .now + duration, name, CodeLocation(fileID: fileID, line: line))
  }

  /// Lets the job sleep until a time, without a process, a lease or a place in its queue.
  public func sleep(
    until time: TaskTime, name: String? = nil, fileID: String = #fileID, line: Int = #line
  ) async throws {
    try await sleep(until: .at(time), name, CodeLocation(fileID: fileID, line: line))
  }

  private func sleep(
    until time: JobTime, _ name: String?, _ location: CodeLocation
  ) async throws {
    let name = name ?? ""
    let (number, known) = try await steps.start(
      JobSteps.Step(name: name, kind: .sleep, location: location))
    do {
      let step: StoredStep
      if let known {
        step = known
      } else {
        step = try await steps.store(.sleep(until: time), as: number, name, at: location)
      }
      guard step.endTime <= startTime else { throw steps.suspend(until: step.endTime) }
      steps.finish()
    } catch {
      steps.abandon()
      throw error
    }
  }

  /// Waits for a signal, without a process, a lease or a place in the queue.
  ///
  /// ```swift
  /// let answer = try await context.signal("confirmed", as: Confirmation.self, within: .days(14))
  /// ```
  ///
  /// `Jobs.signal(_:_:to:)` sends the signal, also before the job waits for it. If it has not
  /// arrived, the attempt ends here with an error, so do not catch it. When it has arrived, the
  /// function of the job runs again, as after ``sleep(for:name:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the signal, which is unique in the run.
  ///   - type: The type of its payload.
  ///   - limit: The time limit, by the store's clock, or `nil` for none.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The payload of the oldest signal with the name.
  /// - Throws: A ``JobSignalTimeout`` if the signal did not arrive in time, in this attempt and all
  ///   later ones. A ``JobEnding`` that suspends the job. A ``TaskStoreError`` if the signal does not
  ///   fit the stored steps or the payload has another type. A `CancellationError` if the job must
  ///   stop.
  public func signal<Payload: Decodable & Sendable>(
    _ name: String, as type: Payload.Type = Payload.self, within limit: Duration? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> Payload {
    let location = CodeLocation(fileID: fileID, line: line)
    let call = JobSteps.Step(name: name, kind: .signal, location: location)
    SignalTypes.note(type, of: name, job: self.name)
    let (number, known) = try await steps.start(call)
    do {
      var step: StoredStep
      if let known, known.kind == .timeout || known.result != nil {
        step = known
      } else {
        step = try await steps.store(
          .signal(deadline: limit.map { .now + $0 }), as: number, name, at: location)
      }
      guard step.kind == .timeout || step.result != nil else {
        throw steps.suspend(until: step.endTime, signal: name)
      }
      steps.finish()
      guard step.kind == .signal else { throw JobSignalTimeout(signal: name) }
      return try decode(step, as: type, at: location)
    } catch {
      steps.abandon()
      throw error
    }
  }

  private func decode<Value: Decodable>(
    _ step: StoredStep, as type: Value.Type, at location: CodeLocation
  ) throws -> Value {
    do {
      return try JobJSON.value(step.result ?? "null", as: type)
    } catch {
      let call = JobSteps.Step(name: step.name, kind: step.kind, location: location)
      throw steps.fail(
        """
        has stored a value of another type for \(call.words): \(error). Read the old type, or give \
        the job of the new code another name.
        """, at: location, because: error)
    }
  }
}

/// The error of a job that waited for a signal that did not arrive in time.
///
/// The store remembers it, so each later attempt throws it again at the same place. If the job does
/// not catch it, it fails without the remaining attempts.
public struct JobSignalTimeout: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the signal.
  public let signal: String

  /// Creates an error, for a test of a job.
  public init(signal: String) {
    self.signal = signal
  }

  public var description: String { "the signal '\(signal)' did not arrive in time" }
}

extension Duration {
  /// Returns a number of days of 24 hours.
  public static func days(_ days: Int) -> Duration { .seconds(days) * 86_400 }
}
