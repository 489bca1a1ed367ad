extension TaskPlan {
  /// Creates a plan, and reports all problems at once.
  ///
  /// - Parameters:
  ///   - tasks: The tasks in the order of their declaration.
  ///   - elsewhere: Existing tasks that are not part of this run. It is evaluated if a name matches
  ///     no task of the run.
  ///   - policy: The policy for tasks that cannot run as declared.
  /// - Returns: A plan of the tasks that can run.
  /// - Complexity: Linear in tasks and dependencies. The search for suggestions for unknown names
  ///   is limited.
  package static func make(
    tasks: [PlannedTask], elsewhere: @autoclosure () -> [KnownTask] = [],
    policy: ProblemPolicy = .skip
  ) -> TaskPlan {
    var draft = PlanDraft(tasks: tasks, elsewhere: elsewhere, policy: policy)
    draft.settle()
    var positions = [Int32](repeating: -1, count: tasks.count)
    for (position, task) in draft.order.enumerated() {
      positions[task] = Int32(truncatingIfNeeded: position)
    }
    let preferred = draft.preferred(positions)
    var places = positions.map { ~$0 }
    for (place, task) in preferred.enumerated() where draft.lanes[Int(task)] == .workers {
      places[Int(task)] = Int32(truncatingIfNeeded: place)
    }
    return TaskPlan(
      tasks: tasks, lanes: draft.lanes, policy: policy, order: draft.order,
      positions: positions, preferred: preferred, places: places, edges: draft.edges,
      inDegrees: draft.inDegrees, declaredEdges: draft.declaredEdges, problems: draft.problems,
      leftOut: draft.causes.map(LeftOutTask.init).sorted { $0.task < $1.task })
  }
}

/// A plan during the removal of its cycles.
private struct PlanDraft {
  let tasks: [PlannedTask]
  let policy: ProblemPolicy
  let lanes: [TaskLane]
  let ranks: TaskRanks
  let declaredEdges: TaskEdges

  private(set) var edges: TaskEdges
  private(set) var inDegrees: [Int32]
  private(set) var problems: [TaskProblem]
  private(set) var order: [Int] = []

  /// The reasons why tasks are left out.
  private(set) var causes: [Int: LeftOutTask.Cause]
  private var isLeftOut: [Bool]

  init(tasks: [PlannedTask], elsewhere: () -> [KnownTask], policy: ProblemPolicy) {
    let columns = TaskColumns(tasks)
    let names = NameResolution(tasks: tasks, columns, elsewhere: elsewhere, policy: policy)
    self.tasks = tasks
    self.policy = policy
    lanes = columns.lanes
    ranks = TaskRanks(priorities: columns.priorities)
    declaredEdges = names.edges.transposed()
    edges = declaredEdges
    inDegrees = names.edges.outDegrees
    problems = names.problems
    causes = names.causes
    isLeftOut = Array(repeating: false, count: tasks.count)
  }

  /// Finds the order.
  ///
  /// It looks for cycles only if no order exists with them.
  mutating func settle() {
    if causes.isEmpty, putInOrder() { return }
    leaveOutOrJoinCycles()
    if putInOrder() { return }
    breakSoftCycles()
    let isComplete = putInOrder()
    precondition(isComplete, "the planner missed a cycle, which is a bug in the planner")
  }

  /// Tries to sort all tasks that are not left out.
  private mutating func putInOrder() -> Bool {
    order = ranks.ordered(along: edges, inDegrees: inDegrees, except: isLeftOut)
    return order.count + causes.count == tasks.count
  }

  /// Returns the tasks that run, in the order in which workers prefer them.
  func preferred(_ positions: [Int32]) -> [Int32] {
    let lengths = edges.longestPaths(of: order, count: tasks.count) { _ in 1 }
    let longest = lengths.max() ?? 0
    return StableSort.sorted(
      ranks.tasks.filter { positions[Int($0)] >= 0 },
      by: lengths.map { UInt(bitPattern: longest - $0) })
  }

  private mutating func keepEdges(where isKept: (Int, Int, Bool) -> Bool) {
    edges = edges.filtered(isKept)
    inDegrees = edges.inDegrees
  }

  /// Reports cycles of hard edges, and removes their members or the edges between them, depending
  /// on the policy.
  private mutating func leaveOutOrJoinCycles() {
    let cycles = Cycles(in: edges, softToo: false)
    for members in cycles.members {
      // Edges go from a task to its dependents, and a cycle is reported in the other direction.
      let way = cycles.way(from: members[0], to: members[0], along: edges, softToo: false)
        .reversed()
      if policy != .priorityOrder {
        for member in members where causes[member] == nil {
          causes[member] = .problem(problems.count)
        }
      }
      problems.append(
        .cycle(way.map { .init(tasks[$0]) }, others: members.count - (way.count - 1)))
    }
    leaveOutDependents()
    let isLeftOut = isLeftOut
    keepEdges { task, target, _ in
      !isLeftOut[task] && !isLeftOut[target] && !cycles.joins(task, target)
    }
  }

  /// Leaves out all tasks that require an omitted task.
  private mutating func leaveOutDependents() {
    var queue = causes.keys.sorted()
    for task in queue { isLeftOut[task] = true }
    var head = 0
    while head < queue.count {
      let task = queue[head]
      head += 1
      guard let problem = causes[task]?.problem else { continue }
      for place in edges.hard(of: task) {
        let dependent = Int(edges.targets[place])
        guard !isLeftOut[dependent] else { continue }
        isLeftOut[dependent] = true
        causes[dependent] = .requires(task, problem: problem)
        queue.append(dependent)
      }
    }
  }

  /// Removes soft edges from the remaining cycles, and reports them.
  private mutating func breakSoftCycles() {
    let cycles = Cycles(in: edges, softToo: true)
    var breaker = CycleBreaker(cycles: cycles, edges: edges, ranks: ranks)
    for members in cycles.members {
      let dropped = breaker.break(members)
      guard let first = dropped.first else { continue }
      let way = cycles.way(from: first.dependent, to: first.task, along: edges, softToo: true)
      problems.append(
        .brokenCycle(
          ([first.dependent] + way.reversed()).map { .init(tasks[$0]) },
          others: dropped.count - 1))
    }
    keepEdges { task, target, isHard in isHard || !breaker.drops(from: task, to: target) }
  }
}

/// The tasks of a plan as flat arrays, for steps that read all of them.
///
/// A task is larger than a cache line. In large plans, another pass over the tasks costs more than
/// most steps.
struct TaskColumns {
  private(set) var names: [String] = []

  /// The hashes of the names.
  private(set) var hashes: [Int] = []

  private(set) var priorities: [Int] = []

  private(set) var lanes: [TaskLane] = []

  /// Creates the arrays.
  ///
  /// - Complexity: Linear.
  init(_ tasks: [PlannedTask]) {
    names.reserveCapacity(tasks.count)
    hashes.reserveCapacity(tasks.count)
    priorities.reserveCapacity(tasks.count)
    lanes.reserveCapacity(tasks.count)
    for task in tasks.indices {
      names.append(tasks[task].name)
      hashes.append(tasks[task].name.hashValue)
      priorities.append(tasks[task].priority)
      lanes.append(tasks[task].lane)
    }
  }
}
