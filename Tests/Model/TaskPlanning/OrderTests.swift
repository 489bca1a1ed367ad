import TaskPlanning
import Testing

@Suite struct OrderTests {
  /// Tasks, the order that the original gave them, and the sane one.
  @Test(
    arguments: [
      ([task("Task3", 1, requires: ["Task4"]), task("Task4", 1)], "Task4 Task3", "Task4 Task3"),
      (
        [
          task("Task1", 0), task("Task2", 0, requires: ["Task1", "Task3"]), task("Task3", 3),
        ],
        "Task1 Task2 Task3", "Task1 Task3 Task2"
      ),
      (
        [task("C", requires: ["B"]), task("B", requires: ["A"]), task("A")],
        "A B C", "A B C"
      ),
      (
        [
          task("A", requires: ["B"]), task("B", requires: ["A"]), task("X"),
          task("Y", requires: ["A"]),
        ],
        "X", "X"
      ),
      ([task("A", requires: ["A"]), task("B")], "B", "B"),
    ] as [([PlannedTask], String, String)])
  func `Dependencies in the form of the original API are ordered correctly`(
    tasks: [PlannedTask], upstream: String, sane: String
  ) {
    let plan = TaskPlan.make(tasks: tasks)
    #expect(plan.names.joined(separator: " ") == sane)
    // Where the original differs, it breaks a dependency.
    let inOriginalOrder = upstream.split(separator: " ").map(String.init)
    let keepsDependencies = tasks.allSatisfy { task in
      guard let place = inOriginalOrder.firstIndex(of: task.name) else { return true }
      return task.requires.allSatisfy { inOriginalOrder[..<place].contains($0) }
    }
    #expect(keepsDependencies == (upstream == sane))
  }

  @Test func `Among ready tasks, the highest priority runs first, then the first declared`() {
    let plan = TaskPlan.make(tasks: [
      task("low", 3), task("b", 1), task("a", 1), task("critical", 0, requires: ["low"]),
      task("far", 900), task("near", -5),
    ])
    #expect(plan.names == ["near", "b", "a", "low", "critical", "far"])
  }

  @Test func `A task of higher priority that becomes ready overtakes ready ones`() {
    let plan = TaskPlan.make(tasks: [
      task("a", 2), task("b", 2), task("urgent", 0, requires: ["a"]),
    ])
    #expect(plan.names == ["a", "urgent", "b"])
  }

  @Test func `A soft dependency only orders, and does not require success`() {
    let plan = TaskPlan.make(tasks: [
      task("a", 0, follows: ["b"]), task("b", 3), task("c", 0, follows: ["gone"]),
    ])
    #expect(plan.names == ["c", "b", "a"])
    #expect(plan.leftOut.isEmpty && plan.errors.isEmpty)
  }

  @Test func `An empty list has an empty plan`() {
    let plan = TaskPlan.make(tasks: [])
    #expect(plan.order.isEmpty && plan.problems.isEmpty && !plan.isRefused)
  }

  @Test func `A dependency that is listed twice counts once, as required`() {
    let plan = TaskPlan.make(tasks: [
      task("a"), task("b", requires: ["a", "a"], follows: ["a"]),
    ])
    #expect(plan.problems.isEmpty)
    #expect(plan.inDegrees == [0, 1])
    #expect(plan.edges.hard(of: 0).map { plan.edges.targets[$0] } == [1])
    #expect(plan.edges.soft(of: 0).isEmpty)
  }

  @Test func `Fully connected layers are planned in linear time`() {
    let tasks = (0..<64).flatMap { layer in
      (0..<64).map { index in
        task(
          "L\(layer).\(index)", index % 4,
          requires: layer == 0 ? [] : (0..<64).map { "L\(layer - 1).\($0)" })
      }
    }
    let plan = TaskPlan.make(tasks: tasks)
    #expect(plan.order.count == 4_096 && plan.problems.isEmpty)
    #expect(plan.edges.targets.count == 63 * 4_096)
    // Layer by layer, in each by priority and then by declaration.
    let expected = (0..<64).flatMap { layer in
      (0..<64).sorted { ($0 % 4, $0) < ($1 % 4, $1) }.map { layer * 64 + $0 }
    }
    #expect(plan.order == expected)
    #expect(CriticalPath(of: plan, durations: Array(repeating: 1, count: 4_096)).length == 64)
  }

  @Test func `A chain of a hundred thousand is planned from either end`() {
    let count = 100_000
    let chain = (0..<count).map {
      task("T\($0)", requires: $0 + 1 < count ? ["T\($0 + 1)"] : [])
    }
    let plan = TaskPlan.make(tasks: chain)
    #expect(plan.order == (0..<count).reversed())
    #expect(
      CriticalPath(of: plan, durations: Array(repeating: 1, count: count)).tasks == plan.order)
  }

  @Test func `A cycle of thirty thousand is found with all its members`() throws {
    let count = 30_000
    let tasks = (0..<count).map { task("T\($0)", requires: ["T\(($0 + 1) % count)"]) }
    let plan = TaskPlan.make(tasks: tasks)
    let problem = try #require(plan.problems.first)
    #expect(plan.problems.count == 1 && problem.code == .cycle)
    #expect(problem.tasks.count == count + 1)
    #expect(problem.message.contains("T0 → T1 → T2") && problem.message.contains("T29999 → T0"))
    #expect(problem.message.count < 2_000)
    #expect(plan.order.isEmpty && plan.leftOut.count == count)
  }

  @Test func `A hundred thousand dependents of one task, and one dependent of all`() {
    let count = 50_000
    let tasks =
      [task("first", 3)]
      + (0..<count).map { task("T\($0)", $0 % 4, requires: ["first"]) }
      + [task("last", 0, requires: (0..<count).map { "T\($0)" })]
    let plan = TaskPlan.make(tasks: tasks)
    let expected =
      [0] + (0..<count).sorted { ($0 % 4, $0) < ($1 % 4, $1) }.map { $0 + 1 } + [count + 1]
    #expect(plan.order == expected)
  }
}
