import TaskPlanning

/// A run of a plan by the letter of its rules: everything is looked up anew each time.
struct ExecutionReference {
  let plan: TaskPlan
  /// The number of tasks in the longest chain from each task on.
  private var chains: [Int]
  private(set) var states: [TaskExecution.State]
  /// The tasks that failed and let others go on.
  private var passing: Set<Int> = []
  private var hard: [[Int]]
  private var soft: [[Int]]

  init(_ plan: TaskPlan) {
    self.plan = plan
    chains = Array(repeating: 1, count: plan.tasks.count)
    let empty = [[Int]](repeating: [], count: plan.tasks.count)
    (hard, soft) = (empty, empty)
    states = plan.positions.map { $0 < 0 ? .leftOut : .waiting }
    for task in plan.tasks.indices {
      for place in plan.edges.hard(of: task) { hard[Int(plan.edges.targets[place])].append(task) }
      for place in plan.edges.soft(of: task) { soft[Int(plan.edges.targets[place])].append(task) }
    }
    for task in plan.order.reversed() {
      for earlier in hard[task] + soft[task] {
        chains[earlier] = max(chains[earlier], chains[task] + 1)
      }
    }
    settle()
  }

  func ready(_ lane: TaskLane) -> [Int] {
    plan.tasks.indices.filter { states[$0] == .ready && plan.tasks[$0].lane == lane }
  }

  mutating func take(_ lane: TaskLane) -> Int? {
    let tasks = ready(lane)
    let next =
      switch lane {
      case .main: tasks.min { plan.positions[$0] < plan.positions[$1] }
      case .workers:
        tasks.min {
          (-chains[$0], plan.tasks[$0].priority, $0)
            < (-chains[$1], plan.tasks[$1].priority, $1)
        }
      }
    if let next { states[next] = .running }
    return next
  }

  mutating func finish(_ task: Int, _ outcome: ExecutionOutcome) {
    switch outcome {
    case .succeeded: states[task] = .succeeded
    case .failed(let policy):
      states[task] = .failed
      if policy == .goOn { passing.insert(task) }
      if policy == .skipDependents { endAll(requiring: task, with: .skipped) }
      if policy == .abort {
        for other in plan.order where states[other] == .waiting || states[other] == .ready {
          states[other] = .cancelled
        }
      }
    case .skipped:
      states[task] = .skipped
      endAll(requiring: task, with: .skipped)
    case .cancelled:
      states[task] = .cancelled
      endAll(requiring: task, with: .cancelled)
    }
    settle()
  }

  mutating func cancel(_ task: Int) {
    if states[task] == .waiting || states[task] == .ready { states[task] = .cancelled }
    endAll(requiring: task, with: .cancelled)
    settle()
  }

  private mutating func endAll(requiring task: Int, with state: TaskExecution.State) {
    var cause: Set<Int> = [task]
    while let next = plan.order.first(where: {
      !cause.contains($0) && hard[$0].contains(where: cause.contains)
    }) {
      cause.insert(next)
      if states[next] == .waiting || states[next] == .ready { states[next] = state }
    }
  }

  private mutating func settle() {
    for task in plan.order where states[task] == .waiting {
      let hasAll = hard[task].allSatisfy { states[$0] == .succeeded || passing.contains($0) }
      if hasAll, soft[task].allSatisfy({ states[$0].isOver }) { states[task] = .ready }
    }
  }
}
