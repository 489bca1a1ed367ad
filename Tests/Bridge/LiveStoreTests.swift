import Bridge
import Foundation
import ModularityTestSupport
import TaskStore
import Testing

/// Bridge adds the store of durable schedules to a graph of its process.
@Suite struct LiveStoreTests {
  /// 2026-06-01, 06:00:01 UTC, in whole seconds.
  private static let start: Int64 = 1_780_293_601

  /// Returns a time so many seconds after the start.
  private static func time(_ seconds: Int64) -> TaskTime {
    TaskTime(nanoseconds: (start + seconds) * 1_000_000_000)
  }

  private static func microseconds(_ seconds: Int64) -> DetailValue {
    .integer(Int((start + seconds) * 1_000_000))
  }

  /// Reads the store of the shared manager until it is as expected.
  private func waits(
    until condition: (DetailValue) -> Bool
  ) async throws -> DetailValue {
    while true {
      let store = try #require(await Bridge.graph(includingStore: true).live?.store)
      if condition(store) { return store }
      await Task.yield()
    }
  }

  @Test func `The graph has the durable schedules, and the fire times in their store`()
    async throws
  {
    try await TaskManager.withFreshState(including: { _ in false }) {
      let clock = ManualClock()
      let manager = TaskManager.shared
      #expect(await Bridge.graph(includingStore: true).live?.store == nil)
      try await manager.use(.memory(clock: clock, startingAt: Self.time(0).date))
      let (runs, run) = AsyncStream.makeStream(of: Void.self)
      try manager.scheduleTask(
        name: "Minutely", on: .every(.seconds(60)), traits: [.durable, .concurrent]
      ) { _ async in
        for await _ in runs { break }
      }
      try manager.scheduleTask(name: "Fleeting", on: .every(.seconds(60))) { _ in }

      let planned = try await waits { $0["schedules"]?[0]?["next"] != nil }
      #expect(
        planned == [
          "summary": "a store in memory, which is lost with the process", "records": [],
          "schedules": [
            [
              "task": "Minutely", "occasion": "every minute", "traits": ["durable", "concurrent"],
              "next": Self.microseconds(59), "paused": false, "unfinished": 0,
            ]
          ],
        ])

      clock.advance(by: .seconds(59))
      let running = try await waits { $0["records"]?[0]?["state"] == "running" }
      #expect(running["schedules"]?[0]?["unfinished"] == 1)
      #expect(running["records"]?[0]?["ended"] == nil)
      run.finish()
      let ended = try await waits { $0["records"]?[0]?["state"] == "succeeded" }
      let record = try #require(ended["records"]?[0])
      let owner = try #require(record["owner"])
      #expect(
        record == [
          "task": "Minutely", "due": Self.microseconds(59), "state": "succeeded", "number": 1,
          "owner": owner, "token": 1, "claims": 1, "begun": Self.microseconds(59),
          "ended": Self.microseconds(59),
        ])
      #expect(owner.string?.contains(":\(getpid()):") == true)

      try manager.pauseTask(named: "Minutely")
      let paused = try await waits { $0["schedules"]?[0]?["paused"] == true }
      #expect(paused["schedules"]?[0]?["unfinished"] == 0)
    }
  }

  @Test func `A task that is often due does not hide one that seldom is`() async throws {
    let store = SQLiteStore.memory(clock: ManualClock(), startingAt: Self.time(0).date)
    /// Has no run for some fire times.
    func miss(_ task: String, _ seconds: [Int64]) async throws {
      _ = try await store.commit([
        ScheduleChange(
          task: task, definition: "before", expected: nil,
          progress: ScheduleProgress(next: Self.time(86_400)),
          decided: seconds.map { second in
            DecidedTime(
              fireTime: Self.time(second), number: nil,
              missed: MissedFires(count: 2, since: Self.time(second - 1), reason: .overlap))
          })
      ])
    }
    try await miss("Often", (-30 ... -1).map(\.self))
    try await miss("Seldom", [-3_000, -2_000])
    let manager = TaskManager(clock: ManualClock())
    try await manager.use(store)
    for name in ["Often", "Seldom"] {
      try manager.scheduleTask(
        name: name, date: Self.time(86_400).date, traits: [.durable]
      ) { _ in }
    }
    let all = try #require(await ModuleGraph.Live.store(of: manager))
    #expect(all["records"]?.array?.count == 32)
    let some = try #require(await ModuleGraph.Live.store(of: manager, limit: 15))
    let records = try #require(some["records"]?.array)
    #expect(
      records.map { $0["due"] }
        == ((-15 ... -1).reversed() + [-2_000, -3_000]).map(Self.microseconds))
    #expect(records.last?["task"] == "Seldom")
    #expect(
      records.last?["missed"] == [
        "count": 2, "since": Self.microseconds(-3_001), "reason": "overlap",
        "text": "an earlier run was still running",
      ])
  }

  @Test func `The error of a store that fails is a part of the graph`() async throws {
    let manager = TaskManager(clock: ManualClock())
    let problems = EventRecorder<String>()
    manager.errorHandler = { problems.record($0.message) }
    try await manager.use(LostStore())
    try manager.scheduleTask(
      name: "Nightly", on: .every(.seconds(60)), traits: [.durable]
    ) { _ in }
    let store = try #require(await ModuleGraph.Live.store(of: manager))
    #expect(store["summary"] == "a store behind a cable that is cut")
    #expect(store["error"] == "Cut()")
    #expect(store["records"] == [])
    #expect(store["schedules"]?.array?.map { $0["task"] } == ["Nightly"])
  }
}

/// A store that was opened and cannot be reached since.
struct LostStore: TaskStore {
  struct Cut: Error {}

  var summary: String { "a store behind a cable that is cut" }
  func open() {}
  func schedules(of tasks: [String]) throws -> StoredSchedules { throw Cut() }
  func commit(_ changes: [ScheduleChange]) throws -> Set<String> { throw Cut() }
  func setPaused(_ isPaused: Bool, _ task: String) throws -> Bool { throw Cut() }
  func hints() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  func enqueue(_ jobs: [NewJob]) throws -> [EnqueuedJob] { throw Cut() }
  func enqueue(_ flow: NewFlow) throws -> [JobID] { throw Cut() }
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) throws -> ClaimedJobs { throw Cut() }
  func renew(_ claims: [JobClaim], for lease: Duration) throws -> Set<Int64> { throw Cut() }
  func cancellations(of owner: String) throws -> Set<Int64> { throw Cut() }
  func report(_ progress: Double, of claim: JobClaim) throws -> Bool { throw Cut() }
  func complete(_ completions: [JobCompletion]) throws -> Set<Int64> { throw Cut() }
  func steps(of job: JobID) throws -> [StoredStep] { throw Cut() }
  func record(_ step: NewStep, of claim: JobClaim) throws -> StoredStep? { throw Cut() }
  func send(_ signal: NewSignal) throws -> Bool { throw Cut() }
  func jobs(_ filter: JobFilter) throws -> [JobRecord] { throw Cut() }
  func count(_ filter: JobFilter) throws -> Int { throw Cut() }
  func makeDue(_ filter: JobFilter) throws -> Int { throw Cut() }
  func cancel(_ filter: JobFilter) throws -> Int { throw Cut() }
  func delete(_ filter: JobFilter) throws -> Int { throw Cut() }
  func retry(_ filter: JobFilter) throws -> Int { throw Cut() }
  func setPaused(_ isPaused: Bool, queue: String) throws { throw Cut() }
  func queues() throws -> [JobQueueRecord] { throw Cut() }
  func pruneJobs(limit: Int) throws -> Int { throw Cut() }
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) throws -> Int { throw Cut() }
}
