import RecordFormat

// Jobs in a transaction of the caller.
extension Jobs {
  /// Stores a job in a transaction of the caller.
  ///
  /// The job and the caller's other changes are committed or rolled back together. If this method
  /// throws, roll back the transaction. With PostgreSQL, processes are notified of the job
  /// immediately. With SQLite, they find it within a second.
  ///
  /// - Parameters:
  ///   - name: The name of its declaration, `#job`. If it is declared only in other processes, also
  ///     pass the queue.
  ///   - payload: The payload, with the type of the declaration.
  ///   - traits: Additional traits of this job, which follow the traits of the declaration.
  ///   - time: The time at which it is due.
  ///   - priority: The priority. If several jobs are due, jobs with a higher priority run earlier.
  ///   - queue: The queue of a job that is declared only in other processes.
  ///   - transaction: A transaction in the database of the manager's store.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The identifier of the job, or of the job that holds its key.
  /// - Throws: A ``TaskStoreError`` if no store is set, the job is unknown, the payload has another
  ///   type, or the transaction does not belong to the store's database. Or an error of the driver.
  @discardableResult
  public func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, _ traits: JobTrait<Payload>..., at time: JobTime = .now,
    priority: Int? = nil, queue: String? = nil, in transaction: some JobTransaction,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      name, [payload], traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with one name in a transaction of the caller.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Payload: Codable & Sendable>(
    _ name: String, all payloads: [Payload], _ traits: JobTrait<Payload>...,
    at time: JobTime = .now, priority: Int? = nil, queue: String? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      name, payloads, traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  private func store<Payload: Codable & Sendable>(
    _ name: String, _ payloads: [Payload], _ traits: [JobTrait<Payload>], at time: JobTime,
    _ priority: Int?, _ queue: String?, in transaction: some JobTransaction,
    _ location: CodeLocation
  ) async throws -> [JobID] {
    let work = try work(at: location)
    let store = try work.transactionalStore(at: location)
    let jobs = try newJobs(name, payloads, traits, at: time, priority, queue, in: work, location)
    return jobs.isEmpty ? [] : try await store.enqueue(jobs, in: transaction, at: location)
  }

  /// Stores a job with a type as its name in a transaction of the caller.
  ///
  /// - Returns: The identifier of the job, or of the job that holds its key.
  @discardableResult
  public func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with a type as their name in a transaction of the caller.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  // MARK: - The shared manager

  /// Stores a job in a transaction of the caller, which commits or rolls back the job with its
  /// other changes.
  ///
  /// - Returns: The identifier of the job, or of the job that holds its key.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, _ traits: JobTrait<Payload>..., at time: JobTime = .now,
    priority: Int? = nil, queue: String? = nil, in transaction: some JobTransaction,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      name, [payload], traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with one name in a transaction of the caller.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Payload: Codable & Sendable>(
    _ name: String, all payloads: [Payload], _ traits: JobTrait<Payload>...,
    at time: JobTime = .now, priority: Int? = nil, queue: String? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      name, payloads, traits, at: time, priority, queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Stores a job with a type as its name in a transaction of the caller.
  ///
  /// - Returns: The identifier of the job, or of the job that holds its key.
  @discardableResult
  public static func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs with a type as their name in a transaction of the caller.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Kind: JobKind>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }
}

extension JobWork {
  /// Returns the store if callers can store jobs in their own transactions.
  func transactionalStore(
    at location: CodeLocation
  ) throws(TaskStoreError) -> any TransactionalJobStore {
    try store.transactional(at: location)
  }
}

extension TaskStore {
  /// Returns the store if callers can change it in their own transactions.
  func transactional(
    at location: CodeLocation
  ) throws(TaskStoreError) -> any TransactionalJobStore {
    guard let store = self as? any TransactionalJobStore else {
      throw TaskStoreError.noTransactions(at: location)
    }
    return store
  }
}
