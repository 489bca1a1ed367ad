import TaskKit

// Flows, and the states of their steps.
extension SQLiteStore {
  public func enqueue(_ flow: NewFlow) throws -> [JobID] {
    let database = try database
    let now = clock.now()
    let ids = try database.transaction { () throws(TaskStoreError) in
      var ids: [JobID] = []
      for step in flow.steps {
        let job = try insert(step.job, at: now, into: database)
        guard job.isNew else { throw .heldKey(step, by: job.id, in: flow) }
        ids.append(job.id)
        try database.run(
          """
          UPDATE task_job SET flow = ?, flow_name = ?, step = ?,
            state = CASE WHEN ? THEN 'blocked' ELSE state END
          WHERE id = ?
          """,
          .integer(ids[0].number), .text(flow.name), .text(step.name),
          .integer(step.after.isEmpty ? 0 : 1), .integer(job.id.number))
        for position in Set(step.after) {
          try database.run(
            "INSERT INTO task_dependency (job, dependency) VALUES (?, ?)", .integer(job.id.number),
            .integer(ids[position].number))
        }
      }
      return ids
    }
    if !ids.isEmpty { ring() }
    return ids
  }

  /// The condition that steps before a job have not succeeded.
  static let isBlocked = """
    EXISTS (
      SELECT 1 FROM task_dependency AS d JOIN task_job AS b ON b.id = d.dependency
      WHERE d.job = task_job.id AND b.state <> 'succeeded')
    """

  private static let releasing = """
    UPDATE task_job SET state = CASE WHEN due <= ?2 THEN 'waiting' ELSE 'delayed' END
    WHERE state = 'blocked' AND NOT \(isBlocked)
    """

  /// Unblocks steps after succeeded steps.
  func release(after steps: [JobID], _ database: SQLiteDatabase) throws(TaskStoreError) {
    guard !steps.isEmpty else { return }
    try database.run(
      """
      \(Self.releasing) AND id IN (
        SELECT job FROM task_dependency WHERE dependency IN (SELECT value FROM json_each(?1)))
      """, .text(JobJSON.list(steps.map(\.number))), .time(clock.now()))
  }

  /// The steps after failed or cancelled steps, each with the causing step, in the flows of the
  /// first parameter.
  private static let skipping = """
    WITH RECURSIVE skipping (id, cause) AS (
      SELECT d.job, b.id FROM task_job AS b JOIN task_dependency AS d ON d.dependency = b.id
      WHERE b.flow IN (SELECT value FROM json_each(?1)) AND b.state IN ('failed', 'cancelled')
      UNION
      SELECT d.job, s.cause FROM skipping AS s JOIN task_dependency AS d ON d.dependency = s.id
    )
    """

  /// Updates the states of all steps of flows from the steps before them.
  func settle(_ flows: Set<JobID>, _ database: SQLiteDatabase) throws(TaskStoreError) {
    guard !flows.isEmpty else { return }
    let list = SQLiteValue.text(JobJSON.list(flows.map(\.number)))
    let now = SQLiteValue.time(clock.now())
    try database.run(
      """
      \(Self.skipping)
      UPDATE task_job SET state = 'skipped', ended = ?2,
        holds_key = \(Self.keepsKey(in: "'skipped'")), detail = (
        SELECT '''' || c.step || ''' (job ' || c.id || '), a step before it, '
          || CASE c.state WHEN 'failed' THEN 'failed: ' || coalesce(c.detail, '')
            ELSE 'was cancelled' END
        FROM task_job AS c
        WHERE c.id = (SELECT min(cause) FROM skipping WHERE skipping.id = task_job.id))
      WHERE state = 'blocked' AND id IN (SELECT id FROM skipping)
      """, list, now)
    try database.run(
      """
      \(Self.skipping)
      UPDATE task_job SET state = 'blocked', ended = NULL, detail = NULL,
        holds_key = key IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM task_job AS h
          WHERE h.name = task_job.name AND h.key = task_job.key AND h.holds_key = 1)
      WHERE flow IN (SELECT value FROM json_each(?1)) AND state = 'skipped'
        AND id NOT IN (SELECT id FROM skipping)
      """, list)
    try database.run(
      "\(Self.releasing) AND flow IN (SELECT value FROM json_each(?1))", list, now)
  }
}
