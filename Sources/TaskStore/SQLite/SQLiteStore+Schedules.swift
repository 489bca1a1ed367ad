import TaskKit

extension SQLiteStore {
  public func schedules(of tasks: [String]) throws -> StoredSchedules {
    let database = try database
    var stored = StoredSchedules(now: clock.now())
    for task in tasks {
      let rows = try database.rows(
        """
        SELECT definition, version, next, delay, latest, runs, remaining, holding, paused,
          (SELECT count(*) FROM task_job INDEXED BY task_job_waiting
            WHERE queue = ?2 AND state = 'waiting')
          + (SELECT count(*) FROM task_job INDEXED BY task_job_running
            WHERE queue = ?2 AND state = 'running'),
          (SELECT ended FROM task_job INDEXED BY task_job_fire
            WHERE queue = ?2 AND fire IS NOT NULL ORDER BY fire DESC LIMIT 1)
        FROM task_schedule WHERE task = ?1
        """, .text(task), .text(FireQueue.of(task)))
      guard let row = rows.first else { continue }
      do {
        stored.schedules[task] = try StoredSchedule(SQLiteRow(row))
      } catch {
        stored.unreadable[task] = error.description
      }
    }
    // Read last: SQLite may have waited for a lock, and simultaneous decisions of other processes
    // must not appear to be in the future.
    stored.now = clock.now()
    return stored
  }

  public func commit(_ changes: [ScheduleChange]) throws -> Set<String> {
    let database = try database
    let now = clock.now()
    let committed = try database.transaction { () throws(TaskStoreError) in
      var committed: Set<String> = []
      for change in changes where try write(change, to: database) {
        committed.insert(change.task)
        for decided in change.decided {
          try insert(decided, of: change, at: now, into: database)
        }
      }
      return committed
    }
    if !committed.isEmpty { ring() }
    return committed
  }

  /// Writes a schedule if it has the expected version.
  private func write(
    _ change: ScheduleChange, to database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    let progress = change.progress
    let delay = TaskTime.nanoseconds(of: progress.delay)
    if let expected = change.expected {
      return try database.run(
        """
        UPDATE task_schedule SET definition = ?, version = version + 1, next = ?, delay = ?,
          latest = ?, runs = ?, remaining = ?, holding = ?
        WHERE task = ? AND version = ?
        """,
        .text(change.definition), .time(progress.next), .integer(delay), .time(progress.latest),
        .integer(Int64(progress.runs)), .number(progress.remaining),
        .integer(progress.isHolding ? 1 : 0), .text(change.task), .integer(expected)) == 1
    }
    return try database.run(
      """
      INSERT OR IGNORE INTO task_schedule
        (task, definition, version, next, delay, latest, runs, remaining, holding)
      VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)
      """,
      .text(change.task), .text(change.definition), .time(progress.next), .integer(delay),
      .time(progress.latest), .integer(Int64(progress.runs)), .number(progress.remaining),
      .integer(progress.isHolding ? 1 : 0)) == 1
  }

  /// Adds the job of a fire if it does not exist, because the pair of queue and fire time is unique.
  private func insert(
    _ decided: DecidedTime, of change: ScheduleChange, at now: TaskTime,
    into database: SQLiteDatabase
  ) throws(TaskStoreError) {
    try database.run(
      """
      INSERT OR IGNORE INTO task_job
        (id, name, queue, priority, state, payload, enqueued, due, fire, ended, retention)
      VALUES ((SELECT min(coalesce(min(id), 0), 0) - 1 FROM task_job), ?1, ?1, 0, ?2, ?3, ?4, ?5,
        ?5, ?6, ?7)
      """,
      .text(change.queue), .text(decided.state.rawValue), .text(decided.payload), .time(now),
      .time(decided.fireTime), decided.state.isOpen ? .null : .time(now),
      .integer(TaskTime.nanoseconds(of: change.retention)))
  }

  public func setPaused(_ isPaused: Bool, _ task: String) throws -> Bool {
    let database = try database
    let changed = try database.run(
      "UPDATE task_schedule SET paused = ? WHERE task = ?", .integer(isPaused ? 1 : 0),
      .text(task))
    if changed == 1 { ring() }
    return changed == 1
  }
}
