import TaskKit

extension SQLiteStore: JobStore {
  /// The condition that a lease has not ended, for the boot identifier and the time.
  private static let isHeld = "state = 'running' AND lease_boot IS ? AND lease_end > ?"

  /// The condition that no other job with the order key runs or comes first, for the boot identifier
  /// and the time.
  private static let isNextInOrder = """
    (order_key IS NULL OR NOT EXISTS (
      SELECT 1 FROM task_job AS o INDEXED BY task_job_order
      WHERE o.name = task_job.name AND o.order_key = task_job.order_key AND o.ended IS NULL
        AND o.id < task_job.id
    ) AND NOT EXISTS (
      SELECT 1 FROM task_job AS o INDEXED BY task_job_order_running
      WHERE o.name = task_job.name AND o.order_key = task_job.order_key AND o.state = 'running'
        AND o.id <> task_job.id AND o.lease_boot IS ? AND o.lease_end > ?))
    """

  /// Returns the condition that a job that enters a state at the time `?2` keeps its key.
  static func keepsKey(in state: String) -> String {
    """
    holds_key AND (coalesce(key_end > ?2, 0) OR instr(coalesce(key_states, 'running'), \(state)) > 0)
    """
  }

  var boot: SQLiteValue { .text(clock.boot) }

  public func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) throws -> ClaimedJobs {
    let connection = try opened
    let database = connection.database
    var claimed = ClaimedJobs()
    var hasEnded = false
    var rests: [Duration] = []
    // Usually no job is claimable, which a query without the write lock shows.
    if try mayClaim(in: queues, database) {
      claimed.claims = try database.transaction { () throws(TaskStoreError) in
        try database.run(
          "UPDATE task_job SET state = 'waiting' WHERE state = 'delayed' AND due <= ?",
          .time(clock.now()))
        hasEnded = try endCancelled(in: queues.map(\.name), database)
        var claims: [JobClaim] = []
        for queue in queues {
          let (new, rest) = try claimJobs(names, in: queue, as: owner, for: lease, database)
          claims += new
          if let rest { rests.append(rest) }
        }
        return claims
      }
    }
    if hasEnded { connection.file.ring() }
    let next = try database.rows("SELECT min(due) FROM task_job WHERE state = 'delayed'")
    if let due = next.first?.first?.integer {
      rests.append(max(.zero, TaskTime(nanoseconds: due) - clock.now()))
    }
    claimed.nextDue = rests.min()
    return claimed
  }

  /// Cancels expired jobs, and jobs whose process died during their cancellation.
  ///
  /// - Returns: Whether any job has ended.
  private func endCancelled(
    in queues: [String], _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    let lost = try database.rows(
      """
      SELECT id, flow FROM task_job INDEXED BY task_job_running
      WHERE queue IN (SELECT value FROM json_each(?)) AND state = 'running' AND cancelling = 1
        AND NOT (\(Self.isHeld))
      UNION ALL SELECT id, flow FROM task_job WHERE \(Self.hasExpired) ?
      """, .text(JobJSON.list(queues)), boot, .integer(clock.monotonic()), .time(clock.now()))
    guard !lost.isEmpty else { return false }
    try database.run(
      """
      UPDATE task_job SET state = 'cancelled', ended = ?2,
        detail = CASE WHEN begun IS NULL THEN '\(JobRecord.expired)' ELSE detail END,
        holds_key = \(Self.keepsKey(in: "'cancelled'"))
      WHERE id IN (SELECT value FROM json_each(?1))
      """, .text(JobJSON.list(lost.compactMap { $0[0].integer })), .time(clock.now()))
    try settle(Set(lost.compactMap { $0[1].integer }.map { JobID($0) }), database)
    return true
  }

  /// The condition that a job has expired before it started, to be followed by the time.
  static let hasExpired =
    "expires IS NOT NULL AND begun IS NULL AND ended IS NULL AND expires <="

  private func mayClaim(
    in queues: [ClaimableQueue], _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    let due = try database.rows(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM task_job WHERE state = 'delayed' AND due <= ?1)
        OR EXISTS (SELECT 1 FROM task_job WHERE \(Self.hasExpired) ?1)
      """, .time(clock.now()))
    guard due.isEmpty else { return true }
    for queue in queues where queue.room > 0 {
      let found = try database.rows(
        """
        SELECT 1 WHERE EXISTS (
          SELECT 1 FROM task_job INDEXED BY task_job_waiting WHERE queue = ?1 AND state = 'waiting'
        ) OR EXISTS (
          SELECT 1 FROM task_job INDEXED BY task_job_running
          WHERE queue = ?1 AND state = 'running' AND NOT (lease_boot IS ?2 AND lease_end > ?3))
        """, .text(queue.name), boot, .integer(clock.monotonic()))
      guard found.isEmpty else { return true }
    }
    return false
  }

  /// Returns the currently claimable jobs of a queue, in the order in which they start.
  func claimable(
    _ names: [String], in queue: ClaimableQueue, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> [JobRecord] {
    let isPaused = try database.rows(
      "SELECT 1 FROM task_queue WHERE queue = ? AND paused = 1", .text(queue.name))
    guard isPaused.isEmpty else { return [] }
    var free = queue.room
    if let width = queue.width {
      let held = try database.rows(
        """
        SELECT count(*) FROM task_job INDEXED BY task_job_running
        WHERE queue = ? AND \(Self.isHeld)
        """, .text(queue.name), boot, .integer(clock.monotonic()))
      free = min(free, width - Int(held.first?.first?.integer ?? 0))
    }
    guard free > 0 else { return [] }
    let list = SQLiteValue.text(JobJSON.list(names))
    func rows(
      _ index: String, _ condition: String, _ values: [SQLiteValue]
    ) throws(TaskStoreError) -> [JobRecord] {
      try database.rows(
        """
        \(Self.select) INDEXED BY \(index)
        WHERE queue = ? AND \(condition)
          AND name IN (SELECT value FROM json_each(?)) AND \(Self.isNextInOrder)
        ORDER BY priority DESC, due, id LIMIT ?
        """,
        [.text(queue.name)] + values
          + [list, boot, .integer(clock.monotonic()), .integer(Int64(free))]
      ).compactMap { try? JobRecord(SQLiteRow($0)) }
    }
    let lost = try rows(
      "task_job_running", "state = 'running' AND NOT (\(Self.isHeld))",
      [boot, .integer(clock.monotonic())])
    let waiting = try rows("task_job_waiting", "state = 'waiting'", [])
    return Array(
      (lost + waiting).sorted {
        (-$0.priority, $0.dueTime, $0.id) < (-$1.priority, $1.dueTime, $1.id)
      }.prefix(free))
  }

  /// Claims a job for an owner.
  func claim(
    _ record: JobRecord, as owner: String, for lease: Duration, in database: SQLiteDatabase
  ) throws(TaskStoreError) -> JobClaim {
    let now = clock.now()
    var record = record
    record.attempt += 1
    try database.run("UPDATE task_store SET job_token = job_token + 1")
    let token = try database.rows("SELECT job_token FROM task_store").first?.first?.integer ?? 0
    try database.run(
      """
      UPDATE task_job SET state = 'running', owner = ?1, begun = ?2, token = ?3, attempt = ?4,
        lease_end = ?5, lease_boot = ?6, progress = NULL,
        holds_key = \(Self.keepsKey(in: "'running'"))
      WHERE id = ?7
      """,
      .text(owner), .time(now), .integer(token), .integer(Int64(record.attempt)),
      .integer(clock.monotonic() + TaskTime.nanoseconds(of: lease)), boot,
      .integer(record.id.number))
    return JobClaim(record, owner: owner, token: token, startTime: now)
  }

  // MARK: - Claims

  /// The condition that a claim is the latest and its lease has not ended.
  private static let isHeldByClaim = "id = ? AND owner = ? AND token = ? AND \(isHeld)"

  private func values(of claim: JobClaim) -> [SQLiteValue] {
    [
      .integer(claim.id.number), .text(claim.owner), .integer(claim.token), boot,
      .integer(clock.monotonic()),
    ]
  }

  /// Returns whether a claim is the latest and its lease has not ended.
  func isHeld(_ claim: JobClaim, _ database: SQLiteDatabase) throws(TaskStoreError) -> Bool {
    try !database.rows(
      "SELECT 1 FROM task_job WHERE \(Self.isHeldByClaim)", values(of: claim)
    ).isEmpty
  }

  public func renew(_ claims: [JobClaim], for lease: Duration) throws -> Set<Int64> {
    guard !claims.isEmpty else { return [] }
    let database = try opened.database
    return try database.transaction { () throws(TaskStoreError) in
      var renewed: Set<Int64> = []
      for claim in claims {
        let end = clock.monotonic() + TaskTime.nanoseconds(of: lease)
        let changed = try database.run(
          "UPDATE task_job SET lease_end = ? WHERE \(Self.isHeldByClaim)",
          [.integer(end)] + values(of: claim))
        if changed == 1 { renewed.insert(claim.token) }
      }
      return renewed
    }
  }

  public func cancellations(of owner: String) throws -> Set<Int64> {
    let rows = try opened.database.rows(
      "SELECT token FROM task_job WHERE cancelling = 1 AND state = 'running' AND owner = ?",
      .text(owner))
    return Set(rows.compactMap { $0.first?.integer })
  }

  public func report(_ progress: Double, of claim: JobClaim) throws -> Bool {
    let connection = try opened
    // As a string, because no column of a store is a floating-point number.
    let changed = try connection.database.run(
      "UPDATE task_job SET progress = ? WHERE \(Self.isHeldByClaim)",
      [.text("\(min(max(0, progress), 1))")] + values(of: claim))
    if changed == 1 { connection.file.ring() }
    return changed == 1
  }

  public func complete(_ completions: [JobCompletion]) throws -> Set<Int64> {
    guard !completions.isEmpty else { return [] }
    let connection = try opened
    let accepted = try connection.database.transaction { () throws(TaskStoreError) in
      var accepted: Set<Int64> = []
      for completion in completions where try write(completion, to: connection.database) {
        accepted.insert(completion.claim.token)
      }
      let steps = completions.filter { accepted.contains($0.claim.token) && $0.claim.flow != nil }
      try release(after: steps.filter(\.hasSucceeded).map(\.claim.id), connection.database)
      try settle(
        Set(steps.filter { !$0.hasSucceeded }.compactMap(\.claim.flow)), connection.database)
      return accepted
    }
    if !accepted.isEmpty { connection.file.ring() }
    return accepted
  }

  private func write(
    _ completion: JobCompletion, to database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    let now = clock.now()
    let claim = values(of: completion.claim)
    func end(
      _ state: JobRecord.State, result: String? = nil, detail: String? = nil
    ) throws(TaskStoreError) -> Bool {
      try database.run(
        """
        UPDATE task_job SET state = ?1, ended = ?2, result = coalesce(?3, result),
          detail = coalesce(?4, detail), holds_key = \(Self.keepsKey(in: "?1"))
        WHERE \(Self.isHeldByClaim)
        """,
        [
          .text(state.rawValue), .time(now), result.map { .text($0) } ?? .null,
          detail.map { .text($0) } ?? .null,
        ] + claim) == 1
    }
    func goOn(
      at dueTime: TaskTime?, detail: String? = nil, signal: String? = nil, attempts: Int64
    ) throws(TaskStoreError) -> Bool {
      try database.run(
        """
        UPDATE task_job SET
          state = CASE WHEN cancelling = 1 THEN 'cancelled'
            WHEN coalesce(?1, due) <= ?2 THEN 'waiting' ELSE 'delayed' END,
          ended = CASE WHEN cancelling = 1 THEN ?2 END,
          holds_key = CASE WHEN cancelling = 1 THEN \(Self.keepsKey(in: "'cancelled'"))
            ELSE holds_key END,
          due = coalesce(?1, due), detail = coalesce(?3, detail), attempt = attempt - ?4,
          signal = ?5
        WHERE \(Self.isHeldByClaim)
        """,
        [
          .time(dueTime), .time(now), detail.map { .text($0) } ?? .null, .integer(attempts),
          signal.map { .text($0) } ?? .null,
        ] + claim) == 1
    }
    return switch completion.outcome {
    case .succeeded(let result): try end(.succeeded, result: result)
    case .failed(let detail): try end(.failed, detail: detail)
    case .cancelled: try end(.cancelled)
    case .retry(let pause, let detail): try goOn(at: now + pause, detail: detail, attempts: 0)
    case .suspended(let time, let signal):
      try goOn(
        at: try hasSignal(signal, of: completion.claim.id, database) ? now : time.time(at: now),
        signal: signal, attempts: 1)
    case .returned: try goOn(at: nil, attempts: 1)
    }
  }
}

// The rates of queues, in the transaction of a claim.
extension SQLiteStore {
  /// Claims jobs of a queue, at most as many as its rate allows to start.
  ///
  /// - Returns: The claims, and the time until the rate allows a waiting job to start.
  func claimJobs(
    _ names: [String], in queue: ClaimableQueue, as owner: String, for lease: Duration,
    _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> (claims: [JobClaim], rest: Duration?) {
    func claims(in queue: ClaimableQueue) throws(TaskStoreError) -> [JobClaim] {
      try claimable(names, in: queue, database).map { (record) throws(TaskStoreError) in
        try claim(record, as: owner, for: lease, in: database)
      }
    }
    guard let rate = queue.rate else { return (try claims(in: queue), nil) }
    let now = clock.now().nanoseconds
    let stored = try nextBegin(of: queue.name, database)
    var limiter = JobRateLimiter(rate, nextBegin: stored)
    _ = limiter.adjust(to: now)
    var limited = queue
    limited.room = min(queue.room, limiter.permits(at: now))
    let claims = try claims(in: limited)
    // Counted at the time after the claims, so that no job starts later than it is counted.
    let end = clock.now().nanoseconds
    limiter.begin(claims.count, at: end)
    if let next = limiter.nextBegin, next != stored {
      try setNextBegin(next, of: queue.name, database)
    }
    // If the rate allowed a start at the first time, something else has delayed the job, and its
    // end causes a hint.
    guard limiter.permits(at: now) == 0, try hasClaimable(names, in: queue.name, database) else {
      return (claims, nil)
    }
    return (claims, limiter.wait(at: end))
  }

  private func nextBegin(
    of queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Int64? {
    try database.rows("SELECT next_begin FROM task_queue WHERE queue = ?", .text(queue))
      .first?.first?.integer
  }

  private func setNextBegin(
    _ next: Int64, of queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) {
    try database.run(
      """
      INSERT INTO task_queue (queue, paused, next_begin) VALUES (?, 0, ?)
      ON CONFLICT (queue) DO UPDATE SET next_begin = excluded.next_begin
      """, .text(queue), .integer(next))
  }

  /// Returns whether a queue that is not paused has claimable jobs.
  private func hasClaimable(
    _ names: [String], in queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    try !database.rows(
      """
      SELECT 1 WHERE (EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_waiting
        WHERE queue = ?1 AND state = 'waiting' AND name IN (SELECT value FROM json_each(?2))
      ) OR EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_running
        WHERE queue = ?1 AND state = 'running' AND NOT (lease_boot IS ?3 AND lease_end > ?4)
          AND name IN (SELECT value FROM json_each(?2))
      )) AND NOT EXISTS (SELECT 1 FROM task_queue WHERE queue = ?1 AND paused = 1)
      """, .text(queue), .text(JobJSON.list(names)), boot, .integer(clock.monotonic())
    ).isEmpty
  }
}
