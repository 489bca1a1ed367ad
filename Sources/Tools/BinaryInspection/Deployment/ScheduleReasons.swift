import ModuleGraph

/// The reasons that durable schedules give not to deploy a build.
struct ScheduleReasons {
  private(set) var reasons: [DeploymentCheck.Item] = []

  /// The attributes that define a schedule.
  private static let definition = [
    "cron", "zone", "everySeconds", "every", "at", "repeat", "schedule", "daylightSaving",
  ]

  /// Compares the schedules in the store and in the old build with the new build.
  init(from old: ModuleGraph, to new: ModuleGraph, store: StoreInventory) {
    let (oldTasks, newTasks) = (Self.durableTasks(of: old), Self.durableTasks(of: new))
    let stored = Dictionary(store.schedules.map { ($0.name, $0.definition) }) { first, _ in first }
    for name in Set(stored.keys).union(oldTasks.keys) {
      let was = oldTasks[name].map(Self.facts)
      let definition = stored[name] ?? was?.joined(separator: ", ") ?? ""
      guard let task = newTasks[name] else {
        guard oldTasks[name] != nil else {
          add(
            .missingSchedule, name, nil,
            """
            the durable schedule '\(name)' (\(definition)) is declared by neither build, so only a \
            task that is added at run time continues it
            """,
            isRemark: true)
          continue
        }
        add(
          .missingSchedule, name, oldTasks[name],
          """
          the durable schedule '\(name)' (\(definition)) has no durable task in the new build. If \
          it was renamed, declare it with '.formerly("\(name)")'
          """)
        continue
      }
      let now = Self.facts(of: task)
      if let was, was != now {
        add(
          .changedSchedule, name, task,
          "the durable schedule '\(name)' (\(definition)) has another definition in the new build: "
            + now.joined(separator: ", "))
      }
    }
  }

  private mutating func add(
    _ code: DeploymentCheck.Reason.Code, _ name: String, _ task: ModuleGraph.Node?,
    _ message: String, isRemark: Bool = false
  ) {
    reasons.append(
      DeploymentCheck.Item(
        reason: DeploymentCheck.Reason(
          code: code, subject: "task \(name)", message: message, place: task?.locations.first,
          count: nil, example: nil),
        isRemark: isRemark))
  }

  /// Returns the durable tasks by their names in the store.
  private static func durableTasks(of graph: ModuleGraph) -> [String: ModuleGraph.Node] {
    let tasks = graph.nodes.filter {
      $0.kind == .task && $0.certainty == .declared && $0[attribute: "durable"] == true
    }
    return Dictionary(tasks.map { ($0.formerNames.last ?? $0.name, $0) }) { first, _ in first }
  }

  private static func facts(of task: ModuleGraph.Node) -> [String] {
    definition.compactMap { name in
      task[attribute: name].map { "\(name): \($0)" }
    }
  }
}
