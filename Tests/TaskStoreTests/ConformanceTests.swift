import ModularityTestSupport
import TaskStore
import TaskStoreTestSupport
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: TaskStoreConformance.checks)
  func `The store in memory conforms`(check: TaskStoreConformance.Check) async throws {
    let time = ManualStoreClock()
    let store = MemoryStore(clock: time.clock)
    try await check.run(
      on: TaskStoreConformance.Subject(connect: { store }, advance: { time.advance(by: $0) }))
  }

  @Test(arguments: TaskStoreConformance.checks)
  func `The store of SQLite conforms`(check: TaskStoreConformance.Check) async throws {
    let time = ManualStoreClock()
    let folder = try TemporaryFolder()
    try await check.run(
      on: TaskStoreConformance.Subject(
        connect: { SQLiteStore(at: folder.path("tasks.sqlite"), clock: time.clock) },
        advance: { time.advance(by: $0) }))
    withExtendedLifetime(folder) {}
  }

  @Test(.needsPostgres, arguments: TaskStoreConformance.checks)
  func `The store of PostgreSQL conforms`(check: TaskStoreConformance.Check) async throws {
    let subject = try await PostgresSubject()
    try await check.run(
      on: TaskStoreConformance.Subject(
        connect: { subject.store() }, advance: { try await Task.sleep(for: $0) }))
  }
}
