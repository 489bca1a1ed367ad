/// The tasks of a plan as flat arrays, for the steps that look at each of them.
///
/// A task is larger than a line of the cache: in large plans another walk through the tasks
/// costs more than most steps.
struct TaskColumns {
  private(set) var names: [String] = []

  /// The hashes of the names.
  private(set) var hashes: [Int] = []

  private(set) var priorities: [Int] = []

  private(set) var lanes: [TaskLane] = []

  /// Takes these tasks apart.
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
