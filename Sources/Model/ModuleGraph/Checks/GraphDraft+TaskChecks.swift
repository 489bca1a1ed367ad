import TaskPlanning

extension GraphDraft {
  /// Checks names and dependencies of tasks, with the planner that runs them.
  ///
  /// All tasks are planned as if they ran together. A cycle in this plan is also a cycle in a
  /// process.
  mutating func checkTasks() {
    var requires: [Node.ID: [String]] = [:]
    var follows: [Node.ID: [String]] = [:]
    for edge in edges where edge.kind == .dependsOn || edge.kind == .after {
      let name = node(edge.to)?.name ?? edge.to
      if edge.kind == .dependsOn {
        requires[edge.from, default: []].append(name)
      } else {
        follows[edge.from, default: []].append(name)
      }
    }
    let planned = tasks.map { task in
      PlannedTask(
        name: task.name, priority: task.priority, requires: requires[task.id] ?? [],
        follows: follows[task.id] ?? [], lane: task.isOnMain ? .main : .workers,
        location: task.location)
    }
    problems += TaskPlan.make(tasks: planned).problems.map { ModuleProblem($0) }
    checkEvents(requires)
  }

  /// Checks that the dependencies of a task do not run at a later launch event than the task.
  private mutating func checkEvents(_ requires: [Node.ID: [String]]) {
    let byName = Dictionary(
      tasks.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for task in tasks {
      guard let last = task.events?.map(LaunchOrder.rank).max(), last < LaunchOrder.later else {
        continue
      }
      for name in Set(requires[task.id] ?? []).sorted() {
        guard let other = byName[name], let first = other.events?.map(LaunchOrder.rank).min(),
          first > last
        else { continue }
        problems.append(.dependencyOfLaterEvent(of: task, on: other))
      }
    }
  }
}

/// The order of TaskKit's events during the launch.
enum LaunchOrder {
  /// The rank of events that may occur at any time after the launch.
  static let later = 2

  /// Returns the rank of an event during the launch.
  static func rank(of event: String) -> Int {
    switch event {
    case "willFinishLaunching": 0
    case "didFinishLaunching": 1
    default: later
    }
  }
}

extension ModuleProblem {
  fileprivate static func dependencyOfLaterEvent(
    of task: DraftTask, on other: DraftTask
  ) -> ModuleProblem {
    let events = [task.events, other.events].map { ($0 ?? []).joined(separator: " and ") }
    return ModuleProblem(
      .dependencyOfOtherEvent, .error,
      """
      task '\(task.name)' (\(task.location)) runs at \(events[0]) and requires '\(other.name)' \
      (\(other.location)), which runs later, at \(events[1]). Let both run at one event, or let \
      the required task run at an earlier one.
      """,
      locations: [task.location, other.location],
      nodes: [task.id, other.id])
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements in their order, without repetitions.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
