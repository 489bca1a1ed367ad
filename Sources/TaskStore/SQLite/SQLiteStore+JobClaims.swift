import TaskKit

extension SQLiteStore {
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

  nonisolated var boot: SQLiteValue { .text(clock.boot) }

  public func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) throws -> ClaimedJobs {
    let database = try database
    var claims: [JobClaim] = []
    var hasEnded = false
    var rests: [Duration] = []
    // Usually no job is claimable, which a query without the write lock shows.
    var (isClaimable, nextDue) = try outlook(for: queues, database)
    if isClaimable {
      nextDue = try database.transaction { () throws(TaskStoreError) in
        try database.run(
          "UPDATE task_job SET state = 'waiting' WHERE state = 'delayed' AND due <= ?",
          .time(clock.now()))
        hasEnded = try endCancelled(in: queues.map(\.name), database)
        let list = SQLiteValue.text(JobJSON.list(names))
        for queue in queues {
          let (new, rest) = try claimJobs(list, in: queue, as: owner, for: lease, database)
          claims += new
          if let rest { rests.append(rest) }
        }
        return try database.rows(Self.nextDue).first?.first?.integer
      }
    }
    if hasEnded { ring() }
    if let nextDue { rests.append(max(.zero, TaskTime(nanoseconds: nextDue) - clock.now())) }
    return ClaimedJobs(claims: claims, nextDue: rests.min())
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

  private static let nextDue = "SELECT min(due) FROM task_job WHERE state = 'delayed'"

  /// Returns whether a job may be claimable or has expired, and the time at which the next job is
  /// due.
  private func outlook(
    for queues: [ClaimableQueue], _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> (isClaimable: Bool, nextDue: Int64?) {
    let now = clock.now()
    let row = try database.rows(
      Self.outlook, .time(now), boot, .integer(clock.monotonic()),
      .text(JobJSON.list(queues.filter { $0.room > 0 }.map(\.name)))
    ).first
    let nextDue = row?[1].integer
    let isDue = nextDue.map { $0 <= now.nanoseconds } ?? false
    return (isDue || row?[0].integer == 1, nextDue)
  }

  private static let outlook = """
    SELECT EXISTS (
      SELECT 1 FROM task_job WHERE \(hasExpired) ?1
    ) OR EXISTS (
      SELECT 1 FROM json_each(?4) AS q WHERE EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_waiting
        WHERE queue = q.value AND state = 'waiting'
      ) OR EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_running
        WHERE queue = q.value AND state = 'running' AND NOT (lease_boot IS ?2 AND lease_end > ?3))
    ), (\(nextDue))
    """

  /// The number of running jobs of a queue, the number of leases that have not ended, and 1 if the
  /// queue is paused.
  private static let counts = """
    SELECT count(*), coalesce(sum(lease_boot IS ?2 AND lease_end > ?3), 0),
      (SELECT paused FROM task_queue WHERE queue = ?1)
    FROM task_job INDEXED BY task_job_running WHERE queue = ?1 AND state = 'running'
    """

  /// Returns the query for the first jobs of a queue, in the order in which they start.
  static func first(in index: String, where condition: String) -> String {
    """
    SELECT priority, id, name, queue, payload, attempt, 0, enqueued, due, 0, flow, max_attempts,
      trace_parent
    FROM task_job INDEXED BY \(index)
    WHERE queue = ? AND \(condition) AND name IN (SELECT value FROM json_each(?))
      AND \(isNextInOrder)
    ORDER BY priority DESC, due, id LIMIT ?
    """
  }

  private static let waiting = first(in: "task_job_waiting", where: "state = 'waiting'")
  private static let lost = first(
    in: "task_job_running", where: "state = 'running' AND NOT (\(isHeld))")

  /// Claims jobs of a queue, in the order in which they start.
  private func claim(
    _ names: SQLiteValue, in queue: ClaimableQueue, atMost room: Int, as owner: String,
    for lease: Duration, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> [JobClaim] {
    let counted = try database.rows(
      Self.counts, .text(queue.name), boot, .integer(clock.monotonic()))
    guard let counts = counted.first, counts[2].integer != 1 else { return [] }
    let (running, held) = (counts[0].integer ?? 0, counts[1].integer ?? 0)
    let free = min(room, queue.width.map { $0 - Int(held) } ?? room)
    guard free > 0 else { return [] }
    let limit = SQLiteValue.integer(Int64(free))
    let order = [boot, .integer(clock.monotonic())]
    var rows = try database.rows(
      Self.waiting, [.text(queue.name), names] + order + [limit])
    let hasLost = held < running
    if hasLost {
      rows += try database.rows(
        Self.lost, [.text(queue.name)] + order + [names] + order + [limit])
    }
    // A row with a value of a wrong type is skipped.
    var jobs = rows.compactMap { row in
      row[0].integer.flatMap { priority in
        (try? JobClaim(SQLiteRow(row.dropFirst()), owner: owner)).map { (priority, claim: $0) }
      }
    }
    if hasLost {
      jobs.sort {
        (-$0.0, $0.claim.dueTime, $0.claim.id) < (-$1.0, $1.claim.dueTime, $1.claim.id)
      }
    }
    return try start(jobs.prefix(free).map(\.claim), for: lease, in: database)
  }

  private static let starting = """
    UPDATE task_job SET state = 'running', owner = ?1, begun = ?2, token = ?3, attempt = ?4,
      lease_end = ?5, lease_boot = ?6, progress = NULL, holds_key = \(keepsKey(in: "'running'"))
    WHERE id = ?7
    """

  /// Stores claims with the next tokens.
  private func start(
    _ jobs: [JobClaim], for lease: Duration, in database: SQLiteDatabase
  ) throws(TaskStoreError) -> [JobClaim] {
    guard !jobs.isEmpty else { return [] }
    let latest = try database.rows("SELECT job_token FROM task_store").first?.first?.integer ?? 0
    try database.run(
      "UPDATE task_store SET job_token = ?", .integer(latest + Int64(jobs.count)))
    var claims: [JobClaim] = []
    for var claim in jobs {
      claim.token = latest + Int64(claims.count) + 1
      claim.attempt += 1
      claim.startTime = clock.now()
      try database.run(
        Self.starting, .text(claim.owner), .time(claim.startTime), .integer(claim.token),
        .integer(Int64(claim.attempt)),
        .integer(clock.monotonic() + TaskTime.nanoseconds(of: lease)), boot,
        .integer(claim.id.number))
      claims.append(claim)
    }
    return claims
  }

  // MARK: - Claims

  /// The condition that a claim is the latest and its lease has not ended.
  static let isHeldByClaim = "id = ? AND owner = ? AND token = ? AND \(isHeld)"

  nonisolated func values(of claim: JobClaim) -> [SQLiteValue] {
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
    let database = try database
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
    let rows = try database.rows(
      "SELECT token FROM task_job WHERE cancelling = 1 AND state = 'running' AND owner = ?",
      .text(owner))
    return Set(rows.compactMap { $0.first?.integer })
  }

  public func report(_ progress: Double, of claim: JobClaim) throws -> Bool {
    let database = try database
    // As a string, because no column of a store is a floating-point number.
    let changed = try database.run(
      "UPDATE task_job SET progress = ? WHERE \(Self.isHeldByClaim)",
      [.text("\(min(max(0, progress), 1))")] + values(of: claim))
    if changed == 1 { ring() }
    return changed == 1
  }

  public func complete(_ completions: [JobCompletion]) throws -> Set<Int64> {
    guard !completions.isEmpty else { return [] }
    let database = try database
    let accepted = try database.transaction { () throws(TaskStoreError) in
      var accepted: Set<Int64> = []
      for completion in completions where try write(completion, to: database) {
        accepted.insert(completion.claim.token)
      }
      let steps = completions.filter { accepted.contains($0.claim.token) && $0.claim.flow != nil }
      try release(after: steps.filter(\.hasSucceeded).map(\.claim.id), database)
      try settle(
        Set(steps.filter { !$0.hasSucceeded }.compactMap(\.claim.flow)), database)
      return accepted
    }
    // Only fires that were returned concern other processes.
    let isForOthers = completions.contains {
      accepted.contains($0.claim.token)
        && (FireQueue.task(of: $0.claim.queue) == nil || $0.outcome == .returned)
    }
    if isForOthers { ring() }
    return accepted
  }

  private static let ending = """
    UPDATE task_job SET state = ?1, ended = ?2, result = coalesce(?3, result),
      detail = coalesce(?4, detail), holds_key = \(keepsKey(in: "?1"))
    WHERE \(isHeldByClaim)
    """

  private func write(
    _ completion: JobCompletion, to database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    let now = clock.now()
    func end(
      _ state: JobRecord.State, result: String? = nil, detail: String? = nil
    ) throws(TaskStoreError) -> Bool {
      let claim = completion.claim
      return try database.run(
        Self.ending, .text(state.rawValue), .time(now), result.map { .text($0) } ?? .null,
        detail.map { .text($0) } ?? .null, .integer(claim.id.number), .text(claim.owner),
        .integer(claim.token), boot, .integer(clock.monotonic())) == 1
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
        ] + values(of: completion.claim)) == 1
    }
    return switch completion.outcome {
    case .succeeded(let result): try end(.succeeded, result: result)
    case .failed(let detail): try end(.failed, detail: detail)
    case .cancelled: try end(.cancelled)
    case .skipped(let detail): try end(.skipped, detail: detail)
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
    _ names: SQLiteValue, in queue: ClaimableQueue, as owner: String, for lease: Duration,
    _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> (claims: [JobClaim], rest: Duration?) {
    func claims(atMost room: Int) throws(TaskStoreError) -> [JobClaim] {
      try claim(names, in: queue, atMost: room, as: owner, for: lease, database)
    }
    guard let rate = queue.rate else { return (try claims(atMost: queue.room), nil) }
    let now = clock.now().nanoseconds
    let stored = try nextBegin(of: queue.name, database)
    var limiter = JobRateLimiter(rate, nextBegin: stored)
    _ = limiter.adjust(to: now)
    let claims = try claims(atMost: min(queue.room, limiter.permits(at: now)))
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
    _ names: SQLiteValue, in queue: String, _ database: SQLiteDatabase
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
      """, .text(queue), names, boot, .integer(clock.monotonic())
    ).isEmpty
  }
}
