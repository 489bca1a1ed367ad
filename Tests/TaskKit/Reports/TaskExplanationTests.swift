import ModularityTestSupport
import Testing

@testable import TaskKit

@Suite struct TaskExplanationTests {
  private let manager = TaskManager.forTest()

  private func add(
    _ name: String, after: [Any] = [], _ dependencies: Any..., line: Int = 1
  ) throws {
    try manager.injectEventTask(
      name: name, event: .reserved1, dependencies: dependencies, after: after,
      traits: [.concurrent], fileID: "App/Tasks.swift", line: line
    ) { (_: TaskContext) throws -> Void in }
  }

  @Test func `An explanation names what a task waits for, and what waits for it`() async throws {
    try add("Settings", line: 1)
    try add("Feed", after: ["Photos"], "Settings", line: 2)
    try add("Photos", line: 3)
    try add("Window", "Feed", line: 4)
    try manager.pauseTask(named: "Photos")
    try await manager.run(.reserved1)
    #expect(
      "\(try manager.explain("Feed"))" == """
        task 'Feed' (App/Tasks.swift:2)
          runs for: .reserved1
          latest outcome: succeeded
          waits for:
            'Settings' (App/Tasks.swift:1): must succeed; latest outcome: succeeded
            'Photos' (App/Tasks.swift:3): must have finished, if it is part of the run; is paused
          dependents:
            Window
        """)
    #expect("\(try manager.explain("Photos"))".contains("is paused: it does not run until"))
  }

  @Test func `An explanation has the problems of the task`() throws {
    try add("Feed", "Setings", line: 2)
    try add("Settings", line: 3)
    let explanation = try manager.explain("Feed")
    #expect(explanation.dependencies.map { $0.task == nil } == [true])
    #expect(explanation.problems.map(\.code) == [.unknownDependency])
    #expect(explanation.problems.first?.suggestions == ["Settings"])
    #expect(manager.problems == explanation.problems)
    #expect(try manager.explain("Settings").problems.isEmpty)
  }

  @Test func `An explanation of a name that no task has is an error with the nearest name`() throws
  {
    try add("Settings")
    let error = #expect(throws: TaskError.self) { try manager.explain("Setings") }
    #expect(error?.code == .unknownTask)
    #expect(error?.message.contains("did you mean 'Settings'") == true)
    #expect(error?.fileID == #fileID)
  }

  @Test func `A cycle of tasks is a problem with the locations of its tasks`() throws {
    try add("A", "B", line: 1)
    try add("B", "A", line: 2)
    let problem = try #require(manager.problems.first)
    #expect(problem.code == .taskCycle && problem.severity == .error)
    #expect(problem.locations.map(\.line) == [1, 2])
  }

  @Test func `Watches are not called for what a task does at the end of the process`() async throws
  {
    let changes = EventRecorder<TaskChange>()
    manager.watch { changes.record($0) }
    try add("Feed")
    try await manager.run(.reserved1)
    let count = changes.events.count
    #expect(count > 0)
    await manager.shutDown()
    #expect(changes.events.count == count)
  }
}
