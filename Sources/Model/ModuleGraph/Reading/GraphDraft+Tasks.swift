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
    // Of two tasks of one name only the first counts; both are shown.
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

  /// Joins tasks to those that they depend on, and takes in what the program added.
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
  /// The same task under the id of a second one of its name.
  fileprivate func renamed(_ id: String) -> DraftTask {
    DraftTask(
      id: id, name: name, module: module, location: location, priority: priority, type: type,
      isOnMain: isOnMain, requires: requires, follows: follows, events: events, timing: timing)
  }
}
