import ModularityTestSupport
import Testing

@testable import TaskStore

/// Stores in PostgreSQL with tables of other versions.
@Suite(.needsPostgres) struct PostgresMigrationTests {
  @Test func `Tables of a later version are an error that says so`() async throws {
    let subject = try await PostgresSubject()
    try await subject.store().open()
    let later = PostgresSchema.version + 1
    try await subject.server.run(
      "INSERT INTO \"\(subject.schema)\".task_store VALUES (\(later))")
    let error = await #expect(throws: TaskStoreError.self) { try await subject.store().open() }
    #expect(error?.code == .laterVersion)
    #expect(error?.message.contains("version \(later)") == true)
  }

  @Test(arguments: [2, 3, 4, 5])
  func `The tables of an earlier version are brought forward, with what they have`(
    version: Int
  ) async throws {
    let subject = try await PostgresSubject()
    try await subject.store().open()
    let schema = "\"\(subject.schema)\""
    try await subject.server.run(
      """
      ALTER TABLE \(schema).task_job DROP fire;
      DELETE FROM \(schema).task_store;
      INSERT INTO \(schema).task_store VALUES (\(version));
      INSERT INTO \(schema).task_job (name, queue, priority, state, payload, enqueued, due, retention)
        VALUES ('job', 'default', 0, 'waiting', '1', 0, 0, 0);
      """)
    if version < 5 {
      try await subject.server.run(
        """
        DROP TABLE \(schema).task_step, \(schema).task_signal;
        ALTER TABLE \(schema).task_job DROP signal, DROP order_key CASCADE;
        """)
    }
    if version < 4 {
      try await subject.server.run(
        """
        DROP INDEX \(schema).task_job_next, \(schema).task_job_expiring;
        CREATE INDEX task_job_waiting
          ON \(schema).task_job (queue, priority DESC, id) WHERE state = 'waiting';
        ALTER TABLE \(schema).task_job
          DROP max_attempts, DROP tags, DROP expires, DROP key_states;
        """)
    }
    if version < 3 {
      try await subject.server.run(
        """
        DROP TABLE \(schema).task_dependency;
        ALTER TABLE \(schema).task_job DROP flow, DROP flow_name, DROP step, DROP trace_parent;
        ALTER TABLE \(schema).task_queue DROP next_begin;
        """)
    }
    let store = subject.store()
    try await store.open()
    let indexes = try await subject.server.run(
      """
      SELECT indexname FROM pg_indexes WHERE schemaname = '\(subject.schema)'
        AND indexname IN ('task_job_next', 'task_job_waiting')
      """)
    #expect(indexes == "task_job_next\n")
    let ids = try await store.enqueue(
      NewFlow("flow", [.init("step", NewJob(name: "job", payload: "2"))]))
    #expect(try await store.jobs(JobFilter()).map(\.payload) == ["2", "1"])
    #expect(try await store.jobs(.flow(ids[0])).map(\.payload) == ["2"])
  }

  @Test func `Fires of version 4 become jobs, with their state, lease, token and ledger`()
    async throws
  {
    let subject = try await PostgresSubject()
    let schema = "\"\(subject.schema)\""
    let time = "\(schema).test_time"
    try await subject.store().open()
    try await subject.server.run(
      """
      CREATE TABLE \(time) (now bigint);
      INSERT INTO \(time) VALUES (1893456000000000000);
      ALTER TABLE \(schema).task_job DROP fire;
      DELETE FROM \(schema).task_store;
      INSERT INTO \(schema).task_store VALUES (4);
      CREATE SEQUENCE \(schema).task_token;
      SELECT setval('\(schema).task_token', 6);
      CREATE TABLE \(schema).task_fire (
        task text NOT NULL, due bigint NOT NULL, state text NOT NULL, number bigint NOT NULL,
        missed bigint NOT NULL DEFAULT 0, missed_since bigint, missed_reason text, owner text,
        token bigint, claims bigint NOT NULL DEFAULT 0, lease_end bigint, begun bigint,
        ended bigint, detail text, PRIMARY KEY (task, due));
      \(FiresOfVersion4.schedule(in: "\(schema).task_schedule", isHolding: "false"));
      INSERT INTO \(schema).task_fire (\(FiresOfVersion4.columns)) VALUES
        \(FiresOfVersion4.rows(leaseEnd: "1893456010000000000").map { "(\($0))" }
          .joined(separator: ", "))
      """)
    // Several new processes may start at once.
    let stores = (0..<4).map { _ in
      PostgresStore(
        subject.server.connection, schema: subject.schema, library: nil,
        now: "(SELECT now FROM \(time))")
    }
    try await withThrowingTaskGroup { group in
      for store in stores { group.addTask { try await store.open() } }
      try await group.waitForAll()
    }
    try await FiresOfVersion4.check(stores[0]) { duration in
      try await subject.server.run(
        "UPDATE \(time) SET now = now + \(Int64(duration / .nanoseconds(1)))")
    }
    let left = try await subject.server.run(
      """
      SELECT count(*) FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace
        AND relname IN ('task_fire', 'task_token')
      """)
    #expect(left == "0\n")
  }
}
