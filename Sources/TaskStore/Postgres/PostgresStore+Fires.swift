import TaskKit

extension PostgresStore {
  /// The condition that a fire can be claimed.
  private nonisolated var isClaimable: String {
    """
    f.state IN ('due', 'running') AND (f.state = 'due' OR f.lease_end <= \(schema.now))
    """
  }

  /// The condition that a lease has not ended.
  private nonisolated var isHeld: String {
    "f.state = 'running' AND f.lease_end > \(schema.now)"
  }

  /// The fire time from which fires of a schedule `s` with the floor `t.floor` may be open.
  nonisolated var floor: String {
    "CASE WHEN s.latest < t.floor THEN \(Int64.min) ELSE t.floor END"
  }

  public func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) async throws -> [TaskClaim] {
    guard limit > 0 else { return [] }
    var statements = statements(toClaim: tasks, as: owner, for: lease, atMost: limit)
    // The search comes first, so that no schedule is locked while it runs.
    let look = floors.look(at: monotonic())
    if let look { statements.insert(statement(for: look, of: tasks), at: 0) }
    var answers = try await run(statements)
    if let look { try floors.take(answers.removeFirst(), of: look, at: monotonic()) }
    let order = Dictionary(
      tasks.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    return try answers[1].map { try TaskClaim($0, owner: owner) }.sorted {
      (order[$0.task] ?? 0, $0.fireTime) < (order[$1.task] ?? 0, $1.fireTime)
    }
  }

  /// Returns the statements that lock schedules and claim their fires.
  ///
  /// The lock of a schedule enforces its width: running fires are counted by a separate statement,
  /// which sees everything that others did before this process got the lock. A setting of the
  /// transaction passes the locked schedules to it, so that both can be sent at once. If another
  /// process is currently claiming fires of a task, the task is skipped.
  func statements(
    toClaim tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) -> [PostgresStatement] {
    let names = PostgresValue.texts(tasks.map(\.name))
    let floors = floors.values(of: tasks.map(\.name))
    // With a join, the server might read all schedules, and all tasks before it applies the limit.
    let floorOfTask = "(SELECT \(floor) FROM \(schema("task_schedule")) s WHERE s.task = t.task)"
    return [
      PostgresStatement(
        """
        SELECT set_config('modularity_kit.locked', coalesce(array_agg(task), '{}')::text, true)
        FROM (
          SELECT s.task FROM unnest($1::text[], $2::bigint[]) AS t (task, floor)
          JOIN \(schema("task_schedule")) s USING (task)
          WHERE s.task = ANY($1) AND EXISTS (
            SELECT FROM \(schema("task_fire")) f
            WHERE f.task = s.task AND f.due >= \(floor) AND \(isClaimable))
          FOR UPDATE OF s SKIP LOCKED
        ) AS locked
        """, names, floors),
      PostgresStatement(
        """
        UPDATE \(schema("task_fire")) f
        SET state = 'running', owner = $5, token = nextval($7), claims = f.claims + 1,
          lease_end = \(schema.now) + $6, begun = \(schema.now)
        FROM (
          SELECT t.task, c.due
          FROM unnest($1::text[], $2::bigint[], $3::bigint[])
            WITH ORDINALITY AS t (task, floor, width, position),
          LATERAL (
            SELECT f.due FROM \(schema("task_fire")) f
            WHERE f.task = t.task AND f.due >= \(floorOfTask) AND \(isClaimable)
            ORDER BY f.due
            LIMIT greatest(0, least($4::bigint, t.width - (
              SELECT count(*) FROM \(schema("task_fire")) f
              WHERE f.task = t.task AND f.due >= \(floorOfTask) AND \(isHeld))))
          ) AS c
          WHERE t.task = ANY((SELECT current_setting('modularity_kit.locked'))::text[])
          ORDER BY t.position, c.due LIMIT $4::bigint
        ) AS chosen
        WHERE f.task = chosen.task AND f.due = chosen.due AND \(isClaimable)
        RETURNING f.task, f.due, f.number, f.missed, f.missed_reason, f.token, f.claims, f.begun
        """,
        names, floors, .integers(tasks.map { Int64($0.width) }), .integer(limit), .text(owner),
        .integer(TaskTime.nanoseconds(of: lease)), .text(schema("task_token"))),
    ]
  }

  /// Returns the statement that searches for the floors of tasks.
  private func statement(
    for look: FireTimeFloors.Look, of tasks: [ClaimableTask]
  ) -> PostgresStatement {
    let names = tasks.map(\.name)
    return PostgresStatement(
      """
      SELECT s.task, least(s.latest, (
          SELECT min(f.due) FROM \(schema("task_fire")) f
          WHERE f.task = s.task AND f.due >= \(floor) AND f.state IN ('due', 'running'))),
        (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000000000)::bigint
      FROM unnest($1::text[], $2::bigint[]) AS t (task, floor)
      JOIN \(schema("task_schedule")) s USING (task)
      WHERE s.task = ANY($1)
      """, .texts(names), floors.values(of: names, for: look))
  }

  public func renew(_ claims: [TaskClaim], for lease: Duration) async throws -> Set<Int64> {
    guard !claims.isEmpty else { return [] }
    return try await run(
      PostgresStatement(
        """
        UPDATE \(schema("task_fire")) f SET lease_end = \(schema.now) + $5
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[])
          AS c (task, due, owner, token)
        WHERE f.task = c.task AND f.due = c.due AND f.owner = c.owner AND f.token = c.token
          AND \(isHeld)
        RETURNING f.token
        """,
        .texts(claims.map(\.task)), .integers(claims.map(\.fireTime.nanoseconds)),
        .texts(claims.map(\.owner)), .integers(claims.map(\.token)),
        .integer(TaskTime.nanoseconds(of: lease)))
    )[0].tokens()
  }

  public func complete(_ completions: [TaskCompletion]) async throws -> Set<Int64> {
    guard !completions.isEmpty else { return [] }
    let claims = completions.map(\.claim)
    // A completion that is already recorded is accepted again, because its response may have been
    // lost.
    let accepted = try await run(
      PostgresStatement(
        """
        UPDATE \(schema("task_fire")) f SET state = c.state, detail = c.detail,
          ended = CASE WHEN c.state = 'due' THEN NULL ELSE coalesce(f.ended, \(schema.now)) END,
          claims = f.claims - CASE WHEN c.state = 'due' THEN 1 ELSE 0 END
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[])
          AS c (task, due, owner, token, state, detail)
        WHERE f.task = c.task AND f.due = c.due AND f.owner = c.owner AND f.token = c.token
          AND (\(isHeld) OR f.ended IS NOT NULL AND f.state = c.state)
        RETURNING f.token
        """,
        .texts(claims.map(\.task)), .integers(claims.map(\.fireTime.nanoseconds)),
        .texts(claims.map(\.owner)), .integers(claims.map(\.token)),
        .texts(completions.map(\.state.rawValue)), .texts(completions.map(\.detail)))
    )[0].tokens()
    // Returned fires wait for another process. The next fire is claimed by this process itself.
    if completions.contains(where: { $0.state == .due && accepted.contains($0.claim.token) }) {
      await notify()
    }
    return accepted
  }

  public func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord] {
    let answers = try await run(
      PostgresStatement(
        """
        SELECT task, due, state, number, missed, missed_since, missed_reason, owner, token, claims,
          begun, ended, detail
        FROM \(schema("task_fire")) WHERE \(task == nil ? "$1::text IS NULL" : "task = $1")
        ORDER BY due DESC, task LIMIT $2
        """, .text(task), .integer(max(0, limit))))
    return answers[0].compactMap { try? LedgerRecord($0) }
  }

  public func prune(olderThan age: Duration, limit: Int) async throws -> Int {
    let answers = try await run(
      PostgresStatement(
        """
        DELETE FROM \(schema("task_fire")) WHERE (task, due) IN (
          SELECT task, due FROM \(schema("task_fire"))
          WHERE ended IS NOT NULL AND ended < \(schema.now) - $1
          ORDER BY ended, task, due LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING 1
        """, .integer(TaskTime.nanoseconds(of: age)), .integer(max(0, limit))))
    return answers[0].count
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

extension TaskClaim {
  /// Reads the columns of a fire that was just claimed.
  fileprivate init(_ row: PostgresRow, owner: String) throws(UnreadableValue) {
    var row = row
    let task = try row.text("task")
    let fireTime = try row.time("due")
    let number = Int(try row.integer("number"))
    let count = Int(try row.integer("missed"))
    let reason = try row.optionalText("missed_reason").flatMap(TaskMissReason.init)
    let token = try row.integer("token")
    let record = LedgerRecord(
      task: task, fireTime: fireTime, state: .running, number: number,
      missed: reason.map { MissedFires(count: count, since: fireTime, reason: $0) },
      claims: Int(try row.integer("claims")))
    self.init(
      record, owner: owner, token: token, startTime: try row.time("begun"))
  }
}
