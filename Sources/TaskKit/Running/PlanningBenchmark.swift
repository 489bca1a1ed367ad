import TaskPlanning

/// The planning work that benchmarks measure, which are compiled outside of this module.
@_spi(Benchmarks)
public struct PlanningBenchmark: Sendable {
  private let tasks: [PlannedTask]

  /// The number of tasks and dependencies.
  public let size: Int

  /// Makes tasks of which each but the first requires some that were declared before it.
  ///
  /// - Parameters:
  ///   - count: How many tasks.
  ///   - dependencies: How many each requires, all of them different.
  public init(tasks count: Int, dependencies: Int) {
    var size = count
    tasks = (0..<count).map { task in
      // Anywhere before it, and differently far.
      let required = Set((0..<dependencies).map { (task &* 7_919 &+ $0 &* 104_729) % max(1, task) })
      let names = task == 0 ? [] : required.sorted().map { "task\($0)" }
      size += names.count
      return PlannedTask(
        name: "task\(task)", priority: task % 4, requires: names,
        lane: task % 8 == 0 ? .main : .workers,
        location: CodeLocation(fileID: "Shop/Tasks.swift", line: task))
    }
    self.size = size
  }

  /// Checks the tasks, puts them in order and weighs them.
  ///
  /// - Returns: How many run.
  public func plan() -> Int {
    let plan = TaskPlan.make(tasks: tasks)
    return plan.order.count - TaskWeights(plan).criticalPath.count
  }
}
