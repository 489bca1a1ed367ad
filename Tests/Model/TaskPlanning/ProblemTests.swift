import RecordFormat
import TaskPlanning
import Testing

@Suite struct ProblemTests {
  @Test func `A cycle is reported with its path, source locations and a fix`() throws {
    let plan = TaskPlan.make(tasks: [
      task("A", requires: ["B"]), task("B", requires: ["A"]), task("X"), task("Y", requires: ["A"]),
    ])
    let problem = try #require(plan.problems.first)
    #expect(problem.code == .cycle && problem.tasks.map(\.name) == ["A", "B", "A"])
    #expect(
      problem.message == """
        tasks require each other in a cycle, so none of them can be the first: A → B → A. They \
        are declared at App/A.swift:1, App/B.swift:1. Remove one of these dependencies, or let \
        one task only follow the other.
        """)
    #expect(plan.names == ["X"] && plan.leftOutNames == ["A", "B", "Y"])
    #expect(plan.leftOutCause(of: 3) == .requires(0, problem: 0))
    #expect(plan.leftOutCause(of: 2) == nil && plan.leftOutReason(of: 2) == nil)
    #expect(
      plan.leftOutReason(of: 3) == """
        'Y' (App/Y.swift:1) is omitted because it requires 'A' (App/A.swift:1), which is also \
        omitted: \(problem.message)
        """)
  }

  @Test func `One of entangled cycles is printed and the others are counted`() throws {
    let plan = TaskPlan.make(tasks: [
      task("A", requires: ["B", "C"]), task("B", requires: ["A"]), task("C", requires: ["A"]),
    ])
    let problem = try #require(plan.problems.first)
    #expect(plan.problems.count == 1 && problem.tasks.map(\.name) == ["A", "B", "A"])
    #expect(problem.message.contains("1 more task is in cycles with them"))
  }

  @Test func `An unknown name is reported with the nearest names and their locations`() throws {
    let plan = TaskPlan.make(
      tasks: [task("Log"), task("App", requires: ["Lgo"]), task("Soft", follows: ["Lok"])],
      elsewhere: [
        KnownTask(
          name: "Lo", state: .hasRun, location: CodeLocation(fileID: "App/Else.swift", line: 9))
      ])
    #expect(plan.names == ["Log", "Soft"])
    #expect(plan.problems.map(\.severity) == [.error, .notice])
    #expect(plan.problems[0].suggestions == ["Lo", "Log"])
    #expect(
      plan.problems[0].message == """
        task 'App' (App/App.swift:1) requires 'Lgo', but no task has this name. Did you mean 'Lo' \
        (App/Else.swift:9) or 'Log' (App/Log.swift:1)? Correct the name, declare the task, or \
        remove the dependency.
        """)
    #expect(
      plan.problems[1].message.contains(
        "follows 'Lok', but no task has this name, so it does not wait"))
  }

  @Test func `A suggestion is never the task that misses the name`() {
    let plan = TaskPlan.make(tasks: [
      task("once2", requires: ["once"]), task("once3", requires: ["once"]), task("once4"),
      task("once5"),
    ])
    #expect(
      plan.problems.map(\.suggestions) == [
        ["once3", "once4", "once5"], ["once2", "once4", "once5"],
      ])
    let alone = TaskPlan.make(tasks: [task("once2", requires: ["once"])])
    #expect(alone.problems.map(\.suggestions) == [[]])
  }

  @Test func `A thousand unknown names among thousands of tasks are compared within limits`() {
    let tasks = (0..<2_000).map { task("Task\($0)", requires: ["Tsk\($0 + 1)"]) }
    let plan = TaskPlan.make(tasks: tasks)
    #expect(plan.errors.count == 2_000)
    #expect(plan.errors[0].suggestions.first == "Task1")
    #expect(plan.errors[1_999].suggestions.isEmpty)
  }

  @Test(
    arguments: [
      (.hasRun, true, nil, true), (.hasRun, false, nil, true),
      (.notYet, true, .dependencyNotYetRun, false), (.notYet, false, .dependencyNotYetRun, true),
      (.never, true, .dependencyNeverRuns, false), (.never, false, nil, true),
    ] as [(KnownTask.State, Bool, TaskProblem.Code?, Bool)])
  func `A dependency of another event suffices once it has run`(
    state: KnownTask.State, isHard: Bool, code: TaskProblem.Code?, runs: Bool
  ) {
    let plan = TaskPlan.make(
      tasks: [isHard ? task("A", requires: ["E"]) : task("A", follows: ["E"])],
      elsewhere: [
        KnownTask(
          name: "E", state: state, location: CodeLocation(fileID: "App/Else.swift", line: 9))
      ])
    #expect(plan.problems.map(\.code) == [code].compactMap(\.self))
    #expect(plan.order == (runs ? [0] : []))
    #expect(plan.problems.allSatisfy { $0.message.contains("'E' (App/Else.swift:9)") })
    #expect(plan.problems.allSatisfy { ($0.severity == .error) != runs })
    let anyway = TaskPlan.make(
      tasks: plan.tasks,
      elsewhere: [KnownTask(name: "E", state: state, location: CodeLocation(fileID: "", line: 0))],
      policy: .priorityOrder)
    #expect(anyway.order == [0])
  }

  @Test func `Two tasks of one name are reported with both locations, and the first counts`() throws
  {
    let plan = TaskPlan.make(
      tasks: [task("A", line: 1), task("A", line: 2), task("B", requires: ["A"])],
      policy: .priorityOrder)
    let problem = try #require(plan.problems.first)
    #expect(problem.code == .duplicateName)
    #expect(problem.message.contains("one at App/A.swift:1 and one at App/A.swift:2"))
    #expect(plan.order == [0, 2])
  }

  @Test func `A task that depends on itself is left out only if it requires itself`() {
    let plan = TaskPlan.make(tasks: [task("A", requires: ["A"]), task("B", follows: ["B"])])
    #expect(plan.problems.map(\.code) == [.selfDependency, .selfDependency])
    #expect(plan.problems.map(\.severity) == [.error, .notice])
    #expect(plan.names == ["B"])
    let anyway = TaskPlan.make(tasks: plan.tasks, policy: .priorityOrder)
    #expect(anyway.names == ["A", "B"])
  }

  @Test func `A cycle is broken where one task only follows another, with a notice`() throws {
    let plan = TaskPlan.make(tasks: [
      task("A", follows: ["C"]), task("B", requires: ["A"]), task("C", requires: ["B"]),
    ])
    #expect(plan.names == ["A", "B", "C"] && plan.errors.isEmpty)
    let notice = try #require(plan.problems.first)
    #expect(notice.code == .brokenCycle && notice.tasks.map(\.name) == ["A", "C", "B", "A"])
    #expect(notice.message.contains("To break it, 'A' does not wait for 'C'."))
  }

  @Test func `Only the edges that close a cycle are dropped from it`() {
    // B → C would be part of a cycle, too, and need not go once D → A is gone.
    let plan = TaskPlan.make(tasks: [
      task("A", follows: ["D"]), task("C", 0, requires: ["A"], follows: ["B"]),
      task("B", requires: ["A"]), task("D", requires: ["B", "C"]),
    ])
    #expect(plan.names == ["A", "B", "C", "D"])
    #expect(plan.declaredEdges.targets.count - plan.edges.targets.count == 1)
  }

  @Test func `By priority, the members of a cycle run as if they did not depend on each other`() {
    let tasks = [
      task("A", 3, requires: ["B", "Gone"]), task("B", 1, requires: ["C"]),
      task("C", 2, requires: ["A"]), task("D", 0, requires: ["A"]),
    ]
    let plan = TaskPlan.make(tasks: tasks, policy: .priorityOrder)
    #expect(plan.names == ["B", "C", "A", "D"])
    #expect(plan.errors.map(\.code) == [.unknownDependency, .cycle])
    #expect(!plan.isRefused)
    #expect(TaskPlan.make(tasks: tasks, policy: .fail).isRefused)
    #expect(!TaskPlan.make(tasks: [tasks[3]], policy: .skip).isRefused)
  }
}
