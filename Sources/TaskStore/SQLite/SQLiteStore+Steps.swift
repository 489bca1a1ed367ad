import RecordFormat
import TaskKit

// Steps of jobs, and the signals that they wait for.
extension SQLiteStore {
  private static let stepColumns = "number, name, kind, result, ended"

  public func steps(of job: JobID) throws -> [StoredStep] {
    try database.rows(
      "SELECT \(Self.stepColumns) FROM task_step WHERE job = ? ORDER BY number",
      .integer(job.number)
    ).map { row throws(TaskStoreError) in try StoredStep(SQLiteRow(row)) }
  }

  public func record(_ step: NewStep, of claim: JobClaim) throws -> StoredStep? {
    let database = try database
    return try database.transaction { () throws(TaskStoreError) -> StoredStep? in
      guard try isHeld(claim, database) else { return nil }
      let job = SQLiteValue.integer(claim.id.number)
      var (earlier, payload) = (StoredStep?.none, String?.none)
      if case .signal = step.work {
        payload = try receive(step.name, of: job, database)
        let rows = try database.rows(
          "SELECT \(Self.stepColumns) FROM task_step WHERE job = ? AND number = ?", job,
          .integer(Int64(step.number)))
        if let row = rows.first { earlier = try StoredStep(SQLiteRow(row)) }
      }
      let stored = step.stored(at: clock.now(), earlier: earlier, payload: payload)
      try database.run(
        """
        INSERT OR REPLACE INTO task_step (job, \(Self.stepColumns)) VALUES (?, ?, ?, ?, ?, ?)
        """,
        Self.values(of: stored, of: claim.id))
      return stored
    }
  }

  nonisolated(nonsending) func record(
    _ step: NewStep, of claim: JobClaim, in transaction: some JobTransaction,
    at location: CodeLocation
  ) async throws -> StoredStep? {
    let schema = try await checkedSchema(of: transaction, at: location)
    let prefix = SQLiteInsertion.prefix(schema)
    let held = SQLiteStatement(
      "SELECT 1 FROM \(prefix)task_job WHERE \(Self.isHeldByClaim)", values(of: claim))
    guard try await !run(held, in: transaction).isEmpty else { return nil }
    let stored = step.stored(at: clock.now(), earlier: nil, payload: nil)
    try await run(
      SQLiteStatement(
        "INSERT INTO \(prefix)task_step (job, \(Self.stepColumns)) VALUES (?, ?, ?, ?, ?, ?)",
        Self.values(of: stored, of: claim.id)),
      in: transaction)
    return stored
  }

  private static func values(of step: StoredStep, of job: JobID) -> [SQLiteValue] {
    [
      .integer(job.number), .integer(Int64(step.number)), .text(step.name),
      .text(step.kind.rawValue), step.result.map { .text($0) } ?? .null, .time(step.endTime),
    ]
  }

  /// Removes the oldest signal with a name, and returns its payload.
  private func receive(
    _ name: String, of job: SQLiteValue, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> String? {
    let found = try database.rows(
      "SELECT id, payload FROM task_signal WHERE job = ? AND name = ? ORDER BY id LIMIT 1", job,
      .text(name))
    guard let signal = found.first, let payload = signal[1].text else { return nil }
    try database.run("DELETE FROM task_signal WHERE id = ?", signal[0])
    return payload
  }

  /// Returns whether a signal with a name has arrived.
  func hasSignal(
    _ name: String?, of job: JobID, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    guard let name else { return false }
    return try !database.rows(
      "SELECT 1 FROM task_signal WHERE job = ? AND name = ? LIMIT 1", .integer(job.number),
      .text(name)
    ).isEmpty
  }

  public func send(_ signal: NewSignal) throws -> Bool {
    let database = try database
    let sending = SQLiteSignal(signal, at: clock.now())
    let isSent = try database.transaction { () throws(TaskStoreError) in
      guard try !database.rows(sending.isOpen).isEmpty else { return false }
      try database.run(sending.insertion)
      try database.run(sending.waking)
      return true
    }
    if isSent { ring() }
    return isSent
  }

  nonisolated(nonsending) func send(
    _ signal: NewSignal, in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> Bool {
    let schema = try await checkedSchema(of: transaction, at: location)
    let sending = SQLiteSignal(signal, at: clock.now(), schema: schema)
    guard try await !run(sending.isOpen, in: transaction).isEmpty else { return false }
    try await run(sending.insertion, in: transaction)
    try await run(sending.waking, in: transaction)
    return true
  }
}

/// The statements that send a signal, for the store's own connection and for a caller's.
private struct SQLiteSignal {
  /// The query for the job if it has not ended.
  let isOpen: SQLiteStatement
  let insertion: SQLiteStatement
  /// The statement that makes the job due if it waits for the signal.
  let waking: SQLiteStatement

  init(_ signal: NewSignal, at now: TaskTime, schema: String? = nil) {
    let prefix = SQLiteInsertion.prefix(schema)
    let job = SQLiteValue.integer(signal.job.number)
    isOpen = SQLiteStatement("SELECT 1 FROM \(prefix)task_job WHERE id = ? AND ended IS NULL", job)
    insertion = SQLiteStatement(
      "INSERT INTO \(prefix)task_signal (job, name, payload, sent) VALUES (?, ?, ?, ?)", job,
      .text(signal.name), .text(signal.payload), .time(now))
    waking = SQLiteStatement(
      """
      UPDATE \(prefix)task_job SET state = 'waiting', due = min(due, ?3)
      WHERE id = ?1 AND state = 'delayed' AND signal = ?2
      """, job, .text(signal.name), .time(now))
  }
}
