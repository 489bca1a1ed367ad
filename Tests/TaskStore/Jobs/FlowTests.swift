import ModularityTestSupport
import Synchronization
import TaskKit
import TaskStore
import Testing

/// Flows as users write them, in a manager with a store in memory.
@Suite struct FlowTests {
  private let manager = TaskManager()

  private func start() async throws {
    try await manager.use(.memory(), lease: .seconds(3_600))
  }

  /// Takes over the errors that are reported.
  private func takeErrors() -> EventRecorder<TaskError.Code> {
    let errors = EventRecorder<TaskError.Code>()
    manager.errorHandler = { errors.record($0.code) }
    return errors
  }

  private func step(_ name: String, at line: Int = #line) -> FlowStep {
    FlowStep("step", name, as: name, line: line)
  }

  @Test func `Steps run after those that they come after, with their results`() async throws {
    try await start()
    try manager.jobs.handle("number") { (number: Int, _: JobContext) in number }
    try manager.jobs.handle("sum", .retry(attempts: 1)) { (_: Int, context: JobContext) in
      let results = try await context.results(as: Int.self)
      #expect(try await context.result(of: "two", as: Int.self) == 2)
      return results.values.reduce(0, +)
    }
    let flow = try await manager.jobs.enqueue(
      Flow("Sum") {
        let two = FlowStep("number", 2, as: "two")
        let others = (3...5).map { FlowStep("number", $0, as: "number \($0)") }
        FlowStep("sum", 0).after(two).after(others)
        two
        for other in others { other }
      })
    let records = try await manager.jobs.waitForEnd(of: flow)
    #expect(records.map(\.state) == Array(repeating: .succeeded, count: 5))
    #expect(records.last?.step?.name == "sum")
    #expect(try await manager.jobs.result(of: try #require(flow.steps["sum"]), as: Int.self) == 14)
    #expect(flow.id == records.first?.id)
  }

  @Test func `A flow needs no name`() async throws {
    try await start()
    let begun = EventRecorder<String>()
    try manager.jobs.handle("step") { (name: String, _: JobContext) in begun.record(name) }
    let (a, b, c) = (step("a"), step("b"), step("c"))
    let flow = try await manager.jobs.enqueue(
      Flow {
        a; b.after(a); c.after(a, b)
      })
    #expect(
      try await manager.jobs.waitForEnd(of: flow).map(\.step?.flowName) == ["flow", "flow", "flow"])
    #expect(begun.events == ["a", "b", "c"])
  }

  private enum Weigh: JobKind {
    typealias Payload = Int
    typealias Result = Int
  }

  @Test func `A step can be a job that is named by a type`() async throws {
    try await start()
    try manager.jobs.handle(Weigh.self) { tons, _ in tons + 1 }
    try manager.jobs.handle("twice") { (_: Int, context: JobContext) in
      try await context.result(of: Weigh.self) * 2
    }
    let flow = try await manager.jobs.enqueue(
      Flow("Typed") {
        let first = FlowStep(Weigh.self, 40)
        first
        FlowStep(Weigh.self, 41, as: "again").after(first)
        FlowStep("twice", 0).after(first)
      })
    #expect(try await manager.jobs.waitForEnd(of: flow).map(\.result) == ["41", "42", "82"])
  }

  @Test func `A step that fails for good skips those after it, and no others`() async throws {
    let errors = takeErrors()
    try await start()
    try manager.jobs.handle("step", .retry(attempts: 1)) { (name: String, _: JobContext) in
      if name == "a" { throw Failure() }
    }
    let (a, b, c) = (step("a"), step("b"), step("c"))
    let flow = try await manager.jobs.enqueue(
      Flow("Fail") {
        a
        b.after(a)
        c
      })
    let records = try await manager.jobs.waitForEnd(of: flow)
    #expect(records.map(\.state) == [.failed, .skipped, .succeeded])
    #expect(records[1].detail == "'a' (job \(records[0].id)), a step before it, failed: no paper")
    #expect(try await errors.waitForEvents(count: 1) == [.taskFailed])
  }

  @Test func `A failed step that runs again takes the flow to its end`() async throws {
    let errors = takeErrors()
    try await start()
    let fails = Mutex(true)
    let begun = Mutex<[String]>([])
    try manager.jobs.handle("step", .retry(attempts: 1)) { (name: String, _: JobContext) in
      begun.withLock { $0.append(name) }
      if name == "a", fails.withLock(\.self) { throw Failure() }
    }
    let a = step("a")
    let flow = try await manager.jobs.enqueue(
      Flow("Again") {
        a
        step("b").after(a)
      })
    #expect(try await manager.jobs.waitForEnd(of: flow).map(\.state) == [.failed, .skipped])
    fails.withLock { $0 = false }
    #expect(try await manager.jobs.retry(.flow(flow.id)) == 1)
    #expect(try await manager.jobs.waitForEnd(of: flow).map(\.state) == [.succeeded, .succeeded])
    #expect(begun.withLock(\.self) == ["a", "a", "b"])
    #expect(try await errors.waitForEvents(count: 1) == [.taskFailed])
  }

  @Test func `A flow is cancelled as a whole`() async throws {
    try await start()
    let a = FlowStep("unknown", "a", as: "a", queue: "other")
    let flow = try await manager.jobs.enqueue(
      Flow("Cancelled") {
        a
        FlowStep("unknown", "b", as: "b", queue: "other").after(a)
      })
    #expect(try await manager.jobs.cancel(.flow(flow.id)) == 2)
    #expect(try await manager.jobs.waitForEnd(of: flow).map(\.state) == [.cancelled, .cancelled])
  }

  @Test func `A flow in which each step comes after another is not stored`() async throws {
    let error = try await rejected {
      let (a, b) = (step("a", at: 1), step("b", at: 2))
      a.after(b)
      b.after(a)
    }
    #expect(
      error.message == """
        the flow 'Rejected' is not stored: its steps come after each other in a cycle, so none \
        of them can be the first: 'a' (\(Self.file):1) after 'b' (\(Self.file):2) after 'a' \
        (\(Self.file):1). Remove one of these 'after'.
        """)
    #expect(error.location?.line == 1)
  }

  @Test func `A step that comes after itself is an error`() async throws {
    let error = try await rejected {
      let a = step("a", at: 1)
      a.after(a)
    }
    #expect(error.message.contains("'a' (\(Self.file):1) comes after itself"))
  }

  @Test func `Two steps of one name are an error that says how to name one`() async throws {
    let error = try await rejected {
      step("a", at: 1)
      step("a", at: 2)
    }
    #expect(error.message.contains("two steps 'a', at \(Self.file):1 and \(Self.file):2"))
    #expect(error.message.contains("'as:'"))
  }

  @Test func `A step after one that is not in the flow is an error`() async throws {
    let error = try await rejected { step("a", at: 1).after(step("b")) }
    #expect(
      error.message.contains(
        "'a' (\(Self.file):1) comes after 'b', which is not a step of the flow"))
  }

  @Test func `A flow without steps is an error`() async throws {
    let error = try await rejected {}
    #expect(error.message.contains("it has no steps"))
  }

  @Test func `A payload of another type is an error at its step`() async throws {
    try await start()
    try manager.jobs.handle("step") { (_: String, _: JobContext) in }
    let error = await #expect(throws: TaskStoreError.self) {
      try await manager.jobs.enqueue(Flow("Unfit") { FlowStep("step", 7, line: 3) })
    }
    #expect(error?.code == .unfitPayload)
    #expect(error?.location?.line == 3)
  }

  @Test func `A result of a step that it does not come after is an error with the names`()
    async throws
  {
    let context = JobContext(id: JobID(7), name: "sum", results: ["two": 2])
    #expect(try await context.result(of: "two", as: Int.self) == 2)
    let missing = await #expect(throws: TaskStoreError.self) {
      try await context.result(of: "three", as: Int.self)
    }
    #expect(missing?.message.contains("'three'") == true)
    #expect(missing?.message.contains("'two'") == true)
    let other = await #expect(throws: TaskStoreError.self) {
      try await context.results(as: [String].self)
    }
    #expect(other?.message.contains("the result of the step 'two' has another type") == true)
  }

  private static let file = "TaskStoreTests/FlowTests.swift"

  /// Returns the error of a flow that cannot be stored, of which nothing is.
  private func rejected(@FlowBuilder _ steps: () -> [FlowStep]) async throws -> TaskStoreError {
    try await start()
    try manager.jobs.handle("step") { (_: String, _: JobContext) in }
    let flow = Flow("Rejected", steps: steps)
    let error = await #expect(throws: TaskStoreError.self) { try await manager.jobs.enqueue(flow) }
    #expect(error?.code == .unfitFlow)
    #expect(try await manager.jobs.list().isEmpty)
    return try #require(error)
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String { "no paper" }
  }
}
