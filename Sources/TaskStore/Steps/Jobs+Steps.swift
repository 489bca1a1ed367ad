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
  ///   - transaction: A transaction of the caller in the store's database, which commits or rolls
  ///     back the signal with its other changes, or `nil` for one of the store.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Throws: A ``TaskStoreError`` if no store is set, the job has ended or does not exist, or the
  ///   transaction does not belong to the store's database. Or an error of the store or the driver.
  public func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, in transaction: (any JobTransaction)? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    let signal = NewSignal(job: id, name: name, payload: try JobJSON.text(payload))
    let isSent: Bool
    if let transaction {
      isSent = try await work(at: location).store.transactional(at: location)
        .send(signal, in: transaction, at: location)
    } else {
      isSent = try await send(signal, at: location)
    }
    guard isSent else { throw TaskStoreError.unfit(signal, at: location) }
  }

  /// Sends a signal, or returns `false` if the job has ended or does not exist.
  package func send(_ signal: NewSignal, at location: CodeLocation? = nil) async throws -> Bool {
    let work = try work(at: location)
    let isSent = try await work.store.send(signal)
    if isSent { work.worker.wake() }
    return isSent
  }

  // MARK: - The shared manager

  /// Returns the stored steps of a job, in the order of their numbers.
  public static func steps(of id: JobID) async throws -> [StoredStep] {
    try await shared.steps(of: id)
  }

  /// Sends a signal to a job, which waits for it or receives it later.
  public static func signal<Payload: Encodable & Sendable>(
    _ name: String, _ payload: Payload, to id: JobID, in transaction: (any JobTransaction)? = nil,
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
