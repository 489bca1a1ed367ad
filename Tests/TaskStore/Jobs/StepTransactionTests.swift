import ModularityTestSupport
import Testing

@testable import TaskStore

/// Steps of jobs in the caller's own transactions.
@Suite struct StepTransactionTests {
  /// A job in a store, and the caller's connection to the same database.
  private struct Bench {
    let store: any TaskStore
    let caller: CallerConnection
    let beginning: String
    let count: () async throws -> String
    let isPostgres: Bool

    static func sqlite(_ folder: TemporaryFolder) async throws -> Bench {
      let path = folder.path("tasks.sqlite")
      let store = SQLiteStore(at: path)
      try await store.open()
      let caller = try CallerConnection(file: path)
      try caller.run("CREATE TABLE shop_order (number INTEGER)")
      return Bench(
        store: store, caller: caller,
        beginning: "BEGIN IMMEDIATE; INSERT INTO shop_order VALUES (7)",
        count: {
          let rows = try SQLiteDatabase(path: path).rows("SELECT count(*) FROM shop_order")
          return "\(rows[0][0].integer ?? -1)"
        }, isPostgres: false)
    }

    static func postgres() async throws -> Bench {
      let subject = try await PostgresSubject()
      let store = subject.store()
      try await store.open()
      let caller = try CallerConnection(server: subject.server.connection)
      let table = "\"\(subject.schema)\".shop_order"
      try caller.run("CREATE TABLE \(table) (number bigint)")
      return Bench(
        store: store, caller: caller, beginning: "BEGIN; INSERT INTO \(table) VALUES (7)",
        count: {
          try await subject.server.run("SELECT count(*) FROM \(table)").filter(\.isNumber)
        }, isPostgres: true)
    }

    func claim(as owner: String = "a", for lease: Duration = .seconds(600)) async throws -> JobClaim
    {
      let queue = ClaimableQueue(name: "default", room: 1)
      return try #require(
        try await store.claim(["trip"], in: [queue], as: owner, for: lease).claims.first)
    }

    /// Runs the step in the caller's transaction.
    ///
    /// - Returns: Its result, and whether its body has run.
    func book(_ claim: JobClaim, ending end: String) async throws -> (Int, hasRun: Bool) {
      let context = JobContext(
        id: claim.id, name: claim.name, queue: claim.queue, attempt: claim.attempt,
        maximumAttempts: 9, token: claim.token, enqueueTime: claim.enqueueTime,
        dueTime: claim.dueTime, startTime: claim.startTime, flow: nil,
        steps: JobSteps(of: claim, in: store)
      ) { _ in
      } resultsBefore: {
        [:]
      }
      var hasRun = false
      do {
        let result =
          isPostgres
          ? try await context.step("book", in: caller.libpq()) {
            try caller.run(beginning)
            hasRun = true
            return 7
          }
          : try await context.step("book", in: caller.sqlite()) {
            try caller.run(beginning)
            hasRun = true
            return 7
          }
        if hasRun { try caller.run(end) }
        return (result, hasRun)
      } catch {
        try caller.run("ROLLBACK")
        throw error
      }
    }
  }

  /// A rolled-back step runs again, and a committed one does not.
  private func check(_ bench: Bench) async throws {
    _ = try await bench.store.enqueue([NewJob(name: "trip", payload: "1")])
    let claim = try await bench.claim()
    #expect(try await bench.book(claim, ending: "ROLLBACK") == (7, true))
    #expect(try await bench.count() == "0")
    #expect(try await bench.book(claim, ending: "COMMIT") == (7, true))
    #expect(try await bench.book(claim, ending: "COMMIT") == (7, false))
    #expect(try await bench.count() == "1")
    #expect(try await bench.store.steps(of: claim.id).map(\.name) == ["book"])
  }

  @Test func `A step in a transaction of SQLite has run if that is committed, and never else`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await check(try await .sqlite(folder))
  }

  @Test(.needsPostgres)
  func `A step in a transaction of libpq has run if that is committed, and never else`()
    async throws
  {
    try await check(try await .postgres())
  }

  /// The process of an old claim cannot commit a step.
  private func checkOldClaim(_ bench: Bench) async throws {
    _ = try await bench.store.enqueue([NewJob(name: "trip", payload: "1")])
    let old = try await bench.claim(for: .zero)
    let new = try await bench.claim(as: "b")
    await #expect(throws: CancellationError.self) {
      try await bench.book(old, ending: "COMMIT")
    }
    #expect(try await bench.count() == "0")
    #expect(try await bench.book(new, ending: "COMMIT") == (7, true))
    #expect(try await bench.count() == "1")
  }

  @Test func `A process that has lost its job commits no step in SQLite`() async throws {
    let folder = try TemporaryFolder()
    try await checkOldClaim(try await .sqlite(folder))
  }

  @Test(.needsPostgres)
  func `A process that has lost its job commits no step in PostgreSQL`() async throws {
    try await checkOldClaim(try await .postgres())
  }

  @Test(.needsPostgres)
  func `Of two processes that store the same step at once, one commits`() async throws {
    let bench = try await Bench.postgres()
    _ = try await bench.store.enqueue([NewJob(name: "trip", payload: "1")])
    let claim = try await bench.claim()
    // Another transaction stores the step first, without a lock on the job.
    #expect(
      try await bench.store.record(
        NewStep(number: 1, name: "book", work: .step(result: "7")), of: claim) != nil)
    let store = try bench.store.transactional(at: CodeLocation(fileID: "", line: 0))
    try bench.caller.run(bench.beginning)
    await #expect(throws: TaskStoreError.self) {
      _ = try await store.record(
        NewStep(number: 1, name: "book", work: .step(result: "7")), of: claim,
        in: bench.caller.libpq(), at: CodeLocation(fileID: "", line: 0))
    }
    try bench.caller.run("ROLLBACK")
    #expect(try await bench.count() == "0")
  }

  @Test func `A store in memory has no transactions for steps`() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore.memory()
    _ = try await store.enqueue([NewJob(name: "trip", payload: "1")])
    let caller = try CallerConnection(file: folder.path("other.sqlite"))
    let bench = Bench(
      store: store, caller: caller, beginning: "BEGIN IMMEDIATE", count: { "" }, isPostgres: false)
    let claim = try await bench.claim()
    let error = await #expect(throws: TaskStoreError.self) {
      try await bench.book(claim, ending: "COMMIT")
    }
    #expect(error?.code == .unfitTransaction)
  }
}
