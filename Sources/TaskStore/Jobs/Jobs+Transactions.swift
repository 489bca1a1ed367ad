import RecordFormat

// Jobs in the caller's own transaction.
extension Jobs {
  /// Stores a job in the caller's own transaction: the job and the caller's other changes are
  /// committed or rolled back together.
  ///
  /// When it throws, roll the transaction back. Processes learn of the job at once when the
  /// transaction is in PostgreSQL, and within a second when it is in SQLite.
  ///
  /// - Parameters:
  ///   - name: The name of its declaration, `#job`. If that is in other processes only, say the
  ///     queue, too.
  ///   - payload: What the job is about, of the type that the declaration has.
  ///   - traits: Further traits of this job, after those of the declaration.
  ///   - time: When it is due.
  ///   - priority: Of jobs that are due, one of a greater priority runs earlier.
  ///   - queue: The queue of a job that is declared in other processes only.
  ///   - transaction: A transaction in the database of the manager's store.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The identifier of the job, or of the one that has its key.
  /// - Throws: A ``TaskStoreError`` if there is no store, no such job, the payload is of another
  ///   type or the transaction is none of the store's database; or an error of the driver.
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

  /// Stores jobs of one name in the caller's own transaction.
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
    guard let store = work.store as? any TransactionalJobStore else {
      throw TaskStoreError(
        .unfitTransaction,
        """
        the store of the manager is in no database that has transactions: use a store in SQLite or \
        PostgreSQL, or leave out 'in:'.
        """,
        at: location)
    }
    let jobs = try newJobs(name, payloads, traits, at: time, priority, queue, in: work, location)
    return jobs.isEmpty ? [] : try await store.enqueue(jobs, in: transaction, at: location)
  }

  /// Stores a job that is named by a type in the caller's own transaction.
  ///
  /// - Returns: The identifier of the job, or of the one that has its key.
  @discardableResult
  public func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs that are named by a type in the caller's own transaction.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }

  // MARK: - The shared manager

  /// Stores a job in the caller's own transaction: the job and the caller's other changes are
  /// committed or rolled back together.
  ///
  /// - Returns: The identifier of the job, or of the one that has its key.
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

  /// Stores jobs of one name in the caller's own transaction.
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

  /// Stores a job that is named by a type in the caller's own transaction.
  ///
  /// - Returns: The identifier of the job, or of the one that has its key.
  @discardableResult
  public static func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, _ payload: Kind.Payload, _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> JobID {
    try await shared.store(
      kind.jobName, [payload], traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))[0]
  }

  /// Stores jobs that are named by a type in the caller's own transaction.
  ///
  /// - Returns: The identifiers, in the order of the payloads.
  @discardableResult
  public static func enqueue<Kind: NamedJob>(
    _ kind: Kind.Type, all payloads: [Kind.Payload], _ traits: JobTrait<Kind.Payload>...,
    at time: JobTime = .now, priority: Int? = nil,
    in transaction: some JobTransaction, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    try await shared.store(
      kind.jobName, payloads, traits, at: time, priority, kind.queue, in: transaction,
      CodeLocation(fileID: fileID, line: line))
  }
}
