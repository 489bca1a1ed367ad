import TaskPlanning
import Testing

/// Runs in which everything happens in any order.
@Suite struct RandomExecutionTests {
  @Test(arguments: 0..<4)
  func `A run keeps its rules under random outcomes in random order`(part: UInt64) {
    for seed in part * 300..<(part + 1) * 300 {
      var random = RandomTasks(seed: seed)
      let count = random.number(in: 1...10)
      let plan = TaskPlan.make(tasks: random.tasks(count, isAcyclic: random.chance(0.8)))
      var execution = TaskExecution(plan)
      var reference = ExecutionReference(plan)
      var running: [Int] = []
      var steps = 0
      while !execution.isOver {
        let comment = Comment("seed \(seed), step \(steps)")
        steps += 1
        guard steps < 1_000 else {
          Issue.record("This run has no end: \(comment)")
          break
        }
        let before = execution.states
        var effect: TaskExecution.Effect?
        var finished: Int?
        if random.chance(0.03), let task = plan.order.randomElement(using: &random.generator) {
          effect = execution.cancel(task)
          reference.cancel(task)
        } else if random.chance(0.5), !running.isEmpty {
          let task = running.remove(at: random.number(in: 0...running.count - 1))
          let outcome = Self.outcome(&random)
          finished = task
          effect = execution.finish(task, outcome)
          reference.finish(task, outcome)
        } else {
          let lane: TaskLane = random.chance(0.5) ? .main : .workers
          let task = execution.take(lane)
          #expect(task == reference.take(lane), comment)
          if let task { running.append(task) }
        }
        #expect(execution.states == reference.states, comment)
        for lane in TaskLane.allCases {
          #expect(execution.readyCount(lane) == reference.ready(lane).count, comment)
        }
        #expect(execution.unfinishedCount == reference.states.count { !$0.isOver }, comment)
        guard let effect else { continue }
        let after = execution.states
        let newlyReady = plan.order.filter { before[$0] != .ready && after[$0] == .ready }
        let newlyOver = plan.order.filter { !before[$0].isOver && after[$0].isOver }
        #expect(effect.readyOnMain == newlyReady.count { plan.tasks[$0].lane == .main }, comment)
        #expect(
          effect.readyOnWorkers == newlyReady.count { plan.tasks[$0].lane == .workers }, comment)
        #expect(effect.ended.sorted() == newlyOver.filter { $0 != finished }.sorted(), comment)
        for task in effect.ended { #expect(execution.explanation(of: task) != nil, comment) }
      }
      #expect(running.isEmpty && execution.take(.main) == nil && execution.take(.workers) == nil)
    }
  }

  private static func outcome(_ random: inout RandomTasks) -> ExecutionOutcome {
    switch random.number(in: 0...19) {
    case 0: .failed(.skipDependents)
    case 1: .failed(.goOn)
    case 2: random.chance(0.3) ? .failed(.abort) : .succeeded
    case 3: .skipped("no network")
    case 4: .cancelled
    default: .succeeded
    }
  }
}
