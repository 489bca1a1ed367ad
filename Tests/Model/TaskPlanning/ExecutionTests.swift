import TaskPlanning
import Testing

@Suite struct ExecutionTests {
  @Test func `Each lane takes its most important task`() {
    let plan = TaskPlan.make(tasks: [
      task("light", 0), task("heavy", 3), task("after", requires: ["heavy"]),
      task("main1", 3, lane: .main), task("main0", 0, lane: .main),
    ])
    var execution = TaskExecution(plan)
    #expect(execution.readyCount(.main) == 2 && execution.readyCount(.workers) == 2)
    #expect(execution.take(.workers) == 1)
    #expect(execution.take(.workers) == 0)
    #expect(execution.take(.workers) == nil)
    #expect(execution.take(.main) == 4)
    #expect(execution.take(.main) == 3)
    let effect = execution.finish(1, .succeeded)
    #expect(effect.readyOnWorkers == 1 && effect.readyOnMain == 0 && effect.ended.isEmpty)
    #expect(execution.take(.workers) == 2)
    for task in [0, 2, 3, 4] {
      #expect(!execution.isOver)
      _ = execution.finish(task, .succeeded)
    }
    #expect(execution.isOver)
  }

  /// A task that requires the one before it, and one that follows.
  private static let plan = TaskPlan.make(tasks: [
    task("A"), task("B", requires: ["A"]), task("C", requires: ["B"]),
    task("D", follows: ["C"]), task("E", 3),
  ])

  @Test(
    arguments: [
      (.failed(.skipDependents), "failed skipped skipped ready ready"),
      (.failed(.goOn), "failed ready waiting waiting ready"),
      (.failed(.abort), "failed cancelled cancelled cancelled cancelled"),
      (.skipped("no network"), "skipped skipped skipped ready ready"),
      (.cancelled, "cancelled cancelled cancelled ready ready"),
      (.succeeded, "succeeded ready waiting waiting ready"),
    ] as [(ExecutionOutcome, String)])
  func `The outcome of a task decides about its dependents`(
    outcome: ExecutionOutcome, states: String
  ) {
    var execution = TaskExecution(Self.plan)
    #expect(execution.take(.workers) == 0)
    _ = execution.finish(0, outcome)
    #expect(execution.states.map { "\($0)" }.joined(separator: " ") == states)
  }

  @Test func `A skipped task has the reason and its cause`() {
    var execution = TaskExecution(Self.plan)
    _ = execution.take(.workers)
    var other = execution
    #expect(execution.finish(0, .failed(.skipDependents)).ended == [1, 2])
    #expect(execution.reason(of: 2) == .requires(1, origin: 0))
    #expect(
      execution.explanation(of: 2) == """
        'C' (App/C.swift:1) was skipped because it requires 'A' (App/A.swift:1), through 'B' \
        (App/B.swift:1); that failed
        """)
    #expect(execution.explanation(of: 0) == nil && execution.explanation(of: 4) == nil)
    _ = other.finish(0, .skipped("no network"))
    #expect(
      other.explanation(of: 1) == """
        'B' (App/B.swift:1) was skipped because it requires 'A' (App/A.swift:1); that was \
        skipped: no network
        """)
    #expect(other.explanation(of: 0) == "'A' (App/A.swift:1) was skipped: no network")
  }

  @Test func `Cancelling a task cancels its dependents, and no running task`() {
    var execution = TaskExecution(Self.plan)
    #expect(execution.take(.workers) == 0)
    let effect = execution.cancel(0)
    #expect(effect.ended == [1, 2] && effect.readyOnWorkers == 1)
    #expect(execution.states[0] == .running && execution.states[3] == .ready)
    #expect(
      execution.explanation(of: 2)
        == "'C' (App/C.swift:1) was cancelled with 'A' (App/A.swift:1), which it requires, "
        + "through 'B' (App/B.swift:1)")
    #expect(execution.finish(0, .succeeded) == TaskExecution(Self.plan).noEffect)
  }

  @Test func `Cancelling all dependencies never makes a dependent ready`() {
    // C requires A, which has succeeded, and follows B, which is cancelled with it.
    let plan = TaskPlan.make(tasks: [
      task("A"), task("B", requires: ["A"]), task("C", requires: ["A"], follows: ["B"]),
    ])
    var execution = TaskExecution(plan)
    _ = execution.take(.workers)
    _ = execution.finish(0, .succeeded)
    let effect = execution.cancel(0)
    #expect(effect.ended == [1, 2] && effect.readyOnWorkers == 0)
    #expect(execution.isOver && execution.readyCount(.workers) == 0)
  }

  @Test func `A chain of a hundred thousand is skipped from its first task`() {
    let count = 100_000
    let plan = TaskPlan.make(
      tasks: (0..<count).map { task("T\($0)", requires: $0 == 0 ? [] : ["T\($0 - 1)"]) })
    var execution = TaskExecution(plan)
    _ = execution.take(.workers)
    #expect(execution.finish(0, .failed(.skipDependents)).ended.count == count - 1)
    #expect(execution.isOver)
    #expect(execution.reason(of: count - 1) == .requires(count - 2, origin: 0))
  }

  @Test func `A plan without tasks finishes at once, and an excluded task has its reason`() {
    #expect(TaskExecution(TaskPlan.make(tasks: [])).isOver)
    let execution = TaskExecution(TaskPlan.make(tasks: [task("A", requires: ["A"])]))
    #expect(execution.isOver && execution.states == [.leftOut])
    #expect(execution.explanation(of: 0)?.contains("requires itself") == true)
  }
}

extension TaskExecution {
  /// What an end changes that changes nothing.
  fileprivate var noEffect: Effect {
    var empty = TaskExecution(TaskPlan.make(tasks: [task("A")]))
    _ = empty.take(.workers)
    return empty.finish(0, .succeeded)
  }
}
