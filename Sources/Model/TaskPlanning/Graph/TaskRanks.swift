/// The order of tasks without their dependencies: by priority, then by declaration.
struct TaskRanks {
  /// The rank of each task.
  let ranks: [Int32]

  /// The task of each rank.
  let tasks: [Int32]

  /// Ranks the tasks with these priorities.
  ///
  /// - Complexity: Linear.
  init(priorities: [Int]) {
    // Moved, so that negative priorities come first, too.
    let lowest = min(0, priorities.min() ?? 0)
    tasks = StableSort.sorted(
      priorities.indices.map { Int32(truncatingIfNeeded: $0) },
      by: priorities.map { UInt(bitPattern: $0 &- lowest) })
    var ranks = [Int32](repeating: 0, count: priorities.count)
    for (rank, task) in tasks.enumerated() { ranks[Int(task)] = Int32(truncatingIfNeeded: rank) }
    self.ranks = ranks
  }

  /// The tasks so that each stands behind all it depends on, and before all ready
  /// ones of a higher rank; those on cycles and behind them are missing.
  ///
  /// - Parameters:
  ///   - edges: From each task to those that depend on it.
  ///   - inDegrees: How many tasks each depends on.
  ///   - isLeftOut: Whether a task has no place in the order; such tasks have no
  ///     edges.
  /// - Returns: The numbers of the tasks.
  /// - Complexity: Linear in tasks and edges.
  func ordered(along edges: TaskEdges, inDegrees: [Int32], except isLeftOut: [Bool]) -> [Int] {
    var waiting = inDegrees
    var ready = RankedSet(capacity: tasks.count)
    for task in waiting.indices where waiting[task] == 0 && !isLeftOut[task] {
      ready.insert(Int(ranks[task]))
    }
    var order: [Int] = []
    order.reserveCapacity(tasks.count)
    while let rank = ready.popFirst() {
      let task = Int(tasks[rank])
      order.append(task)
      for place in edges.all(of: task) {
        let dependent = Int(edges.targets[place])
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { ready.insert(Int(ranks[dependent])) }
      }
    }
    return order
  }
}
