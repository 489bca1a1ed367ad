import Testing

@testable import TaskStore

/// Hints that are sent along with statements, whose answers no call waits for.
@Suite(.needsPostgres) struct PostgresHintTests {
  @Test func `Each job that is stored gives another session a hint, and this one none`()
    async throws
  {
    let subject = try await PostgresSubject()
    let (store, other) = (subject.store(), subject.store())
    try await store.open()
    try await other.open()
    var hints = await other.hints().makeAsyncIterator()
    for number in 1...20 {
      let jobs = try await store.enqueue([NewJob(name: "job", payload: "\(number)")])
      #expect(await hints.next() != nil)
      #expect(try await other.jobs(.ids(jobs[0].id)).count == 1)
    }
  }

  @Test func `A session gets hints after it has given some itself`() async throws {
    let subject = try await PostgresSubject()
    let (store, other) = (subject.store(), subject.store())
    try await store.open()
    try await other.open()
    var hints = await store.hints().makeAsyncIterator()
    for number in 1...20 {
      // The answer to its own hint must not hide that of the other session behind it.
      _ = try await store.enqueue([NewJob(name: "job", payload: "\(number)")])
      _ = try await other.enqueue([NewJob(name: "job", payload: "\(number)")])
      #expect(await hints.next() != nil)
    }
  }

  @Test func `A hint that fails changes nothing, and the answers keep their order`() async throws {
    let subject = try await PostgresSubject()
    let library = try PostgresLibrary.ofSystem()
    let connection = try await PostgresConnection.open(subject.server.connection, library) { _ in }
    for number in 1...20 {
      let answers = try await connection.run(
        [PostgresStatement("SELECT $1::bigint", .integer(number))],
        hint: PostgresStatement("SELECT 1 / ($1::bigint - $1::bigint)", .integer(number)))
      var row = try #require(answers.first?.first)
      #expect(try row.integer("number") == Int64(number))
    }
    // An error of the statements is theirs, whatever becomes of the hint.
    await #expect(throws: TaskStoreError.self) {
      _ = try await connection.run(
        [PostgresStatement("SELECT 1 / 0")], hint: PostgresStatement("SELECT 1"))
    }
    let answers = try await connection.run([PostgresStatement("SELECT 7")])
    var row = try #require(answers.first?.first)
    #expect(try row.integer("number") == 7)
  }

  @Test func `Calls that are made at once get their own answers beside hints`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    let ids = try await withThrowingTaskGroup(of: (Int, JobID).self) { group in
      for number in 0..<50 {
        group.addTask {
          (number, try await store.enqueue([NewJob(name: "job", payload: "\(number)")])[0].id)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.1] = "\($1.0)" }
    }
    #expect(ids.count == 50)
    let stored = try await store.jobs(JobFilter(limit: 100))
    #expect(Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0.payload) }) == ids)
  }
}
