extension TaskEdges {
  /// Returns the length of the longest path from each task to the end of a plan.
  ///
  /// The length of a path is the sum of the durations of its tasks, clamped to `Int.max`. A task
  /// that is not in `order` has the length 0.
  ///
  /// - Complexity: Linear in tasks and edges.
  func longestPaths(of order: [Int], count: Int, duration: (Int) -> Int) -> [Int] {
    var lengths = [Int](repeating: 0, count: count)
    for task in order.reversed() {
      var longest = 0
      for place in all(of: task) { longest = max(longest, lengths[Int(targets[place])]) }
      lengths[task] = duration(task).addingClamped(longest)
    }
    return lengths
  }
}

/// The longest chain of tasks in a run, in which each task waits for the previous one.
///
/// Durations are integers in any unit. No order of the tasks makes a run shorter than its critical
/// path.
package struct CriticalPath: Sendable, Hashable {
  /// The tasks of the path, in their order.
  package let tasks: [Int]

  /// The total duration of these tasks.
  package let length: Int

  /// The total duration of all tasks of the main lane.
  package let workOnMain: Int

  /// The total duration of all tasks that keep a worker busy.
  package let workOnWorkers: Int

  /// Finds the critical path of a plan.
  ///
  /// If paths have the same length, the result is the path whose tasks come first in the plan's
  /// order.
  ///
  /// - Parameters:
  ///   - plan: The plan of the run.
  ///   - durations: The duration of each task of the plan. Durations of omitted tasks and negative
  ///     durations count as 0.
  ///   - suspended: The tasks for workers that suspend, and so keep no worker busy.
  /// - Complexity: Linear in tasks and edges.
  package init(of plan: TaskPlan, durations: [Int], suspended: Set<Int> = []) {
    precondition(
      durations.count == plan.tasks.count,
      "Pass a duration for each of the \(plan.tasks.count) tasks, also for omitted ones.")
    let lengths = plan.edges.longestPaths(of: plan.order, count: durations.count) {
      max(0, durations[$0])
    }
    var workOnMain = 0
    var workOnWorkers = 0
    for task in plan.order where !suspended.contains(task) {
      switch plan.lanes[task] {
      case .main: workOnMain = workOnMain.addingClamped(max(0, durations[task]))
      case .workers: workOnWorkers = workOnWorkers.addingClamped(max(0, durations[task]))
      }
    }
    var path: [Int] = []
    var candidates = plan.order
    while let first = candidates.first {
      let next = candidates.dropFirst().reduce(first) { best, other in
        (lengths[other], plan.positions[best]) > (lengths[best], plan.positions[other])
          ? other : best
      }
      path.append(next)
      candidates = plan.edges.all(of: next).map { Int(plan.edges.targets[$0]) }
    }
    tasks = path
    length = path.first.map { lengths[$0] } ?? 0
    self.workOnMain = workOnMain
    self.workOnWorkers = workOnWorkers
  }

  /// Returns a lower bound for the duration of a run with a number of workers in addition to the
  /// main lane.
  ///
  /// It is the maximum of the critical path, the work of the main lane, and the workers' share of
  /// the rest.
  package func lowerBound(workers: Int) -> Int {
    precondition(workers > 0, "A plan needs at least one worker.")
    let share = workOnWorkers / workers + (workOnWorkers % workers == 0 ? 0 : 1)
    return max(length, workOnMain, share)
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
