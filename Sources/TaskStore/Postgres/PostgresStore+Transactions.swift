import RecordFormat

// Jobs in transactions of callers.
extension PostgresStore: TransactionalJobStore {
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID] {
    guard transaction.database == .postgres else {
      throw TaskStoreError.otherDatabase("PostgreSQL", at: location)
    }
    try await checkTables(of: transaction, at: location)
    let stored = try await store(jobs, in: transaction)
    // Sent when the transaction is committed, and not if it is rolled back.
    if stored.hasNew { _ = try await run(notification, in: transaction) }
    return stored.ids
  }

  /// Checks first that there are tables of the right version: a statement that fails would end the
  /// transaction.
  private nonisolated(nonsending) func checkTables(
    of transaction: some JobTransaction, at location: CodeLocation
  ) async throws {
    let place = "the schema '\(schema.name)' in the database"
    guard try await number(of: schema.presence, in: transaction) == 1 else {
      throw TaskStoreError.noTables(in: place, at: location)
    }
    let version = try await number(of: schema.latestVersion, in: transaction) ?? 0
    guard version == PostgresSchema.version else {
      throw TaskStoreError.otherVersion(
        version, than: PostgresSchema.version, in: place, at: location)
    }
  }

  private nonisolated(nonsending) func store(
    _ jobs: [NewJob], in transaction: some JobTransaction
  ) async throws -> (ids: [JobID], hasNew: Bool) {
    let insertion = PostgresInsertion(jobs)
    var answers: [[PostgresRow]] = []
    for statement in statements(of: insertion) {
      answers.append(try await run(statement, in: transaction))
    }
    var (stored, hasNew) = try insertion.read(answers)
    // Jobs whose key another one had, which has ended between two statements.
    let missing = stored.indices.filter { stored[$0] == nil }
    if !missing.isEmpty {
      let rest = try await store(missing.map { jobs[$0] }, in: transaction)
      for (index, id) in zip(missing, rest.ids) {
        stored[index] = EnqueuedJob(id: id, isNew: true)
      }
      hasNew = hasNew || rest.hasNew
    }
    return (stored.compactMap { $0?.id }, hasNew)
  }

  private nonisolated(nonsending) func number(
    of statement: PostgresStatement, in transaction: some JobTransaction
  ) async throws -> Int64? {
    var row = try await run(statement, in: transaction).first
    return try row?.optionalInteger("number")
  }

  private nonisolated(nonsending) func run(
    _ statement: PostgresStatement, in transaction: some JobTransaction
  ) async throws -> [PostgresRow] {
    let values = statement.values.map { $0.text.map(JobSQLValue.text) ?? .null }
    return try await transaction.run(statement.sql, values).map { PostgresRow($0.map(\.text)) }
  }
}
