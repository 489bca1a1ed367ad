import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStore
import Testing

/// Several processes share a store, and are killed and stopped while they run.
///
/// `MODKIT_KILLS=1000 swift test --filter KillTests` kills so many of them for each store.
@Suite struct KillTests {
  /// A store of a test.
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres

    static var available: [Kind] {
      PostgresServer.isInstalled || PostgresServer.isRequired ? allCases : [.sqlite]
    }

    var testDescription: String { self == .sqlite ? "SQLite" : "PostgreSQL" }
  }

  /// The store, as one of its processes and as the word that tells the fixture of it.
  private struct Shared {
    let store: any TaskStore
    let word: String
  }

  private static let kills =
    ProcessInfo.processInfo.environment["MODKIT_KILLS"].flatMap { Int($0) }
    ?? Sweep.count(30, sample: 6)

  private let folder: TemporaryFolder
  private let lease = Duration.seconds(1)
  private let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded() + 1)

  init() throws { folder = try TemporaryFolder() }

  private func shared(_ kind: Kind) async throws -> Shared {
    switch kind {
    case .sqlite:
      let path = folder.path("tasks.sqlite")
      return Shared(store: SQLiteStore(at: path), word: path)
    case .postgres:
      let subject = try await PostgresSubject()
      return Shared(
        store: subject.store(),
        word: "postgres:\(subject.schema):\(subject.server.connection)")
    }
  }

  private func process(
    _ shared: Shared, dueTime count: Int, environment: [String: String] = [:],
    ignoring ignored: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      "TaskStoreFixture", shared.word, folder.path("effects.sqlite"),
      "\(start.timeIntervalSince1970)", "\(count)", "1", environment: environment,
      ignoring: ignored)
  }

  /// The library that gives a process another time, from Debian's package 'faketime'.
  private static let otherTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"

  /// A Boolean value that indicates whether processes can be given another time: a program for the
  /// thread sanitizer has a runtime that must be loaded first, too.
  private static let hasOtherTime =
    (FileManager.default.fileExists(atPath: otherTime) || PostgresServer.isRequired)
    && ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil

  /// Makes the database of effects.
  private func effects(_ name: String = "effects.sqlite") throws -> SQLiteDatabase {
    try Data().write(to: folder.appending(path: name))
    let database = try SQLiteDatabase(path: folder.path(name))
    database.setBusyTimeout(milliseconds: 10_000)
    try database.run("CREATE TABLE begun (due INTEGER, token INTEGER, process INTEGER)")
    try database.run("CREATE TABLE effect (due INTEGER, token INTEGER)")
    return database
  }

  /// Checks that each fire time of the task has one effect and one record.
  private func checkAll(
    _ count: Int, in store: any TaskStore, _ effects: SQLiteDatabase
  ) async throws {
    let fireTimes = (0..<count).map { TaskTime(start) + .milliseconds(50 * $0) }
    let ledger = try await store.ledger(of: "task", limit: 100_000)
    #expect(ledger.map(\.fireTime).sorted() == fireTimes)
    let others = ledger.filter { $0.state != .succeeded }
    #expect(others.isEmpty, "\(others)")
    // The moment is a date, and not exact to the nanosecond.
    let written = try effects.rows("SELECT due FROM effect ORDER BY due").map { row in
      ((row[0].integer ?? 0) + 500_000) / 1_000_000
    }
    #expect(written == fireTimes.map { $0.nanoseconds / 1_000_000 })
    let twice = try effects.rows(
      "SELECT due FROM begun GROUP BY due, token HAVING count(*) > 1")
    #expect(twice.isEmpty, "no token has two runs")
    guard store is SQLiteStore else { return }
    let database = try SQLiteDatabase(path: folder.path("tasks.sqlite"))
    // The processes still run, and write.
    database.setBusyTimeout(milliseconds: 10_000)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  private func waits(
    for seconds: Int, until condition: () async throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "the due times have not all run")
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func isDone(_ count: Int, in store: any TaskStore) async throws -> Bool {
    try await store.ledger(of: "task", limit: 100_000).count { !$0.state.isUnfinished } == count
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `Whichever process is killed, no fire time is lost, and none has two effects`(
    kind: Kind
  ) async throws {
    // One every 50 milliseconds, of which most come while processes are killed.
    let count = max(60, Self.kills * 6)
    let effects = try effects()
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    let processes = try await killing(Self.kills, shared, dueTime: count, seed: 7)
    defer { for process in processes { process.destroy() } }
    try await waits(for: 300) { try await isDone(count, in: store) }
    try await checkAll(count, in: store, effects)
    for process in processes {
      #expect(try process.lines.allSatisfy { $0 == "ready" || $0.hasPrefix("leaseLost") })
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `Whichever process is killed, no job is lost, and none has two effects`(
    kind: Kind
  ) async throws {
    // As many as keep the processes at work while they are killed.
    let count = max(100, Self.kills * 20)
    _ = try effects()
    let effects = try effects("jobs.sqlite")
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    _ = try await store.enqueue((0..<count).map { NewJob(name: "effect", payload: "\($0)") })
    var processes = try await killing(Self.kills, shared, dueTime: 1, seed: 8)
    defer { for process in processes { process.destroy() } }
    try await killFirstAttempt(of: "effect", in: store, shared, &processes)
    let open = JobFilter(states: JobRecord.State.open, limit: 1)
    try await waits(for: 300) { try await store.jobs(open).isEmpty }
    let done = try await store.jobs(JobFilter(name: "effect", limit: count + 1))
    #expect(done.count == count)
    #expect(done.allSatisfy { $0.state == .succeeded })
    #expect(done.contains { $0.attempt > 1 })
    try checkJobs(count, effects)
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `Whichever process is killed, each step of a flow has one effect, after those before it`(
    kind: Kind
  ) async throws {
    // As many as keep the processes at work while they are killed.
    let flows = max(2, Self.kills / 10)
    _ = try effects()
    let effects = try effects("jobs.sqlite")
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    var random = SeededGenerator(seed: 9)
    var before: [Int64: [Int64]] = [:]
    for number in 0..<flows {
      let (flow, after) = Self.flow(number, using: &random)
      before.merge(after) { first, _ in first }
      _ = try await store.enqueue(flow)
    }
    var processes = try await killing(Self.kills, shared, dueTime: 1, seed: 10)
    defer { for process in processes { process.destroy() } }
    try await killFirstAttempt(of: "step", in: store, shared, &processes)
    let open = JobFilter(states: JobRecord.State.open, limit: 1)
    try await waits(for: 300) { try await store.jobs(open).isEmpty }
    let done = try await store.jobs(JobFilter(name: "step", limit: .max))
    #expect(done.count == flows * Self.stepsOfFlow)
    #expect(done.allSatisfy { $0.state == .succeeded })
    #expect(done.contains { $0.attempt > 1 })
    try checkJobs(flows * Self.stepsOfFlow, effects)
    var written: Set<Int64> = []
    for row in try effects.rows("SELECT due FROM effect ORDER BY rowid") {
      let step = row[0].integer ?? 0
      #expect(written.isSuperset(of: before[step] ?? []))
      written.insert(step)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `Whichever process is killed, no completed step of a job runs again`(
    kind: Kind
  ) async throws {
    // As many as keep the processes at work while they are killed.
    let count = max(12, Self.kills * 2)
    _ = try effects()
    let effects = try effects("jobs.sqlite")
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    let ids = try await store.enqueue((0..<count).map { NewJob(name: "trip", payload: "\($0)") })
      .map(\.id)
    func send(to ids: some Sequence<JobID>) async throws {
      for id in ids {
        for call in ["3", "8"] {
          #expect(try await store.send(NewSignal(job: id, name: call, payload: call)))
        }
      }
    }
    // Half of the jobs wait for signals, and the others find them.
    try await send(to: ids.prefix(count / 2))
    var processes = try await killing(Self.kills, shared, dueTime: 1, seed: 11)
    defer { for process in processes { process.destroy() } }
    try await killFirstAttempt(of: "trip", in: store, shared, &processes)
    try await send(to: ids.dropFirst(count / 2))
    let open = JobFilter(states: JobRecord.State.open, limit: 1)
    try await waits(for: 300) { try await store.jobs(open).isEmpty }
    let done = try await store.jobs(JobFilter(name: "trip", limit: count + 1))
    #expect(done.map(\.state) == Array(repeating: .succeeded, count: count))
    for (number, id) in ids.enumerated() {
      let steps = try await store.steps(of: id)
      #expect(steps.map(\.name) == (1...10).map { "\($0)" })
      for step in steps where step.kind == .step {
        // The last token with which a body has run is the token of the stored result.
        let latest = try effects.rows(
          "SELECT max(token) FROM begun WHERE due = ?", .integer(Int64(number * 100 + step.number)))
        #expect(latest.first?.first?.integer.map { "\($0)" } == step.result)
      }
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `Whichever process is killed, no publication is lost, and each key keeps its order`(
    kind: Kind
  ) async throws {
    _ = try effects()
    let (effects, published) = (try effects("jobs.sqlite"), try effects("published.sqlite"))
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    let processes = try await killing(
      Self.kills, shared, dueTime: 1, seed: 12, environment: ["MODKIT_PUBLISHES": "20"])
    defer { for process in processes { process.destroy() } }
    for process in processes {
      try await process.waits(for: "its publications") { try $0.lines.contains("published") }
    }
    let open = JobFilter(states: JobRecord.State.open, limit: 1)
    try await waits(for: 300) { try await store.jobs(open).isEmpty }

    // A publication that a process could not acknowledge before its end is stored or not.
    let jobs = try await store.jobs(JobFilter(tag: "event:fixture.placed", limit: .max))
    #expect(jobs.allSatisfy { $0.state == .succeeded })
    let publications = Dictionary(grouping: jobs, by: \.payload)
    let names = (1...3).map { "listener \($0)" }
    #expect(publications.values.allSatisfy { $0.map(\.name).sorted() == names })
    let acknowledged = try published.rows("SELECT due FROM effect").compactMap { $0[0].integer }
    #expect(acknowledged.count > Self.kills)
    #expect(publications.count >= acknowledged.count)
    let written = try effects.rows("SELECT due FROM effect ORDER BY rowid").compactMap {
      $0[0].integer
    }
    #expect(Set(written).count == jobs.count)
    #expect(
      Set(written).isSuperset(of: acknowledged.flatMap { id in (1...3).map { id * 10 + $0 } }))
    // Publications of one process have one key for each listener.
    var latest: [Int64: Int64] = [:]
    for effect in written {
      let (number, key) = (effect / 10 % 1_000, effect / 10_000 * 10 + effect % 10)
      #expect(latest[key, default: 0] < number)
      latest[key] = number
    }
  }

  private static let stepsOfFlow = 200

  /// Makes a flow of 200 steps, most of which come after up to three of the twenty before them.
  ///
  /// - Returns: The flow, and the numbers of the steps that each comes after.
  private static func flow(
    _ number: Int, using random: inout SeededGenerator
  ) -> (NewFlow, [Int64: [Int64]]) {
    let first = number * stepsOfFlow
    var before: [Int64: [Int64]] = [:]
    let steps = (0..<stepsOfFlow).map { step in
      let count = Int.random(in: 0...min(3, step), using: &random)
      let after = Set(
        (0..<count).map { _ in Int.random(in: max(0, step - 20)..<step, using: &random) }
      ).sorted()
      before[Int64(first + step)] = after.map { Int64(first + $0) }
      let payload = "{\"number\":\(first + step),\"after\":\(after.map { first + $0 })}"
      return NewFlow.Step("\(step)", NewJob(name: "step", payload: payload), after: after)
    }
    return (NewFlow("flow \(number)", steps), before)
  }

  /// Checks that each job of a number has one effect.
  private func checkJobs(_ count: Int, _ effects: SQLiteDatabase) throws {
    let written = try effects.rows("SELECT due FROM effect ORDER BY due").map { $0[0].integer }
    #expect(written == (0..<count).map { Int64($0) })
    let twice = try effects.rows(
      "SELECT due FROM begun GROUP BY due, token HAVING count(*) > 1")
    #expect(twice.isEmpty, "no token has two attempts")
  }

  /// Kills the process that waits in the first attempt of number 0, unless that was killed already,
  /// and starts another.
  private func killFirstAttempt(
    of name: String, in store: any TaskStore, _ shared: Shared, _ processes: inout [ChildProcess]
  ) async throws {
    let all = JobFilter(name: name, limit: .max)
    try await waits(for: 300) {
      // Number 0 was enqueued first, and the latest job is listed first.
      if let first = try await store.jobs(all).last, first.attempt > 1 { return true }
      for index in processes.indices where try processes[index].lines.contains("waits") {
        processes[index].send(SIGKILL)
        #expect(try await processes[index].ends() == .killed(by: SIGKILL))
        processes[index] = try process(shared, dueTime: 1)
      }
      return false
    }
  }

  /// Starts three processes, and kills one after the other, each of which is started again.
  ///
  /// - Returns: The processes that run then.
  private func killing(
    _ kills: Int, _ shared: Shared, dueTime count: Int, seed: UInt64,
    environment: [String: String] = [:]
  ) async throws -> [ChildProcess] {
    var random = SeededGenerator(seed: seed)
    var processes = try (0..<3).map { _ in
      try process(shared, dueTime: count, environment: environment)
    }
    do {
      for number in 0..<kills {
        let index = Int.random(in: processes.indices, using: &random)
        // Half of them are at work, however slowly processes start.
        if number.isMultiple(of: 2) {
          try await processes[index].waits(for: "the store") { try $0.lines.contains("ready") }
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 100...500, using: &random)))
        processes[index].send(SIGKILL)
        #expect(try await processes[index].ends() == .killed(by: SIGKILL))
        processes[index] = try process(shared, dueTime: count, environment: environment)
      }
    } catch {
      for process in processes { process.destroy() }
      throw error
    }
    return processes
  }

  @Test(.timeLimit(.minutes(20)), arguments: Kind.available)
  func `A process that is stopped for longer than its lease is taken over from`(
    kind: Kind
  ) async throws {
    let count = 200
    let effects = try effects()
    let shared = try await shared(kind)
    let store = shared.store
    try await store.open()
    let processes = try (0..<2).map { _ in try process(shared, dueTime: count) }
    defer {
      for process in processes {
        process.send(SIGCONT)
        process.destroy()
      }
    }
    for turn in 0..<4 {
      try await Task.sleep(for: .milliseconds(1_200))
      let process = processes[turn % 2]
      process.send(SIGSTOP)
      try await process.stops()
      try await Task.sleep(for: lease * 2)
      process.send(SIGCONT)
    }
    try await waits(for: 300) { try await isDone(count, in: store) }
    try await checkAll(count, in: store, effects)
  }

  @Test(
    .timeLimit(.minutes(20)), .needsPostgres,
    .enabled(
      if: hasOtherTime, "needs the package 'faketime'"))
  func `The clocks of the instances do not matter to a server`() async throws {
    let count = 100
    let effects = try effects()
    let shared = try await shared(.postgres)
    try await shared.store.open()
    let processes = try ["+2h", "-2h", "+0"].map { offset in
      try process(
        shared, dueTime: count,
        environment: [
          "LD_PRELOAD": Self.otherTime, "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ],
        // By way of a shell: with the library, a process that is started directly finds no
        // arguments.
        ignoring: "HUP")
    }
    defer { for process in processes { process.destroy() } }
    try await waits(for: 120) { try await isDone(count, in: shared.store) }
    try await checkAll(count, in: shared.store, effects)
    for record in try await shared.store.ledger(of: "task", limit: count) {
      let late = try #require(record.startTime) - record.fireTime
      // Much less than the clocks differ by, however slowly processes start.
      #expect(late >= .zero && late < .seconds(3_600))
    }
  }
}
