/// The tables of a store in PostgreSQL, with their migrations.
///
/// They are a stable interface, which `Documentation/StoreTables.md` describes.
struct PostgresSchema: Sendable {
  /// The version of the tables.
  static let version: Int64 = 6

  /// The oldest supported server version, as PostgreSQL's number.
  static let oldestServer = 150_000

  let name: String

  /// The SQL expression for the time in nanoseconds since 1970, which is the server's time except
  /// in tests.
  var now = "(extract(epoch FROM clock_timestamp()) * 1000000000)::bigint"

  /// Returns the qualified name of an item in the schema.
  func callAsFunction(_ item: String) -> String { "\(quotedName).\(item)" }

  private var quotedName: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// The channel of hints.
  ///
  /// The payload is the name of a schema, because names of channels are short.
  static let channel = "modularity_kit"

  // MARK: - Preparing

  /// Prepares a session, and migrates the tables to the current version.
  ///
  /// - Throws: An error if the server is too old or the tables have a later version.
  func prepare(_ connection: PostgresConnection) async throws(TaskStoreError) {
    let server = await connection.server
    guard server.version >= Self.oldestServer else {
      throw TaskStoreError(
        .oldServer,
        "PostgreSQL has version \(server.versionText), but a store needs 15 or later: update the "
          + "server."
      )
    }
    // Each of these settings may differ for the database or the user.
    _ = try await connection.run([
      PostgresStatement("SET default_transaction_isolation = 'read committed'"),
      PostgresStatement("SET default_transaction_read_only = off"),
      // A process that is suspended during a transaction must not keep its locks.
      PostgresStatement("SET idle_in_transaction_session_timeout = '5s'"),
      PostgresStatement("SET lock_timeout = '5s'"),
      // Acknowledged changes are on the disk. A stricter setting is kept.
      PostgresStatement(
        """
        SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'
        """),
      PostgresStatement(Self.steadyPlans),
      PostgresStatement("LISTEN \(Self.channel)"),
    ])
    // Usually the tables are current, and then no permission to create tables is required.
    if try await hasTables(connection), try await version(connection) == Self.version { return }
    // One process at a time. Each statement has no effect if it was already applied.
    _ = try await connection.run(
      [PostgresStatement("SELECT pg_advisory_xact_lock(hashtext($1))", .text(name))]
        + first.map { PostgresStatement($0) })
    let found = try await version(connection)
    guard found <= Self.version else {
      throw TaskStoreError(
        .laterVersion,
        """
        the schema '\(name)' has tables of version \(found), but this program supports versions up \
        to \(Self.version): update the program, or give it a schema of its own.
        """)
    }
  }

  /// The statement that makes the query plans of a session independent of statistics.
  ///
  /// A statement is planned once, usually while the tables are almost empty, and then runs on a
  /// million rows. To use an index in any case, all alternatives are made expensive. These costs
  /// must not trigger JIT compilation.
  static let steadyPlans = """
    SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false),
      set_config(name, 'off', false)
    FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashjoin',
      'enable_mergejoin']) AS setting (name)
    """

  private func hasTables(_ connection: PostgresConnection) async throws(TaskStoreError) -> Bool {
    let rows = try await connection.run([presence])
    guard var row = rows.first?.first else { return false }
    return (try? row.integer("count")) == 1
  }

  private func version(_ connection: PostgresConnection) async throws(TaskStoreError) -> Int64 {
    let rows = try await connection.run([latestVersion])
    guard var row = rows.first?.first, let version = try? row.integer("version") else { return 0 }
    return version
  }

  /// The statement that returns 1 if the table of versions exists, and otherwise 0.
  var presence: PostgresStatement {
    PostgresStatement("SELECT count(to_regclass($1))", .text(self("task_store")))
  }

  /// The statement that returns the version of the tables.
  var latestVersion: PostgresStatement {
    PostgresStatement("SELECT max(version) FROM \(self("task_store"))")
  }

  /// The tables.
  ///
  /// A statement has no effect if an earlier version has created its table.
  private var first: [String] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(quotedName)",
      """
      CREATE TABLE IF NOT EXISTS \(self("task_schedule")) (
        task text PRIMARY KEY,
        definition text NOT NULL,
        version bigint NOT NULL,
        next bigint,
        delay bigint NOT NULL,
        latest bigint,
        runs bigint NOT NULL,
        remaining bigint,
        holding boolean NOT NULL,
        paused boolean NOT NULL DEFAULT false
      ) WITH (fillfactor = 70)
      """,
    ] + jobs + flows + traits + steps + fires + [
      "CREATE TABLE IF NOT EXISTS \(self("task_store")) (version bigint PRIMARY KEY)",
      "INSERT INTO \(self("task_store")) (version) VALUES (\(Self.version)) ON CONFLICT DO NOTHING",
    ]
  }

  /// The tables of jobs.
  private var jobs: [String] {
    [
      "CREATE SEQUENCE IF NOT EXISTS \(self("task_job_token"))",
      """
      CREATE TABLE IF NOT EXISTS \(self("task_queue")) (
        queue text PRIMARY KEY,
        paused boolean NOT NULL DEFAULT false
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS \(self("task_job")) (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        queue text NOT NULL,
        priority bigint NOT NULL,
        state text NOT NULL,
        payload text NOT NULL,
        enqueued bigint NOT NULL,
        due bigint NOT NULL,
        attempt bigint NOT NULL DEFAULT 0,
        cancelling boolean NOT NULL DEFAULT false,
        owner text,
        token bigint,
        lease_end bigint,
        begun bigint,
        ended bigint,
        progress double precision,
        result text,
        detail text,
        key text,
        key_end bigint,
        holds_key boolean NOT NULL DEFAULT false,
        retention bigint NOT NULL
      )
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_running
        ON \(self("task_job")) (queue, lease_end) WHERE state = 'running'
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_delayed
        ON \(self("task_job")) (due) WHERE state = 'delayed'
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_cancelling
        ON \(self("task_job")) (owner) WHERE cancelling
      """,
      """
      CREATE UNIQUE INDEX IF NOT EXISTS task_job_key
        ON \(self("task_job")) (name, key) WHERE holds_key
      """,
    ]
  }

  /// The columns for flows, for rates of queues, and for the spans that enqueue jobs.
  private var flows: [String] {
    [
      "ALTER TABLE \(self("task_queue")) ADD COLUMN IF NOT EXISTS next_begin bigint",
      """
      ALTER TABLE \(self("task_job"))
        ADD COLUMN IF NOT EXISTS flow bigint,
        ADD COLUMN IF NOT EXISTS flow_name text,
        ADD COLUMN IF NOT EXISTS step text,
        ADD COLUMN IF NOT EXISTS trace_parent text
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_flow
        ON \(self("task_job")) (flow, id) WHERE flow IS NOT NULL
      """,
      """
      CREATE TABLE IF NOT EXISTS \(self("task_dependency")) (
        job bigint NOT NULL,
        dependency bigint NOT NULL,
        PRIMARY KEY (dependency, job)
      )
      """,
      """
      CREATE INDEX IF NOT EXISTS task_dependency_job
        ON \(self("task_dependency")) (job, dependency)
      """,
    ]
  }

  /// The columns for attempts, tags, expiry and key states of each job, and the index by due time.
  private var traits: [String] {
    [
      """
      ALTER TABLE \(self("task_job"))
        ADD COLUMN IF NOT EXISTS max_attempts bigint,
        ADD COLUMN IF NOT EXISTS tags text,
        ADD COLUMN IF NOT EXISTS expires bigint,
        ADD COLUMN IF NOT EXISTS key_states text
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_next
        ON \(self("task_job")) (queue, priority DESC, due, id) WHERE state = 'waiting'
      """,
      "DROP INDEX IF EXISTS \(self("task_job_waiting"))",
      """
      CREATE INDEX IF NOT EXISTS task_job_expiring ON \(self("task_job")) (expires)
        WHERE expires IS NOT NULL AND begun IS NULL AND ended IS NULL
      """,
    ]
  }

  /// The tables of version 5: steps of jobs, the signals that they wait for, and jobs in an order.
  private var steps: [String] {
    [
      "ALTER TABLE \(self("task_job")) ADD COLUMN IF NOT EXISTS signal text",
      """
      CREATE TABLE IF NOT EXISTS \(self("task_step")) (
        job bigint NOT NULL,
        number bigint NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        result text,
        ended bigint NOT NULL,
        PRIMARY KEY (job, number)
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS \(self("task_signal")) (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job bigint NOT NULL,
        name text NOT NULL,
        payload text NOT NULL,
        sent bigint NOT NULL
      )
      """,
      """
      CREATE INDEX IF NOT EXISTS task_signal_job ON \(self("task_signal")) (job, name, id)
      """,
      "ALTER TABLE \(self("task_job")) ADD COLUMN IF NOT EXISTS order_key text",
      """
      CREATE INDEX IF NOT EXISTS task_job_order ON \(self("task_job")) (name, order_key, id)
        WHERE order_key IS NOT NULL AND ended IS NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_ordered
        ON \(self("task_job")) (queue, priority DESC, due, id)
        WHERE state = 'waiting' AND order_key IS NOT NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_order_running ON \(self("task_job")) (name, order_key)
        WHERE order_key IS NOT NULL AND state = 'running'
      """,
      // The claim decides whether the job is really the next one.
      """
      CREATE OR REPLACE FUNCTION \(self("task_job_order_ended"))() RETURNS trigger
      LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE \(self("task_job"))
        SET state = CASE WHEN due <= NEW.ended THEN 'waiting' ELSE 'delayed' END
        WHERE id = (
          SELECT n.id FROM \(self("task_job")) n
          WHERE n.name = NEW.name AND n.order_key = NEW.order_key AND n.ended IS NULL
            AND n.state = 'blocked' AND NOT EXISTS (
              SELECT FROM \(self("task_dependency")) d
                JOIN \(self("task_job")) b ON b.id = d.dependency
              WHERE d.job = n.id AND b.state <> 'succeeded')
          ORDER BY n.id LIMIT 1);
        RETURN NULL;
      END $$
      """,
      """
      CREATE OR REPLACE TRIGGER task_job_order_ended
        AFTER UPDATE OF ended ON \(self("task_job")) FOR EACH ROW
        WHEN (NEW.order_key IS NOT NULL AND NEW.ended IS NOT NULL AND OLD.ended IS NULL)
        EXECUTE FUNCTION \(self("task_job_order_ended"))()
      """,
    ]
  }

  /// The column with the fire time of jobs that are fires of schedules, with its indexes, and the
  /// migration of the table in which earlier versions kept fires.
  private var fires: [String] {
    let old = self("task_fire")
    return [
      "ALTER TABLE \(self("task_job")) ADD COLUMN IF NOT EXISTS fire bigint",
      """
      CREATE UNIQUE INDEX IF NOT EXISTS task_job_fire
        ON \(self("task_job")) (queue, fire) WHERE fire IS NOT NULL
      """,
      // Their negatives are the identifiers of fires.
      "CREATE SEQUENCE IF NOT EXISTS \(self("task_fire_id"))",
      "DROP INDEX IF EXISTS \(self("task_job_ended"))",
      """
      CREATE INDEX IF NOT EXISTS task_job_kept
        ON \(self("task_job")) ((ended + retention), id) WHERE ended IS NOT NULL AND fire IS NULL
      """,
      """
      CREATE INDEX IF NOT EXISTS task_job_fire_ended
        ON \(self("task_job")) ((ended + retention), id) WHERE ended IS NOT NULL AND fire IS NOT NULL
      """,
      // Earlier versions kept fires for 30 days by default.
      """
      DO $migration$
      BEGIN
        IF to_regclass('\(old.replacing("'", with: "''"))') IS NOT NULL THEN
          LOCK TABLE \(old) IN ACCESS EXCLUSIVE MODE;
          INSERT INTO \(self("task_job")) (id, name, queue, priority, state, payload, enqueued, due,
            fire, attempt, owner, token, lease_end, begun, ended, detail, retention)
          OVERRIDING SYSTEM VALUE
          SELECT -nextval('\(self("task_fire_id").replacing("'", with: "''"))'),
            '\(FireQueue.prefix)' || task, '\(FireQueue.prefix)' || task, 0,
            CASE state WHEN 'due' THEN 'waiting' ELSE state END,
            json_build_object('time', due, 'number', nullif(number, 0),
              'missed', CASE WHEN missed_reason IS NOT NULL THEN missed END, 'since', missed_since,
              'reason', missed_reason),
            due, due, due, claims, owner, token, lease_end, begun, ended, detail,
            30::bigint * 86400 * 1000000000
          FROM \(old) ORDER BY due, task;
          PERFORM setval('\(self("task_job_token").replacing("'", with: "''"))', greatest(
            nextval('\(self("task_job_token").replacing("'", with: "''"))'),
            nextval('\(self("task_token").replacing("'", with: "''"))')));
          DROP TABLE \(old);
          DROP SEQUENCE \(self("task_token"));
        END IF;
      END
      $migration$
      """,
    ]
  }
}
