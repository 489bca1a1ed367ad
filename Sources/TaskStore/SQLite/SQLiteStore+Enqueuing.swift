import RecordFormat
import TaskKit

// Storing jobs, with the connection of the store and with a caller's.
extension SQLiteStore {
  public func enqueue(_ jobs: [NewJob]) throws -> [EnqueuedJob] {
    guard !jobs.isEmpty else { return [] }
    let database = try database
    let now = clock.now()
    let enqueued = try database.transaction { () throws(TaskStoreError) in
      try jobs.map { (job) throws(TaskStoreError) in
        try insert(job, at: now, into: database)
      }
    }
    if enqueued.contains(where: \.isNew) || jobs.contains(where: \.isReplacing) {
      ring()
    }
    return enqueued
  }

  func insert(
    _ job: NewJob, at now: TaskTime, into database: SQLiteDatabase
  ) throws(TaskStoreError) -> EnqueuedJob {
    let new = SQLiteInsertion(job, at: now)
    if let key = job.key {
      try database.run(new.release(key))
      if let id = try database.rows(new.holder(of: key)).first?.first?.integer {
        if job.isReplacing { try database.run(new.replacement(of: id)) }
        return EnqueuedJob(id: JobID(id), isNew: false)
      }
    }
    try database.run(new.insertion)
    return EnqueuedJob(id: JobID(database.latestIdentifier), isNew: true)
  }
}

// Jobs in transactions of callers.
extension SQLiteStore: TransactionalJobStore {
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID] {
    let schema = try await checkedSchema(of: transaction, at: location)
    let now = clock.now()
    var ids: [JobID] = []
    for job in jobs {
      ids.append(try await store(SQLiteInsertion(job, at: now, schema: schema), in: transaction))
    }
    return ids
  }

  /// Returns the name under which the store's file is attached, after checking its tables.
  nonisolated(nonsending) func checkedSchema(
    of transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> String {
    guard path != nil else { throw TaskStoreError.noTransactions(at: location) }
    guard case .sqlite(let schema) = transaction.database.kind else {
      throw TaskStoreError.otherDatabase("SQLite", at: location)
    }
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
    return schema
  }

  private nonisolated(nonsending) func store(
    _ new: SQLiteInsertion, in transaction: some JobTransaction
  ) async throws -> JobID {
    if let key = new.job.key {
      try await run(new.release(key), in: transaction)
      if let id = try await number(of: new.holder(of: key), in: transaction) {
        if new.job.isReplacing { try await run(new.replacement(of: id), in: transaction) }
        return JobID(id)
      }
    }
    try await run(new.insertion, in: transaction)
    let latest = SQLiteStatement("SELECT last_insert_rowid()")
    guard let id = try await number(of: latest, in: transaction) else {
      throw TaskStoreError(.database, "SQLite did not return the identifier of a new job.")
    }
    return JobID(id)
  }

  private nonisolated(nonsending) func number(
    of statement: SQLiteStatement, in transaction: some JobTransaction
  ) async throws -> Int64? {
    try await run(statement, in: transaction).first?.first?.number
  }

  @discardableResult
  nonisolated(nonsending) func run(
    _ statement: SQLiteStatement, in transaction: some JobTransaction
  ) async throws -> [[JobSQLValue]] {
    try await transaction.run(statement.sql, statement.values.map { JobSQLValue($0) })
  }
}

/// An SQL statement with the values of its parameters.
struct SQLiteStatement: Sendable {
  let sql: String
  let values: [SQLiteValue]

  init(_ sql: String, _ values: SQLiteValue...) { self.init(sql, values) }

  init(_ sql: String, _ values: [SQLiteValue]) {
    self.sql = sql
    self.values = values
  }
}

/// The statements that store a job, for the store's own connection and for a caller's.
struct SQLiteInsertion {
  let job: NewJob
  let now: TaskTime

  /// The qualified name of the table.
  let table: String

  /// The name of the table for the store's own connection.
  private static let ownTable = "task_job"

  /// Creates the statements for a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - now: The time by the store's clock.
  ///   - schema: The name under which the store's file is attached to the connection, or `nil` if
  ///     it is the connection's own file.
  init(_ job: NewJob, at now: TaskTime, schema: String? = nil) {
    self.job = job
    self.now = now
    table = Self.prefix(schema) + Self.ownTable
  }

  /// Returns the name of an attached file as a prefix with a dot.
  static func prefix(_ schema: String?) -> String {
    schema.map { "\"\($0.replacing("\"", with: "\"\""))\"." } ?? ""
  }

  /// Returns the statement that removes a key from an ended job after the lifetime of the key.
  func release(_ key: String) -> SQLiteStatement {
    SQLiteStatement(
      """
      UPDATE \(table) SET holds_key = 0 WHERE name = ? AND key = ? AND holds_key = 1
        AND ended IS NOT NULL AND key_end <= ?
      """, .text(job.name), .text(key), .time(now))
  }

  /// Returns the query for the job that holds a key.
  func holder(of key: String) -> SQLiteStatement {
    SQLiteStatement(
      "SELECT id FROM \(table) WHERE name = ? AND key = ? AND holds_key = 1", .text(job.name),
      .text(key))
  }

  /// Returns the statement that replaces parts of the job that holds the key, if that job waits.
  func replacement(of id: Int64) -> SQLiteStatement {
    let due = job.replacing.contains(.time) ? job.dueTime.time(at: now) : nil
    let isPayload = job.replacing.contains(.payload)
    return SQLiteStatement(
      """
      UPDATE \(table) SET payload = coalesce(?2, payload),
        tags = CASE WHEN ?2 IS NULL THEN tags ELSE ?3 END, due = coalesce(?4, due),
        expires = CASE WHEN ?4 IS NULL THEN expires ELSE ?5 END, priority = coalesce(?6, priority),
        state = CASE WHEN state = 'blocked' OR ?4 IS NULL THEN state
          WHEN ?4 <= ?7 THEN 'waiting' ELSE 'delayed' END
      WHERE id = ?1 AND state IN ('blocked', 'delayed', 'waiting')
      """,
      .integer(id), isPayload ? .text(job.payload) : .null, job.tagList.map { .text($0) } ?? .null,
      .time(due), .time(job.expiry.flatMap { expiry in due.map { $0 + expiry } }),
      job.replacing.contains(.priority) ? .integer(Int64(job.priority)) : .null, .time(now))
  }

  /// Returns the text of the statement that stores a job.
  ///
  /// A job that must wait for an earlier one is not among the waiting jobs, so that claims need not
  /// skip it.
  private static func insertion(into table: String) -> String {
    """
    INSERT INTO \(table) (name, queue, priority, payload, enqueued, due, key, key_end,
      key_states, holds_key, retention, max_attempts, tags, expires, trace_parent, order_key,
      state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
      CASE WHEN ?16 IS NOT NULL AND EXISTS (
        SELECT 1 FROM \(table) WHERE name = ?1 AND order_key = ?16 AND ended IS NULL
      ) THEN 'blocked' ELSE ?17 END)
    """
  }

  /// The text for the table of the store's own connection.
  private static let ownInsertion = insertion(into: ownTable)

  /// The statement that stores the job.
  var insertion: SQLiteStatement {
    let due = job.dueTime.time(at: now)
    return SQLiteStatement(
      table == Self.ownTable ? Self.ownInsertion : Self.insertion(into: table),
      .text(job.name), .text(job.queue), .integer(Int64(job.priority)), .text(job.payload),
      .time(now), .time(due), job.key.map { .text($0) } ?? .null,
      .time(job.keyLifetime.map { now + $0 }), job.keyStateList.map { .text($0) } ?? .null,
      .integer(job.key == nil ? 0 : 1), .integer(TaskTime.nanoseconds(of: job.retention)),
      job.maximumAttempts.map { .integer(Int64($0)) } ?? .null,
      job.tagList.map { .text($0) } ?? .null, .time(job.expiry.map { due + $0 }),
      job.traceParent.map { .text($0) } ?? .null, job.orderKey.map { .text($0) } ?? .null,
      .text(due <= now ? "waiting" : "delayed"))
  }
}
