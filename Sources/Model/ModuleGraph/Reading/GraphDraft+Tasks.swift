import Declarations

extension GraphDraft {
  mutating func readTask(_ record: DeclaredRecord, _ schema: TaskSchema) {
    let reading = TaskReading(record.kind, schema)
    var task = DraftTask(
      id: Node.id(.task, record.key), name: record.key, module: record.module,
      location: record.location, type: schema.type,
      isOnMain: record.flags.contains(.mainActor), requires: schema.dependsOn ?? [],
      follows: schema.after ?? [], events: reading.events, timing: reading.timing)
    if !record.flags.contains(.unresolvedPriority) { task.priority = record.priority }
    let id = declare(
      Node(
        kind: .task, name: record.key, locations: [record.location],
        attributes: priorityOfTask(record, schema) + isolation(of: record) + reading.attributes))
    // If two tasks have the same name, only the first one is used, but both are shown.
    tasks.append(id == task.id ? task : task.renamed(id))
    for source in reading.sources {
      join(
        mention(source.kind, source.name, at: record.location), .runs, id,
        isCertain: !source.name.isUnresolved)
    }
  }

  private func priorityOfTask(
    _ record: DeclaredRecord, _ schema: TaskSchema
  ) -> [ModuleGraph.Attribute] {
    let names = ["critical", "high", "default", "low"]
    if !record.flags.contains(.unresolvedPriority), names.indices.contains(record.priority) {
      return [.init("priority", .text(names[record.priority]))]
    }
    return priority(of: record, source: schema.unresolved?[TaskSchema.priority])
  }

  /// Connects tasks to their dependencies, and adds the tasks of the program.
  mutating func readTasks(added builder: ModuleGraph.Builder) {
    let names = TaskNames(tasks)
    for number in tasks.indices {
      let task = tasks[number]
      for (references, kind) in [(task.requires, Edge.Kind.dependsOn), (task.follows, .after)] {
        for reference in references {
          let found = names.find(reference, for: task)
          let id = mention(
            .task, found.name, at: task.location, as: .missing)
          join(task.id, kind, id, isCertain: found.isCertain)
        }
      }
    }
    let declared = Set(tasks.map(\.id))
    for node in builder.nodes where node.kind == .task && !declared.contains(node.id) {
      let module = node.module ?? ""
      // A graph that a program builds itself may have tasks without a location.
      let location = node.locations.first ?? CodeLocation(fileID: module, line: 0)
      tasks.append(DraftTask(id: node.id, name: node.name, module: module, location: location))
    }
  }
}

extension DraftTask {
  /// Returns the same task with the id of a second task with its name.
  fileprivate func renamed(_ id: String) -> DraftTask {
    DraftTask(
      id: id, name: name, module: module, location: location, priority: priority, type: type,
      isOnMain: isOnMain, requires: requires, follows: follows, events: events, timing: timing)
  }
}

/// A task as declared, before its dependencies are resolved.
struct DraftTask {
  typealias Reference = TaskSchema.Reference

  let id: ModuleGraph.Node.ID
  let name: String
  let module: String
  let location: CodeLocation
  var priority = 2
  /// The type that declares it, qualified with all types around it.
  var type: String?
  var isOnMain = false
  var requires: [Reference] = []
  var follows: [Reference] = []
  /// The TaskKit events that trigger it, if they are known.
  var events: [String]?
  /// The schedule, or `nil` for a task without one.
  var timing: DraftTiming?
}

/// The schedule of a task.
enum DraftTiming: Hashable {
  case cron(String, zone: String?)
  /// The source of a `Schedule` expression, which only the running program can evaluate.
  case expression(String)
  /// A date in seconds since 1970, the total number of runs (`nil` for unlimited), and the interval
  /// in seconds.
  case date(Double, times: Int?, every: Double)
}
