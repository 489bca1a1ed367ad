import TaskKit

extension PostgresStore {
  public func schedules(of tasks: [String]) async throws -> StoredSchedules {
    let answers = try await run(
      PostgresStatement(
        """
        SELECT s.task, definition, version, next, delay, latest, runs, remaining, holding, paused,
          (SELECT count(*) FROM \(schema("task_job")) f
            WHERE f.queue = t.queue AND f.state = 'waiting')
          + (SELECT count(*) FROM \(schema("task_job")) f
            WHERE f.queue = t.queue AND f.state = 'running'),
          (SELECT ended FROM \(schema("task_job")) f
            WHERE f.queue = t.queue AND f.fire IS NOT NULL ORDER BY f.fire DESC LIMIT 1)
        FROM unnest($1::text[], $2::text[]) AS t (task, queue)
        JOIN \(schema("task_schedule")) s USING (task)
        WHERE s.task = ANY($1)
        """, .texts(tasks), .texts(tasks.map(FireQueue.of))),
      // Read last, so that simultaneous decisions of other processes do not appear to be in the
      // future.
      PostgresStatement("SELECT \(schema.now)"))
    guard var row = answers[1].first else {
      throw TaskStoreError(.database, "PostgreSQL did not return its time.")
    }
    var stored = StoredSchedules(now: try row.time("now"))
    for row in answers[0] {
      var row = row
      let task = try row.text("task")
      do {
        stored.schedules[task] = try StoredSchedule(row)
      } catch {
        stored.unreadable[task] = error.description
      }
    }
    return stored
  }

  public func commit(_ changes: [ScheduleChange]) async throws -> Set<String> {
    var committed: Set<String> = []
    // Each change is a separate transaction, so that no change waits for the locks of others.
    for change in changes where try await !run(write(change))[0].isEmpty {
      committed.insert(change.task)
    }
    if !committed.isEmpty { await notify() }
    return committed
  }

  /// Returns the statement that applies a change, if the schedule has the expected version.
  ///
  /// Fires that already exist are skipped, because the pair of queue and fire time is unique.
  private func write(_ change: ScheduleChange) -> PostgresStatement {
    let isNew = change.expected == nil
    let schedule =
      isNew
      ? """
      INSERT INTO \(schema("task_schedule"))
        (task, definition, version, next, delay, latest, runs, remaining, holding)
      SELECT $1, $3, 1, $4, $5, $6, $7, $8, $9 WHERE $2::bigint IS NULL
      ON CONFLICT (task) DO NOTHING
      RETURNING task
      """
      : """
      UPDATE \(schema("task_schedule")) SET definition = $3, version = version + 1, next = $4,
        delay = $5, latest = $6, runs = $7, remaining = $8, holding = $9
      WHERE task = $1 AND version = $2
      RETURNING task
      """
    let progress = change.progress
    let decided = change.decided
    return PostgresStatement(
      """
      WITH changed AS (
        \(schedule)
      ), decided AS (
        INSERT INTO \(schema("task_job"))
          (id, name, queue, priority, state, payload, enqueued, due, fire, ended, retention)
        OVERRIDING SYSTEM VALUE
        SELECT -nextval($15), $10, $10, 0, d.state, d.payload, \(time), d.fire, d.fire,
          CASE WHEN d.state = 'missed' THEN \(time) END, $11
        FROM changed, unnest($12::bigint[], $13::text[], $14::text[]) AS d (fire, state, payload)
        ON CONFLICT (queue, fire) WHERE fire IS NOT NULL DO NOTHING
      )
      SELECT task FROM changed
      """,
      .text(change.task), .integer(change.expected), .text(change.definition),
      .time(progress.next), .integer(TaskTime.nanoseconds(of: progress.delay)),
      .time(progress.latest), .integer(progress.runs),
      .integer(progress.remaining.map { Int64($0) }), .boolean(progress.isHolding),
      .text(change.queue), .integer(TaskTime.nanoseconds(of: change.retention)),
      .integers(decided.map(\.fireTime.nanoseconds)), .texts(decided.map(\.state.rawValue)),
      .texts(decided.map(\.payload)), .text(schema("task_fire_id")))
  }

  public func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool {
    let answers = try await run(
      PostgresStatement(
        "UPDATE \(schema("task_schedule")) SET paused = $2 WHERE task = $1 RETURNING task",
        .text(task), .boolean(isPaused)))
    guard !answers[0].isEmpty else { return false }
    await notify()
    return true
  }
}
