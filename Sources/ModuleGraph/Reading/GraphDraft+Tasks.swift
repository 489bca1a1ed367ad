import RecordFormat

extension GraphDraft {
  mutating func readTask(
    _ record: ModuleRecord, _ detail: RecordDetail
  ) throws(RecordDetail.Fault) {
    var task = DraftTask(
      id: Node.id(.task, record.key), name: record.key, module: record.module,
      place: record.place.description, isOnMain: record.flags.contains(.mainActor))
    if !record.flags.contains(.unresolvedPriority) { task.priority = record.priority }
    let reading = Result { () throws(RecordDetail.Fault) in try TaskReading(record, detail) }
    var attributes = priorityOfTask(record, detail) + isolation(of: record)
    if case .success(let reading) = reading {
      attributes += reading.attributes
      task.type = reading.type
      task.requires = reading.requires
      task.follows = reading.follows
      task.events = reading.events
      task.timing = reading.timing
    }
    let id = declare(
      Node(kind: .task, name: record.key, places: [record.place], attributes: attributes))
    if id == task.id {
      tasks.append(task)
    } else {
      // Of two tasks of one name only the first counts; both are shown.
      tasks.append(task.renamed(id))
    }
    let sources = try reading.get().sources
    for source in sources {
      join(
        mention(source.kind, source.name, at: record.place), .runs, id,
        isCertain: !source.name.isUnresolved)
    }
  }

  private func priorityOfTask(
    _ record: ModuleRecord, _ detail: RecordDetail
  ) -> [ModuleGraph.Attribute] {
    let names = ["critical", "high", "default", "low"]
    if !record.flags.contains(.unresolvedPriority), names.indices.contains(record.priority) {
      return [.init("priority", .text(names[record.priority]))]
    }
    if record.flags.contains(.unresolvedPriority),
      case .object(let unresolved)? = detail.values["unresolved"],
      case .text(let source)? = unresolved["priority"]
    {
      return [.init("priority", .text(source))]
    }
    return priority(of: record, detail)
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
            .task, found.name, at: Place(task.place), as: .missing)
          join(task.id, kind, id, isCertain: found.isCertain)
        }
      }
    }
    let declared = Set(tasks.map(\.id))
    for node in builder.nodes where node.kind == .task && !declared.contains(node.id) {
      tasks.append(
        DraftTask(
          id: node.id, name: node.name, module: node.module ?? "",
          place: node.places.first?.description ?? "?"))
    }
  }
}

extension DraftTask {
  /// The same task under the id of a second one of its name.
  fileprivate func renamed(_ id: String) -> DraftTask {
    DraftTask(
      id: id, name: name, module: module, place: place, priority: priority, type: type,
      isOnMain: isOnMain, requires: requires, follows: follows, events: events, timing: timing)
  }
}
