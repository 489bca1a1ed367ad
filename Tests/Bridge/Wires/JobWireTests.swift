import Bridge
import TaskStore
import Testing

struct WiredParcel: Codable, Sendable { var number: Int }

extension TypedRheaEvent<Int> {
  fileprivate static var sold: Self { Self("jobWires.sold") }
}
extension RelayKey<String> {
  fileprivate static var state: Self { Self("jobWires.state") }
}

private struct Lost: Error, CustomStringConvertible { let description = "it is lost" }

#job("jobWires.ship", queue: "ships", .retry(attempts: 1)) {
  (parcel: WiredParcel, context: JobContext) async throws -> Int in
  if parcel.number == 13 { throw Lost() }
  return parcel.number * 2
}

#bridge(on: .sold, to: .job("jobWires.ship"), map: { WiredParcel(number: $0) })
#bridge(
  on: .job("jobWires.ship", .succeeded, .failed), to: .relay(.state),
  map: { "\($0.state.name) \($0.result ?? $0.detail ?? "")" })

@Suite struct JobWireTests {
  private static func waits(_ what: String, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "waited for \(what) in vain")
      await Task.yield()
    }
  }

  @MainActor @Test func `Declared wires lead to a job, and from its end`() async throws {
    try await Bridge.withFreshState {
      TaskManager.shared.errorHandler = { _ in }
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      await Rhea.run(event: .sold, param: 7)
      try await Self.waits("success") {
        SharedRelay.existing(.state)?.value == "succeeded 14"
      }
      await Rhea.run(event: .sold, param: 13)
      try await Self.waits("failure") {
        SharedRelay.existing(.state)?.value == "failed it is lost"
      }
      #expect(try await Jobs.list().map(\.queue) == ["ships", "ships"])
    }
  }

  @MainActor @Test func `Values are enqueued in the order in which they come`() async throws {
    try await Bridge.withFreshState {
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      Bridge.connect(
        .event(.sold), to: .job("jobWires.elsewhere", queue: "other"), where: { $0 < 100 })
      // Without 13, with which the job of the declared wire fails.
      let numbers = 20..<70
      for number in numbers { await Rhea.run(event: .sold, param: number) }
      let filter = JobFilter(queue: "other", limit: 1_000)
      try await Self.waits("50 jobs") { try await Jobs.list(filter).count == 50 }
      #expect(try await Jobs.list(filter).reversed().map(\.payload) == numbers.map { "\($0)" })
    }
  }

  @MainActor @Test func `A value that cannot be enqueued is an error of the wire`() async throws {
    try await Bridge.withFreshState {
      let errors = noteErrors()
      let wire = Bridge.connect(
        .event(.sold), to: .job("jobWires.ship"), map: { WiredParcel(number: $0) })
      // There is no store. The declared wire fails, too.
      await Rhea.run(event: .sold, param: 1)
      try await Self.waits("both errors") { errors.values.count == 2 }
      #expect(errors.values.allSatisfy { $0.contains("no store for jobs is open") })
      #expect(wire.latestError?.message.contains("no store for jobs is open") == true)
    }
  }

  @MainActor @Test func `A wire that is cut observes the jobs no more`() async throws {
    try await Bridge.withFreshState {
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      let seen = Seen<String>()
      let wire = Bridge.connect(
        .job("jobWires.ship"), to: .perform("note") { seen.note($0.state.name) })
      try await Jobs.enqueue("jobWires.ship", WiredParcel(number: 1))
      try await Self.waits("both changes") { seen.values == ["running", "succeeded"] }
      #expect(wire.deliveryCount == 2)
      wire.cancel()
      let second = try await Jobs.enqueue("jobWires.ship", WiredParcel(number: 2))
      #expect(try await Jobs.result(of: second, as: Int.self) == 4)
      #expect(seen.values.count == 2)
    }
  }

  @MainActor @Test func `A job as a value has its name, state and result`() async throws {
    try await Bridge.withFreshState {
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      let seen = Seen<String>()
      try TaskManager.shared.injectEventTask(name: "note", event: .demand) {
        (context: TaskContext) throws -> Void in
        let options = context.otherOptions.sorted { $0.key < $1.key }
        seen.note(options.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
      }
      Bridge.connect(.job("jobWires.ship", .succeeded), to: .task("note"))
      let id = try await Jobs.enqueue("jobWires.ship", WiredParcel(number: 4))
      try await Self.waits("the task") {
        seen.values == [
          "attempt=1 id=\(id) job=jobWires.ship queue=ships result=8 state=succeeded"
        ]
      }
    }
  }

  @MainActor @Test func `A job that does not exist is a problem with the nearest name`() {
    Bridge.withFreshState {
      let wrong = Bridge.connect(.event(.sold), to: .job("jobWires.shop"))
      let elsewhere = Bridge.connect(.event(.sold), to: .job("jobWires.far", queue: "other"))
      let problems = Bridge.explain(wrong).problems
      #expect(problems.map(\.code) == [.missingWireEnd])
      #expect(problems.first?.suggestions.first == "jobWires.ship")
      #expect(Bridge.explain(elsewhere).problems.isEmpty)
      #expect(Bridge.graph.node("job:jobWires.ship")?.kind == .job)
    }
  }

  @MainActor @Test func `A job that is added at run time is part of the graph`() async throws {
    try await Bridge.withFreshState {
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      try TaskManager.shared.jobs.handle("jobWires.added", queue: "late") {
        (_: Int, _: JobContext) async throws in
      }
      let wire = Bridge.connect(.event(.sold), to: .job("jobWires.added"))
      #expect(Bridge.explain(wire).problems.isEmpty)
      let node = try #require(Bridge.graph.node("job:jobWires.added"))
      #expect(node.certainty == .added)
      #expect(node[attribute: "queue"] == .text("late"))
    }
  }

  @Test func `A trace goes on through the queue and the wires`() async {
    await #expect(processExitsWith: .success) { try await JobWireTests.showTrace() }
  }

  @MainActor private static func showTrace() async throws {
    try await Bridge.withFreshState {
      Trace.start()
      try await TaskManager.shared.use(.memory(), lease: .seconds(600))
      await Rhea.run(event: .sold, param: 7)
      let chain = """
        event jobWires.sold → wire → job jobWires.ship → wire → relay jobWires.state
        """
      try await waits("the whole chain") {
        Bridge.trace.chains.map(BridgeTrace.text(of:)).contains(chain)
      }
      let job = try #require(Bridge.trace.spans.first { $0.kind == .job })
      #expect(job.links.map(\.spanOfThisProcess) == [job.cause])
    }
  }
}
