import ModularityTestSupport
import TaskStore
import TaskStoreTestSupport
import Testing

@Suite struct ConformanceTests {
  static let checks = TaskStoreConformance.checks + JobStoreConformance.checks

  @Test(arguments: checks)
  func `The store in memory conforms`(check: StoreCheck) async throws {
    let time = ManualStoreClock()
    let store = SQLiteStore(at: nil, clock: time.clock)
    try await check.run(
      on: TaskStoreConformance.Subject(connect: { store }, advance: { time.advance(by: $0) }))
  }

  @Test(arguments: checks)
  func `The store of SQLite conforms`(check: StoreCheck) async throws {
    let time = ManualStoreClock()
    let folder = try TemporaryFolder()
    try await check.run(
      on: TaskStoreConformance.Subject(
        connect: { SQLiteStore(at: folder.path("tasks.sqlite"), clock: time.clock) },
        advance: { time.advance(by: $0) }))
    withExtendedLifetime(folder) {}
  }

  @Test(.needsPostgres, arguments: checks)
  func `The store of PostgreSQL conforms`(check: StoreCheck) async throws {
    try await check.run(on: try await postgresSubject())
  }

  /// Returns an empty store of PostgreSQL, with a time of the test's own that all sessions read.
  private func postgresSubject() async throws -> TaskStoreConformance.Subject {
    let subject = try await PostgresSubject()
    let time = "\"\(subject.schema)\".test_time"
    try await subject.server.run(
      """
      CREATE SCHEMA \"\(subject.schema)\"; CREATE TABLE \(time) (now bigint);
      INSERT INTO \(time) VALUES (1893456000000000000)
      """)
    return TaskStoreConformance.Subject(
      connect: {
        PostgresStore(
          subject.server.connection, schema: subject.schema, library: nil,
          now: "(SELECT now FROM \(time))")
      },
      advance: { duration in
        let nanoseconds = duration / .nanoseconds(1)
        try await subject.server.run("UPDATE \(time) SET now = now + \(Int64(nanoseconds))")
      })
  }
}
