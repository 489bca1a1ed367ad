import RecordFormat

// Jobs in transactions of callers.
extension SQLiteStore: TransactionalJobStore {
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID] {
    guard case .sqlite(let schema) = transaction.database.kind else {
      throw TaskStoreError.otherDatabase("SQLite", at: location)
    }
    try await checkTables(of: transaction, schema, at: location)
    let now = clock.now()
    var ids: [JobID] = []
    for job in jobs {
      ids.append(try await store(SQLiteInsertion(job, at: now, schema: schema), in: transaction))
    }
    return ids
  }

  private nonisolated(nonsending) func checkTables(
    of transaction: some JobTransaction, _ schema: String, at location: CodeLocation
  ) async throws {
    let place = "the file '\(schema)'"
    let application = try await number(of: SQLiteSchema.application(of: schema), in: transaction)
    guard application == SQLiteSchema.application else {
      throw TaskStoreError.noTables(in: place, at: location)
    }
    let version = try await number(of: SQLiteSchema.version(of: schema), in: transaction) ?? 0
    guard version == SQLiteSchema.version else {
      throw TaskStoreError.otherVersion(
        version, than: SQLiteSchema.version, in: place, at: location)
    }
  }

  private nonisolated(nonsending) func store(
    _ new: SQLiteInsertion, in transaction: some JobTransaction
  ) async throws -> JobID {
    if let key = new.job.key {
      try await run(new.release(key), in: transaction)
      if let id = try await number(of: new.holder(of: key), in: transaction) { return JobID(id) }
    }
    try await run(new.insertion, in: transaction)
    guard let id = try await number(of: SQLiteInsertion.latest, in: transaction) else {
      throw SQLiteInsertion.missingIdentifier
    }
    return JobID(id)
  }

  private nonisolated(nonsending) func number(
    of statement: SQLiteStatement, in transaction: some JobTransaction
  ) async throws -> Int64? {
    try await run(statement, in: transaction).first?.first?.number
  }

  @discardableResult
  private nonisolated(nonsending) func run(
    _ statement: SQLiteStatement, in transaction: some JobTransaction
  ) async throws -> [[JobSQLValue]] {
    try await transaction.run(statement.sql, statement.values.map { JobSQLValue($0) })
  }
}
