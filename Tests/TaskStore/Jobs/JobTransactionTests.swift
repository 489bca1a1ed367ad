import ModularityTestSupport
import Testing

@testable import TaskStore

private struct Order: Codable, Sendable, Hashable { var number: Int }

private enum OrderAccepted: JobKind {
  typealias Payload = Order
  static let queue = "orders"
}

/// A transaction of a driver that a test writes: it notes the statements, and can fail in one.
private final class NotedTransaction: JobTransaction {
  struct Failure: Error {}

  let base: LibpqJobTransaction
  var statements: [String] = []
  var types: Set<String> = []
  var failing: String?

  init(_ base: LibpqJobTransaction) { self.base = base }

  var database: JobDatabase { base.database }

  nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]] {
    statements.append(sql)
    for value in values {
      switch value {
      case .integer: types.insert("integer")
      case .text: types.insert("text")
      case .null: types.insert("null")
      }
    }
    if let failing, sql.contains(failing) { throw Failure() }
    return try await base.run(sql, values)
  }
}

/// Jobs in the caller's own transactions.
@Suite struct JobTransactionTests {
  let manager = TaskManager()

  private func numbers() async throws -> [String] {
    try await manager.jobs.list().reversed().map(\.payload)
  }

  private func code(_ body: () async throws -> Void) async -> TaskStoreError.Code? {
    do { try await body() } catch { return (error as? TaskStoreError)?.code }
    return nil
  }

  // MARK: - SQLite

  /// A store in a file, and the caller's connection to it.
  private func sqlite(_ folder: TemporaryFolder) async throws -> CallerConnection {
    let path = folder.path("tasks.sqlite")
    try await manager.use(.sqlite(at: path), lease: .seconds(600))
    let caller = try CallerConnection(file: path)
    try caller.run("CREATE TABLE shop_order (number INTEGER)")
    return caller
  }

  /// The number of the caller's own rows in a file.
  private func orders(in path: String) throws -> Int64? {
    let database = try SQLiteDatabase(path: path)
    // The store's own connection writes meanwhile.
    database.setBusyTimeout(milliseconds: 10_000)
    return try database.rows("SELECT count(*) FROM shop_order").first?.first?.integer
  }

  @Test func `A job in a transaction of SQLite is stored if that is committed, and never else`()
    async throws
  {
    let folder = try TemporaryFolder()
    let caller = try await sqlite(folder)
    for end in ["ROLLBACK", "COMMIT"] {
      try caller.run("BEGIN IMMEDIATE; INSERT INTO shop_order VALUES (7)")
      let id = try await manager.jobs.enqueue(
        OrderAccepted.self, Order(number: 7), at: .now + .seconds(60), priority: 3,
        in: caller.sqlite())
      #expect(try await manager.jobs.list().isEmpty)
      #expect(try orders(in: folder.path("tasks.sqlite")) == 0)
      try caller.run(end)
      let count = end == "COMMIT" ? 1 : 0
      #expect(try await manager.jobs.list().count == count)
      #expect(try orders(in: folder.path("tasks.sqlite")) == Int64(count))
      guard count == 1 else { continue }
      let record = try #require(try await manager.jobs.job(id))
      #expect(record.name == "OrderAccepted")
      #expect(record.queue == "orders")
      #expect(record.payload == #"{"number":7}"#)
      #expect(record.priority == 3)
      #expect(record.state == .delayed)
    }
  }

  @Test func `A signal in a transaction of SQLite is sent if that is committed, and never else`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try await manager.use(
      .sqlite(at: folder.path("tasks.sqlite")), lease: .seconds(600))
    let caller = try CallerConnection(file: folder.path("tasks.sqlite"))
    let claim = try await waitingJob(in: store)
    for (end, state) in [("ROLLBACK", JobRecord.State.delayed), ("COMMIT", .waiting)] {
      try caller.run("BEGIN IMMEDIATE")
      try await manager.jobs.signal("go", Order(number: 7), to: claim.id, in: caller.sqlite())
      try caller.run(end)
      #expect(try await manager.jobs.job(claim.id)?.state == state)
    }
    #expect(try await payload(of: claim.id, in: store) == #"{"number":7}"#)
    try caller.run("BEGIN IMMEDIATE")
    let unknown = await code {
      try await manager.jobs.signal("go", 1, to: JobID(99), in: caller.sqlite())
    }
    #expect(unknown == .unfitSignal)
    try caller.run("ROLLBACK")
  }

  /// Stores a job that waits for the signal "go", and returns its first claim.
  private func waitingJob(in store: some TaskStore) async throws -> JobClaim {
    _ = try await store.enqueue([NewJob(name: "trip", queue: "trips", payload: "1")])
    let claim = try #require(try await claim(in: store))
    _ = try await store.record(Self.wait, of: claim)
    let outcome = JobCompletion.Outcome.suspended(until: .at(StoredStep.noDeadline), signal: "go")
    _ = try await store.complete([JobCompletion(claim: claim, outcome: outcome)])
    return claim
  }

  private static let wait = NewStep(number: 1, name: "go", work: .signal(deadline: nil))

  private func claim(in store: some TaskStore) async throws -> JobClaim? {
    let queue = ClaimableQueue(name: "trips", room: 1)
    return try await store.claim(["trip"], in: [queue], as: "a", for: .seconds(600)).claims.first
  }

  /// Returns the payload of the signal that wakes a job.
  private func payload(of id: JobID, in store: some TaskStore) async throws -> String? {
    let claim = try #require(try await claim(in: store))
    #expect(claim.id == id)
    return try await store.record(Self.wait, of: claim)?.result
  }

  @Test func `The store's file can be attached to a connection to another`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tasks.sqlite")
    try await manager.use(.sqlite(at: path), lease: .seconds(600))
    let caller = try CallerConnection(file: folder.path("shop.sqlite"))
    try caller.run("CREATE TABLE shop_order (number INTEGER); ATTACH '\(path)' AS \"the jobs\"")
    for end in ["ROLLBACK", "COMMIT"] {
      try caller.run("BEGIN IMMEDIATE; INSERT INTO shop_order VALUES (7)")
      try await manager.jobs.enqueue(
        "job", all: [1, 2], queue: "orders",
        in: caller.sqlite(schema: "the jobs"))
      try caller.run(end)
    }
    #expect(try await numbers() == ["1", "2"])
    #expect(try orders(in: folder.path("shop.sqlite")) == 1)
  }

  @Test func `Unique keys hold in transactions of SQLite`() async throws {
    let folder = try TemporaryFolder()
    let caller = try await sqlite(folder)
    try await manager.jobs.pause(queue: "orders")
    try manager.jobs.handle(OrderAccepted.self, .unique(by: \.number)) { _, _ in }
    let first = try await manager.jobs.enqueue(OrderAccepted.self, Order(number: 1))
    try caller.run("BEGIN IMMEDIATE")
    let ids = try await manager.jobs.enqueue(
      OrderAccepted.self, all: [1, 2, 2].map { Order(number: $0) },
      in: caller.sqlite())
    try caller.run("COMMIT")
    #expect(ids[0] == first)
    #expect(ids[1] == ids[2])
    #expect(try await manager.jobs.list().map(\.id) == [ids[1], first])
  }

  @Test func `Traits of one job hold in transactions`() async throws {
    let folder = try TemporaryFolder()
    let caller = try await sqlite(folder)
    let jobs = manager.jobs
    try jobs.handle(OrderAccepted.self) { _, _ in }
    try await jobs.pause(queue: "orders")
    let order = Order(number: 1)
    try caller.run("BEGIN IMMEDIATE")
    let transaction = caller.sqlite()
    let ids = [
      try await jobs.enqueue("OrderAccepted", order, .tags("a"), in: transaction),
      try await jobs.enqueue("OrderAccepted", all: [order], .tags("a"), in: transaction)[0],
      try await jobs.enqueue(OrderAccepted.self, order, .tags("a"), in: transaction),
      try await jobs.enqueue(OrderAccepted.self, all: [order], .tags("a"), in: transaction)[0],
      try await jobs.enqueue("elsewhere", order, .tags("a"), queue: "orders", in: transaction),
    ]
    try caller.run("COMMIT")
    #expect(try await jobs.list(JobFilter(tag: "a")).map(\.id) == ids.reversed())
  }

  @Test func `A connection of SQLite without a transaction or without tables is rejected`()
    async throws
  {
    let folder = try TemporaryFolder()
    let caller = try await sqlite(folder)
    let other = try CallerConnection(file: folder.path("other.sqlite"))
    try other.run("BEGIN IMMEDIATE")
    for connection in [caller, other] {
      let code = await code {
        try await manager.jobs.enqueue(
          "job", 1, queue: "default", in: connection.sqlite())
      }
      #expect(code == .unfitTransaction)
    }
    try caller.run("BEGIN IMMEDIATE; PRAGMA user_version = 99")
    let code = await code {
      try await manager.jobs.enqueue(
        "job", 1, queue: "default", in: caller.sqlite())
    }
    #expect(code == .laterVersion)
    try caller.run("ROLLBACK; BEGIN IMMEDIATE")
    try await manager.jobs.enqueue("job", 1, queue: "default", in: caller.sqlite())
    try caller.run("COMMIT")
    #expect(try await numbers() == ["1"])
  }

  @Test func `A store in memory has no transactions of callers`() async throws {
    let folder = try TemporaryFolder()
    try await manager.use(.memory(), lease: .seconds(600))
    let caller = try CallerConnection(file: folder.path("other.sqlite"))
    let code = await code {
      try await manager.jobs.enqueue("job", 1, queue: "q", in: caller.sqlite())
    }
    #expect(code == .unfitTransaction)
  }

  // MARK: - PostgreSQL

  /// A store in a schema, the caller's connection, and the name of a table of the caller's.
  private func postgres() async throws -> (CallerConnection, PostgresSubject, String) {
    let subject = try await PostgresSubject()
    try await manager.use(subject.store(), lease: .seconds(600))
    let caller = try CallerConnection(server: subject.server.connection)
    let table = "\"\(subject.schema)\".shop_order"
    try caller.run("CREATE TABLE \(table) (number bigint)")
    return (caller, subject, table)
  }

  @Test(.needsPostgres)
  func `A job in a transaction of libpq is stored if that is committed, and never else`()
    async throws
  {
    let (caller, subject, table) = try await postgres()
    for end in ["ROLLBACK", "COMMIT"] {
      try caller.run("BEGIN; INSERT INTO \(table) VALUES (7)")
      let id = try await manager.jobs.enqueue(
        OrderAccepted.self, Order(number: 7), at: .now + .seconds(60), priority: 3,
        in: caller.libpq())
      #expect(try await manager.jobs.list().isEmpty)
      try caller.run(end)
      let count = end == "COMMIT" ? 1 : 0
      #expect(try await manager.jobs.list().count == count)
      #expect(try await subject.server.run("SELECT count(*) FROM \(table)") == "\(count)\n")
      guard count == 1 else { continue }
      let record = try #require(try await manager.jobs.job(id))
      #expect(record.name == "OrderAccepted")
      #expect(record.queue == "orders")
      #expect(record.payload == #"{"number":7}"#)
      #expect(record.priority == 3)
      #expect(record.state == .delayed)
    }
  }

  @Test(.needsPostgres)
  func `A signal in a transaction of libpq is sent if that is committed, and never else`()
    async throws
  {
    let (caller, subject, _) = try await postgres()
    let store = subject.store()
    try await store.open()
    let claim = try await waitingJob(in: store)
    for (end, state) in [("ROLLBACK", JobRecord.State.delayed), ("COMMIT", .waiting)] {
      try caller.run("BEGIN")
      try await manager.jobs.signal("go", Order(number: 7), to: claim.id, in: caller.libpq())
      try caller.run(end)
      #expect(try await manager.jobs.job(claim.id)?.state == state)
    }
    #expect(try await payload(of: claim.id, in: store) == #"{"number":7}"#)
  }

  @Test(.needsPostgres)
  func `A signal of an open transaction of libpq is not missed by a job that is being suspended`()
    async throws
  {
    let (caller, subject, _) = try await postgres()
    let store = subject.store()
    try await store.open()
    let first = try await waitingJob(in: store)
    #expect(try await store.makeDue(.ids(first.id)) == 1)
    let claim = try #require(try await self.claim(in: store))
    _ = try await store.record(Self.wait, of: claim)
    try caller.run("BEGIN")
    try await manager.jobs.signal("go", 7, to: claim.id, in: caller.libpq())
    let outcome = JobCompletion.Outcome.suspended(until: .at(StoredStep.noDeadline), signal: "go")
    let suspension = Task { () async throws -> Set<Int64> in
      while true {
        do {
          return try await store.complete([JobCompletion(claim: claim, outcome: outcome)])
        } catch let error as TaskStoreError where error.code == .database {
          // On a slow machine, the wait for the lock of the open transaction has timed out.
          continue
        }
      }
    }
    // Usually it waits for the lock soon. The signal must not be missed in any case.
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    for _ in 0..<20 {
      if try await subject.server.run(waiting) != "0\n" { break }
    }
    try caller.run("COMMIT")
    #expect(try await suspension.value == [claim.token])
    #expect(try await payload(of: claim.id, in: store) == "7")
  }

  @Test(.needsPostgres)
  func `The commit of a transaction of libpq gives processes a hint`() async throws {
    let (caller, subject, _) = try await postgres()
    let other = subject.store()
    try await other.open()
    var hints = await other.hints().makeAsyncIterator()
    try caller.run("BEGIN")
    let id = try await manager.jobs.enqueue(
      "job", "it's \"{1, \\2}\" – 🚢", queue: "orders", in: caller.libpq())
    try caller.run("COMMIT")
    #expect(await hints.next() != nil)
    #expect(try await other.jobs(.ids(id)).first?.payload == #""it's \"{1, \\2}\" – 🚢""#)
  }

  @Test(.needsPostgres)
  func `Unique keys hold in transactions of libpq`() async throws {
    let (caller, _, _) = try await postgres()
    try await manager.jobs.pause(queue: "orders")
    try manager.jobs.handle(OrderAccepted.self, .unique(by: \.number)) { _, _ in }
    let first = try await manager.jobs.enqueue(OrderAccepted.self, Order(number: 1))
    try caller.run("BEGIN")
    let ids = try await manager.jobs.enqueue(
      OrderAccepted.self, all: [1, 2, 2].map { Order(number: $0) },
      in: caller.libpq())
    try caller.run("COMMIT")
    #expect(ids[0] == first)
    #expect(ids[1] == ids[2])
    #expect(try await manager.jobs.list().map(\.id) == [ids[1], first])
  }

  @Test(.needsPostgres)
  func `A driver is handed texts only, and its errors reach the caller`() async throws {
    let (caller, _, _) = try await postgres()
    let transaction = NotedTransaction(caller.libpq())
    try caller.run("BEGIN")
    try await manager.jobs.enqueue("job", 1, queue: "orders", in: transaction)
    #expect(transaction.types.isSubset(of: ["text", "null"]))
    transaction.failing = "INSERT INTO"
    await #expect(throws: NotedTransaction.Failure.self) {
      try await manager.jobs.enqueue("job", 2, queue: "orders", in: transaction)
    }
    try caller.run("COMMIT")
    #expect(try await numbers() == ["1"])
  }

  @Test(.needsPostgres)
  func `A connection of libpq without a transaction or without tables is rejected`() async throws {
    let (caller, subject, _) = try await postgres()
    func enqueue() async -> TaskStoreError.Code? {
      await code {
        try await manager.jobs.enqueue(
          "job", 1, queue: "orders", in: caller.libpq())
      }
    }
    #expect(await enqueue() == .unfitTransaction)
    try caller.run("SET client_encoding TO 'LATIN1'; BEGIN")
    #expect(await enqueue() == .unfitTransaction)
    try caller.run("ROLLBACK; SET client_encoding TO 'UTF8'; BEGIN")
    try caller.run("UPDATE \"\(subject.schema)\".task_store SET version = 99")
    #expect(await enqueue() == .laterVersion)
    try caller.run("ALTER TABLE \"\(subject.schema)\".task_store RENAME TO other")
    #expect(await enqueue() == .unfitTransaction)
    // No check has ended the transaction.
    try caller.run("ALTER TABLE \"\(subject.schema)\".other RENAME TO task_store")
    try caller.run(
      "UPDATE \"\(subject.schema)\".task_store SET version = \(PostgresSchema.version)")
    #expect(await enqueue() == nil)
    try caller.run("COMMIT")
    #expect(try await numbers() == ["1"])
  }

  @Test(.needsPostgres)
  func `A transaction in another kind of database is rejected`() async throws {
    let (caller, _, _) = try await postgres()
    let folder = try TemporaryFolder()
    try caller.run("BEGIN")
    let file = try CallerConnection(file: folder.path("other.sqlite"))
    try file.run("BEGIN IMMEDIATE")
    let code = await code {
      try await manager.jobs.enqueue("job", 1, queue: "q", in: file.sqlite())
    }
    #expect(code == .unfitTransaction)
    let another = TaskManager()
    try await another.use(.sqlite(at: folder.path("tasks.sqlite")), lease: .seconds(600))
    let other = await self.code {
      try await another.jobs.enqueue("job", 1, queue: "q", in: caller.libpq())
    }
    #expect(other == .unfitTransaction)
  }
}
