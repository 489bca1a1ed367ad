import TaskKit

// Looking at jobs, and changing those of others.
extension PostgresStore {
  public func jobs(_ filter: JobFilter) async throws -> [JobRecord] {
    let chosen = choice(filter)
    return try await run(
      PostgresStatement(
        """
        SELECT id, name, queue, priority, state, payload, enqueued, due, attempt, cancelling, owner,
          token, begun, ended, progress, result, detail
        FROM \(chosen.sql)
        """, chosen.values)
    )[0].compactMap { try? JobRecord($0) }
  }

  /// Returns what follows `FROM` to choose the jobs that fit a filter, the latest first.
  ///
  /// It has the conditions that are given, and no others, so that its plan fits them.
  private func choice(_ filter: JobFilter, _ condition: String? = nil) -> PostgresStatement {
    var conditions = condition.map { [$0] } ?? []
    var values = [PostgresValue.integer(max(0, filter.limit))]
    func add(_ condition: (_ parameter: String) -> String, _ value: PostgresValue) {
      values.append(value)
      conditions.append(condition("$\(values.count)"))
    }
    if let ids = filter.ids { add({ "id = ANY(\($0)::bigint[])" }, .integers(ids.map(\.number))) }
    if let name = filter.name { add({ "name = \($0)" }, .text(name)) }
    if let queue = filter.queue { add({ "queue = \($0)" }, .text(queue)) }
    if let states = filter.states {
      add({ "state = ANY(\($0)::text[])" }, .texts(states.map(\.rawValue)))
    }
    let all = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    return PostgresStatement("\(schema("task_job")) \(all) ORDER BY id DESC LIMIT $1", values)
  }

  public func cancel(_ filter: JobFilter) async throws -> Int {
    let isOpen = "state IN ('delayed', 'waiting', 'running') AND NOT cancelling"
    let chosen = choice(filter, isOpen)
    return try await change(
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) SET
          state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END,
          cancelling = state = 'running',
          ended = CASE WHEN state = 'running' THEN NULL ELSE \(time) END,
          holds_key = holds_key AND (state = 'running' OR coalesce(key_end > \(time), false))
        WHERE id = ANY(ARRAY(SELECT id FROM \(chosen.sql))) AND \(isOpen)
        RETURNING 1
        """, chosen.values))
  }

  public func retry(_ filter: JobFilter) async throws -> Int {
    let hasEnded = "state IN ('failed', 'cancelled')"
    let chosen = choice(filter, hasEnded)
    // Of several with one key, the latest runs again, if no other job has it by now.
    return try await change(
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) o SET holds_key = false
        FROM (SELECT id, name, key FROM \(chosen.sql)) AS c
        WHERE o.holds_key AND o.name = c.name AND o.key = c.key AND o.id <> c.id
          AND o.ended IS NOT NULL AND o.key_end <= \(time)
        """, chosen.values),
      PostgresStatement(
        """
        UPDATE \(schema("task_job")) SET state = 'waiting', attempt = 0, cancelling = false,
          due = \(time), ended = NULL, holds_key = key IS NOT NULL
        WHERE id = ANY(ARRAY(
          SELECT id FROM (
            SELECT id, name, key, holds_key, row_number() OVER (
              PARTITION BY name, key ORDER BY holds_key DESC, id DESC) AS position
            FROM (SELECT id, name, key, holds_key FROM \(chosen.sql)) AS c
          ) AS c
          WHERE key IS NULL OR holds_key OR position = 1 AND NOT EXISTS (
            SELECT FROM \(schema("task_job")) o
            WHERE o.holds_key AND o.name = c.name AND o.key = c.key)
        )) AND \(hasEnded)
        RETURNING 1
        """, chosen.values))
  }

  /// Runs statements, and gives a hint if the last has changed jobs.
  ///
  /// - Returns: The number of these jobs.
  private func change(_ statements: PostgresStatement...) async throws -> Int {
    let count = try await run(statements).last?.count ?? 0
    if count > 0 { await notify() }
    return count
  }

  public func setPaused(_ isPaused: Bool, queue: String) async throws {
    _ = try await run(
      PostgresStatement(
        """
        INSERT INTO \(schema("task_queue")) (queue, paused) VALUES ($1, $2)
        ON CONFLICT (queue) DO UPDATE SET paused = excluded.paused
        """, .text(queue), .boolean(isPaused)))
    await notify()
  }

  public func queues() async throws -> [JobQueueRecord] {
    let answers = try await run(
      PostgresStatement("SELECT queue FROM \(schema("task_queue")) WHERE paused"),
      PostgresStatement(
        "SELECT queue, state, count(*) FROM \(schema("task_job")) GROUP BY queue, state"))
    var queues: [String: JobQueueRecord] = [:]
    for row in answers[0] {
      var row = row
      let name = try row.text("queue")
      queues[name] = JobQueueRecord(name: name, isPaused: true)
    }
    for row in answers[1] {
      var row = row
      let name = try row.text("queue")
      let state = JobRecord.State(rawValue: try row.text("state"))
      queues[name, default: JobQueueRecord(name: name)].counts[state] = Int(
        try row.integer("count"))
    }
    return queues.values.sorted { $0.name < $1.name }
  }

  public func pruneJobs(limit: Int) async throws -> Int {
    let answers = try await run(
      PostgresStatement(
        """
        DELETE FROM \(schema("task_job")) WHERE id = ANY(ARRAY(
          SELECT id FROM \(schema("task_job"))
          WHERE ended IS NOT NULL AND ended + retention < \(time)
          ORDER BY ended + retention, id LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING 1
        """, .integer(max(0, limit))))
    return answers[0].count
  }
}

extension JobRecord {
  /// Reads the columns of a job.
  fileprivate init(_ row: PostgresRow) throws(UnreadableValue) {
    var row = row
    self.init(
      id: JobID(try row.integer("id")), name: try row.text("name"), queue: try row.text("queue"),
      priority: Int(try row.integer("priority")), state: State(rawValue: try row.text("state")),
      payload: try row.text("payload"),
      enqueued: TaskTime(nanoseconds: try row.integer("enqueued")),
      due: TaskTime(nanoseconds: try row.integer("due")),
      attempt: Int(try row.integer("attempt")), isCancelling: try row.boolean("cancelling"),
      owner: try row.optionalText("owner"), token: try row.optionalInteger("token"),
      begun: try row.time("begun"), ended: try row.time("ended"),
      progress: try row.optionalText("progress").flatMap(Double.init),
      result: try row.optionalText("result"), detail: try row.optionalText("detail"))
  }
}
