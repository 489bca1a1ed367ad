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
        stored.schedules[task] = try StoredSchedule(row)
      } catch {
        stored.unreadable[task] = error.description
      }
    }
    // Read last: SQLite may have waited for a lock, and what other processes have decided
    // meanwhile must not seem to lie ahead.
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

  /// Writes a schedule, if it has the expected version.
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

  /// Adds a due time, unless there is one: the pair of task and due time is the fence.
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
      .text(task), .time(decided.dueTime), .text(isMissed ? "missed" : "due"),
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

extension SQLiteValue {
  /// A time, or null.
  static func time(_ time: TaskTime?) -> SQLiteValue {
    time.map { .integer($0.nanoseconds) } ?? .null
  }

  /// A number, or null.
  static func number(_ number: Int?) -> SQLiteValue {
    number.map { .integer(Int64($0)) } ?? .null
  }
}

/// Reads the columns of a row, one after the other.
struct SQLiteRowReader {
  private var values: ArraySlice<SQLiteValue>

  init(_ row: [SQLiteValue]) {
    values = row[...]
  }

  mutating func integer(_ column: String) throws(UnreadableValue) -> Int64 {
    guard let value = values.popFirst()?.integer else { throw UnreadableValue(column: column) }
    return value
  }

  mutating func text(_ column: String) throws(UnreadableValue) -> String {
    guard let value = values.popFirst()?.text else { throw UnreadableValue(column: column) }
    return value
  }

  mutating func optionalInteger(_ column: String) throws(UnreadableValue) -> Int64? {
    switch values.popFirst() {
    case .integer(let value): return value
    case .null: return nil
    default: throw UnreadableValue(column: column)
    }
  }

  mutating func optionalText(_ column: String) throws(UnreadableValue) -> String? {
    switch values.popFirst() {
    case .text(let value): return value
    case .null: return nil
    default: throw UnreadableValue(column: column)
    }
  }

  mutating func time(_ column: String) throws(UnreadableValue) -> TaskTime? {
    try optionalInteger(column).map(TaskTime.init(nanoseconds:))
  }
}

extension StoredSchedule {
  /// Reads the columns of a schedule and what there is of its due times.
  fileprivate init(_ row: [SQLiteValue]) throws(UnreadableValue) {
    var row = SQLiteRowReader(row)
    let definition = try row.text("definition")
    let version = try row.integer("version")
    let progress = ScheduleProgress(
      next: try row.time("next"), delay: .nanoseconds(try row.integer("delay")),
      latest: try row.time("latest"), runs: Int(try row.integer("runs")),
      remaining: try row.optionalInteger("remaining").map { Int($0) },
      isHolding: try row.integer("holding") != 0)
    self.init(
      definition: definition, version: version, progress: progress,
      isPaused: try row.integer("paused") != 0, unfinished: Int(try row.integer("unfinished")),
      latestEnd: try row.time("ended"))
  }
}
