import TaskPlanning

// What took so long.
extension TaskRunReport {
  /// The tasks of the longest chain in which each had to wait for the one before: a
  /// run cannot be quicker than they are together.
  ///
  /// - Complexity: Linear in the tasks.
  public var criticalPath: [String] {
    let begun = Set(tasks.lazy.filter(\.hasBegun).map(\.name))
    return weights.criticalPath.map { plan.tasks[$0].name }.filter(begun.contains)
  }

  /// The duration of the tasks of the critical path together.
  public var criticalPathDuration: Duration { .nanoseconds(weights.criticalLength) }

  /// The shortest duration that any order of these tasks can reach, on the main actor and
  /// as many workers as there were: the critical path, the work of the main actor, or the
  /// workers' share, whichever is longest.
  ///
  /// - Complexity: Linear in the tasks.
  public var lowerBound: Duration {
    .nanoseconds(weights.lowerBound(workers: workerCount, suspended: suspended))
  }

  /// The time that the run took beyond the ``lowerBound``.
  public var lost: Duration { max(.zero, duration - lowerBound) }

  /// The time that ready tasks waited for a free worker or for the main actor, all together.
  ///
  /// - Complexity: Linear in the tasks.
  public var waiting: Duration { tasks.reduce(.zero) { $0 + $1.wait } }

  /// The numbers of the tasks that kept no worker busy, as they could suspend.
  var suspended: Set<Int> {
    let names = Set(tasks.lazy.filter { $0.lane == .concurrent && $0.hasBegun }.map(\.name))
    guard !names.isEmpty else { return [] }
    return Set(plan.tasks.indices.filter { names.contains(plan.tasks[$0].name) })
  }
}

extension TaskRunReport.Entry {
  /// A Boolean value that indicates whether the task has begun to do what it does.
  var hasBegun: Bool {
    if case .skipped = outcome { false } else { attempts > 0 }
  }
}
