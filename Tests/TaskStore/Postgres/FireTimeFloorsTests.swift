import ModularityTestSupport
import Testing

@testable import TaskStore

/// A store of PostgreSQL that looks for open fire times above floors only.
@Suite(.needsPostgres) struct FireTimeFloorsTests {
  private let subject: PostgresSubject
  /// The time by which the store looks for its floors.
  private let time = ManualStoreClock()
  private let store: PostgresStore
  /// The store of another process.
  private let other: PostgresStore

  init() async throws {
    subject = try await PostgresSubject()
    store = PostgresStore(
      subject.server.connection, schema: subject.schema, library: nil,
      monotonic: time.clock.monotonic)
    other = subject.store()
    try await store.open()
    try await other.open()
  }

  /// Lets a store decide about fire times.
  private func decide(_ fireTimes: [Int64], by store: PostgresStore) async throws {
    let schedule = try await store.schedules(of: ["task"]).schedules["task"]
    let runs = schedule?.progress.runs ?? 0
    let change = ScheduleChange(
      task: "task", definition: "test", expected: schedule?.version,
      progress: ScheduleProgress(
        next: nil, latest: fireTimes.last.map { TaskTime(nanoseconds: $0) },
        runs: runs + fireTimes.count),
      decided: fireTimes.enumerated().map { index, fireTime in
        DecidedTime(fireTime: TaskTime(nanoseconds: fireTime), number: runs + index + 1)
      })
    #expect(try await store.commit([change]) == ["task"])
  }

  private func claim(
    width: Int = 10, for lease: Duration = .seconds(60)
  ) async throws -> [TaskClaim] {
    try await store.claim(
      [ClaimableTask(name: "task", width: width)], as: "owner", for: lease, atMost: 100)
  }

  private func end(_ claims: [TaskClaim], _ state: LedgerRecord.State = .succeeded) async throws {
    let completions = claims.map { TaskCompletion(claim: $0, state: state) }
    #expect(try await store.complete(completions).count == claims.count)
  }

  /// Runs for fire times up to 100, whose floor the store knows then.
  private func runToHundred() async throws {
    try await decide([98, 99, 100], by: other)
    let claims = try await claim()
    #expect(claims.map(\.fireTime.nanoseconds) == [98, 99, 100])
    try await end(claims)
    time.advance(by: .seconds(3_600))
    #expect(try await claim().isEmpty)
  }

  private func unfinished(in store: PostgresStore) async throws -> Int? {
    try await store.schedules(of: ["task"]).schedules["task"]?.unfinished
  }

  @Test
  func `A fire time below the floor is claimed and counted at once if the schedule went back`()
    async throws
  {
    try await runToHundred()
    try await decide([50], by: other)
    #expect(try await unfinished(in: store) == 1)
    let claims = try await claim()
    #expect(claims.map(\.fireTime.nanoseconds) == [50])
    #expect(try await claim(width: 1).isEmpty)
    try await end(claims)
    // Each look on the way has found the floor of the schedule as it is now.
    for fireTime: Int64 in [51, 52] {
      time.advance(by: .seconds(3_600))
      #expect(try await claim().isEmpty)
      try await decide([fireTime], by: other)
      let claims = try await claim()
      #expect(claims.map(\.fireTime.nanoseconds) == [fireTime])
      try await end(claims)
    }
  }

  @Test func `A row that is made due again below the floor is found from the start`()
    async throws
  {
    try await runToHundred()
    try await subject.server.run(
      "UPDATE \"\(subject.schema)\".task_fire SET state = 'due', ended = NULL WHERE due = 98")
    #expect(try await unfinished(in: other) == 1)
    #expect(try await unfinished(in: store) == 0)
    #expect(try await claim().isEmpty)
    time.advance(by: .seconds(3_600))
    _ = try await claim()
    #expect(try await unfinished(in: store) == 1)
    #expect(try await claim().map(\.fireTime.nanoseconds) == [98])
  }

  @Test func `Held fire times below those that have ended count for the width, and are taken over`()
    async throws
  {
    try await decide([1, 2, 3, 4], by: other)
    let first = try await claim(width: 1)
    try await end(try await claim(width: 2))
    time.advance(by: .seconds(3_600))
    let third = try await claim(width: 2)
    #expect(third.map(\.fireTime.nanoseconds) == [3])
    #expect(try await claim(width: 2).isEmpty)
    #expect(try await unfinished(in: store) == 3)
    try await end(first, .due)
    try await end(third)
    time.advance(by: .seconds(3_600))
    #expect(try await claim(width: 1).map(\.fireTime.nanoseconds) == [1])
    try await subject.server.run("UPDATE \"\(subject.schema)\".task_fire SET lease_end = 0")
    #expect(try await claim(width: 1).map(\.fireTime.nanoseconds) == [1])
  }

  /// Returns how many blocks of the server a claim touches.
  private func blocksOfClaim() async throws -> Int64 {
    let statements = await store.statements(
      toClaim: [ClaimableTask(name: "task", width: 10)], as: "owner", for: .seconds(60), atMost: 1)
    let session = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    // As in the store's session: statistics, which the server may gather meanwhile, decide nothing.
    _ = try await session.run([PostgresStatement(PostgresSchema.steadyPlans)])
    let answers = try await session.run(
      statements.map { statement in
        var explained = statement
        explained.sql = "EXPLAIN (ANALYZE, BUFFERS, TIMING off) \(statement.sql)"
        return explained
      })
    var blocks: Int64 = 0
    for rows in answers {
      var plan = ""
      for var row in rows { plan += try row.text("plan") + "\n" }
      // The first node is the whole statement.
      let match = try #require(plan.firstMatch(of: /Buffers: shared hit=(\d+)/), "\(plan)")
      blocks += try #require(Int64(match.1))
    }
    return blocks
  }

  @Test func `A claim passes nothing that has ended, while a transaction holds an old snapshot`()
    async throws
  {
    let reader = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    _ = try await reader.run([
      PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ"), PostgresStatement("SELECT 1"),
    ])
    var blocks: [Int64] = []
    for round: Int64 in 0..<5 {
      try await decide(Array(round * 1_000 + 1...round * 1_000 + 1_000), by: other)
      for _ in 0..<10 {
        try await end(try await claim(width: 1_000))
        time.advance(by: .seconds(3_600))
      }
      #expect(try await claim().isEmpty)
      blocks.append(try await blocksOfClaim())
    }
    #expect(blocks.allSatisfy { $0 <= blocks[0] + 10 }, "\(blocks)")
    _ = try await reader.run([PostgresStatement("ROLLBACK")])
  }
}
