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
    try await manager.use(.memory(), lease: .seconds(3_600))
    try manager.jobs.handle("good", queue: "mail", .retry(attempts: 1)) {
      (_: String, _: JobContext) in
      "a private result"
    }
    try manager.jobs.handle("bad", queue: "print", .retry(attempts: 1)) {
      (_: String, _: JobContext) in
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
    for id in [good] + bad { _ = try await manager.jobs.waitForEnd(of: id) }
    try await manager.jobs.pause(queue: "pictures")

    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    var letters: [DetailValue] = []
    for id in bad.reversed() {
      let ended = try #require(try await manager.jobs.job(id)?.endTime)
      letters.append([
        "id": .integer(Int(id.number)), "name": "bad", "queue": "print", "attempts": 1,
        "ended": .integer(Int(ended.nanoseconds / 1_000)), "error": "no paper",
      ])
    }
    /// The numbers of jobs, whose latencies are those that were measured.
    func numbers(_ counts: DetailValue, _ ended: Int, as found: DetailValue?) -> DetailValue {
      for name in ["waiting", "running"] {
        #expect(found?[name]?["count"]?.integer == (ended == 0 ? nil : ended))
      }
      return DetailValue(members: [
        "counts": counts, "ended": .integer(ended),
        "endsPerSecond": ended == 0 ? 0 : .number(Double(ended) / 60), "waiting": found?["waiting"],
        "running": found?["running"],
      ])
    }
    let queues = jobs["queues"]?.array?.map { $0["numbers"] } ?? []
    try #require(queues.count == 3)
    #expect(
      jobs == [
        "window": 60_000_000, "partial": false,
        "all": numbers(["succeeded": 1, "failed": 2], 3, as: jobs["all"]),
        "queues": [
          [
            "name": "mail", "paused": false, "numbers": numbers(["succeeded": 1], 1, as: queues[0]),
          ],
          ["name": "pictures", "paused": true, "numbers": numbers([:], 0, as: queues[1])],
          ["name": "print", "paused": false, "numbers": numbers(["failed": 2], 2, as: queues[2])],
        ],
        "failures": [
          [
            "job": "bad", "error": "no paper", "count": 2, "latest": .integer(Int(bad[1].number)),
          ]
        ],
        "deadLetters": .array(letters), "flows": [], "running": [],
      ])
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
    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    let running = try #require(jobs["running"]?[0])
    let (begun, owner) = (try #require(running["begun"]), try #require(running["owner"]))
    #expect(
      running == [
        "id": .integer(Int(id.number)), "name": "scale", "queue": "pictures", "attempt": 1,
        "begun": begun, "owner": owner, "progress": 0.25, "cancelling": false,
      ])
    #expect(begun.integer != nil)
    #expect(owner.string?.contains(":\(getpid()):") == true)
    end.finish()
    _ = try await manager.jobs.waitForEnd(of: id)
    #expect(await ModuleGraph.Live.jobs(of: manager)?["running"] == [])
  }

  @Test func `Open publications and held order keys are in the graph`() async throws {
    let (manager, store) = (TaskManager(), SQLiteStore.memory())
    try await manager.use(store, lease: .seconds(600))
    let job = NewJob(
      name: "live.Send", queue: "live.mail", payload: "1", maximumAttempts: 3,
      tags: ["event:live.placed"], orderKey: "ann")
    let ids = try await store.enqueue([job, job]).map(\.id)
    let queue = ClaimableQueue(name: "live.mail", room: 1)
    let claim = try #require(
      try await store.claim(["live.Send"], in: [queue], as: "test", for: .seconds(600)).claims.first
    )
    let outcome = JobCompletion.Outcome.retry(after: .seconds(600), detail: "no connection")
    #expect(try await store.complete([JobCompletion(claim: claim, outcome: outcome)]).count == 1)
    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    let oldest = try #require(jobs["listeners"]?[0]?["oldest"])
    #expect(oldest.integer != nil)
    #expect(
      jobs["listeners"] == [
        ["event": "live.placed", "job": "live.Send", "open": 2, "failed": 0, "oldest": oldest]
      ])
    #expect(
      jobs["heldKeys"] == [
        [
          "job": "live.Send", "key": "ann", "id": .integer(Int(ids[0].number)), "attempt": 1,
          "error": "no connection", "waiting": 1,
        ]
      ])
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
    _ = try await manager.jobs.waitForEnd(of: done)
    let records = try await manager.jobs.waitForEnd(of: flow)
    let ids = records.map { DetailValue.integer(Int($0.id.number)) }
    let later = try await manager.jobs.enqueue(
      Flow("Later") { FlowStep("good", "", at: .now + .seconds(3600)) })

    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    let flows = try #require(jobs["flows"]?.array)
    try #require(flows.count == 2)
    #expect(flows[0]["id"]?.integer == Int(later.id.number))
    #expect(flows[0]["steps"]?.array?.map { $0["state"] } == ["delayed"])
    #expect(
      flows[1] == [
        "id": .integer(Int(flow.id.number)), "name": "Print", "partial": false,
        "steps": [
          ["id": ids[0], "name": "write", "job": "good", "state": "succeeded", "after": []],
          [
            "id": ids[1], "name": "print", "job": "bad", "state": "failed", "after": [ids[0]],
            "detail": "no paper",
          ],
          [
            "id": ids[2], "name": "send", "job": "good", "state": "skipped", "after": [ids[1]],
            "detail": .string(
              "'print' (job \(records[1].id)), a step before it, failed: no paper"),
          ],
        ],
      ])
  }

  @Test func `Of many flows the latest 20 are in the graph, with 200 steps each`() async throws {
    let manager = try await makeManager()
    let later = JobTime.now + .seconds(3600)
    var ids: [Int] = []
    for number in 0..<22 {
      let count = number == 21 ? 201 : 1
      let flow = try await manager.jobs.enqueue(
        Flow("Many") {
          for step in 0..<count { FlowStep("good", "", as: "step \(step)", at: later) }
        })
      ids.append(Int(flow.id.number))
    }
    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    let flows = try #require(jobs["flows"]?.array)
    #expect(flows.map { $0["id"]?.integer } == ids.reversed().prefix(20).map(\.self))
    #expect(
      flows.map { $0["steps"]?.array?.count } == [200] + Array(repeating: 1, count: 19))
    #expect(flows.map { $0["partial"]?.bool } == [true] + Array(repeating: false, count: 19))
    #expect(flows.first?["steps"]?.array?.last?["name"] == "step 200")
  }

  @Test func `Neither payloads nor results are in the graph of a process`() async throws {
    try await TaskManager.withFreshState(including: { _ in false }) {
      let manager = TaskManager.shared
      manager.errorHandler = { _ in }
      #expect(await Bridge.graph(includingStore: true).live?.jobs == nil)
      try await manager.use(.memory(), lease: .seconds(3_600))
      for name in ["good", "bad"] {
        try manager.jobs.handle(name, .retry(attempts: 1)) { (_: String, _: JobContext) in
          if name == "bad" { throw NoPaper() }
          return "a private result"
        }
      }
      let payload = "a private payload"
      _ = try await manager.jobs.waitForEnd(of: try await manager.jobs.enqueue("good", payload))
      _ = try await manager.jobs.waitForEnd(of: try await manager.jobs.enqueue("bad", payload))
      _ = try await manager.jobs.waitForEnd(
        of: try await manager.jobs.enqueue(
          Flow("Both") {
            FlowStep("good", payload)
            FlowStep("bad", payload).after(FlowStep("good", payload))
          }))

      let graph = await Bridge.graph(includingStore: true)
      #expect(graph.live?.jobs?["all"]?["counts"] == ["succeeded": 2, "failed": 2])
      #expect(graph.live?.jobs?["flows"]?[0]?["steps"]?.array?.count == 2)
      let json = graph.json()
      #expect(try ModuleGraph(json: json).live?.jobs == graph.live?.jobs)
      #expect(json.contains("no paper"))
      #expect(!json.contains("a private"))
    }
  }

  @Test func `A manager without a store adds none`() async throws {
    #expect(await ModuleGraph.Live.jobs(of: TaskManager()) == nil)
  }

  @Test func `The error of a store that cannot read its jobs is a part of the graph`()
    async throws
  {
    let manager = TaskManager(clock: ManualClock())
    manager.errorHandler = { _ in }
    try await manager.use(LostStore())
    let jobs = try #require(await ModuleGraph.Live.jobs(of: manager))
    #expect(
      jobs == [
        "window": 0, "partial": false, "all": ["counts": [:], "ended": 0, "endsPerSecond": 0],
        "queues": [], "failures": [], "running": [], "deadLetters": [], "flows": [],
        "error": "Cut()",
      ])
  }
}
