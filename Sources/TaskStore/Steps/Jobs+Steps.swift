import RecordFormat

// The steps of jobs, and the signals that they wait for.
extension Jobs {
  /// Returns the stored steps of a job, in the order of their numbers.
  public func steps(of id: JobID) async throws -> [StoredStep] {
    try await work(at: nil).store.steps(of: id)
  }

  /// Sends a signal to a job, which waits for it or receives it later.
  ///
  /// ```swift
  /// try await Jobs.signal("confirmed", Confirmation(number: 7), to: id)
  /// ```
  ///
  /// The job receives each signal once, in the order in which signals with one name were sent. It
  /// may run in another process.
  ///
  /// - Parameters:
  ///   - name: The name of the signal.
  ///   - payload: The payload, with the type with which the job waits.
  ///   - id: The identifier of the job.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Throws: A ``TaskStoreError`` if no store is set, or the job has ended or does not exist. Or an
  ///   error of the store.
  public func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, fileID: String = #fileID, line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    let signal = NewSignal(job: id, name: name, payload: try JobJSON.text(payload))
    guard try await send(signal, at: location) else {
      throw TaskStoreError.unfit(signal, at: location)
    }
  }

  /// Sends a signal, or returns `false` if the job has ended or does not exist.
  package func send(_ signal: NewSignal, at location: CodeLocation? = nil) async throws -> Bool {
    let work = try work(at: location)
    let isSent = try await work.store.send(signal)
    if isSent { work.worker.wake() }
    return isSent
  }

  /// Sends a signal to a job in a transaction of the caller, which commits or rolls back the signal
  /// with its other changes.
  public func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, in transaction: some JobTransaction,
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    let store = try work(at: location).transactionalStore(at: location)
    let signal = NewSignal(job: id, name: name, payload: try JobJSON.text(payload))
    guard try await store.send(signal, in: transaction, at: location) else {
      throw TaskStoreError.unfit(signal, at: location)
    }
  }

  // MARK: - The shared manager

  /// Returns the stored steps of a job, in the order of their numbers.
  public static func steps(of id: JobID) async throws -> [StoredStep] {
    try await shared.steps(of: id)
  }

  /// Sends a signal to a job, which waits for it or receives it later.
  public static func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, fileID: String = #fileID, line: Int = #line
  ) async throws {
    try await shared.signal(name, payload, to: id, fileID: fileID, line: line)
  }

  /// Sends a signal to a job in a transaction of the caller.
  public static func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, in transaction: some JobTransaction,
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    try await shared.signal(name, payload, to: id, in: transaction, fileID: fileID, line: line)
  }
}

extension TaskStoreError {
  /// Returns the error for a signal to a job that has ended or does not exist.
  fileprivate static func unfit(_ signal: NewSignal, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitSignal,
      """
      the signal '\(signal.name)' is not sent, because the job \(signal.job) has ended or does not \
      exist: send it before the job ends, or retry the job first.
      """,
      at: location)
  }
}
