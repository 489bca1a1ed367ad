import TaskKit

extension PostgresStore {
  /// The time at which a statement starts.
  ///
  /// Unlike a function call, it can be the bound of an index search.
  nonisolated var time: String { "(SELECT \(schema.now))" }

  /// The condition that a lease has not ended.
  nonisolated var isHeld: String { "f.state = 'running' AND f.lease_end > \(time)" }

  /// The condition that a job `f` that enters a state keeps its key.
  nonisolated func keepsKey(in state: String) -> String {
    """
    (f.holds_key AND (coalesce(f.key_end > \(time), false)
      OR strpos(coalesce(f.key_states, 'running'), \(state)) > 0))
    """
  }

  /// The condition that a job has expired before it started.
  private nonisolated var hasExpired: String {
    "(expires IS NOT NULL AND begun IS NULL AND ended IS NULL AND expires <= \(time))"
  }

  /// The query that locks the job `f` of a claim with the parameters `$1` to `$3`.
  nonisolated var heldJob: String {
    """
    SELECT f.id FROM \(schema("task_job")) f
    WHERE f.id = $1 AND f.owner = $2 AND f.token = $3 AND \(isHeld) FOR UPDATE
    """
  }

  // MARK: - Claiming

  public func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs {
    let queues = queues.filter { $0.room > 0 }
    let limited = Set(queues.filter { $0.width != nil || $0.rate != nil }.map(\.name))
    let released =
      [release(in: queues.map(\.name))] + block(in: queues.map(\.name))
      + addRows(of: limited.subtracting(queuesWithRow))
    let prepared = released + lock(limited) + adjustRates(of: queues)
    // Each statement sees the effects of the previous ones, and everything that others have
    // committed.
    let answers = try await run(
      prepared + [
        choose(names, in: queues, as: owner, for: lease),
        PostgresStatement(
          "SELECT min(due) - \(time) FROM \(schema("task_job")) WHERE state = 'delayed'"),
      ] + restOfRates(names, in: queues))
    queuesWithRow.formUnion(limited)
    try await endCancelled(answers[0])
    var claimed = ClaimedJobs()
    claimed.claims = try answers[prepared.count].claims(in: queues, owner: owner)
    // The time until a job is due, and the time until a rate allows another start.
    for var row in answers[(prepared.count + 1)...].compactMap(\.first) {
      guard let nanoseconds = try row.optionalInteger("due") else { continue }
      let rest = max(Duration.zero, .nanoseconds(nanoseconds))
      claimed.nextDue = min(claimed.nextDue ?? rest, rest)
    }
    if !limited.isEmpty, var row = answers[released.count].first, try row.integer("count") > 0 {
      // Another process is currently claiming jobs from one of these queues, or its row is gone.
      claimed.nextDue = min(claimed.nextDue ?? .milliseconds(5), .milliseconds(5))
      if try row.integer("missing") > 0 { queuesWithRow = [] }
    }
    return claimed
  }

  /// Returns the statement that adds rows of queues, which ``lock(_:)`` needs.
  private func addRows(of queues: Set<String>) -> [PostgresStatement] {
    guard !queues.isEmpty else { return [] }
    let statement = PostgresStatement(
      """
      INSERT INTO \(schema("task_queue")) (queue) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING
      """, .texts(queues.sorted()))
    return [statement]
  }

  /// Returns the statement that locks the queues with a width or a rate, if they have waiting jobs.
  ///
  /// Only one process at a time may count the running or started jobs of such a queue. Other
  /// processes skip a locked queue. The result has the number of skipped queues, and how many of
  /// them have no row. The locked queues are kept in a setting of the transaction. The claim reads
  /// it, so all statements can be sent at once.
  private func lock(_ queues: Set<String>) -> [PostgresStatement] {
    guard !queues.isEmpty else { return [] }
    // Not `EXISTS`, which the server may turn into a join that reads all waiting jobs.
    let hasWaiting = """
      (SELECT f.id FROM \(schema("task_job")) f
        WHERE f.queue = q.queue AND f.state = 'waiting' LIMIT 1) IS NOT NULL
      """
    let statement = PostgresStatement(
      """
      WITH locked AS (
        SELECT q.queue FROM \(schema("task_queue")) q
        WHERE q.queue = ANY($1::text[]) AND \(hasWaiting)
        ORDER BY q.queue FOR UPDATE SKIP LOCKED
      )
      SELECT count(*), count(*) FILTER (WHERE NOT EXISTS (
          SELECT FROM \(schema("task_queue")) p WHERE p.queue = q.queue)),
        set_config('modularity_kit.locked',
          (SELECT coalesce(array_agg(queue), '{}')::text FROM locked), true)
      FROM unnest($1::text[]) AS q (queue)
      WHERE \(hasWaiting) AND q.queue NOT IN (SELECT queue FROM locked)
      """, .texts(queues.sorted()))
    return [statement]
  }

  /// Returns the statement that changes jobs to waiting if they are due or their lease has ended.
  ///
  /// If many jobs are due at once, each claim releases some of them, and the time until the next
  /// one is 0. The rows of the result are expired jobs, and jobs whose lease has ended during their
  /// cancellation.
  private func release(in queues: [String]) -> PostgresStatement {
    PostgresStatement(
      """
      WITH lost AS (
        SELECT id, flow, cancelling FROM \(schema("task_job"))
        WHERE state = 'running' AND queue = ANY($1::text[]) AND lease_end <= \(time)
        LIMIT 1000 FOR UPDATE SKIP LOCKED
      ), released AS (
        UPDATE \(schema("task_job")) SET state = 'waiting' WHERE id = ANY(ARRAY(
          SELECT id FROM \(schema("task_job")) WHERE state = 'delayed' AND due <= \(time)
          ORDER BY due LIMIT 1000 FOR UPDATE SKIP LOCKED
        ) || ARRAY(SELECT id FROM lost WHERE NOT cancelling))
      )
      SELECT id, flow FROM lost WHERE cancelling
      UNION ALL
      (SELECT id, flow FROM \(schema("task_job")) WHERE \(hasExpired) ORDER BY expires LIMIT 1000)
      """, .texts(queues))
  }

  /// Returns the statement that blocks waiting jobs that must wait for an earlier job with their
  /// order key, so that claims need not skip them again and again.
  ///
  /// The earlier job is locked, and cannot end before this transaction has. Its end then finds the
  /// blocked job. If an earlier job is locked by its end, the job goes on waiting. Fires have no
  /// order keys, so that claims of fires alone need no statement.
  private func block(in queues: [String]) -> [PostgresStatement] {
    let queues = queues.filter { FireQueue.task(of: $0) == nil }
    guard !queues.isEmpty else { return [] }
    let statement = PostgresStatement(
      """
      UPDATE \(schema("task_job")) SET state = 'blocked' WHERE id = ANY(ARRAY(
        SELECT w.id FROM (
          SELECT id, name, order_key FROM \(schema("task_job"))
          WHERE state = 'waiting' AND order_key IS NOT NULL AND queue = ANY($1::text[])
          ORDER BY queue, priority DESC, due, id LIMIT 10000 FOR UPDATE SKIP LOCKED
        ) AS w, LATERAL (
          SELECT FROM \(schema("task_job")) o
          WHERE o.name = w.name AND o.order_key = w.order_key AND o.ended IS NULL AND o.id < w.id
          ORDER BY o.id LIMIT 1 FOR SHARE SKIP LOCKED
        ) AS o
      ))
      """, .texts(queues))
    return [statement]
  }

  /// The condition that no other job with the order key of a job `f` runs or comes first.
  private var isNextInOrder: String {
    """
    (f.order_key IS NULL OR NOT EXISTS (
      SELECT FROM \(schema("task_job")) o
      WHERE o.name = f.name AND o.order_key = f.order_key AND o.ended IS NULL AND o.id < f.id
    ) AND NOT EXISTS (
      SELECT FROM \(schema("task_job")) o
      WHERE o.name = f.name AND o.order_key = f.order_key AND o.state = 'running'))
    """
  }

  /// Cancels expired jobs, and jobs whose process died during their cancellation.
  ///
  /// This is a separate transaction, because the flows to lock are known only after the claim.
  private func endCancelled(_ lost: [PostgresRow]) async throws {
    guard !lost.isEmpty else { return }
    let (ids, flows) = try idsAndFlows(of: lost)
    _ = try await run(
      lock(flows) + [
        PostgresStatement(
          """
          UPDATE \(schema("task_job")) f SET state = 'cancelled', ended = \(time),
            detail = CASE WHEN begun IS NULL THEN '\(JobRecord.expired)' ELSE detail END,
            holds_key = \(keepsKey(in: "'cancelled'"))
          WHERE id = ANY($1::bigint[])
            AND (state = 'running' AND cancelling AND lease_end <= \(time) OR \(hasExpired))
          """, .integers(ids))
      ] + settle(flows))
    await notify()
  }

  /// Returns the statement that claims waiting jobs.
  func choose(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) -> PostgresStatement {
    let isRated = queues.contains { $0.rate != nil }
    let isLimited = isRated || queues.contains { $0.width != nil }
    let claim = """
      UPDATE \(schema("task_job")) f SET state = 'running', owner = $5, token = nextval($7),
        attempt = f.attempt + 1, lease_end = \(time) + $6, begun = \(time), progress = NULL,
        holds_key = \(keepsKey(in: "'running'"))
      WHERE f.id = ANY(ARRAY(
        SELECT chosen.id
        FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS q (queue, room, width), LATERAL (
          SELECT f.id FROM \(schema("task_job")) f
          WHERE f.state = 'waiting' AND f.queue = q.queue AND f.name = ANY($4::text[])
            AND NOT \(hasExpired) AND \(isNextInOrder)
          ORDER BY f.priority DESC, f.due, f.id LIMIT \(isLimited ? room(isRated: isRated) : "q.room")
          FOR UPDATE SKIP LOCKED
        ) AS chosen
        WHERE NOT EXISTS (
          SELECT FROM \(schema("task_queue")) p WHERE p.queue = q.queue AND p.paused)
      ))
      RETURNING f.priority, f.id, f.name, f.queue, f.payload, f.attempt, f.token, f.enqueued,
        f.due, f.begun, f.flow, f.max_attempts, f.trace_parent
      """
    return PostgresStatement(
      isRated ? counting(claim, from: Self.firstRate) : claim,
      [
        .texts(queues.map(\.name)), .integers(queues.map { Int64($0.room) }),
        .integers(queues.map { $0.width.map { Int64($0) } }), .texts(names), .text(owner),
        .integer(TaskTime.nanoseconds(of: lease)), .text(schema("task_job_token")),
      ] + (isRated ? Self.rates(of: queues) : []))
  }

  /// The number of the first parameter of the rates, after the parameters of the claim.
  private static let firstRate = 8

  /// Returns the number of claimable jobs of a queue `q` with a width or a rate.
  private func room(isRated: Bool) -> String {
    let width = """
      CASE WHEN q.width IS NOT NULL THEN q.width - (
        SELECT count(*) FROM \(schema("task_job")) f WHERE f.queue = q.queue AND \(isHeld)) END
      """
    let isFree =
      isRated
      ? "q.width IS NULL AND q.queue <> ALL($\(Self.firstRate)::text[])" : "q.width IS NULL"
    // `least` ignores null values.
    let limits = isRated ? "\(width), \(permits(from: Self.firstRate))" : width
    return """
      CASE WHEN \(isFree) THEN q.room
        WHEN \(Self.isLocked) THEN greatest(0, least(q.room, \(limits))) ELSE 0 END
      """
  }

  // MARK: - Claims

  public func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64> {
    guard !claims.isEmpty else { return [] }
    // Sorted by identifier, like in all statements that lock several jobs.
    let claims = claims.sorted { $0.id < $1.id }
    return try await run(
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) f SET lease_end = \(time) + $4
        FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS c (id, owner, token)
        WHERE f.id = c.id AND f.owner = c.owner AND f.token = c.token AND \(isHeld)
        RETURNING f.token
        """,
        .integers(claims.map(\.id.number)), .texts(claims.map(\.owner)),
        .integers(claims.map(\.token)), .integer(TaskTime.nanoseconds(of: lease)))
    )[0].tokens()
  }

  public func cancellations(of owner: String) async throws -> Set<Int64> {
    try await run(
      PostgresStatement(
        """
        SELECT token FROM \(schema("task_job"))
        WHERE cancelling AND state = 'running' AND owner = $1
        """, .text(owner))
    )[0].tokens()
  }

  public func report(_ progress: Double, of claim: JobClaim) async throws -> Bool {
    let answers = try await run(
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) f SET progress = $4
        WHERE f.id = $1 AND f.owner = $2 AND f.token = $3 AND \(isHeld) RETURNING 1
        """,
        .integer(claim.id.number), .text(claim.owner), .integer(claim.token),
        .text("\(min(max(0, progress), 1))")))
    return !answers[0].isEmpty
  }

  public func complete(_ completions: [JobCompletion]) async throws -> Set<Int64> {
    guard !completions.isEmpty else { return [] }
    let completions = completions.sorted { $0.claim.id < $1.claim.id }
    let claims = completions.map(\.claim)
    let ends = completions.map { JobEnd($0.outcome) }
    let steps = completions.filter { $0.claim.flow != nil }
    let flows = Set(steps.filter { !$0.hasSucceeded }.compactMap(\.claim.flow))
    let locks = lock(flows)
    let released = release(after: steps.filter(\.hasSucceeded).map(\.claim.id))
    let waiting = zip(claims, ends).filter { $1.signal != nil }.map(\.0.id)
    let answers = try await run(
      locks + [record(claims, ends)] + released + settle(flows)
        + (waiting.isEmpty ? [] : [wake(waiting)]))
    let accepted = try answers[locks.count].tokens()
    // Waiting jobs may be claimed by another process. The next job is claimed by this process
    // itself.
    let goOn = zip(claims, ends).contains { $1.state == .waiting && accepted.contains($0.token) }
    let isReleased = released.isEmpty ? false : !answers[locks.count + 2].isEmpty
    if goOn || isReleased || !flows.isEmpty { await notify() }
    return accepted
  }

  /// Returns the statement that records the ends of attempts.
  ///
  /// An end that is already recorded is accepted again, because its response may have been lost.
  private func record(_ claims: [JobClaim], _ ends: [JobEnd]) -> PostgresStatement {
    // Most statements suspend no job, and then have fewer parameters.
    let isSuspending = ends.contains(where: \.isSuspended)
    let due = "coalesce(\(isSuspending ? "c.due, " : "")\(time) + c.pause, f.due)"
    return PostgresStatement(
      """
      UPDATE \(schema("task_job")) f SET
        state = CASE WHEN c.state <> 'waiting' THEN c.state WHEN f.cancelling THEN 'cancelled'
          WHEN \(due) <= \(time) THEN 'waiting' ELSE 'delayed' END,
        ended = CASE WHEN c.state <> 'waiting' OR f.cancelling
          THEN coalesce(f.ended, \(time)) END,
        due = \(due), signal = \(isSuspending ? "c.signal" : "NULL"),
        attempt = f.attempt - c.attempts,
        result = coalesce(c.result, f.result), detail = coalesce(c.detail, f.detail),
        holds_key = CASE WHEN c.state <> 'waiting' THEN \(keepsKey(in: "c.state"))
          WHEN f.cancelling THEN \(keepsKey(in: "'cancelled'")) ELSE f.holds_key END
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[],
        $6::bigint[], $7::text[], $8::text[]\(isSuspending ? ", $9::bigint[], $10::text[]" : ""))
        AS c (id, owner, token, state, pause, attempts, result, detail
          \(isSuspending ? ", due, signal" : ""))
      WHERE f.id = c.id AND f.owner = c.owner AND f.token = c.token
        AND (\(isHeld) OR f.ended IS NOT NULL AND f.state = c.state)
      RETURNING f.token
      """,
      [
        .integers(claims.map(\.id.number)), .texts(claims.map(\.owner)),
        .integers(claims.map(\.token)), .texts(ends.map(\.state.rawValue)),
        .integers(ends.map { $0.pause.map(TaskTime.nanoseconds) }),
        .integers(ends.map(\.attempts)), .texts(ends.map(\.result)), .texts(ends.map(\.detail)),
      ]
        + (isSuspending
          ? [.integers(ends.map { $0.due?.nanoseconds }), .texts(ends.map(\.signal))] : []))
  }
}

/// The values with which an outcome changes a job.
private struct JobEnd {
  /// The state, which is ``JobRecord/State/waiting`` for all jobs that continue.
  let state: JobRecord.State
  var pause: Duration?
  /// The time until which a job is suspended, if it is a time of day.
  var due: TaskTime?
  var signal: String?
  var isSuspended: Bool { due != nil || signal != nil }
  /// The number of attempts that do not count.
  var attempts: Int64 = 0
  var result: String?
  var detail: String?

  init(_ outcome: JobCompletion.Outcome) {
    switch outcome {
    case .succeeded(let result):
      state = .succeeded
      self.result = result
    case .retry(let pause, let detail):
      state = .waiting
      self.pause = pause
      self.detail = detail
    case .failed(let detail):
      state = .failed
      self.detail = detail
    case .cancelled: state = .cancelled
    case .skipped(let detail):
      state = .skipped
      self.detail = detail
    case .suspended(let time, let signal):
      state = .waiting
      pause = time.delay
      due = time.time
      self.signal = signal
      attempts = 1
    case .returned:
      state = .waiting
      attempts = 1
    }
  }
}

extension [PostgresRow] {
  /// Reads and sorts jobs that were just claimed.
  fileprivate func claims(
    in queues: [ClaimableQueue], owner: String
  ) throws(UnreadableValue) -> [JobClaim] {
    let order = Dictionary(
      queues.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var claims: [(priority: Int64, claim: JobClaim)] = []
    for var row in self {
      let priority = try row.integer("priority")
      claims.append((priority, try JobClaim(row, owner: owner)))
    }
    return claims.sorted {
      (order[$0.claim.queue] ?? 0, -$0.priority, $0.claim.dueTime, $0.claim.id)
        < (order[$1.claim.queue] ?? 0, -$1.priority, $1.claim.dueTime, $1.claim.id)
    }.map(\.claim)
  }
}

extension [PostgresRow] {
  /// Returns the tokens, which are the first column of each row.
  func tokens() throws(UnreadableValue) -> Set<Int64> {
    var tokens: Set<Int64> = []
    for var row in self { tokens.insert(try row.integer("token")) }
    return tokens
  }
}
