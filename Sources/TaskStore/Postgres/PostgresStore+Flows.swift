import TaskKit

// Flows, and the states of their steps.
extension PostgresStore {
  public func enqueue(_ flow: NewFlow) async throws -> [JobID] {
    guard !flow.steps.isEmpty else { return [] }
    var keys: Set<JobKey> = []
    for step in flow.steps {
      guard JobKey(step.job).map({ keys.insert($0).inserted }) ?? true else {
        throw TaskStoreError.heldKey(step, by: nil, in: flow)
      }
    }
    let answers: [[PostgresRow]]
    do {
      answers = try await run((keys.isEmpty ? [] : [release(keys)]) + [insert(flow)])
    } catch let error as TaskStoreError where error.code == .database && !keys.isEmpty {
      let holders = try await identifiers(of: keys)
      for step in flow.steps {
        guard let key = JobKey(step.job), let holder = holders[key] else { continue }
        throw TaskStoreError.heldKey(step, by: holder, in: flow)
      }
      throw error
    }
    await notify()
    var ids: [JobID] = []
    for var row in answers.last ?? [] { ids.append(JobID(try row.integer("id"))) }
    return ids
  }

  /// Returns the statement that stores the steps of a flow and their order.
  private func insert(_ flow: NewFlow) -> PostgresStatement {
    let jobs = flow.steps.map(\.job)
    let edges = flow.steps.enumerated().flatMap { step in
      Set(step.element.after).sorted().map { (Int64(step.offset + 1), Int64($0 + 1)) }
    }
    return PostgresStatement(
      """
      WITH step AS (
        SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id, s.*
        FROM unnest(\(Self.columns), $17::text[], $18::boolean[]) WITH ORDINALITY
          AS s (\(Self.columnNames), step, is_blocked, position)
      ), id AS (
        SELECT array_agg(id ORDER BY position) AS list FROM step
      ), job AS (
        INSERT INTO \(schema("task_job")) (\(Self.targets), flow, flow_name, step)
        OVERRIDING SYSTEM VALUE
        SELECT \(Self.values(state: "CASE WHEN j.is_blocked THEN 'blocked' ELSE \(Self.state) END")),
          id.list[1], $19, j.step
        FROM (SELECT \(schema.now) AS now) AS t, id, step AS j
      ), dependency AS (
        INSERT INTO \(schema("task_dependency")) (job, dependency)
        SELECT id.list[e.job], id.list[e.dependency]
        FROM unnest($20::bigint[], $21::bigint[]) AS e (job, dependency), id
      )
      SELECT id FROM step ORDER BY position
      """,
      columns(of: jobs) + [
        .texts(flow.steps.map(\.name)), .texts(flow.steps.map { $0.after.isEmpty ? "f" : "t" }),
        .text(flow.name), .integers(edges.map(\.0)), .integers(edges.map(\.1)),
      ])
  }

  // MARK: - The states of steps

  /// Returns the statements that serialize changes of flows.
  ///
  /// The failure of a step skips other steps, and a retry of a step unblocks them. Both read all
  /// steps of the flow, and neither may miss a change by the other.
  func lock(_ flows: Set<JobID>) -> [PostgresStatement] {
    guard !flows.isEmpty else { return [] }
    return [
      PostgresStatement(
        """
        SELECT pg_advisory_xact_lock(hashtextextended($1, f.id))
        FROM (SELECT unnest($2::bigint[]) AS id ORDER BY 1) AS f
        """, .text(schema.name), .integers(flows.map(\.number).sorted()))
    ]
  }

  /// The condition that steps before a job `f` have not succeeded.
  var isBlocked: String {
    """
    EXISTS (
      SELECT FROM \(schema("task_dependency")) d JOIN \(schema("task_job")) b ON b.id = d.dependency
      WHERE d.job = f.id AND b.state <> 'succeeded')
    """
  }

  private var releasing: String {
    """
    UPDATE \(schema("task_job")) f SET state = CASE WHEN due <= \(time) THEN 'waiting' ELSE 'delayed' END
    WHERE state = 'blocked' AND NOT \(isBlocked)
    """
  }

  /// Returns the statements that unblock steps after succeeded steps.
  ///
  /// If two sessions complete two steps before the same step simultaneously, the second one waits
  /// for the first in the statement that locks, and sees its effects in the next statement.
  func release(after steps: [JobID]) -> [PostgresStatement] {
    guard !steps.isEmpty else { return [] }
    let ids = PostgresValue.integers(steps.map(\.number))
    let after =
      "ARRAY(SELECT job FROM \(schema("task_dependency")) WHERE dependency = ANY($1::bigint[]))"
    return [
      PostgresStatement(
        """
        SELECT id FROM \(schema("task_job")) WHERE id = ANY(\(after)) AND state = 'blocked'
        ORDER BY id FOR UPDATE
        """, ids),
      PostgresStatement("\(releasing) AND f.id = ANY(\(after)) RETURNING 1", ids),
    ]
  }

  /// The steps after failed or cancelled steps, each with the causing step, in the flows of the
  /// first parameter.
  private var skipping: String {
    """
    WITH RECURSIVE skipping (id, cause) AS (
      SELECT d.job, b.id
      FROM \(schema("task_job")) b JOIN \(schema("task_dependency")) d ON d.dependency = b.id
      WHERE b.flow = ANY($1::bigint[]) AND b.state IN ('failed', 'cancelled')
      UNION
      SELECT d.job, s.cause
      FROM skipping s JOIN \(schema("task_dependency")) d ON d.dependency = s.id
    )
    """
  }

  /// Returns the statements that update the states of all steps of flows from the steps before
  /// them.
  func settle(_ flows: Set<JobID>) -> [PostgresStatement] {
    guard !flows.isEmpty else { return [] }
    let ids = PostgresValue.integers(flows.map(\.number))
    return [
      PostgresStatement(
        """
        \(skipping)
        UPDATE \(schema("task_job")) f SET state = 'skipped', ended = \(time),
          holds_key = \(keepsKey(in: "'skipped'")),
          detail = '''' || c.step || ''' (job ' || c.id || '), a step before it, '
            || CASE c.state WHEN 'failed' THEN 'failed: ' || coalesce(c.detail, '')
              ELSE 'was cancelled' END
        FROM (SELECT id, min(cause) AS cause FROM skipping GROUP BY id) AS s
          JOIN \(schema("task_job")) c ON c.id = s.cause
        WHERE f.id = s.id AND f.state = 'blocked'
        """, ids),
      PostgresStatement(
        """
        \(skipping)
        UPDATE \(schema("task_job")) f SET state = 'blocked', ended = NULL, detail = NULL,
          holds_key = key IS NOT NULL AND NOT EXISTS (
            SELECT FROM \(schema("task_job")) h
            WHERE h.name = f.name AND h.key = f.key AND h.holds_key)
        WHERE f.flow = ANY($1::bigint[]) AND f.state = 'skipped'
          AND NOT EXISTS (SELECT FROM skipping s WHERE s.id = f.id)
        """, ids),
      PostgresStatement("\(releasing) AND f.flow = ANY($1::bigint[]) RETURNING 1", ids),
    ]
  }
}
