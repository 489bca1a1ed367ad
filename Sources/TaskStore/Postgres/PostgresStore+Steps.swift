import RecordFormat
import TaskKit

// Steps of jobs, and the signals that they wait for.
extension PostgresStore {
  private static let stepColumns = "number, name, kind, result, ended"

  public func steps(of job: JobID) async throws -> [StoredStep] {
    try await run(
      PostgresStatement(
        "SELECT \(Self.stepColumns) FROM \(schema("task_step")) WHERE job = $1 ORDER BY number",
        .integer(job.number))
    )[0].map { row throws(TaskStoreError) in try StoredStep(row) }
  }

  public func record(_ step: NewStep, of claim: JobClaim) async throws -> StoredStep? {
    let statement =
      switch step.work {
      case .step(let result): insertion(of: step, of: claim, result: result, ending: .now)
      case .sleep(let time): insertion(of: step, of: claim, result: nil, ending: time)
      case .signal(let deadline): reception(of: step, of: claim, until: deadline)
      }
    return try await run(statement)[0].first.map { row throws(TaskStoreError) in
      try StoredStep(row)
    }
  }

  /// Stores a step in a transaction of the caller.
  ///
  /// The job is not locked, because the lock would keep its lease from being extended. If another
  /// process has claimed the job and stored the step in the meantime, the second of the two
  /// transactions fails.
  nonisolated(nonsending) func record(
    _ step: NewStep, of claim: JobClaim, in transaction: some JobTransaction,
    at location: CodeLocation
  ) async throws -> StoredStep? {
    try await checkDatabase(of: transaction, at: location)
    guard case .step(let result) = step.work else { return nil }
    let statement = PostgresStatement(
      """
      INSERT INTO \(schema("task_step")) (job, \(Self.stepColumns))
      SELECT f.id, $4::text::bigint, $5::text, $6::text, $7::text, \(time)
      FROM \(schema("task_job")) f
      WHERE f.id = $1::text::bigint AND f.owner = $2::text AND f.token = $3::text::bigint
        AND \(isHeld)
      RETURNING \(Self.stepColumns)
      """,
      .integer(claim.id.number), .text(claim.owner), .integer(claim.token), .integer(step.number),
      .text(step.name), .text(step.kind.rawValue), .text(result))
    return try await run(statement, in: transaction).first.map { row in try StoredStep(row) }
  }

  /// Returns the statement that stores a step that has run, or a sleep.
  ///
  /// The lock on the job keeps other processes from claiming it before the step is stored.
  private func insertion(
    of step: NewStep, of claim: JobClaim, result: String?, ending time: JobTime
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH held AS (\(heldJob))
      INSERT INTO \(schema("task_step")) (job, \(Self.stepColumns))
      SELECT held.id, $4, $5, $6, $9, coalesce($7, \(self.time) + $8) FROM held
      RETURNING \(Self.stepColumns)
      """, values(of: step, of: claim, until: time) + [.text(result)])
  }

  /// Returns the statement that receives a signal, or stores that the job waits for it.
  private func reception(
    of step: NewStep, of claim: JobClaim, until deadline: JobTime?
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH held AS (\(heldJob)), received AS (
        DELETE FROM \(schema("task_signal")) WHERE id = (
          SELECT s.id FROM held JOIN \(schema("task_signal")) s ON s.job = held.id
          WHERE s.name = $5 ORDER BY s.id LIMIT 1)
        RETURNING payload
      )
      INSERT INTO \(schema("task_step")) AS s (job, \(Self.stepColumns))
      SELECT held.id, $4, $5, $6, r.payload,
        CASE WHEN r.payload IS NULL THEN coalesce($7, \(time) + $8) ELSE \(time) END
      FROM held LEFT JOIN received r ON true
      ON CONFLICT (job, number) DO UPDATE SET
        kind = CASE WHEN excluded.result IS NULL AND s.ended <= \(time) THEN 'timeout'
          ELSE 'signal' END,
        result = excluded.result,
        ended = CASE WHEN excluded.result IS NULL THEN s.ended ELSE excluded.ended END
      RETURNING s.number, s.name, s.kind, s.result, s.ended
      """,
      values(of: step, of: claim, until: deadline ?? .at(StoredStep.noDeadline)))
  }

  private func values(
    of step: NewStep, of claim: JobClaim, until time: JobTime
  ) -> [PostgresValue] {
    [
      .integer(claim.id.number), .text(claim.owner), .integer(claim.token),
      .integer(step.number), .text(step.name), .text(step.kind.rawValue), .time(time.time),
      .integer(time.delay.map(TaskTime.nanoseconds)),
    ]
  }

  // MARK: - Signals

  public func send(_ signal: NewSignal) async throws -> Bool {
    let answers = try await run(statements(of: signal))
    if !answers[2].isEmpty { await notify() }
    return !answers[1].isEmpty
  }

  nonisolated(nonsending) func send(
    _ signal: NewSignal, in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> Bool {
    try await checkDatabase(of: transaction, at: location)
    var answers: [[PostgresRow]] = []
    for statement in statements(of: signal) {
      answers.append(try await run(statement, in: transaction))
    }
    // Delivered when the transaction is committed, but not if it is rolled back.
    if !answers[2].isEmpty { _ = try await run(notification, in: transaction) }
    return !answers[1].isEmpty
  }

  /// Returns the statements that lock a job, store a signal and wake the job.
  ///
  /// A job that is being suspended holds the lock until it waits. The next statement then sees it
  /// wait, and a suspension that comes later sees the signal.
  private nonisolated func statements(of signal: NewSignal) -> [PostgresStatement] {
    let values = [
      PostgresValue.integer(signal.job.number), .text(signal.name), .text(signal.payload),
    ]
    return [
      PostgresStatement(
        "SELECT id FROM \(schema("task_job")) WHERE id = $1::text::bigint FOR UPDATE",
        values[0]),
      PostgresStatement(
        """
        INSERT INTO \(schema("task_signal")) (job, name, payload, sent)
        SELECT id, $2::text, $3::text, \(time) FROM \(schema("task_job"))
        WHERE id = $1::text::bigint AND ended IS NULL
        RETURNING 1
        """, values),
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) SET state = 'waiting', due = least(due, \(time))
        WHERE id = $1::text::bigint AND state = 'delayed' AND signal = $2::text
        RETURNING 1
        """, values[0], values[1]),
    ]
  }

  /// Returns the statement that wakes jobs that have just been suspended, if their signals have
  /// arrived before.
  func wake(_ jobs: [JobID]) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE \(schema("task_job")) f SET state = 'waiting', due = least(due, \(time))
      WHERE id = ANY($1::bigint[]) AND state = 'delayed' AND EXISTS (
        SELECT FROM \(schema("task_signal")) s WHERE s.job = f.id AND s.name = f.signal)
      """, .integers(jobs.map(\.number)))
  }
}
