import Bridge
import Foundation
import ModularityTestSupport
import TaskStore
import Testing

/// Bridge adds the jobs of a store to a graph of its process.
@Suite struct LiveJobsTests {
  private struct NoPaper: Error, CustomStringConvertible {
    var description: String { "no paper" }
  }

  /// Returns a manager with a store in memory, whose jobs "good" and "bad" succeed and fail.
  private func makeManager() async throws -> TaskManager {
    let manager = TaskManager()
    manager.errorHandler = { _ in }
    try await manager.use(.memory, lease: .seconds(60))
    try manager.jobs.handle("good", queue: "mail", .retry(upTo: 1)) { (_: String, _: JobContext) in
      "a private result"
    }
    try manager.jobs.handle("bad", queue: "print", .retry(upTo: 1)) { (_: String, _: JobContext) in
      throw NoPaper()
    }
    return manager
  }

  @Test func `A store has its queues, causes of failures and dead letters in the graph`()
    async throws
  {
    let manager = try await makeManager()
    let good = try await manager.jobs.enqueue("good", "a private payload")
    let bad = try await manager.jobs.enqueue("bad", all: ["a private payload", "another"])
    for id in [good] + bad { _ = try await manager.jobs.end(of: id) }
    try await manager.jobs.pause(queue: "pictures")

    let jobs = try #require(await ModuleGraph.Live.Jobs(of: manager))
    #expect(jobs.error == nil)
    #expect(!jobs.isPartial)
    #expect(jobs.window == 60_000_000)
    #expect(jobs.queues.map(\.name) == ["mail", "pictures", "print"])
    #expect(jobs.queues.map(\.isPaused) == [false, true, false])
    #expect(jobs.queues.map(\.numbers.counts) == [["succeeded": 1], [:], ["failed": 2]])
    #expect(jobs.all.counts == ["succeeded": 1, "failed": 2])
    #expect(jobs.all.ended == 3)
    #expect(jobs.all.endsPerSecond == 3.0 / 60)
    #expect(jobs.all.waiting?.count == 3)
    #expect(jobs.all.running?.count == 3)
    #expect(jobs.queues[1].numbers.running == nil)
    #expect(
      jobs.failures == [.init(job: "bad", error: "no paper", count: 2, latest: bad[1].number)])
    #expect(jobs.deadLetters.map(\.id) == [bad[1].number, bad[0].number])
    let record = try #require(try await manager.jobs.job(bad[1]))
    #expect(
      jobs.deadLetters.first
        == .init(
          id: bad[1].number, name: "bad", queue: "print", attempts: 1,
          ended: try #require(record.ended).nanoseconds / 1_000, error: "no paper"))
    #expect(jobs.flows == [])
    #expect(jobs.running == [])
  }

  @Test func `A job that runs is in the graph with its progress until it ends`() async throws {
    let manager = try await makeManager()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (reports, reported) = AsyncStream.makeStream(of: Void.self)
    try manager.jobs.handle("scale", queue: "pictures") { (_: Int, context: JobContext) in
      try await context.report(progress: 0.25)
      reported.yield()
      for await _ in ends { break }
    }
    let id = try await manager.jobs.enqueue("scale", 7)
    for await _ in reports { break }
    let jobs = try #require(await ModuleGraph.Live.Jobs(of: manager))
    let running = try #require(jobs.running.first)
    #expect(
      running
        == .init(
          id: id.number, name: "scale", queue: "pictures", attempt: 1, begun: running.begun,
          owner: running.owner, progress: 0.25))
    #expect(running.begun != nil)
    #expect(running.owner?.contains(":\(getpid()):") == true)
    end.finish()
    _ = try await manager.jobs.end(of: id)
    #expect(await ModuleGraph.Live.Jobs(of: manager)?.running == [])
  }

  @Test func `A flow is in the graph while a step is open or has failed`() async throws {
    let manager = try await makeManager()
    let done = try await manager.jobs.enqueue(Flow("Done") { FlowStep("good", "") })
    let flow = try await manager.jobs.enqueue(
      Flow("Print") {
        FlowStep("good", "", as: "write")
        FlowStep("bad", "", as: "print").after(FlowStep("good", "", as: "write"))
        FlowStep("good", "", as: "send").after(FlowStep("bad", "", as: "print"))
      })
    _ = try await manager.jobs.end(of: done)
    let records = try await manager.jobs.end(of: flow)
    let ids = records.map(\.id.number)
    let later = try await manager.jobs.enqueue(
      Flow("Later") { FlowStep("good", "", at: .now + .seconds(3600)) })

    let jobs = try #require(await ModuleGraph.Live.Jobs(of: manager))
    #expect(jobs.flows.map(\.name) == ["Later", "Print"])
    #expect(jobs.flows.map(\.id) == [later.id.number, flow.id.number])
    #expect(jobs.flows.map(\.isPartial) == [false, false])
    #expect(jobs.flows.first?.steps.map(\.state) == ["delayed"])
    #expect(
      jobs.flows.last?.steps == [
        .init(id: ids[0], name: "write", job: "good", state: "succeeded"),
        .init(
          id: ids[1], name: "print", job: "bad", state: "failed", after: [ids[0]],
          detail: "no paper"),
        .init(
          id: ids[2], name: "send", job: "good", state: "skipped", after: [ids[1]],
          detail: "'print' (job \(ids[1])), a step before it, failed: no paper"),
      ])
  }

  @Test func `Of many flows the latest 20 are in the graph, with 200 steps each`() async throws {
    let manager = try await makeManager()
    let later = JobTime.now + .seconds(3600)
    var ids: [Int64] = []
    for number in 0..<22 {
      let count = number == 21 ? 201 : 1
      let flow = try await manager.jobs.enqueue(
        Flow("Many") {
          for step in 0..<count { FlowStep("good", "", as: "step \(step)", at: later) }
        })
      ids.append(flow.id.number)
    }
    let jobs = try #require(await ModuleGraph.Live.Jobs(of: manager))
    #expect(jobs.flows.map(\.id) == ids.reversed().prefix(20).map(\.self))
    #expect(jobs.flows.map(\.steps.count) == [200] + Array(repeating: 1, count: 19))
    #expect(jobs.flows.map(\.isPartial) == [true] + Array(repeating: false, count: 19))
    #expect(jobs.flows.first?.steps.last?.name == "step 200")
  }

  @Test func `Neither payloads nor results are in the graph of a process`() async throws {
    try await TaskManager.withFreshState(including: { _ in false }) {
      let manager = TaskManager.shared
      manager.errorHandler = { _ in }
      #expect(await Bridge.graphWithStore().live?.jobs == nil)
      try await manager.use(.memory, lease: .seconds(60))
      for name in ["good", "bad"] {
        try manager.jobs.handle(name, .retry(upTo: 1)) { (_: String, _: JobContext) in
          if name == "bad" { throw NoPaper() }
          return "a private result"
        }
      }
      let payload = "a private payload"
      _ = try await manager.jobs.end(of: try await manager.jobs.enqueue("good", payload))
      _ = try await manager.jobs.end(of: try await manager.jobs.enqueue("bad", payload))
      _ = try await manager.jobs.end(
        of: try await manager.jobs.enqueue(
          Flow("Both") {
            FlowStep("good", payload)
            FlowStep("bad", payload).after(FlowStep("good", payload))
          }))

      let graph = await Bridge.graphWithStore()
      #expect(graph.live?.jobs?.all.counts == ["succeeded": 2, "failed": 2])
      #expect(graph.live?.jobs?.flows.first?.steps.count == 2)
      let json = graph.json()
      #expect(json.contains("no paper"))
      #expect(!json.contains("a private"))
    }
  }

  @Test func `A manager without a store, and a store that keeps no jobs, add none`() async throws {
    #expect(await ModuleGraph.Live.Jobs(of: TaskManager()) == nil)
    let manager = TaskManager()
    manager.errorHandler = { _ in }
    try await manager.use(LostStore())
    #expect(await ModuleGraph.Live.Jobs(of: manager) == nil)
  }

  @Test func `The error of a store that cannot read its jobs is a part of the graph`()
    async throws
  {
    let manager = TaskManager(clock: ManualClock())
    manager.errorHandler = { _ in }
    try await manager.use(LostJobStore())
    let jobs = try #require(await ModuleGraph.Live.Jobs(of: manager))
    #expect(jobs == .init(error: "Cut()"))
  }
}

/// A store of jobs that was opened and cannot be reached since.
private struct LostJobStore: JobStore {
  struct Cut: Error {}

  private let lost = LostStore()

  var summary: String { lost.summary }
  func open() {}
  func schedules(of tasks: [String]) throws -> StoredSchedules { throw Cut() }
  func commit(_ changes: [ScheduleChange]) throws -> Set<String> { throw Cut() }
  func setPaused(_ isPaused: Bool, _ task: String) throws -> Bool { throw Cut() }
  func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) throws -> [TaskClaim] { throw Cut() }
  func renew(_ claims: [TaskClaim], for lease: Duration) throws -> Set<Int64> { throw Cut() }
  func complete(_ completions: [TaskCompletion]) throws -> Set<Int64> { throw Cut() }
  func ledger(of task: String?, limit: Int) throws -> [LedgerRecord] { throw Cut() }
  func prune(olderThan age: Duration, limit: Int) throws -> Int { throw Cut() }
  func hints() -> AsyncStream<Void> { lost.hints() }

  func enqueue(_ jobs: [NewJob]) throws -> [EnqueuedJob] { throw Cut() }
  func enqueue(_ flow: NewFlow) throws -> [JobID] { throw Cut() }
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) throws -> ClaimedJobs { throw Cut() }
  func renew(_ claims: [JobClaim], for lease: Duration) throws -> Set<Int64> { throw Cut() }
  func cancellations(of owner: String) throws -> Set<Int64> { throw Cut() }
  func report(_ progress: Double, of claim: JobClaim) throws -> Bool { throw Cut() }
  func complete(_ completions: [JobCompletion]) throws -> Set<Int64> { throw Cut() }
  func jobs(_ filter: JobFilter) throws -> [JobRecord] { throw Cut() }
  func cancel(_ filter: JobFilter) throws -> Int { throw Cut() }
  func delete(_ filter: JobFilter) throws -> Int { throw Cut() }
  func retry(_ filter: JobFilter) throws -> Int { throw Cut() }
  func setPaused(_ isPaused: Bool, queue: String) throws { throw Cut() }
  func queues() throws -> [JobQueueRecord] { throw Cut() }
  func pruneJobs(limit: Int) throws -> Int { throw Cut() }
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) throws -> Int { throw Cut() }
}
