extension TaskManager.State {
  /// The usual durations of tasks, measured or set.
  ///
  /// - Complexity: Linear in the tasks: the runs note it with the tasks themselves.
  var timings: TaskTimings {
    get {
      var timings = otherTimings
      for entry in catalog.entries {
        if let duration = entry.knownDuration { timings[entry.name] = .nanoseconds(duration) }
      }
      return timings
    }
    set {
      otherTimings = newValue
      for entry in catalog.entries { entry.knownDuration = newValue[entry.name]?.nanoseconds }
      dropPlans()
    }
  }

  /// Keeps of tasks that are gone how long they took, and nothing else.
  mutating func forget(_ entries: [TaskEntry]) {
    guard !entries.isEmpty else { return }
    for entry in entries {
      guard let duration = entry.knownDuration else { continue }
      otherTimings[entry.name] = .nanoseconds(duration)
    }
    leaving.append(entries)
    // They would keep the tasks, and none of them is used again: the catalog has changed.
    dropPlans()
  }

  /// Has all plans made anew.
  mutating func dropPlans() {
    guard !plans.isEmpty else { return }
    leaving.append(plans)
    plans = [:]
  }
}
