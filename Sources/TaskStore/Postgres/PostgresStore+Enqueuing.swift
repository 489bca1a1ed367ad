import RecordFormat
import TaskKit

// Storing jobs.
extension PostgresStore {
  public func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob] {
    let insertion = PostgresInsertion(jobs)
    guard !insertion.candidates.isEmpty else { return [] }
    // Without keys, all jobs are new, so the hint can be sent along.
    let hasKeys = !insertion.keys.isEmpty
    let stored = try insertion.read(
      try await run(statements(of: insertion), givesHint: !hasKeys))
    if hasKeys, stored.hasNew || jobs.contains(where: \.isReplacing) { await notify() }
    var enqueued: [EnqueuedJob] = []
    enqueued.reserveCapacity(jobs.count)
    for (job, answer) in zip(jobs, stored.jobs) {
      if let answer {
        enqueued.append(answer)
      } else {
        // The job that held the key has ended between two statements.
        enqueued += try await enqueue([job])
      }
    }
    return enqueued
  }

  /// Returns the statements that store jobs, in one transaction.
  nonisolated func statements(of insertion: PostgresInsertion) -> [PostgresStatement] {
    let (jobs, keys) = (insertion.candidates, insertion.keys)
    guard !keys.isEmpty else { return [insert(jobs, hasKeys: false)] }
    let replacing = insertion.jobs.filter(\.isReplacing)
    return [release(keys), insert(jobs, hasKeys: true), holders(of: keys)]
      + (replacing.isEmpty ? [] : [replace(by: replacing)])
  }

  /// Returns the statement that replaces parts of waiting jobs by the same parts of new jobs with the
  /// same keys.
  ///
  /// If several jobs have the same key, the last one is used.
  private nonisolated func replace(by jobs: [NewJob]) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE \(schema("task_job")) f SET
        payload = CASE WHEN j.parts & 1 <> 0 THEN j.payload ELSE f.payload END,
        tags = CASE WHEN j.parts & 1 <> 0 THEN j.tags ELSE f.tags END,
        due = CASE WHEN j.parts & 2 <> 0 THEN j.time ELSE f.due END,
        expires = CASE WHEN j.parts & 2 <> 0 THEN j.time + j.expiry ELSE f.expires END,
        state = CASE WHEN f.state = 'blocked' OR j.parts & 2 = 0 THEN f.state
          WHEN j.time <= j.now THEN 'waiting' ELSE 'delayed' END,
        priority = CASE WHEN j.parts & 4 <> 0 THEN j.priority ELSE f.priority END
      FROM (
        SELECT DISTINCT ON (j.name, j.key) j.*, t.now, coalesce(j.due, t.now + j.delay) AS time
        FROM (SELECT \(schema.now) AS now) AS t,
          unnest(\(Self.columns), $17::text::bigint[]) WITH ORDINALITY
            AS j (\(Self.columnNames), parts, position)
        ORDER BY j.name, j.key, j.position DESC
      ) AS j
      WHERE $1 <> '' AND f.holds_key AND f.name = j.name AND f.key = j.key
        AND f.state IN ('blocked', 'delayed', 'waiting')
      RETURNING 1
      """, columns(of: jobs) + [.integers(jobs.map { Int64($0.replacing.rawValue) })])
  }

  /// Returns the statement that removes keys from ended jobs after the lifetime of the key.
  nonisolated func release(_ keys: Set<JobKey>) -> PostgresStatement {
    let keys = keys.sorted()
    return PostgresStatement(
      """
      UPDATE \(schema("task_job")) f SET holds_key = false
      FROM unnest($1::text::text[], $2::text::text[]) AS k (name, key)
      WHERE f.holds_key AND f.name = k.name AND f.key = k.key
        AND f.ended IS NOT NULL AND f.key_end <= \(time)
      """, .texts(keys.map(\.name)), .texts(keys.map(\.key)))
  }

  /// Returns the statement that stores jobs.
  ///
  /// Identifiers are assigned in the order of the jobs, and keys are locked in sorted order. Two
  /// sessions that store the same keys therefore never deadlock.
  private nonisolated func insert(_ jobs: [NewJob], hasKeys: Bool) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO \(schema("task_job")) (\(Self.targets))
      OVERRIDING SYSTEM VALUE
      SELECT \(Self.values(state: Self.state))
      FROM (SELECT \(schema.now) AS now) AS t, (
        SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id, j.*
        FROM unnest(\(Self.columns)) AS j (\(Self.columnNames))
      ) AS j
      \(hasKeys ? "ORDER BY j.name, j.key, j.id ON CONFLICT (name, key) WHERE holds_key DO NOTHING" : "")
      RETURNING id, name, CASE WHEN holds_key THEN key END
      """, columns(of: jobs))
  }

  /// The columns of a stored job.
  static let targets = """
    id, name, queue, priority, state, payload, enqueued, due, key, key_end, holds_key, retention,
    trace_parent, max_attempts, tags, expires, key_states, order_key
    """

  /// The parameters for the values of ``columns(of:)``, after the name of the table, and their
  /// names.
  ///
  /// All of them are strings for the server, so that any driver can send them.
  static let columns = """
    $2::text::text[], $3::text::text[], $4::text::bigint[], $5::text::text[], $6::text::bigint[], $7::text::bigint[], $8::text::text[],
    $9::text::bigint[], $10::text::bigint[], $11::text::text[], $12::text::bigint[],
    $13::text::text[], $14::text::bigint[], $15::text::text[], $16::text::text[]
    """
  static let columnNames = """
    name, queue, priority, payload, due, delay, key, lifetime, retention, trace_parent,
    max_attempts, tags, expiry, key_states, order_key
    """

  /// The state of a job `j` that is stored at the time `t.now`.
  static let state =
    "CASE WHEN coalesce(j.due, t.now + j.delay) <= t.now THEN 'waiting' ELSE 'delayed' END"

  /// The values of ``targets`` for a job `j` that is stored at the time `t.now`.
  static func values(state: String) -> String {
    """
    j.id, j.name, j.queue, j.priority, \(state), j.payload, t.now, coalesce(j.due, t.now + j.delay),
    j.key, t.now + j.lifetime, j.key IS NOT NULL, j.retention, j.trace_parent,
    j.max_attempts, j.tags, coalesce(j.due, t.now + j.delay) + j.expiry, j.key_states, j.order_key
    """
  }

  nonisolated func columns(of jobs: [NewJob]) -> [PostgresValue] {
    [
      .text(schema("task_job")), .texts(jobs.map(\.name)), .texts(jobs.map(\.queue)),
      .integers(jobs.map { Int64($0.priority) }), .texts(jobs.map(\.payload)),
      .integers(jobs.map(\.dueTime.time?.nanoseconds)),
      .integers(jobs.map { $0.dueTime.delay.map(TaskTime.nanoseconds) }), .texts(jobs.map(\.key)),
      .integers(jobs.map { $0.keyLifetime.map(TaskTime.nanoseconds) }),
      .integers(jobs.map { TaskTime.nanoseconds(of: $0.retention) }),
      .texts(jobs.map(\.traceParent)),
      .integers(jobs.map { $0.maximumAttempts.map { Int64($0) } }), .texts(jobs.map(\.tagList)),
      .integers(jobs.map { $0.expiry.map(TaskTime.nanoseconds) }),
      .texts(jobs.map(\.keyStateList)), .texts(jobs.map(\.orderKey)),
    ]
  }

  /// Returns the jobs that hold keys.
  func identifiers(of keys: Set<JobKey>) async throws -> [JobKey: JobID] {
    let found = try await run(holders(of: keys))[0].identifiers()
    return Dictionary(
      found.compactMap { job in job.key.map { ($0, job.id) } }, uniquingKeysWith: { $1 })
  }

  private nonisolated func holders(of keys: Set<JobKey>) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT f.id, f.name, f.key
      FROM unnest($1::text::text[], $2::text::text[]) AS k (name, key), \(schema("task_job")) f
      WHERE f.holds_key AND f.name = k.name AND f.key = k.key
      """, .texts(keys.map(\.name)), .texts(keys.map(\.key)))
  }
}

/// A unique key of jobs, with the name of the job.
struct JobKey: Hashable, Comparable {
  let name: String
  let key: String

  init(name: String, key: String) {
    self.name = name
    self.key = key
  }

  init?(_ job: NewJob) {
    guard let key = job.key else { return nil }
    self.init(name: job.name, key: key)
  }

  static func < (left: JobKey, right: JobKey) -> Bool {
    (left.name, left.key) < (right.name, right.key)
  }
}

/// Jobs to store, with the parsing of the server's responses.
struct PostgresInsertion: Sendable {
  let jobs: [NewJob]

  /// The jobs, except the jobs with the same key as an earlier one.
  let candidates: [NewJob]

  /// The keys of the jobs.
  let keys: Set<JobKey>

  init(_ jobs: [NewJob]) {
    var keys: Set<JobKey> = []
    self.jobs = jobs
    candidates = jobs.filter { job in JobKey(job).map { keys.insert($0).inserted } ?? true }
    self.keys = keys
  }

  /// Parses the responses to the statements.
  ///
  /// - Returns: The result for each job, or `nil` if the job that held its key has ended since. And
  ///   whether any job is new.
  func read(
    _ answers: [[PostgresRow]]
  ) throws(UnreadableValue) -> (jobs: [EnqueuedJob?], hasNew: Bool) {
    let new = try answers[keys.isEmpty ? 0 : 1].identifiers()
    let holders = keys.isEmpty ? [] : try answers[2].identifiers()
    var holderByKey: [JobKey?: JobID] = [:]
    for holder in holders + new { holderByKey[holder.key] = holder.id }
    var newKeys = Set(new.compactMap(\.key))
    // Identifiers ascend in the order of the jobs, but the rows arrive in any order.
    var newWithoutKey = new.lazy.filter { $0.key == nil }.map(\.id).sorted()[...]
    let stored = jobs.map { job -> EnqueuedJob? in
      let key = JobKey(job)
      guard let id = key == nil ? newWithoutKey.popFirst() : holderByKey[key] else { return nil }
      return EnqueuedJob(id: id, isNew: key.map { newKeys.remove($0) != nil } ?? true)
    }
    return (stored, !new.isEmpty)
  }
}

extension [PostgresRow] {
  /// Reads the identifiers and the keys of jobs.
  fileprivate func identifiers() throws(UnreadableValue) -> [(id: JobID, key: JobKey?)] {
    var found: [(id: JobID, key: JobKey?)] = []
    found.reserveCapacity(count)
    for var row in self {
      let id = JobID(try row.integer("id"))
      let name = try row.text("name")
      let key = try row.optionalText("key")
      found.append((id, key.map { JobKey(name: name, key: $0) }))
    }
    return found
  }
}

extension JobTime {
  /// The time of day, or `nil` for a delay.
  var time: TaskTime? {
    guard case .at(let time) = kind else { return nil }
    return time
  }

  /// The delay, or `nil` for a time of day.
  var delay: Duration? {
    guard case .after(let delay) = kind else { return nil }
    return delay
  }
}

// Jobs in transactions of callers.
extension PostgresStore: TransactionalJobStore {
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID] {
    try await checkDatabase(of: transaction, at: location)
    let stored = try await store(jobs, in: transaction)
    // Delivered when the transaction is committed, but not if it is rolled back.
    if stored.hasNew || jobs.contains(where: \.isReplacing) {
      _ = try await run(notification, in: transaction)
    }
    return stored.ids
  }

  /// Checks that the tables exist and have the right version, because a failed statement would
  /// abort the transaction.
  nonisolated(nonsending) func checkDatabase(
    of transaction: some JobTransaction, at location: CodeLocation
  ) async throws {
    guard transaction.database == .postgres else {
      throw TaskStoreError.otherDatabase("PostgreSQL", at: location)
    }
    let place = "the schema '\(schema.name)' in the database"
    guard try await number(of: schema.presence, in: transaction) == 1 else {
      throw TaskStoreError.noTables(in: place, at: location)
    }
    let version = try await number(of: schema.latestVersion, in: transaction) ?? 0
    guard version == PostgresSchema.version else {
      throw TaskStoreError.otherVersion(
        version, than: PostgresSchema.version, in: place, at: location)
    }
  }

  private nonisolated(nonsending) func store(
    _ jobs: [NewJob], in transaction: some JobTransaction
  ) async throws -> (ids: [JobID], hasNew: Bool) {
    let insertion = PostgresInsertion(jobs)
    var answers: [[PostgresRow]] = []
    for statement in statements(of: insertion) {
      answers.append(try await run(statement, in: transaction))
    }
    var (stored, hasNew) = try insertion.read(answers)
    // Jobs whose key another job held, which has ended between two statements.
    let missing = stored.indices.filter { stored[$0] == nil }
    if !missing.isEmpty {
      let rest = try await store(missing.map { jobs[$0] }, in: transaction)
      for (index, id) in zip(missing, rest.ids) {
        stored[index] = EnqueuedJob(id: id, isNew: true)
      }
      hasNew = hasNew || rest.hasNew
    }
    return (stored.compactMap { $0?.id }, hasNew)
  }

  private nonisolated(nonsending) func number(
    of statement: PostgresStatement, in transaction: some JobTransaction
  ) async throws -> Int64? {
    var row = try await run(statement, in: transaction).first
    return try row?.optionalInteger("number")
  }

  nonisolated(nonsending) func run(
    _ statement: PostgresStatement, in transaction: some JobTransaction
  ) async throws -> [PostgresRow] {
    let values = statement.values.map { $0.text.map(JobSQLValue.text) ?? .null }
    return try await transaction.run(statement.sql, values).map { PostgresRow($0.map(\.text)) }
  }
}
