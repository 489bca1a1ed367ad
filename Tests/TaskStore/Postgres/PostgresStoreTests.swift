import Foundation
import ModularityTestSupport
import Testing

@testable import TaskStore

/// A store while its server is locked, restarted or overrun, or ends its sessions.
@Suite(.needsPostgres) struct PostgresStoreTests {
  /// Registers a task with fire times.
  private func add(_ task: String, dueTime count: Int, to store: PostgresStore) async throws {
    let change = ScheduleChange(
      task: task, definition: "test", expected: nil,
      progress: ScheduleProgress(next: TaskTime(nanoseconds: 1_000_000), runs: count),
      decided: (1...count).map {
        DecidedTime(fireTime: TaskTime(nanoseconds: Int64($0)), number: $0)
      })
    #expect(try await store.commit([change]) == [task])
  }

  private func claim(
    _ tasks: String..., from store: PostgresStore, lease: Duration = .seconds(60),
    atMost limit: Int = 100
  ) async throws -> [JobClaim] {
    let queues = tasks.map(ScheduleChange.queue)
    return try await store.claim(
      queues, in: queues.map { ClaimableQueue(name: $0, room: limit, width: 1_000) }, as: "owner",
      for: lease
    ).claims
  }

  /// Returns the end of a successful run.
  private func success(_ claim: JobClaim) -> JobCompletion {
    JobCompletion(claim: claim, outcome: .succeeded(result: nil))
  }

  /// Does something again until the store is connected once more.
  private func whenConnected<Result>(_ body: () async throws -> Result) async throws -> Result {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      do { return try await body() } catch let error as TaskStoreError {
        try #require(error.code == .connection, "\(error)")
        try #require(ContinuousClock.now < deadline, "\(error)")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test func `Processes that open a new schema at once all find its tables`() async throws {
    for _ in 0..<5 {
      let subject = try await PostgresSubject()
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await subject.store().open() } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `The store says which server, database and schema it uses`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    #expect(await store.summary == "PostgreSQL, not connected")
    try await store.open()
    let summary = await store.summary
    #expect(summary.hasPrefix("PostgreSQL 1"))
    #expect(summary.hasSuffix("database 'postgres', schema '\(subject.schema)'"))
  }

  @Test func `The signals of a removed job are removed, too`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    let id = try await store.enqueue([NewJob(name: "job", payload: "1")])[0].id
    #expect(try await store.send(NewSignal(job: id, name: "go", payload: "1")))
    let count = "SELECT count(*) FROM \"\(subject.schema)\".task_signal"
    #expect(try await subject.server.run(count) == "1\n")
    #expect(try await store.cancel(.ids(id)) == 1)
    #expect(try await store.delete(.ids(id)) == 1)
    #expect(try await subject.server.run(count) == "0\n")
  }

  @Test func `A connection is encrypted, and only a server with the right certificate is trusted`()
    async throws
  {
    let server = try PostgresServer(port: try freePort())
    try await server.start()
    let store = PostgresStore(server.connection(trusting: server.certificate))
    try await whenConnected { try await store.open() }
    try await add("task", dueTime: 1, to: store)
    #expect(try await claim("task", from: store).count == 1)
    let encrypted = try await server.run(
      """
      SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE ssl AND application_name = 'ModularityKit'
      """)
    #expect(encrypted == "1\n")

    let other = try PostgresServer(port: 1)
    var error: TaskStoreError?
    for _ in 0..<12 {
      error = await #expect(throws: TaskStoreError.self) {
        try await PostgresStore(server.connection(trusting: other.certificate)).open()
      }
      // A machine with much other work may need more time for a connection than a store waits.
      guard error?.message.contains("has not answered") == true else { break }
    }
    #expect(error?.code == .connection)
    #expect(error?.message.contains("certificate verify failed") == true)
    try server.stop()
  }

  /// Returns a port of this machine that nothing uses at the moment.
  private func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failures = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, size) + getsockname(descriptor, pointer, &size)
      }
    }
    try #require(failures == 0)
    return UInt16(bigEndian: address.sin_port)
  }

  @Test func `Names and errors of any text are kept as they are`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    let task = "quotes ' \" \\ {a,b} NULL, and 船"
    try await add(task, dueTime: 1, to: store)
    let claims = try await claim(task, from: store)
    #expect(claims.map(\.queue) == [ScheduleChange.queue(of: task)])
    let completion = JobCompletion(claim: claims[0], outcome: .failed(detail: task))
    #expect(try await store.complete([completion]) == [claims[0].token])
    #expect(try await store.ledger(of: task, limit: 1).first?.detail == task)
  }

  @Test func `A completion that is sent again is accepted again, and another one is not`()
    async throws
  {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    try await add("task", dueTime: 1, to: store)
    let claim = try await claim("task", from: store)[0]
    let completion = success(claim)
    #expect(try await store.complete([completion]) == [claim.token])
    let ended = try await store.ledger(of: "task", limit: 1).first?.endTime
    #expect(try await store.complete([completion]) == [claim.token])
    let failure = JobCompletion(claim: claim, outcome: .failed(detail: ""))
    #expect(try await store.complete([failure]).isEmpty)
    let record = try await store.ledger(of: "task", limit: 1).first
    #expect(record?.state == .succeeded)
    #expect(record?.endTime == ended)
  }

  @Test func `A schema with the longest name gives hints, too`() async throws {
    let server = try await PostgresSubject().server
    let schema = String(repeating: "s", count: 63)
    let (first, second) = (
      PostgresStore(server.connection, schema: schema),
      PostgresStore(server.connection, schema: schema)
    )
    try await first.open()
    try await second.open()
    let hints = await second.hints()
    try await add("task", dueTime: 1, to: first)
    for await _ in hints { break }
  }

  @Test func `A change by one process is a hint for the others, and not for itself`()
    async throws
  {
    let subject = try await PostgresSubject()
    let (first, second) = (subject.store(), subject.store())
    try await first.open()
    try await second.open()
    let (own, others) = (await first.hints(), await second.hints())
    try await add("task", dueTime: 1, to: first)
    for await _ in others { break }
    // What comes to the first is a hint of the second.
    let hint = Task {
      for await _ in own { return true }; return false
    }
    #expect(try await second.setPaused(true, "task"))
    #expect(await hint.value)
  }

  @Test func `A task that another session has locked keeps no other task waiting`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    try await add("locked", dueTime: 1, to: store)
    try await add("free", dueTime: 1, to: store)
    try await subject.server.run(
      "INSERT INTO \"\(subject.schema)\".task_queue VALUES ('schedule:locked')")
    let other = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    _ = try await other.run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        "SELECT FROM \"\(subject.schema)\".task_queue WHERE queue = 'schedule:locked' FOR UPDATE"),
    ])
    #expect(try await claim("locked", "free", from: store).map(\.queue) == ["schedule:free"])
    _ = try await other.run([PostgresStatement("ROLLBACK")])
    #expect(try await claim("locked", "free", from: store).map(\.queue) == ["schedule:locked"])
  }

  @Test func `Hundreds of idle sessions and an old snapshot keep no claim waiting`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    let idle = try await withThrowingTaskGroup(of: PostgresConnection.self) { group in
      for _ in 0..<300 {
        group.addTask {
          try await PostgresConnection.open(
            subject.server.connection, .ofSystem(), whenNotified: { _ in })
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    _ = try await idle[0].run([
      PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ"),
      PostgresStatement("SELECT count(*) FROM \"\(subject.schema)\".task_job"),
    ])
    let count = 500
    try await add("task", dueTime: count, to: store)
    var completed = 0
    while completed < count {
      let claims = try await claim("task", from: store, atMost: 50)
      let completions = claims.map { success($0) }
      completed += try await store.complete(completions).count
    }
    #expect(try await store.delete(JobFilter(queue: "schedule:task", limit: 1_000)) == count)
    // The old snapshot still sees none of it.
    var row = try await idle[0].run([
      PostgresStatement("SELECT count(*) FROM \"\(subject.schema)\".task_job")
    ])[0][0]
    #expect(try row.integer("count") == 0)
  }

  @Test func `A server that does not answer is given up, and its session with it`() async throws {
    let subject = try await PostgresSubject()
    let connection = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), patience: .seconds(1), whenNotified: { _ in })
    var row = try await connection.run([PostgresStatement("SELECT pg_backend_pid()")])[0][0]
    let session = Int32(try row.integer("pid"))
    kill(session, SIGSTOP)
    defer { kill(session, SIGCONT) }
    for expected in ["has not answered for 1 s", "has not answered for 1 s"] {
      let error = await #expect(throws: TaskStoreError.self) {
        try await connection.run([PostgresStatement("SELECT 1")])
      }
      #expect(error?.code == .connection)
      #expect(error?.message.contains(expected) == true)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `A session that ends with a last message is known to have ended`() async throws {
    let subject = try await PostgresSubject()
    let (texts, notifications) = AsyncStream.makeStream(of: String?.self)
    let isHeld = DispatchSemaphore(value: 0)
    let connection = try await PostgresConnection.open(subject.server.connection, .ofSystem()) {
      notifications.yield($0)
      // The queue of the connection stands still, until message and end have both arrived.
      if $0 == "hold" { isHeld.wait() }
    }
    let channel = "\"\(subject.schema)\""
    var row = try await connection.run([
      PostgresStatement("LISTEN \(channel)"), PostgresStatement("SELECT pg_backend_pid()"),
    ])[1][0]
    let session = try row.integer("pid")
    try await subject.server.run("NOTIFY \(channel), 'hold'")
    var iterator = texts.makeAsyncIterator()
    #expect(await iterator.next() == "hold")
    // It waits until the session has ended.
    let end = try await subject.server.run("SELECT pg_terminate_backend(\(session), 10000)")
    isHeld.signal()
    #expect(end == "t\n")
    #expect(await iterator.next() == .some(nil))
    let error = await #expect(throws: TaskStoreError.self) {
      try await connection.run([PostgresStatement("SELECT 1")])
    }
    #expect(error?.message.contains("has not answered") == false)
  }

  @Test func `An error in a transaction leaves the session usable`() async throws {
    let subject = try await PostgresSubject()
    let connection = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    let error = await #expect(throws: TaskStoreError.self) {
      try await connection.run([PostgresStatement("SELECT 1"), PostgresStatement("SELECT 1 / 0")])
    }
    #expect(error?.code == .database)
    #expect(error?.message.contains("22012") == true)
    var row = try await connection.run([
      PostgresStatement("SELECT $1::bigint + 1", .integer(1))
    ])[0][0]
    #expect(try row.integer("sum") == 2)
  }

  @Test func `Sessions that are terminated in a stream of claims lose and double nothing`()
    async throws
  {
    // Its own server, as it terminates all sessions.
    let server = try PostgresServer()
    try await server.start()
    let stores = (0..<3).map { _ in PostgresStore(server.connection, schema: "shop") }
    for store in stores { try await store.open() }
    let count = 300
    try await add("task", dueTime: count, to: stores[0])
    let killer = Task {
      for _ in 0..<20 {
        try await server.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'ModularityKit' AND pid <> pg_backend_pid()
            AND random() < 0.5
          """)
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    let completed = try await withThrowingTaskGroup(of: [TaskTime].self) { group in
      for store in stores {
        group.addTask {
          var completed: [TaskTime] = []
          while true {
            let claims = try await whenConnected {
              try await claim("task", from: store, lease: .milliseconds(300), atMost: 3)
            }
            for claim in claims {
              let completion = success(claim)
              let accepted = try await whenConnected { try await store.complete([completion]) }
              if !accepted.isEmpty { completed.append(claim.dueTime) }
            }
            let left = try await whenConnected {
              try await store.schedules(of: ["task"]).schedules["task"]?.unfinished
            }
            if left == 0 { return completed }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    try await killer.value
    // Each is in one list, also if the answer to its completion was lost at first.
    #expect(Set(completed).count == completed.count)
    #expect(completed.count == count)
    let ledger = try await whenConnected { try await stores[0].ledger(of: "task", limit: 1_000) }
    #expect(ledger.count == count)
    #expect(ledger.allSatisfy { $0.state == .succeeded })
    try server.stop()
  }

  @Test func `After a restart of the server the store goes on with what it had`() async throws {
    let server = try PostgresServer()
    try await server.start()
    let store = PostgresStore(server.connection, schema: "shop")
    try await store.open()
    try await add("task", dueTime: 2, to: store)
    let first = try await claim("task", from: store, atMost: 1)
    try server.stop()
    let error = await #expect(throws: TaskStoreError.self) {
      try await store.complete([success(first[0])])
    }
    #expect(error?.code == .connection)
    #expect(await store.summary == "PostgreSQL, not connected")
    try await server.start()
    let accepted = try await whenConnected {
      try await store.complete([success(first[0])])
    }
    #expect(accepted == [first[0].token])
    let second = try await whenConnected { try await claim("task", from: store) }
    #expect(second.map(\.dueTime) == [TaskTime(nanoseconds: 2)])
    #expect((second.first?.token ?? 0) > first[0].token)
    try server.stop()
  }

  @Test func `A process is told of the server that is away once, and runs what was due`()
    async throws
  {
    let server = try PostgresServer()
    try await server.start()
    let instance = Instance()
    let store = PostgresStore(server.connection, schema: "shop")
    try await instance.manager.use(store)
    try instance.add(from: Date(timeIntervalSinceNow: -5), traits: [.misfire(.runOnce)])
    let deployment = Deployment()
    try await deployment.waits("the first run") { instance.fires.events.count == 1 }
    try server.stop()
    try await deployment.waits("the error") {
      instance.clock.advance(by: .seconds(1))
      return !instance.errors.events.isEmpty
    }
    for _ in 0..<5 { instance.clock.advance(by: .seconds(1)) }
    #expect(instance.errors.events.allSatisfy { $0.code == .storeFailed })
    try await server.start()
    try await deployment.waits("a run after it is back") {
      instance.clock.advance(by: .seconds(1))
      return instance.fires.events.count >= 2
    }
    try server.stop()
  }
}

/// Errors before there is a connection.
@Suite struct PostgresConnectionErrorTests {
  @Test func `A missing library is an error that names the package to install`() async throws {
    let store = PostgresStore("postgresql:///shop", schema: "s", library: "libpq-missing.so.5")
    let error = await #expect(throws: TaskStoreError.self) { try await store.open() }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains("'apt-get install libpq5'") == true)
  }

  @Test(
    .enabled(if: (try? PostgresLibrary.ofSystem()) != nil, "needs libpq5"),
    arguments: [
      "postgresql://user:s3cret@127.0.0.1:1/shop", "host=127.0.0.1 port=1 password=s3cret",
      "host=/nowhere password='s3cret'", "postgresql://user:s3cret@host:port:1", "s3cret",
      "host=127.0.0.1 pasword=s3cret", "host=127.0.0.1 sslmode=s3cret password=s3cret",
    ])
  func `A server that cannot be reached is an error without the password`(
    connection: String
  ) async throws {
    let store = PostgresStore(connection)
    let error = await #expect(throws: TaskStoreError.self) { try await store.open() }
    #expect(error?.code == .connection)
    #expect(error?.message.contains("s3cret") == false)
    #expect(error?.message.contains("onnection string") == true)
  }
}
