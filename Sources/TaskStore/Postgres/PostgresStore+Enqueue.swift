import TaskKit

// Storing jobs.
extension PostgresStore {
  public func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob] {
    // Of the jobs of one call with one key, at most the first is stored.
    var keys: Set<JobKey> = []
    let candidates = jobs.filter { job in JobKey(job).map { keys.insert($0).inserted } ?? true }
    guard !candidates.isEmpty else { return [] }
    let answers = try await run(
      keys.isEmpty
        ? [insert(candidates, hasKeys: false)]
        : [release(keys), insert(candidates, hasKeys: true), holders(of: keys)])
    let new = try answers[keys.isEmpty ? 0 : 1].identifiers()
    if !new.isEmpty { await notify() }
    let holders = keys.isEmpty ? [] : try answers[2].identifiers()
    var holderByKey: [JobKey?: JobID] = [:]
    for holder in holders + new { holderByKey[holder.key] = holder.id }
    var newKeys = Set(new.compactMap(\.key))
    // Identifiers grow in the order of the jobs, and the rows come in any.
    var newWithoutKey = new.lazy.filter { $0.key == nil }.map(\.id).sorted()[...]

    var enqueued: [EnqueuedJob] = []
    enqueued.reserveCapacity(jobs.count)
    for job in jobs {
      let key = JobKey(job)
      if let id = key == nil ? newWithoutKey.popFirst() : holderByKey[key] {
        enqueued.append(EnqueuedJob(id: id, isNew: key.map { newKeys.remove($0) != nil } ?? true))
      } else {
        // The job with its key has ended between two statements.
        enqueued += try await enqueue([job])
      }
    }
    return enqueued
  }

  /// Returns the statement that takes keys away from jobs that have ended, when the lifetime of the
  /// key has, too.
  func release(_ keys: Set<JobKey>) -> PostgresStatement {
    let keys = keys.sorted()
    return PostgresStatement(
      """
      UPDATE \(schema("task_job")) f SET holds_key = false
      FROM unnest($1::text[], $2::text[]) AS k (name, key)
      WHERE f.holds_key AND f.name = k.name AND f.key = k.key
        AND f.ended IS NOT NULL AND f.key_end <= \(time)
      """, .texts(keys.map(\.name)), .texts(keys.map(\.key)))
  }

  /// Returns the statement that stores jobs.
  ///
  /// They get their identifiers in the order of the jobs, and their keys in the order of these: two
  /// sessions that store the same keys never wait for each other.
  private func insert(_ jobs: [NewJob], hasKeys: Bool) -> PostgresStatement {
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

  /// The columns of a job that is stored.
  static let targets = """
    id, name, queue, priority, state, payload, enqueued, due, key, key_end, holds_key, retention,
    trace_parent
    """

  /// The parameters that ``columns(of:)`` gives values to, after the name of the table, and their
  /// names.
  static let columns = """
    $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
    $9::bigint[], $10::bigint[], $11::text[]
    """
  static let columnNames =
    "name, queue, priority, payload, due, delay, key, lifetime, retention, trace_parent"

  /// The state of a job `j` that is stored at the time `t.now`.
  static let state =
    "CASE WHEN coalesce(j.due, t.now + j.delay) <= t.now THEN 'waiting' ELSE 'delayed' END"

  /// The values of ``targets`` for a job `j` that is stored at the time `t.now`.
  static func values(state: String) -> String {
    """
    j.id, j.name, j.queue, j.priority, \(state), j.payload, t.now, coalesce(j.due, t.now + j.delay),
    j.key, t.now + j.lifetime, j.key IS NOT NULL, j.retention, j.trace_parent
    """
  }

  func columns(of jobs: [NewJob]) -> [PostgresValue] {
    [
      .text(schema("task_job")), .texts(jobs.map(\.name)), .texts(jobs.map(\.queue)),
      .integers(jobs.map { Int64($0.priority) }), .texts(jobs.map(\.payload)),
      .integers(jobs.map(\.due.time?.nanoseconds)),
      .integers(jobs.map { $0.due.delay.map(TaskTime.nanoseconds) }), .texts(jobs.map(\.key)),
      .integers(jobs.map { $0.keyLifetime.map(TaskTime.nanoseconds) }),
      .integers(jobs.map { TaskTime.nanoseconds(of: $0.retention) }),
      .texts(jobs.map(\.traceParent)),
    ]
  }

  /// Returns the jobs that have keys.
  func identifiers(of keys: Set<JobKey>) async throws -> [JobKey: JobID] {
    let found = try await run(holders(of: keys))[0].identifiers()
    return Dictionary(
      found.compactMap { job in job.key.map { ($0, job.id) } }, uniquingKeysWith: { $1 })
  }

  private func holders(of keys: Set<JobKey>) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT f.id, f.name, f.key
      FROM unnest($1::text[], $2::text[]) AS k (name, key), \(schema("task_job")) f
      WHERE f.holds_key AND f.name = k.name AND f.key = k.key
      """, .texts(keys.map(\.name)), .texts(keys.map(\.key)))
  }
}

/// A key of jobs, which one that has not ended has.
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
  /// The time of day, unless it counts from now on.
  fileprivate var time: TaskTime? {
    guard case .at(let time) = kind else { return nil }
    return time
  }

  /// The time from now on, unless it is a time of day.
  fileprivate var delay: Duration? {
    guard case .after(let delay) = kind else { return nil }
    return delay
  }
}
