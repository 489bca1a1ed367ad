import BinaryInspection
import ModularityTestSupport
import TaskKit
import Testing

@testable import TaskStore

@Suite struct StoreReadingTests {
  let folder: TemporaryFolder
  var path: String { folder.path("tasks.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Adds jobs, a flow and a schedule to an empty store.
  private func fill(_ store: some TaskStore) async throws {
    try await store.open()
    _ = try await store.enqueue(
      (1...3).map { NewJob(name: "SendInvoice", queue: "mail", payload: "\($0)") }
        + [NewJob(name: "SendInvoice", queue: "mail", payload: "4", dueTime: .now + .seconds(900))])
    _ = try await store.enqueue(
      NewFlow(
        "order",
        [
          NewFlow.Step("pay", NewJob(name: "Pay", payload: "1"), after: []),
          NewFlow.Step("ship", NewJob(name: "Ship", payload: "1"), after: [0]),
        ]))
    _ = try await store.commit([
      ScheduleChange(
        task: "nightly", definition: "every day at 02:30", expected: nil,
        progress: ScheduleProgress(next: TaskTime(nanoseconds: 1), runs: 1),
        decided: [DecidedTime(fireTime: TaskTime(nanoseconds: 0), number: 1)])
    ])
  }

  /// Lets the first step of the flow succeed.
  private func pay(_ store: some TaskStore) async throws {
    let claimed = try await store.claim(
      ["Pay"], in: [ClaimableQueue(name: "default", room: 1)], as: "a", for: .seconds(60))
    let claim = try #require(claimed.claims.first)
    _ = try await store.complete([JobCompletion(claim: claim, outcome: .succeeded(result: "2"))])
  }

  /// Stores a step of the first invoice, which then waits.
  private func step(_ store: some TaskStore) async throws {
    let claimed = try await store.claim(
      ["SendInvoice"], in: [ClaimableQueue(name: "mail", room: 1)], as: "a", for: .seconds(60))
    let claim = try #require(claimed.claims.first)
    let step = NewStep(number: 1, name: "print", work: .step(result: nil))
    _ = try await store.record(step, of: claim)
    _ = try await store.complete([JobCompletion(claim: claim, outcome: .returned)])
  }

  private static let filled = StoreInventory(
    jobs: [
      .init("Pay", step: .init(flow: "order", name: "pay"), counts: ["waiting": 1], example: "5"),
      .init("SendInvoice", queue: "mail", counts: ["delayed": 1, "waiting": 3], example: "1"),
      .init("Ship", step: .init(flow: "order", name: "ship"), counts: ["blocked": 1], example: "6"),
    ], schedules: [.init("nightly", definition: "every day at 02:30")])

  private static let paid = StoreInventory(
    jobs: [
      .init("SendInvoice", queue: "mail", counts: ["delayed": 1, "waiting": 3], example: "1"),
      .init("Ship", step: .init(flow: "order", name: "ship"), counts: ["waiting": 1], example: "6"),
    ], results: [.init("Pay", count: 1, example: "5")], schedules: filled.schedules)

  @Test func `A file shows its jobs by name, its schedules, and results that steps still read`()
    async throws
  {
    let store = SQLiteStore(at: path)
    try await fill(store)
    #expect(try StoreInventory.read(.sqlite(path: path)) == Self.filled)
    try await pay(store)
    #expect(try StoreInventory.read(.sqlite(path: path)) == Self.paid)
    try await step(store)
    let stepped = [StoreInventory.Stepped("SendInvoice", count: 1, example: "1")]
    #expect(try StoreInventory.read(.sqlite(path: path)).stepped == stepped)
  }

  @Test(.needsPostgres) func `A server shows the same`() async throws {
    let subject = try await PostgresSubject()
    let place = StorePlace.postgres(
      connection: subject.server.connection, schema: subject.schema)
    let store = subject.store()
    try await fill(store)
    #expect(try StoreInventory.read(place) == Self.filled)
    try await pay(store)
    #expect(try StoreInventory.read(place) == Self.paid)
    try await step(store)
    let stepped = [StoreInventory.Stepped("SendInvoice", count: 1, example: "1")]
    #expect(try StoreInventory.read(place).stepped == stepped)
  }

  @Test func `The latest version of both databases can be read`() {
    #expect(SQLiteSchema.version == Int64(StoreInventory.latestVersion))
    #expect(PostgresSchema.version == Int64(StoreInventory.latestVersion))
  }

  @Test func `A file that does not exist is an error, and is not created`() async throws {
    let error = #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.sqlite(path: path))
    }
    #expect(error?.description.contains("'\(path)' cannot be opened") == true)
    #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.sqlite(path: path))
    }
  }

  @Test func `A file of another program and one of a later version are errors`() async throws {
    try await SQLiteStore(at: path).open()
    let database = try SQLiteDatabase(path: path)
    try database.run("PRAGMA user_version = 99")
    let later = #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.sqlite(path: path))
    }
    #expect(later?.description.contains("version 99") == true)
    for version in [0, -1] {
      try database.run("PRAGMA user_version = \(version)")
      let damaged = #expect(throws: StoreReadingError.self) {
        try StoreInventory.read(.sqlite(path: path))
      }
      #expect(damaged?.description.contains("version \(version), and versions start") == true)
    }
    try database.run("PRAGMA application_id = 7")
    let other = #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.sqlite(path: path))
    }
    #expect(other?.description.contains("is not a store") == true)
  }

  @Test(.needsPostgres) func `A role without rights is told which ones it needs`() async throws {
    let subject = try await PostgresSubject()
    try await fill(subject.store())
    let role = "reader_\(subject.schema.suffix(8))"
    try await subject.server.run("CREATE ROLE \(role) LOGIN")
    let place = StorePlace.postgres(
      connection: subject.server.connection.replacing("user=postgres", with: "user=\(role)"),
      schema: subject.schema)
    let error = #expect(throws: StoreReadingError.self) { try StoreInventory.read(place) }
    #expect(error?.description.contains("GRANT USAGE ON SCHEMA \"\(subject.schema)\"") == true)
    #expect(error?.description.contains("GRANT SELECT ON ALL TABLES IN SCHEMA") == true)
    try await subject.server.run(
      """
      GRANT USAGE ON SCHEMA \"\(subject.schema)\" TO \(role);
      GRANT SELECT ON ALL TABLES IN SCHEMA \"\(subject.schema)\" TO \(role)
      """)
    #expect(try StoreInventory.read(place) == Self.filled)
  }

  @Test(.needsPostgres) func `A malformed connection string is not repeated in the error`() {
    let error = #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.postgres(connection: "host=db pass word", schema: "a"))
    }
    #expect(error?.description.contains("cannot be read") == true)
    #expect(error?.description.contains("pass") == false)
  }

  @Test(.needsPostgres) func `A schema without a store is an error with its name`() async throws {
    let server = try await PostgresSubject().server
    let error = #expect(throws: StoreReadingError.self) {
      try StoreInventory.read(.postgres(connection: server.connection, schema: "none"))
    }
    #expect(error?.description.contains("no store in the schema 'none'") == true)
  }
}
