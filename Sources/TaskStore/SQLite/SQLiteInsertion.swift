import TaskKit

/// A statement of SQL with the values of its parameters.
struct SQLiteStatement: Sendable {
  let sql: String
  let values: [SQLiteValue]

  init(_ sql: String, _ values: SQLiteValue...) {
    self.sql = sql
    self.values = values
  }
}

/// The statements that store a job, for the store's own connection and for a caller's.
struct SQLiteInsertion {
  let job: NewJob
  let now: TaskTime

  /// The name of the table, as a statement has it.
  let table: String

  /// - Parameters:
  ///   - job: The job.
  ///   - now: The time by the store's clock.
  ///   - schema: The name under which the store's file is attached to the connection, or `nil` for
  ///     that of the connection itself.
  init(_ job: NewJob, at now: TaskTime, schema: String? = nil) {
    self.job = job
    self.now = now
    table = Self.prefix(schema) + "task_job"
  }

  /// Returns the name of an attached file with a dot, as a statement has it.
  static func prefix(_ schema: String?) -> String {
    schema.map { "\"\($0.replacing("\"", with: "\"\""))\"." } ?? ""
  }

  /// Takes the key away from a job that has ended, when the lifetime of the key has, too.
  func release(_ key: String) -> SQLiteStatement {
    SQLiteStatement(
      """
      UPDATE \(table) SET holds_key = 0 WHERE name = ? AND key = ? AND holds_key = 1
        AND ended IS NOT NULL AND key_end <= ?
      """, .text(job.name), .text(key), .time(now))
  }

  /// Finds the job that has a key.
  func holder(of key: String) -> SQLiteStatement {
    SQLiteStatement(
      "SELECT id FROM \(table) WHERE name = ? AND key = ? AND holds_key = 1", .text(job.name),
      .text(key))
  }

  /// Stores the job.
  var insertion: SQLiteStatement {
    let due = job.due.time(at: now)
    return SQLiteStatement(
      """
      INSERT INTO \(table) (name, queue, priority, state, payload, enqueued, due, key, key_end,
        holds_key, retention, trace_parent)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(job.name), .text(job.queue), .integer(Int64(job.priority)),
      .text(due <= now ? "waiting" : "delayed"), .text(job.payload), .time(now), .time(due),
      job.key.map { .text($0) } ?? .null, .time(job.keyLifetime.map { now + $0 }),
      .integer(job.key == nil ? 0 : 1), .integer(TaskTime.nanoseconds(of: job.retention)),
      job.traceParent.map { .text($0) } ?? .null)
  }

  /// Returns the identifier of the job that was stored last.
  static let latest = SQLiteStatement("SELECT last_insert_rowid()")

  /// An answer to ``latest`` that cannot be.
  static var missingIdentifier: TaskStoreError {
    TaskStoreError(.database, "SQLite has not told the identifier of a new job.")
  }
}
