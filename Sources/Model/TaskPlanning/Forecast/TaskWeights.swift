/// The remaining work of each task: the longest path from its beginning to the end of a plan.
///
/// Times are whole numbers of any unit; what would not fit is the largest number.
package struct TaskWeights: Sendable, Hashable {
  /// The duration of each task.
  package let durations: [Int]

  /// The longest way from the beginning of each task to the end; 0 for a task that is
  /// left out.
  package let remaining: [Int]

  /// The tasks of a longest way through the plan, the first one first.
  package let criticalPath: [Int]

  /// The duration of the longest path.
  package var criticalLength: Int { criticalPath.first.map { remaining[$0] } ?? 0 }

  /// The duration of all tasks of the main lane.
  package let workOnMain: Int

  /// The duration of all tasks of the workers.
  package let workOnWorkers: Int

  /// The place of each task in its lane: where it stands in the plan on the main lane,
  /// where it stands among the heaviest for workers; by the complement of the number if it
  /// is on the main lane, so that one array tells both.
  let places: [Int32]

  /// The task of each place among the heaviest.
  let heaviest: [Int32]

  /// Weighs the tasks of a plan.
  ///
  /// - Parameters:
  ///   - plan: Which tasks run.
  ///   - durations: How long each task takes, one number for each task of the plan,
  ///     also for those left out; less than nothing counts as nothing. One each if nil.
  /// - Complexity: Linear in tasks and edges.
  package init(_ plan: TaskPlan, durations: [Int]? = nil) {
    precondition(
      durations.map { $0.count == plan.tasks.count } ?? true,
      "Give a duration for each of the \(plan.tasks.count) tasks, also for those left out.")
    let durations =
      durations?.map { max(0, $0) } ?? Array(repeating: 1, count: plan.tasks.count)
    var remaining = [Int](repeating: 0, count: plan.tasks.count)
    var workOnMain = 0
    var workOnWorkers = 0
    for task in plan.order.reversed() {
      var longest = 0
      for place in plan.edges.all(of: task) {
        longest = max(longest, remaining[Int(plan.edges.targets[place])])
      }
      remaining[task] = Self.sum(durations[task], longest)
      switch plan.lanes[task] {
      case .main: workOnMain = Self.sum(workOnMain, durations[task])
      case .workers: workOnWorkers = Self.sum(workOnWorkers, durations[task])
      }
    }
    self.durations = durations
    self.remaining = remaining
    self.workOnMain = workOnMain
    self.workOnWorkers = workOnWorkers
    criticalPath = Self.criticalPath(of: plan, remaining: remaining)
    heaviest = Self.heaviest(of: plan, remaining: remaining)
    var places = plan.positions
    for (place, task) in heaviest.enumerated() where plan.lanes[Int(task)] == .workers {
      places[Int(task)] = Int32(truncatingIfNeeded: place)
    }
    for task in plan.order where plan.lanes[task] == .main { places[task] = ~places[task] }
    self.places = places
  }

  /// Returns the shortest duration that a run can reach with so many workers beside the main lane.
  ///
  /// - Parameters:
  ///   - workers: How many there are.
  ///   - suspended: The tasks for workers that suspend, and keep none busy.
  /// - Returns: The longest of what bounds it.
  package func lowerBound(workers: Int, suspended: Set<Int> = []) -> Int {
    precondition(workers > 0, "A plan needs at least one worker.")
    let work = suspended.reduce(workOnWorkers) { max(0, $0 - durations[$1]) }
    let share = work / workers + (work % workers == 0 ? 0 : 1)
    return max(criticalLength, workOnMain, share)
  }

  private static func criticalPath(of plan: TaskPlan, remaining: [Int]) -> [Int] {
    var path: [Int] = []
    // The first of equal ones, in the order of the plan.
    var next = plan.order.first
    for task in plan.order where remaining[task] > next.map({ remaining[$0] }) ?? 0 { next = task }
    while let task = next {
      path.append(task)
      next = nil
      for place in plan.edges.all(of: task) {
        let dependent = Int(plan.edges.targets[place])
        guard let best = next else {
          next = dependent
          continue
        }
        if (remaining[dependent], plan.positions[best])
          > (remaining[best], plan.positions[dependent])
        {
          next = dependent
        }
      }
    }
    return path
  }

  /// The tasks that run by weight, then by priority, then by declaration.
  private static func heaviest(of plan: TaskPlan, remaining: [Int]) -> [Int32] {
    var tasks = [Int32](repeating: 0, count: plan.tasks.count)
    for (task, rank) in plan.ranks.enumerated() {
      tasks[Int(rank)] = Int32(truncatingIfNeeded: task)
    }
    if plan.order.count < tasks.count { tasks.removeAll { plan.positions[Int($0)] < 0 } }
    // The largest comes first.
    let largest = remaining.max() ?? 0
    return StableSort.sorted(tasks, by: remaining.map { UInt(bitPattern: largest - $0) })
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
