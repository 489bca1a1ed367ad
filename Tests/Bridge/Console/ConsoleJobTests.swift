import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@testable import Bridge

/// The command `jobs`, over a real socket, with a store whose jobs no process runs.
@Suite struct ConsoleJobTests {
  let folder: TemporaryFolder
  let store = SQLiteStore.memory()

  init() throws { folder = try TemporaryFolder(isShort: true) }

  /// Opens a console that sees the store, as that of the shared manager.
  private func open() async throws -> BridgeConsole {
    try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(store, lease: .seconds(600))
      try TaskManager.shared.jobs.handle("Draw", queue: "pictures") { (_: Int, _: JobContext) in }
      return try Bridge.openConsole(at: folder.path("console"))
    }
  }

  /// Stores jobs of a queue, and returns their identifiers.
  @discardableResult
  private func add(_ count: Int, to queue: String = "mail", name: String = "Send") async throws
    -> [JobID]
  {
    try await store.enqueue(
      (1...count).map { NewJob(name: name, queue: queue, payload: "{\"number\":\($0)}") }
    ).map(\.id)
  }

  /// Claims the next job of a queue.
  @discardableResult
  private func begin(_ queue: String = "mail", name: String = "Send") async throws -> JobClaim {
    try #require(
      try await store.claim(
        [name], in: [ClaimableQueue(name: queue, room: 1)], as: "test", for: .seconds(600)
      ).claims.first)
  }

  private func end(_ claim: JobClaim, _ outcome: JobCompletion.Outcome) async throws {
    #expect(
      try await store.complete([JobCompletion(claim: claim, outcome: outcome)]) == [claim.token])
  }

  private func states() async throws -> [JobRecord.State] {
    try await store.jobs(JobFilter()).reversed().map(\.state)
  }

  // MARK: - Looking

  @Test func `The console shows the queues with their numbers, and what runs`() async throws {
    let console = try await open()
    try await add(4)
    try await end(begin(), .succeeded(result: "7"))
    try await end(begin(), .failed(detail: "no such address"))
    #expect(try await store.report(0.5, of: begin()))
    try await store.setPaused(true, queue: "mail")

    let answer = try await ask(console, "jobs", ["window": 3_600])
    #expect(answer["store"] == "a store in memory, which is lost with the process")
    let queue = try #require(answer["statistics"]?["queues"]?[0])
    #expect(queue["name"] == "mail")
    #expect(queue["isPaused"] == true)
    #expect(
      queue["numbers"]?["counts"] == ["succeeded": 1, "failed": 1, "running": 1, "waiting": 1])
    #expect(queue["numbers"]?["ended"] == 2)
    #expect(
      answer["statistics"]?["failures"]
        == [["job": "Send", "error": "no such address", "count": 1, "latest": 2]])
    let running = try #require(answer["running"]?[0])
    #expect(running["id"] == 3)
    #expect(running["progress"] == 0.5)
    #expect(running["isCancelling"] == false)

    let path = console.path
    let overview = try await waiting {
      try BridgeConsole.Client(connectingTo: path).jobs(within: .seconds(3_600))
    }
    #expect(overview.statistics.window == 3_600)
    #expect(overview.statistics.all.ended == 2)
    #expect(overview.statistics.all.endsPerSecond == 2.0 / 3_600)
    #expect(overview.running.map(\.id) == [JobID(3)])
    #expect(overview.running.allSatisfy { $0.seconds >= 0 && $0.name == "Send" })
  }

  @Test func `The console lists jobs, filtered by queue, name, state and flow`() async throws {
    let console = try await open()
    try await add(2)
    try await add(1, to: "pictures", name: "Scale")
    try await add(1, name: "Print")
    try await end(begin(), .failed(detail: "no paper"))
    let flow = try await store.enqueue(
      NewFlow("Trip", [.init("pack", NewJob(name: "Pack", queue: "mail", payload: "1"))]))
    func list(_ arguments: [String: ConsoleValue]) async throws -> [Int] {
      let answer = try await ask(
        console, "jobs", arguments.merging(["action": "list"]) { $1 })
      return answer["jobs"]?.array?.compactMap { $0["id"]?.integer } ?? []
    }
    #expect(flow == [JobID(5)])
    #expect(try await list([:]) == [5, 4, 3, 2, 1])
    #expect(try await list(["limit": 2]) == [5, 4])
    #expect(try await list(["queue": "mail"]) == [5, 4, 2, 1])
    #expect(try await list(["name": "Send"]) == [2, 1])
    #expect(try await list(["states": "failed"]) == [1])
    #expect(try await list(["states": ["failed", "waiting"], "name": "Send"]) == [2, 1])
    #expect(try await list(["flow": "5"]) == [5])
    let failed = try await ask(console, "jobs", ["action": "list", "states": ["failed"]])
    let job = try #require(failed["jobs"]?[0])
    #expect(job["detail"] == "no paper")
    #expect(job["state"] == "failed")
    #expect(job["attempt"] == 1)
    #expect(job["begun"]?.string?.hasSuffix("Z") == true)
    #expect(job["flow"] == .null)
    _ = try await store.enqueue([
      NewJob(name: "Send", queue: "mail", payload: "1", tags: ["a"], expiry: .zero)
    ])
    #expect(try await list(["tag": "a"]) == [6])
    #expect(try await list(["before": 5, "limit": 2]) == [4, 3])
    let tagged = try await ask(console, "jobs", ["action": "list", "tag": "a"])
    #expect(tagged["jobs"]?[0]?["tags"] == ["a"])
    #expect(tagged["jobs"]?[0]?["expires"]?.string?.hasSuffix("Z") == true)
  }

  @Test func `The console deletes jobs that have ended`() async throws {
    let console = try await open()
    try await add(4)
    try await end(begin(), .failed(detail: "no paper"))
    try await end(begin(), .succeeded(result: nil))
    try await end(begin(), .succeeded(result: nil))
    let some = try await ask(console, "jobs", ["action": "delete", "ids": [2, 4]])
    #expect(some["count"] == 1)
    let done = try await ask(console, "jobs", ["action": "delete", "states": "succeeded"])
    #expect(done["count"] == 1)
    #expect(try await store.jobs(JobFilter()).map(\.id) == [JobID(4), JobID(1)])
  }

  @Test func `The console shows all of a job`() async throws {
    let console = try await open()
    try await add(1)
    try await end(begin(), .succeeded(result: "{\"sent\":true}"))
    let job = try await ask(console, "jobs", ["action": "show", "id": "1"])
    #expect(job["id"] == 1)
    #expect(job["payload"] == ["number": 1])
    #expect(job["result"] == ["sent": true])
    #expect(job["owner"] == "test")
    #expect(job["token"] == 1)
    #expect(job["isCancelling"] == false)
    #expect(job["flowName"] == .null)
    #expect(job["steps"] == [])
  }

  @Test func `The console shows the steps of a job's flow, and what each comes after`()
    async throws
  {
    let console = try await open()
    func job(_ name: String) -> NewJob { NewJob(name: name, queue: "mail", payload: "1") }
    _ = try await store.enqueue(
      NewFlow(
        "Trip",
        [
          .init("pack", job("Pack")), .init("pay", job("Pay")),
          .init("leave", job("Leave"), after: [0, 1]),
        ]))
    try await end(begin(name: "Pack"), .failed(detail: "no bag"))
    let step = try await ask(console, "jobs", ["action": "show", "id": 3])
    #expect(step["flow"] == 1)
    #expect(step["flowName"] == "Trip")
    #expect(step["step"] == "leave")
    #expect(step["state"] == "skipped")
    let steps = step["steps"]?.array ?? []
    #expect(steps.map { $0["step"] } == ["pack", "pay", "leave"])
    #expect(steps.map { $0["state"] } == ["failed", "waiting", "skipped"])
    #expect(steps.map { $0["after"] } == [[], [], [1, 2]])
    #expect(steps.first?["detail"] == "no bag")
  }

  @Test func `The console shows the stored steps of a job, and the signal that it waits for`()
    async throws
  {
    let console = try await open()
    try await add(1)
    let claim = try await begin()
    for step in [
      NewStep(number: 1, name: "pay", work: .step(result: "[7]")),
      NewStep(number: 2, name: "go", work: .signal(deadline: nil)),
    ] {
      _ = try await store.record(step, of: claim)
    }
    try await end(claim, .suspended(until: .at(StoredStep.noDeadline), signal: "go"))
    let job = try await ask(console, "jobs", ["action": "show", "id": 1])
    #expect(job["signal"] == "go")
    #expect(job["due"] == .null)
    let steps = job["storedSteps"]?.array ?? []
    #expect(steps.map { $0["name"] } == ["pay", "go"])
    #expect(steps.map { $0["kind"] } == ["step", "signal"])
    #expect(steps.map { $0["result"] } == [[7], .null])
    #expect(steps.last?["ended"] == .null)
  }

  // MARK: - Steering

  @Test func `The console lets jobs run again, and says why others do not`() async throws {
    let console = try await open()
    try await add(3)
    try await end(begin(), .failed(detail: "no paper"))
    try await end(begin(), .succeeded(result: nil))
    let answer = try await ask(console, "jobs", ["action": "retry", "ids": [1, 2, "3"]])
    let rule = "only jobs that failed or were cancelled run again"
    #expect(
      answer == [
        "changed": [1],
        "unchanged": [
          ["id": 2, "reason": .string("its state is succeeded: \(rule)")],
          ["id": 3, "reason": .string("its state is waiting: \(rule)")],
        ],
      ])
    #expect(try await states() == [.waiting, .succeeded, .waiting])
  }

  @Test func `The console says that another job has the key of one that is to run again`()
    async throws
  {
    let console = try await open()
    let job = NewJob(name: "Send", queue: "mail", payload: "1", key: "a")
    _ = try await store.enqueue([job])
    try await end(begin(), .failed(detail: "no paper"))
    _ = try await store.enqueue([job])
    let answer = try await ask(console, "jobs", ["action": "retry", "ids": 1])
    #expect(
      answer["unchanged"] == [["id": 1, "reason": "another job has its unique key"]])
    #expect(answer["changed"] == [])
  }

  @Test func `The console lets the failed jobs of a filter run again`() async throws {
    let console = try await open()
    try await add(2)
    try await add(1, to: "pictures", name: "Scale")
    try await add(1, name: "Print")
    for (queue, name) in [("mail", "Send"), ("mail", "Send"), ("pictures", "Scale")] {
      try await end(begin(queue, name: name), .failed(detail: "no paper"))
    }
    try await end(begin(name: "Print"), .failed(detail: "no ink"))
    #expect(try await store.cancel(.ids(JobID(1))) == 0)
    func redrive(_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue? {
      try await ask(console, "jobs", arguments.merging(["action": "redrive"]) { $1 })["count"]
    }
    #expect(try await redrive(["queue": "mail", "name": "Print"]) == 1)
    #expect(try await states() == [.failed, .failed, .failed, .waiting])
    #expect(try await redrive(["queue": "mail"]) == 2)
    #expect(try await states() == [.waiting, .waiting, .failed, .waiting])
    #expect(try await redrive(["all": true]) == 1)
    #expect(try await states() == [.waiting, .waiting, .waiting, .waiting])
    #expect(try await redrive(["all": true]) == 0)
  }

  @Test func `A job that was cancelled is not redriven with those that failed`() async throws {
    let console = try await open()
    try await add(1)
    #expect(try await store.cancel(.ids(JobID(1))) == 1)
    #expect(
      try await ask(console, "jobs", ["action": "redrive", "all": true]) == ["count": 0])
    #expect(try await states() == [.cancelled])
  }

  @Test func `More jobs than a list shows are redriven and cancelled`() async throws {
    let console = try await open()
    try await add(150)
    for _ in 1...120 { try await end(begin(), .failed(detail: "no paper")) }
    #expect(
      try await ask(console, "jobs", ["action": "redrive", "queue": "mail"]) == ["count": 120])
    #expect(
      try await ask(console, "jobs", ["action": "cancel", "queue": "mail"]) == ["count": 150])
    #expect(try await Set(states()) == [.cancelled])
  }

  @Test func `The console cancels jobs by identifiers, or by a filter`() async throws {
    let console = try await open()
    try await add(3)
    try await add(2, to: "pictures", name: "Scale")
    try await begin()
    try await end(begin(), .succeeded(result: nil))
    func cancel(_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue {
      try await ask(console, "jobs", arguments.merging(["action": "cancel"]) { $1 })
    }
    #expect(
      try await cancel(["ids": [1, 2]])
        == [
          "changed": [1],
          "unchanged": [["id": 2, "reason": "its state is succeeded: it has finished"]],
        ])
    // One that runs is cancelled once its process knows.
    #expect(try await store.jobs(.ids(JobID(1))).first?.isCancelling == true)
    #expect(
      try await cancel(["ids": 1])["unchanged"]
        == [["id": 1, "reason": "it is already being cancelled"]])
    #expect(try await cancel(["states": "waiting", "queue": "pictures"]) == ["count": 2])
    #expect(try await states() == [.running, .succeeded, .waiting, .cancelled, .cancelled])
    #expect(try await cancel(["all": true]) == ["count": 1])
    #expect(try await states() == [.running, .succeeded, .cancelled, .cancelled, .cancelled])
  }

  @Test func `The console pauses and resumes queues, also one without jobs`() async throws {
    let console = try await open()
    try await add(1)
    for queue in ["mail", "pictures"] {
      #expect(
        try await ask(console, "jobs", ["action": "pause", "queue": .string(queue)])
          == ["queue": .string(queue), "isPaused": true])
    }
    #expect(try await store.queues().map(\.isPaused) == [true, true])
    #expect(
      try await ask(console, "jobs", ["action": "resume", "queue": "mail"])
        == ["queue": "mail", "isPaused": false])
    #expect(try await store.queues().filter(\.isPaused).map(\.name) == ["pictures"])
  }

  @Test func `The console makes delayed jobs due, and says why others are not`() async throws {
    let console = try await open()
    _ = try await store.enqueue(
      (1...4).map {
        NewJob(
          name: "Send", queue: "mail", payload: "\($0)",
          dueTime: $0 == 1 ? .now : .now + .seconds(86_400), tags: $0 == 4 ? ["a"] : [])
      })
    try await end(begin(), .retry(after: .seconds(86_400), detail: "no paper"))
    try await add(1)
    func run(_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue {
      try await ask(console, "jobs", arguments.merging(["action": "run"]) { $1 })
    }
    #expect(
      try await run(["ids": [1, 2, 5]])
        == ["changed": [1, 2], "unchanged": [["id": 5, "reason": "it is already due"]]])
    #expect(try await states() == [.waiting, .waiting, .delayed, .delayed, .waiting])
    #expect(try await store.jobs(.ids(JobID(1))).first?.attempt == 1)
    #expect(try await run(["tag": "a"]) == ["count": 1])
    #expect(try await run(["all": true]) == ["count": 1])
    #expect(try await Set(states()) == [.waiting])
    try await begin()
    #expect(
      try await run(["ids": 5])["unchanged"]?[0]?["reason"]
        == "its state is running: only delayed jobs become due")
  }

  @Test func `The console sends a signal to a waiting job, and says why another gets none`()
    async throws
  {
    let console = try await open()
    try await add(2)
    let claim = try await begin()
    _ = try await store.record(
      NewStep(number: 1, name: "go", work: .signal(deadline: nil)), of: claim)
    try await end(claim, .suspended(until: .at(StoredStep.noDeadline), signal: "go"))
    try await end(begin(), .succeeded(result: nil))
    func signal(_ id: ConsoleValue, _ name: ConsoleValue) async throws -> ConsoleValue {
      try await ask(
        console, "jobs",
        ["action": "signal", "id": id, "signal": name, "payload": ["by": "hand"]])
    }
    #expect(try await ask(console, "jobs", ["action": "list"])["jobs"]?[1]?["signal"] == "go")
    let early = try await signal(1, "went")
    #expect(early["changed"] == [1])
    #expect(early["note"] == "the job waits for the signal 'go'")
    #expect(try await states() == [.delayed, .succeeded])
    #expect(try await signal("1", "go") == ["changed": [1], "unchanged": []])
    #expect(try await states() == [.waiting, .succeeded])
    let payload = try await store.record(
      NewStep(number: 1, name: "go", work: .signal(deadline: nil)), of: begin())?.result
    #expect(payload == #"{"by":"hand"}"#)
    #expect(
      try await signal(2, "go")["unchanged"]?[0]?["reason"]
        == "its state is succeeded: only jobs that have not finished receive signals")
  }

  @Test func `The console counts the jobs that an action changes`() async throws {
    let console = try await open()
    try await add(1_200)
    try await end(begin(), .failed(detail: "no paper"))
    try await end(begin(), .succeeded(result: nil))
    try await begin()
    #expect(try await store.cancel(.ids(JobID(9))) == 1)
    func count(_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue? {
      try await ask(console, "jobs", arguments.merging(["action": "count"]) { $1 })["count"]
    }
    #expect(try await count([:]) == 1_200)
    #expect(try await count(["queue": "mail", "states": "waiting"]) == 1_196)
    #expect(try await count(["of": "cancel", "all": true]) == 1_197)
    #expect(try await count(["of": "cancel", "states": ["failed", "running"]]) == 1)
    #expect(try await count(["of": "delete"]) == 3)
    #expect(try await count(["of": "retry", "ids": [1, 2, 9]]) == 2)
    #expect(try await count(["of": "redrive"]) == 1)
    #expect(try await count(["of": "run"]) == 0)
    #expect(try await count(["text": "\"number\":119"]) == 11)
    #expect(try await count(["text": "no paper"]) == 1)
  }

  @Test func `The console changes how many jobs of a queue run at once in this process`()
    async throws
  {
    let began = EventRecorder<String>()
    let gate = Latch()
    let console = try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(store, lease: .seconds(600))
      try TaskManager.shared.jobs.handle("Draw", queue: "pictures") { (_: Int, _: JobContext) in
        began.record("began")
        await gate.wait()
      }
      return try Bridge.openConsole(at: folder.path("console"))
    }
    func limit(_ running: ConsoleValue) async throws -> ConsoleValue {
      try await ask(
        console, "jobs", ["action": "limit", "queue": "pictures", "running": running])
    }
    #expect(
      try await limit(1)
        == [
          "queue": "pictures", "running": 1, "runningInAll": .null,
          "process": .integer(Int(getpid())),
        ])
    for _ in 1...3 {
      _ = try await ask(
        console, "jobs", ["action": "enqueue", "name": "Draw", "payload": 1])
    }
    try await began.waitForEvents(count: 1)
    #expect(try await store.jobs(JobFilter(states: [.running])).count == 1)
    _ = try await limit(3)
    try await began.waitForEvents(count: 3)
    #expect(try await limit(.null)["running"] == 10)
    gate.open()
  }
}
