import TaskKit

// Reading jobs, and changing jobs of other processes.
extension PostgresStore {
  public func jobs(_ filter: JobFilter) async throws -> [JobRecord] {
    let chosen = choice(filter)
    return try await run(
      PostgresStatement(
        """
        SELECT id, name, queue, priority, state, payload, enqueued, due, attempt, cancelling, owner,
          token, begun, ended, progress, result, detail, max_attempts, tags, expires, trace_parent,
          order_key, signal, flow, flow_name, step,
          CASE WHEN flow IS NOT NULL THEN (
            SELECT string_agg(d.dependency::text, ',') FROM \(schema("task_dependency")) d
            WHERE d.job = f.id) END
        FROM \(chosen.sql)
        """, chosen.values)
    )[0].compactMap { try? JobRecord($0) }
  }

  /// Returns the SQL after `FROM` that selects the jobs that match a filter, starting with the
  /// latest.
  ///
  /// It contains only the given conditions, so that its plan is optimal for them.
  private func choice(_ filter: JobFilter, _ condition: String? = nil) -> PostgresStatement {
    var conditions = condition.map { [$0] } ?? []
    var values = [PostgresValue.integer(max(0, filter.limit))]
    func add(_ condition: (_ parameter: String) -> String, _ value: PostgresValue) {
      values.append(value)
      conditions.append(condition("$\(values.count)"))
    }
    if let ids = filter.ids { add({ "id = ANY(\($0)::bigint[])" }, .integers(ids.map(\.number))) }
    if let name = filter.name { add({ "name = \($0)" }, .text(name)) }
    if let queue = filter.queue, queue != FireQueue.prefix {
      add(filter.queueCondition, .text(queue))
    } else {
      conditions.append(filter.queueCondition(""))
    }
    if let states = filter.states {
      add({ "state = ANY(\($0)::text[])" }, .texts(states.map(\.rawValue)))
    }
    if let flow = filter.flow { add({ "flow = \($0)" }, .integer(flow.number)) }
    if let tag = filter.tag { add({ "tags::jsonb ? \($0)" }, .text(tag)) }
    if let text = filter.text {
      add(
        {
          "(position(\($0) in payload) > 0 OR position(\($0) in key) > 0 "
            + "OR position(\($0) in detail) > 0)"
        }, .text(text))
    }
    if let before = filter.before { add({ "id < \($0)" }, .integer(before.number)) }
    if condition == nil, filter == .fires(of: nil, limit: filter.limit) {
      conditions.append(isAmongLatestFires)
    }
    let all = conditions.joined(separator: " AND ")
    return PostgresStatement(
      "\(schema("task_job")) f WHERE \(all) ORDER BY \(filter.order) LIMIT $1", values)
  }

  /// The condition that a fire is one of the `$1` latest of its task, and that its task is among the
  /// `$1` tasks with the latest fires.
  ///
  /// The `$1` latest fires of all tasks satisfy it. An index of them would make each change of a
  /// fire slower.
  private var isAmongLatestFires: String {
    func latest(_ column: String, _ count: String) -> String {
      """
      SELECT \(column) FROM \(schema("task_job")) l
      WHERE l.queue = q.queue AND l.fire IS NOT NULL ORDER BY l.fire DESC LIMIT \(count)
      """
    }
    return """
      id = ANY(ARRAY(
        SELECT l.id FROM (
          SELECT q.queue FROM (
            SELECT '\(FireQueue.prefix)' || task AS queue FROM \(schema("task_schedule"))
          ) AS q, LATERAL (\(latest("fire", "1"))) AS l
          ORDER BY l.fire DESC, q.queue LIMIT $1
        ) AS q, LATERAL (\(latest("id", "$1"))) AS l))
      """
  }

  public func count(_ filter: JobFilter) async throws -> Int {
    let chosen = choice(filter)
    var rows = try await run(
      PostgresStatement("SELECT count(*) FROM (SELECT FROM \(chosen.sql)) AS f", chosen.values))[0]
    return Int(try rows[0].integer("count"))
  }

  public func cancel(_ filter: JobFilter) async throws -> Int {
    let isOpen = "state IN ('blocked', 'delayed', 'waiting', 'running') AND NOT cancelling"
    return try await change(filter, where: isOpen) { chosen in
      [
        PostgresStatement(
          """
          UPDATE \(schema("task_job")) f SET
            state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END,
            cancelling = state = 'running',
            ended = CASE WHEN state = 'running' THEN NULL ELSE \(time) END,
            holds_key = CASE WHEN state = 'running' THEN holds_key
              ELSE \(keepsKey(in: "'cancelled'")) END
          WHERE id = ANY($1::bigint[]) AND \(isOpen)
          RETURNING 1
          """, chosen)
      ]
    }
  }

  public func retry(_ filter: JobFilter) async throws -> Int {
    let hasEnded = "state IN ('failed', 'cancelled')"
    // If several jobs have the same key, the latest one is retried, unless another job holds the
    // key now.
    return try await change(filter, where: hasEnded) { chosen in
      [
        PostgresStatement(
          """
          UPDATE \(schema("task_job")) o SET holds_key = false
          FROM (
            SELECT id, name, key FROM \(schema("task_job"))
            WHERE id = ANY($1::bigint[]) AND \(hasEnded)
          ) AS c
          WHERE o.holds_key AND o.name = c.name AND o.key = c.key AND o.id <> c.id
            AND o.ended IS NOT NULL AND o.key_end <= \(time)
          """, chosen),
        PostgresStatement(
          """
          UPDATE \(schema("task_job")) f SET
            state = CASE WHEN \(isBlocked) THEN 'blocked' ELSE 'waiting' END,
            attempt = 0, cancelling = false, due = \(time), begun = NULL, expires = NULL, ended = NULL,
            holds_key = key IS NOT NULL
          WHERE id = ANY(ARRAY(
            SELECT id FROM (
              SELECT id, name, key, holds_key, row_number() OVER (
                PARTITION BY name, key ORDER BY holds_key DESC, id DESC) AS position
              FROM \(schema("task_job")) WHERE id = ANY($1::bigint[]) AND \(hasEnded)
            ) AS c
            WHERE key IS NULL OR holds_key OR position = 1 AND NOT EXISTS (
              SELECT FROM \(schema("task_job")) o
              WHERE o.holds_key AND o.name = c.name AND o.key = c.key)
          )) AND \(hasEnded)
          RETURNING 1
          """, chosen),
      ]
    }
  }

  public func makeDue(_ filter: JobFilter) async throws -> Int {
    let isDelayed = "state = 'delayed'"
    return try await change(filter, where: isDelayed) { chosen in
      [
        PostgresStatement(
          """
          UPDATE \(schema("task_step")) SET ended = \(time)
          WHERE job = ANY($1::bigint[]) AND kind = 'sleep' AND ended > \(time)
          """, chosen),
        PostgresStatement(
          """
          UPDATE \(schema("task_job")) SET state = 'waiting', due = least(due, \(time))
          WHERE id = ANY($1::bigint[]) AND \(isDelayed)
          RETURNING 1
          """, chosen),
      ]
    }
  }

  /// Changes jobs that match a filter, and the steps after them, and sends a hint.
  ///
  /// - Returns: The number of jobs that the last statement has changed.
  private func change(
    _ filter: JobFilter, where condition: String,
    _ statements: (_ ids: PostgresValue) -> [PostgresStatement]
  ) async throws -> Int {
    let choice = choice(filter, condition)
    let chosen = try await run(
      PostgresStatement("SELECT id, flow FROM \(choice.sql)", choice.values)
    )[0]
    let (ids, flows) = try idsAndFlows(of: chosen)
    guard !ids.isEmpty else { return 0 }
    let changes = lock(flows) + statements(.integers(ids))
    let answers = try await run(changes + settle(flows))
    let count = answers[changes.count - 1].count
    if count > 0 { await notify() }
    return count
  }

  /// Reads rows with the identifier and the flow of a job.
  func idsAndFlows(
    of rows: [PostgresRow]
  ) throws(UnreadableValue) -> (ids: [Int64], flows: Set<JobID>) {
    var ids: [Int64] = []
    var flows: Set<JobID> = []
    for var row in rows {
      ids.append(try row.integer("id"))
      if let flow = try row.optionalInteger("flow") { flows.insert(JobID(flow)) }
    }
    return (ids, flows)
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
        """
        SELECT queue, state, count(*), min(due) AS first FROM \(schema("task_job")) WHERE fire IS NULL
        GROUP BY queue, state
        """))
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
      let count = Int(try row.integer("count"))
      queues[name, default: JobQueueRecord(name: name)].note(
        count, state, firstDueTime: try row.integer("first"))
    }
    return queues.values.sorted { $0.name < $1.name }
  }

  public func delete(_ filter: JobFilter) async throws -> Int {
    let chosen = choice(filter, "ended IS NOT NULL AND \(isOfNoOpenFlow)")
    return try await removeJobs("SELECT id FROM \(chosen.sql)", chosen.values)
  }

  public func pruneJobs(limit: Int) async throws -> Int {
    var count = 0
    // Each has an index of its own.
    for kind in ["fire IS NULL", "fire IS NOT NULL"] {
      count += try await removeJobs(
        """
        SELECT id FROM \(schema("task_job")) f
        WHERE ended IS NOT NULL AND \(kind) AND ended + retention < \(time) AND \(isOfNoOpenFlow)
        ORDER BY ended + retention, id LIMIT $1 FOR UPDATE SKIP LOCKED
        """, [.integer(max(0, limit - count))])
    }
    return count
  }

  public func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int {
    try await removeJobs(
      """
      SELECT id FROM (
        SELECT id, flow, ended + retention AS last, row_number() OVER latest AS number,
          sum(octet_length(payload) + coalesce(octet_length(result), 0)) OVER latest AS size
        FROM \(schema("task_job")) WHERE ended IS NOT NULL AND fire IS NULL
        WINDOW latest AS (ORDER BY ended + retention DESC, id DESC)
      ) AS f WHERE (number > $2 OR size > $3) AND \(isOfNoOpenFlow) ORDER BY last, id LIMIT $1
      """, [.integer(max(0, limit)), .integer(max(0, count)), .integer(max(0, bytes))])
  }

  /// The condition that a job `f` does not belong to a flow with a step that has not ended.
  private nonisolated var isOfNoOpenFlow: String {
    """
    (flow IS NULL OR NOT EXISTS (
      SELECT FROM \(schema("task_job")) s WHERE s.flow = f.flow AND s.ended IS NULL))
    """
  }

  /// Removes the jobs that a query finds, except jobs that were retried since.
  private func removeJobs(_ query: String, _ values: [PostgresValue]) async throws -> Int {
    try await run(
      PostgresStatement(
        """
        WITH removed AS (
          DELETE FROM \(schema("task_job")) WHERE id = ANY(ARRAY(\(query))) AND ended IS NOT NULL
          RETURNING id
        ), dependencies AS (
          DELETE FROM \(schema("task_dependency"))
          WHERE job = ANY(ARRAY(SELECT id FROM removed))
            OR dependency = ANY(ARRAY(SELECT id FROM removed))
        ), steps AS (
          DELETE FROM \(schema("task_step")) WHERE job = ANY(ARRAY(SELECT id FROM removed))
        ), signals AS (
          DELETE FROM \(schema("task_signal")) WHERE job = ANY(ARRAY(SELECT id FROM removed))
        )
        SELECT id FROM removed
        """, values)
    )[0].count
  }
}
