import TaskKit

extension SQLiteStore {
  /// The condition that a lease has not ended, for the boot identifier and the time.
  private static let isHeld = "state = 'running' AND lease_boot IS ? AND lease_end > ?"

  public func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) throws -> [TaskClaim] {
    let connection = try opened
    let database = connection.database
    // Usually no fire is due, which a query without the write lock shows.
    guard try tasks.contains(where: { try !claimable($0, atMost: 1, in: database).isEmpty })
    else { return [] }
    return try database.transaction { () throws(TaskStoreError) in
      var records: [LedgerRecord] = []
      for task in tasks where records.count < limit {
        records += try claimable(task, atMost: limit - records.count, in: database)
      }
      var token = try takeTokens(records.count, from: database)
      return try records.map { (record) throws(TaskStoreError) in
        var record = record
        token += 1
        record.claims += 1
        let now = clock.now()
        try database.run(
          """
          UPDATE task_fire SET state = 'running', owner = ?, token = ?, claims = ?,
            lease_end = ?, lease_boot = ?, begun = ?
          WHERE task = ? AND due = ?
          """,
          .text(owner), .integer(token), .integer(Int64(record.claims)),
          .integer(clock.monotonic() + TaskTime.nanoseconds(of: lease)), .text(clock.boot),
          .time(now), .text(record.task), .time(record.fireTime))
        return TaskClaim(record, owner: owner, token: token, startTime: now)
      }
    }
  }

  /// Reserves tokens, and returns the token before them.
  private func takeTokens(
    _ count: Int, from database: SQLiteDatabase
  ) throws(TaskStoreError) -> Int64 {
    let latest = try database.rows("SELECT token FROM task_store").first?.first?.integer ?? 0
    try database.run("UPDATE task_store SET token = ?", .integer(latest + Int64(count)))
    return latest
  }

  /// Returns the currently claimable fires of a task, starting with the oldest.
  private func claimable(
    _ task: ClaimableTask, atMost limit: Int, in database: SQLiteDatabase
  ) throws(TaskStoreError) -> [LedgerRecord] {
    let (now, boot) = (clock.monotonic(), SQLiteValue.text(clock.boot))
    var held = 0
    var claimable: [LedgerRecord] = []
    let running = try database.rows(
      "\(Self.selectOpen) AND state = 'running' ORDER BY due", .text(task.name))
    for row in running {
      if row[5] == boot, let end = row[6].integer, end > now {
        held += 1
      } else if let record = LedgerRecord(open: row, of: task.name) {
        claimable.append(record)
      }
    }
    let free = min(task.width - held, limit)
    guard free > 0 else { return [] }
    let due = try database.rows(
      "\(Self.selectOpen) AND state = 'due' ORDER BY due LIMIT ?", .text(task.name),
      .integer(Int64(free)))
    claimable += due.compactMap { LedgerRecord(open: $0, of: task.name) }
    return Array(claimable.sorted { $0.fireTime < $1.fireTime }.prefix(free))
  }

  /// Selects the open fires of a task.
  ///
  /// Rows with other types are ignored, and must not prevent others from being claimed. The index
  /// is named explicitly, because SQLite prefers the primary key, which contains all past fires.
  private static let selectOpen = """
    SELECT due, number, missed, missed_reason, claims, lease_boot, lease_end
    FROM task_fire INDEXED BY task_fire_open
    WHERE task = ? AND state IN ('due', 'running')
      AND typeof(due) = 'integer' AND typeof(number) = 'integer' AND typeof(claims) = 'integer'
    """

  public func renew(_ claims: [TaskClaim], for lease: Duration) throws -> Set<Int64> {
    guard !claims.isEmpty else { return [] }
    let database = try opened.database
    return try database.transaction { () throws(TaskStoreError) in
      var renewed: Set<Int64> = []
      for claim in claims {
        let now = clock.monotonic()
        let changed = try database.run(
          """
          UPDATE task_fire SET lease_end = ?
          WHERE task = ? AND due = ? AND owner = ? AND token = ? AND \(Self.isHeld)
          """,
          .integer(now + TaskTime.nanoseconds(of: lease)), .text(claim.task),
          .time(claim.fireTime), .text(claim.owner), .integer(claim.token), .text(clock.boot),
          .integer(now))
        if changed == 1 { renewed.insert(claim.token) }
      }
      return renewed
    }
  }

  public func complete(_ completions: [TaskCompletion]) throws -> Set<Int64> {
    guard !completions.isEmpty else { return [] }
    let connection = try opened
    let database = connection.database
    let accepted = try database.transaction { () throws(TaskStoreError) in
      var accepted: Set<Int64> = []
      for completion in completions {
        let claim = completion.claim
        let changed = try database.run(
          """
          UPDATE task_fire SET state = ?, ended = ?, detail = ?, claims = claims - ?
          WHERE task = ? AND due = ? AND owner = ? AND token = ? AND \(Self.isHeld)
          """,
          .text(completion.state.rawValue),
          completion.state == .due ? .null : .time(clock.now()),
          completion.detail.map { .text($0) } ?? .null,
          .integer(completion.state == .due ? 1 : 0), .text(claim.task), .time(claim.fireTime),
          .text(claim.owner), .integer(claim.token), .text(clock.boot),
          .integer(clock.monotonic()))
        if changed == 1 { accepted.insert(claim.token) }
      }
      return accepted
    }
    // Returned fires wait for another process. The next fire is claimed by this process itself.
    if completions.contains(where: { $0.state == .due && accepted.contains($0.claim.token) }) {
      connection.file.ring()
    }
    return accepted
  }

  public func ledger(of task: String?, limit: Int) throws -> [LedgerRecord] {
    let columns = """
      SELECT task, due, state, number, missed, missed_since, missed_reason, owner, token, claims,
        begun, ended, detail FROM task_fire
      """
    let count = SQLiteValue.integer(Int64(max(0, limit)))
    let rows =
      if let task {
        try opened.database.rows(
          "\(columns) WHERE task = ? ORDER BY due DESC LIMIT ?", .text(task), count)
      } else {
        try opened.database.rows("\(columns) ORDER BY due DESC, task LIMIT ?", count)
      }
    return rows.compactMap { try? LedgerRecord(SQLiteRow($0)) }
  }

  public func prune(olderThan age: Duration, limit: Int) throws -> Int {
    try opened.database.run(
      """
      DELETE FROM task_fire WHERE (task, due) IN (
        SELECT task, due FROM task_fire WHERE ended IS NOT NULL AND ended < ?
        ORDER BY ended, task, due LIMIT ?)
      """, .time(clock.now() + (.zero - age)), .integer(Int64(max(0, limit))))
  }
}

extension LedgerRecord {
  /// Creates the record of a claimable fire.
  fileprivate init?(open row: [SQLiteValue], of task: String) {
    guard let due = row[0].integer, let number = row[1].integer, let claims = row[4].integer
    else { return nil }
    let fireTime = TaskTime(nanoseconds: due)
    self.init(
      task: task, fireTime: fireTime, state: .due, number: Int(number),
      missed: row[3].text.flatMap(TaskMissReason.init).map { reason in
        MissedFires(count: Int(row[2].integer ?? 0), since: fireTime, reason: reason)
      },
      claims: Int(claims))
  }
}
