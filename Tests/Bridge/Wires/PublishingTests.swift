import Bridge
import ModularityTestSupport
import Testing

@testable import TaskStore

struct PlacedOrder: Codable, Sendable, Hashable {
  var number: Int
  var customer = "ann"
}

extension TypedRheaEvent<PlacedOrder> {
  fileprivate static var placed: Self { Self("publishing.placed") }
  fileprivate static var packed: Self { Self("publishing.packed") }
  fileprivate static var renamed: Self { Self("publishing.renamed") }
  fileprivate static var unheard: Self { Self("publishing.unheard") }
}

#job("publishing.invoice", queue: "mail") { (order: PlacedOrder, context: JobContext) in
  if order.number == 13 { throw JobEnding.discard("unlucky") }
}
#job("publishing.count", queue: "mail") { (number: Int) async throws -> Int in number }

#bridge(on: .placed, job: "publishing.invoice", .durable)
#bridge(
  on: .placed, job: "publishing.count", .durable, where: { $0.number < 100 }, map: { $0.number })
#bridge(on: .placed, durable: "publishing.pack", queue: "pack", .priority(3)) {
  (order: PlacedOrder, context: JobContext) in
  await Rhea.run(event: .packed, param: order)
}

#bridge(
  on: .renamed, durable: "publishing.newName", queue: "renamed", .formerly("publishing.oldName")
) { (order: PlacedOrder, context: JobContext) in
  await Rhea.run(event: .packed, param: order)
}

/// A transaction of a caller in a file of SQLite.
private final class FileTransaction: JobTransaction {
  struct Failure: Error {}

  let connection: SQLiteDatabase
  /// The number of statements that store jobs before one fails.
  var insertions = Int.max

  init(_ path: String) throws {
    connection = try SQLiteDatabase(path: path)
    connection.setBusyTimeout(milliseconds: 10_000)
  }

  var database: JobDatabase { .sqlite() }

  func run(_ sql: String, _ values: [JobSQLValue]) async throws -> [[JobSQLValue]] {
    if sql.hasPrefix("INSERT") {
      insertions -= 1
      guard insertions >= 0 else { throw Failure() }
    }
    return try connection.rows(sql, values.map { SQLiteValue($0) }).map {
      $0.map { JobSQLValue($0) }
    }
  }
}

/// Publications of events whose listeners are jobs.
@Suite struct PublishingTests {
  private static let listeners = ["publishing.invoice", "publishing.count", "publishing.pack"]

  /// Runs a body in a fresh state, with a store in a file whose queues are paused.
  private static func withStore(
    isPaused: Bool = true, _ body: (_ path: String) async throws -> Void
  ) async throws {
    try await Bridge.withFreshState {
      let folder = try TemporaryFolder()
      let path = folder.path("tasks.sqlite")
      try await TaskManager.shared.use(.sqlite(at: path), lease: .seconds(600))
      if isPaused { for queue in ["mail", "pack"] { try await Jobs.pause(queue: queue) } }
      try await body(path)
      await TaskManager.shared.terminate()
    }
  }

  private static func waits(_ what: String, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "waited for \(what) in vain")
      await Task.yield()
    }
  }

  @Test func `A publication stores one job for each durable wire`() async throws {
    try await Self.withStore { _ in
      let ids = try await Bridge.publish(.placed, PlacedOrder(number: 7))
      let jobs = try await Jobs.list(JobFilter(tag: "event:publishing.placed"))
      #expect(jobs.map(\.id) == ids.reversed())
      #expect(Set(jobs.map(\.name)) == Set(Self.listeners))
      #expect(jobs.first { $0.name == "publishing.count" }?.payload == "7")
      #expect(jobs.first { $0.name == "publishing.pack" }?.priority == 3)
      try await Bridge.publish(.placed, PlacedOrder(number: 100))
      let count = try await Jobs.count(JobFilter(name: "publishing.count"))
      #expect(count == 1, "the wire does not carry the number 100")
    }
  }

  @Test func `A listener with a former name runs the publications of an earlier build`()
    async throws
  {
    try await Self.withStore { path in
      let seen = Seen<Int>()
      Rhea.on(.packed, repeatable: true) { order in seen.note(order.number) }
      let earlier = SQLiteStore(at: path)
      try await earlier.open()
      let ids = try await earlier.enqueue([
        NewJob(
          name: "publishing.oldName", queue: "renamed", payload: #"{"number":7,"customer":"ann"}"#,
          tags: ["event:publishing.renamed"])
      ]).map(\.id)
      try await Bridge.publish(.renamed, PlacedOrder(number: 8))
      try await Self.waits("both publications") { Set(seen.values) == [7, 8] }
      try await Self.waits("the end") {
        try await Jobs.list(JobFilter(states: JobRecord.State.open)).isEmpty
      }
      let jobs = try await Jobs.list(JobFilter(tag: "event:publishing.renamed"))
      #expect(jobs.map(\.state) == [.succeeded, .succeeded])
      #expect(jobs.last?.id == ids[0])
    }
  }

  @Test func `The jobs are committed or rolled back with the caller's transaction`() async throws {
    try await Self.withStore { path in
      let transaction = try FileTransaction(path)
      for (end, count) in [("ROLLBACK", 0), ("COMMIT", 3)] {
        try transaction.connection.run("BEGIN IMMEDIATE")
        let ids = try await Bridge.publish(.placed, PlacedOrder(number: 7), in: transaction)
        #expect(ids.count == 3)
        let other = try SQLiteDatabase(path: path)
        #expect(try other.rows("SELECT 1 FROM task_job").isEmpty)
        try transaction.connection.run(end)
        #expect(try other.rows("SELECT 1 FROM task_job").count == count)
      }
    }
  }

  @Test func `If one job cannot be stored, the publication throws, and a rollback removes all`()
    async throws
  {
    try await Self.withStore { path in
      let transaction = try FileTransaction(path)
      for insertions in 0..<3 {
        transaction.insertions = insertions
        try transaction.connection.run("BEGIN IMMEDIATE")
        await #expect(throws: FileTransaction.Failure.self) {
          try await Bridge.publish(.placed, PlacedOrder(number: 7), in: transaction)
        }
        try transaction.connection.run("ROLLBACK")
        #expect(try await Jobs.list().isEmpty)
      }
    }
  }

  @Test func `Callbacks run after the commit, and never after a rollback`() async throws {
    try await Self.withStore { path in
      let seen = Seen<Int>()
      Rhea.on(.placed, repeatable: true) { order in seen.note(order.number) }
      let transaction = try FileTransaction(path)
      for (end, number) in [("ROLLBACK", 1), ("COMMIT", 2)] {
        try transaction.connection.run("BEGIN IMMEDIATE")
        let ids = try await Bridge.publish(.placed, PlacedOrder(number: number), in: transaction)
        #expect(ids.count == 3)
        #expect(seen.values.isEmpty)
        try transaction.connection.run(end)
      }
      try await Self.waits("the callback") { seen.values == [2] }
      // The occurrence stores no second job.
      let jobs = try await Jobs.list(JobFilter(states: [.waiting]))
      #expect(Set(jobs.map(\.name)) == Set(Self.listeners))
      #expect(jobs.count == 3)
      #expect(Bridge.graph.node("job:event publishing.placed") == nil)
    }
  }

  @MainActor
  @Test func `Without a transaction, callbacks have run when the publication returns`()
    async throws
  {
    try await Self.withStore { _ in
      let seen = Seen<Int>()
      Rhea.on(.placed, repeatable: true) { order in seen.note(order.number) }
      try await Bridge.publish(.placed, PlacedOrder(number: 7))
      #expect(seen.values == [7])
      #expect(try await Jobs.list().count == 3)
    }
  }

  @MainActor
  @Test func `An event that is only triggered stores jobs as well, each by itself`() async throws {
    try await Self.withStore { _ in
      await Rhea.run(event: .placed, param: PlacedOrder(number: 7))
      let filter = JobFilter(tag: "event:publishing.placed")
      try await Self.waits("the jobs") { try await Jobs.list(filter).count == 3 }
      // A callback that triggers the event again is no publication.
      Rhea.on(.placed) { order in
        Rhea.trigger(event: .placed, param: PlacedOrder(number: order.number + 1))
      }
      try await Bridge.publish(.placed, PlacedOrder(number: 20))
      try await Self.waits("the other jobs") { try await Jobs.list(filter).count == 9 }
      let numbers = try await Jobs.list(JobFilter(name: "publishing.count")).map(\.payload)
      #expect(Set(numbers) == ["7", "20", "21"])
    }
  }

  @Test func `The listeners run, and a failure is kept with its cause`() async throws {
    try await Self.withStore(isPaused: false) { _ in
      TaskManager.shared.errorHandler = { _ in }
      let seen = Seen<Int>()
      Rhea.on(.packed, repeatable: true) { order in seen.note(order.number) }
      let ids = try await Bridge.publish(.placed, PlacedOrder(number: 13))
      var ends: [JobRecord.State?] = []
      for id in ids { ends.append(try await Jobs.waitForEnd(of: id)?.state) }
      let failed = try await Jobs.list(JobFilter(states: [.failed]))
      #expect(failed.map(\.name) == ["publishing.invoice"])
      #expect(failed.map(\.detail) == ["unlucky"])
      #expect(ends.count { $0 == .succeeded } == 2)
      #expect(seen.values == [13])
    }
  }

  @Test func `A payload that does not fit is an error before anything is stored`() async throws {
    try await Self.withStore { _ in
      let wire = Bridge.connect(
        .event(.placed), to: .job("publishing.count", .durable), map: { $0.customer })
      let error = await #expect(throws: BridgeError.self) {
        try await Bridge.publish(.placed, PlacedOrder(number: 7))
      }
      #expect(error?.code == .notPublished)
      let message = error?.message ?? ""
      for part in [
        "the event 'publishing.placed'", "'publishing.count'", "\(wire.location)",
        "'Int', not 'String'", "map:",
      ] {
        #expect(message.contains(part), "\(message)")
      }
      try await #expect(Jobs.list().isEmpty)
    }
  }

  @Test func `A publication needs a store, and no listeners`() async throws {
    try await Self.withStore { path in
      #expect(try await Bridge.publish(.unheard, PlacedOrder(number: 7)).isEmpty)
      let transaction = try FileTransaction(path)
      try transaction.connection.run("BEGIN IMMEDIATE")
      #expect(try await Bridge.publish(.unheard, PlacedOrder(number: 7), in: transaction).isEmpty)
      try transaction.connection.run("COMMIT")
      #expect(try await Jobs.list().isEmpty)
    }
    try await Bridge.withFreshState {
      let error = try await #require(throws: TaskStoreError.self) {
        try await Bridge.publish(.unheard, PlacedOrder(number: 7))
      }
      #expect(error.code == .noJobs)
    }
  }

  @Test func `A wire that is cut stores no jobs, and one that is added gets no earlier events`()
    async throws
  {
    try await Self.withStore { _ in
      try await Bridge.publish(.unheard, PlacedOrder(number: 1))
      let wire = Bridge.connect(.event(.unheard), to: .job("publishing.invoice", .durable))
      try await Bridge.publish(.unheard, PlacedOrder(number: 2))
      wire.cancel()
      try await Bridge.publish(.unheard, PlacedOrder(number: 3))
      let payloads = try await Jobs.list().map(\.payload)
      #expect(payloads == [#"{"customer":"ann","number":2}"#])
      #expect(wire.deliveryCount == 1)
    }
  }

  @Test func `Only an event with a value of a known type leads to a durable job`() {
    Bridge.withFreshState {
      let errors = noteErrors()
      let wire = Bridge.connect(
        .event("publishing.plain" as RheaEvent), to: .job("publishing.count", .durable),
        map: { _ in 1 })
      #expect(!wire.isConnected)
      #expect(errors.values.count == 1)
      #expect(errors.values.first?.contains("TypedRheaEvent") == true)
    }
  }

  @Test func `The graph shows durable wires, and the trace leads from them to the jobs`()
    async throws
  {
    let graph = Bridge.withFreshState { Bridge.graph }
    let wires = graph.nodes.filter { $0.kind == .wire && $0[attribute: "durable"] != nil }
    #expect(
      Set(wires.map(\.name)).isSuperset(
        of: Self.listeners.map { "event publishing.placed -> job \($0) (durable)" }))
    #expect(graph.node("job:publishing.pack")?[attribute: "queue"] == .text("pack"))
    await #expect(processExitsWith: .success) { try await PublishingTests.showTrace() }
  }

  private static func showTrace() async throws {
    try await withStore { path in
      Trace.start()
      try await Trace.span("the publisher", kind: "shop", module: "Orders") {
        _ = try await Bridge.publish(.placed, PlacedOrder(number: 7))
      }
      // Another process, which shares the file, runs the jobs.
      await TaskManager.shared.terminate()
      let other = TaskManager()
      try await other.use(.sqlite(at: path), lease: .seconds(600))
      let seen = Seen<JobContext>()
      try other.jobs.handle("publishing.invoice", queue: "mail") {
        (_: PlacedOrder, context: JobContext) in seen.note(context)
      }
      try await other.jobs.resume(queue: "mail")
      try await waits("the job") { seen.values.count == 1 }
      await other.terminate()
      let spans = Bridge.trace.spans
      let publisher = try #require(spans.first { $0.name == "the publisher" })
      let wire = try #require(
        spans.first { $0.name == "event publishing.placed -> job publishing.invoice (durable)" })
      #expect(wire.cause == publisher.id)
      let job = try #require(spans.first { $0.kind == .job })
      #expect(job.links.map(\.spanOfThisProcess) == [wire.id])
    }
  }
}
