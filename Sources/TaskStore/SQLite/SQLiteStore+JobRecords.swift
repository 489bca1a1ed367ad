import TaskKit

// Reading jobs, and changing jobs of other processes.
extension SQLiteStore {
  static let select = """
    SELECT id, name, queue, priority, state, payload, enqueued, due, attempt, cancelling, owner,
      token, begun, ended, progress, result, detail, max_attempts, tags, expires, trace_parent,
      order_key, signal, flow, flow_name, step,
      CASE WHEN flow IS NOT NULL THEN (
        SELECT group_concat(dependency) FROM task_dependency WHERE job = task_job.id) END
    FROM task_job
    """

  /// The condition of a filter, with the values of ``values(of:)``.
  ///
  /// It has only what the filter names, so that SQLite finds jobs by their identifiers or flow
  /// without reading the others.
  private static func fits(_ filter: JobFilter) -> String {
    let conditions = [
      filter.ids.map { _ in "id IN (SELECT value FROM json_each(?1))" },
      filter.name.map { _ in "name = ?2" },
      filter.queueCondition("?3"),
      filter.states.map { _ in "state IN (SELECT value FROM json_each(?4))" },
      filter.flow.map { _ in "flow = ?6" },
      filter.tag.map { _ in "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?7)" },
      filter.before.map { _ in "id < ?8" },
      filter.text.map { _ in
        "(instr(payload, ?9) > 0 OR instr(key, ?9) > 0 OR instr(detail, ?9) > 0)"
      },
    ]
    return conditions.compactMap(\.self).joined(separator: " AND ")
  }

  private func values(of filter: JobFilter) -> [SQLiteValue] {
    func value(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
    return [
      value(filter.ids.map { JobJSON.list($0.map(\.number)) }), value(filter.name),
      value(filter.queue), value(filter.states.map { JobJSON.list($0.map(\.rawValue)) }),
      .integer(Int64(max(0, filter.limit))),
      filter.flow.map { .integer($0.number) } ?? .null, value(filter.tag),
      filter.before.map { .integer($0.number) } ?? .null, value(filter.text),
    ]
  }

  public func jobs(_ filter: JobFilter) throws -> [JobRecord] {
    try database.rows(
      "\(Self.select) WHERE \(Self.fits(filter)) ORDER BY \(filter.order) LIMIT ?5",
      values(of: filter)
    ).compactMap { try? JobRecord(SQLiteRow($0)) }
  }

  public func count(_ filter: JobFilter) throws -> Int {
    let rows = try database.rows(Self.counting(filter), values(of: filter))
    return Int(rows.first?.first?.integer ?? 0)
  }

  /// Returns the query that counts the jobs of a filter.
  ///
  /// It looks for each state separately, because the states of open jobs have their own indexes.
  static func counting(_ filter: JobFilter) -> String {
    var others = filter
    others.states = nil
    let condition = fits(others)
    // With a sign, SQLite does not look for open jobs by their identifiers, and so among all jobs.
    let ofOpen = condition.replacing("id > 0", with: "+id > 0")
    let states = filter.states.map { states in
      Set(states).map { state in
        "\(JobRecord.State.open.contains(state) ? ofOpen : condition) AND state = '\(state.rawValue)'"
      }.sorted()
    }
    let found = (states.map { $0.isEmpty ? ["0"] : $0 } ?? [condition])
      .map { "SELECT 1 FROM task_job WHERE \($0)" }
    return "SELECT count(*) FROM (\(found.joined(separator: " UNION ALL ")) LIMIT ?5)"
  }

  public func cancel(_ filter: JobFilter) throws -> Int {
    try change(
      filter, where: "cancelling = 0 AND state IN ('blocked', 'delayed', 'waiting', 'running')",
      """
      UPDATE task_job SET
        state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END,
        cancelling = state = 'running',
        ended = CASE WHEN state = 'running' THEN NULL ELSE ?2 END,
        holds_key = CASE WHEN state = 'running' THEN holds_key
          ELSE \(Self.keepsKey(in: "'cancelled'")) END
      """)
  }

  public func retry(_ filter: JobFilter) throws -> Int {
    try change(
      filter, where: "state IN ('failed', 'cancelled')",
      """
      UPDATE OR IGNORE task_job SET
        state = CASE WHEN \(Self.isBlocked) THEN 'blocked' ELSE 'waiting' END,
        attempt = 0, cancelling = 0, due = ?2, begun = NULL, expires = NULL, ended = NULL,
        holds_key = key IS NOT NULL
      """)
  }

  public func makeDue(_ filter: JobFilter) throws -> Int {
    try change(
      filter, where: "state = 'delayed'",
      "UPDATE task_job SET state = 'waiting', due = min(due, ?2)"
    ) { database, ids throws(TaskStoreError) in
      try database.run(
        """
        UPDATE task_step SET ended = ?2
        WHERE job IN (SELECT value FROM json_each(?1)) AND kind = 'sleep' AND ended > ?2
        """, ids, .time(clock.now()))
    }
  }

  /// Changes jobs that match a filter, and the steps after them.
  ///
  /// `other` is another change of the chosen jobs, and gets their identifiers in JSON.
  ///
  /// - Returns: The number of jobs that the statement itself has changed.
  private func change(
    _ filter: JobFilter, where condition: String, _ statement: String,
    and other: (SQLiteDatabase, SQLiteValue) throws(TaskStoreError) -> Void = { _, _ in }
  ) throws -> Int {
    let database = try database
    let count = try database.transaction { () throws(TaskStoreError) in
      let chosen = try database.rows(
        """
        SELECT id, flow FROM task_job WHERE \(Self.fits(filter)) AND \(condition)
        ORDER BY id DESC LIMIT ?5
        """, values(of: filter))
      guard !chosen.isEmpty else { return 0 }
      let ids = SQLiteValue.text(JobJSON.list(chosen.compactMap { $0[0].integer }))
      let count = try database.run(
        "\(statement) WHERE id IN (SELECT value FROM json_each(?1))", ids, .time(clock.now()))
      try other(database, ids)
      try settle(Set(chosen.compactMap { $0[1].integer }.map { JobID($0) }), database)
      return count
    }
    if count > 0 { ring() }
    return count
  }

  public func setPaused(_ isPaused: Bool, queue: String) throws {
    let database = try database
    try database.run(
      """
      INSERT INTO task_queue (queue, paused) VALUES (?, ?)
      ON CONFLICT (queue) DO UPDATE SET paused = excluded.paused
      """, .text(queue), .integer(isPaused ? 1 : 0))
    ring()
  }

  public func queues() throws -> [JobQueueRecord] {
    let database = try database
    var queues: [String: JobQueueRecord] = [:]
    for row in try database.rows("SELECT queue FROM task_queue WHERE paused = 1") {
      guard let name = row[0].text else { continue }
      queues[name] = JobQueueRecord(name: name, isPaused: true)
    }
    for row in try database.rows(
      """
      SELECT queue, state, count(*), min(due) FROM task_job WHERE fire IS NULL
      GROUP BY queue, state
      """)
    {
      guard let name = row[0].text, let state = row[1].text, let count = row[2].integer else {
        continue
      }
      queues[name, default: JobQueueRecord(name: name)].note(
        Int(count), JobRecord.State(rawValue: state), firstDueTime: row[3].integer)
    }
    return queues.values.sorted { $0.name < $1.name }
  }

  public func delete(_ filter: JobFilter) throws -> Int {
    try removeJobs(
      """
      SELECT id FROM task_job AS j WHERE \(Self.fits(filter)) AND ended IS NOT NULL
        AND \(Self.isOfNoOpenFlow)
      ORDER BY id DESC LIMIT ?5
      """
    ) { _ in values(of: filter) }
  }

  public func pruneJobs(limit: Int) throws -> Int {
    // Each has an index of its own.
    try ["fire IS NULL", "fire IS NOT NULL"].reduce(0) { count, kind in
      try count
        + removeJobs(
          """
          SELECT id FROM task_job AS j
          WHERE ended IS NOT NULL AND \(kind) AND ended + retention < ? AND \(Self.isOfNoOpenFlow)
          ORDER BY ended + retention, id LIMIT ?
          """
        ) { _ in [.time(clock.now()), .integer(Int64(max(0, limit - count)))] }
    }
  }

  public func pruneJobs(beyond count: Int, bytes: Int, limit: Int) throws -> Int {
    try removeJobs(
      """
      SELECT id FROM (
        SELECT id, flow, ended + retention AS last FROM task_job
        WHERE ended IS NOT NULL AND fire IS NULL
        ORDER BY ended + retention DESC, id DESC LIMIT -1 OFFSET ?
      ) AS j WHERE \(Self.isOfNoOpenFlow) ORDER BY last, id LIMIT ?
      """
    ) { database throws(TaskStoreError) in
      let kept = try numberOfKeptJobs(atMost: count, bytes: bytes, database)
      return [.integer(kept), .integer(Int64(max(0, limit)))]
    }
  }

  /// Returns the number of ended jobs that fit into a limit in bytes, starting with the jobs whose
  /// retention ends last.
  private func numberOfKeptJobs(
    atMost count: Int, bytes: Int, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Int64 {
    // Summed here, because window functions require SQLite 3.25 and a store supports 3.24.
    var (kept, size) = (Int64(0), Int64(0))
    let sizes = try database.rows(
      """
      SELECT length(CAST(payload AS BLOB)) + coalesce(length(CAST(result AS BLOB)), 0)
      FROM task_job WHERE ended IS NOT NULL AND fire IS NULL
      ORDER BY ended + retention DESC, id DESC LIMIT ?
      """, .integer(Int64(max(0, count))))
    for row in sizes {
      size += row.first?.integer ?? 0
      guard size <= bytes else { break }
      kept += 1
    }
    return kept
  }

  /// The condition that a job `j` does not belong to a flow with a step that has not ended.
  private static let isOfNoOpenFlow = """
    (flow IS NULL OR NOT EXISTS (
      SELECT 1 FROM task_job AS s WHERE s.flow = j.flow AND s.ended IS NULL))
    """

  /// Removes the jobs that a query finds, with values from the same transaction.
  private func removeJobs(
    _ query: String, _ values: (SQLiteDatabase) throws(TaskStoreError) -> [SQLiteValue]
  ) throws -> Int {
    let database = try database
    return try database.transaction { () throws(TaskStoreError) in
      let removed = try database.rows(query, try values(database))
      guard !removed.isEmpty else { return 0 }
      let list = SQLiteValue.text(JobJSON.list(removed.compactMap { $0.first?.integer }))
      let these = "(SELECT value FROM json_each(?))"
      try database.run("DELETE FROM task_dependency WHERE job IN \(these)", list)
      try database.run("DELETE FROM task_dependency WHERE dependency IN \(these)", list)
      try database.run("DELETE FROM task_step WHERE job IN \(these)", list)
      try database.run("DELETE FROM task_signal WHERE job IN \(these)", list)
      return try database.run("DELETE FROM task_job WHERE id IN \(these)", list)
    }
  }
}
