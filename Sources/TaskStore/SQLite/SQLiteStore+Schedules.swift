import TaskKit

extension SQLiteStore {
  public func schedules(of tasks: [String]) throws -> StoredSchedules {
    let database = try opened.database
    var stored = StoredSchedules(now: clock.now())
    for task in tasks {
      let rows = try database.rows(
        """
        SELECT definition, version, next, delay, latest, runs, remaining, holding, paused,
          (SELECT count(*) FROM task_fire INDEXED BY task_fire_open
            WHERE task_fire.task = task_schedule.task AND state IN ('due', 'running')),
          (SELECT ended FROM task_fire WHERE task_fire.task = task_schedule.task
            ORDER BY due DESC LIMIT 1)
        FROM task_schedule WHERE task = ?
        """, .text(task))
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
    let connection = try opened
    let now = clock.now()
    let committed = try connection.database.transaction { () throws(TaskStoreError) in
      var committed: Set<String> = []
      for change in changes where try write(change, to: connection.database) {
        committed.insert(change.task)
        for decided in change.decided {
          try insert(decided, of: change.task, at: now, into: connection.database)
        }
      }
      return committed
    }
    if !committed.isEmpty { connection.file.ring() }
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

  /// Adds a fire if it does not exist, because the pair of task and fire time is unique.
  private func insert(
    _ decided: DecidedTime, of task: String, at now: TaskTime, into database: SQLiteDatabase
  ) throws(TaskStoreError) {
    let isMissed = decided.number == nil
    try database.run(
      """
      INSERT OR IGNORE INTO task_fire
        (task, due, state, number, missed, missed_since, missed_reason, ended)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(task), .time(decided.fireTime), .text(isMissed ? "missed" : "due"),
      .integer(Int64(decided.number ?? 0)), .integer(Int64(decided.missed?.count ?? 0)),
      .time(decided.missed?.since), decided.missed.map { .text($0.reason.rawValue) } ?? .null,
      isMissed ? .time(now) : .null)
  }

  public func setPaused(_ isPaused: Bool, _ task: String) throws -> Bool {
    let connection = try opened
    let changed = try connection.database.run(
      "UPDATE task_schedule SET paused = ? WHERE task = ?", .integer(isPaused ? 1 : 0),
      .text(task))
    if changed == 1 { connection.file.ring() }
    return changed == 1
  }
}
