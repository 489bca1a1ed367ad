import ModularityTestSupport
import Testing

@testable import TaskStore

/// Two processes with floors of their own, beside a store in memory that has none.
private struct ComparedStores {
  /// The time of the stores.
  let time = ManualStoreClock()
  /// The time by which floors are looked for.
  let lookTime = ManualStoreClock()
  let memory: MemoryStore
  let processes: [PostgresStore]
  private let subject: PostgresSubject
  /// The claims that have not been completed, as the server and the memory have them.
  private var held: [(server: TaskClaim, memory: TaskClaim)] = []
  private var random: SeededGenerator

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    memory = MemoryStore(clock: time.clock)
    let subject = try await PostgresSubject()
    self.subject = subject
    let start = time.clock.now().nanoseconds
    try await subject.server.run(
      """
      CREATE SCHEMA "\(subject.schema)"; CREATE TABLE "\(subject.schema)".test_time (now bigint);
      INSERT INTO "\(subject.schema)".test_time VALUES (\(start))
      """)
    let monotonic = lookTime.clock.monotonic
    processes = (0..<2).map { _ in
      PostgresStore(
        subject.server.connection, schema: subject.schema, library: nil,
        now: "(SELECT now FROM \"\(subject.schema)\".test_time)", monotonic: monotonic)
    }
    for process in processes { try await process.open() }
  }

  private mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &random)
  }

  private mutating func process() -> PostgresStore { processes[Int(number(0...1))] }

  /// Does something, and compares what comes of it.
  mutating func step() async throws {
    switch number(0...10) {
    case 0...2:
      let latest = memory.schedules(of: ["task"]).schedules["task"]?.progress.latest
      let first = (latest?.nanoseconds ?? 100) + number(1...5)
      try await decide(Array(first...first + number(0...2)))
    case 3: try await goBack()
    case 4...6: try await claim()
    case 7...8: try await complete()
    case 9:
      let seconds = number(1...6)
      time.advance(by: .seconds(seconds))
      try await subject.server.run(
        "UPDATE \"\(subject.schema)\".test_time SET now = now + \(seconds * 1_000_000_000)")
    default:
      lookTime.advance(by: .milliseconds(500))
      let pruned = memory.prune(olderThan: .seconds(5), limit: 2)
      #expect(try await process().prune(olderThan: .seconds(5), limit: 2) == pruned)
    }
    let unfinished = memory.schedules(of: ["task"]).schedules["task"]?.unfinished
    for process in processes {
      #expect(
        try await process.schedules(of: ["task"]).schedules["task"]?.unfinished == unfinished)
    }
  }

  private mutating func decide(_ fireTimes: [Int64]) async throws {
    let schedule = memory.schedules(of: ["task"]).schedules["task"]
    let runs = schedule?.progress.runs ?? 0
    let change = ScheduleChange(
      task: "task", definition: "test", expected: schedule?.version,
      progress: ScheduleProgress(
        next: nil, latest: fireTimes.last.map { TaskTime(nanoseconds: $0) },
        runs: runs + fireTimes.count),
      decided: fireTimes.enumerated().map { index, fireTime in
        DecidedTime(fireTime: TaskTime(nanoseconds: fireTime), number: runs + index + 1)
      })
    #expect(memory.commit([change]) == ["task"])
    #expect(try await process().commit([change]) == ["task"])
  }

  /// Lets the schedule go back, as after the clock was set back by hours: so much passes until it
  /// is where it was, and each process looks from the beginning meanwhile.
  private mutating func goBack() async throws {
    let latest = memory.schedules(of: ["task"]).schedules["task"]?.progress.latest
    guard let latest, latest.nanoseconds > 1 else { return }
    try await decide([number(1...latest.nanoseconds - 1)])
    try await claim()
    lookTime.advance(by: .seconds(3_600))
    for process in processes {
      let tasks = [ClaimableTask(name: "task", width: 0)]
      #expect(
        try await process.claim(tasks, as: "owner", for: .seconds(10), atMost: 1).isEmpty)
    }
  }

  private mutating func claim() async throws {
    let tasks = [ClaimableTask(name: "task", width: Int(number(1...4)))]
    let limit = Int(number(1...3))
    let expected = memory.claim(tasks, as: "owner", for: .seconds(10), atMost: limit)
    let claims = try await process().claim(tasks, as: "owner", for: .seconds(10), atMost: limit)
    #expect(claims.map(\.fireTime) == expected.map(\.fireTime))
    #expect(claims.map(\.number) == expected.map(\.number))
    #expect(claims.map(\.count) == expected.map(\.count))
    held += zip(claims, expected).map { (server: $0, memory: $1) }
  }

  private mutating func complete() async throws {
    guard !held.isEmpty else { return }
    let claim = held.remove(at: Int(number(0...Int64(held.count - 1))))
    let states: [LedgerRecord.State] = [.succeeded, .failed, .due]
    let state = states[Int(number(0...2))]
    let accepted = memory.complete([TaskCompletion(claim: claim.memory, state: state)])
    let completion = TaskCompletion(claim: claim.server, state: state)
    #expect(try await process().complete([completion]).count == accepted.count)
  }
}

@Suite(.needsPostgres) struct FireTimeFloorsModelTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `With floors, claims and counts are those of a store without`(seed: UInt64) async throws {
    var stores = try await ComparedStores(seed: seed)
    for _ in 0..<300 { try await stores.step() }
  }
}
