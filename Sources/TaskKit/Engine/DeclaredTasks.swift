import SectionRegistry

/// The tasks that the modules of this process declare in their binaries.
///
/// - Concurrency: May be used from any thread.
final class DeclaredTasks: Sendable {
  /// The declared tasks of this process.
  static let process = DeclaredTasks()

  private let loaded = DeclaredValues(of: .eventTask, .notificationTask, .scheduledTask) { record in
    record.load(as: __DeclaredTask.self).map { (TaskDefinition($0, in: record), $0.misfits) }
  }

  /// Returns the tasks of all enabled records, and the problems of their declarations.
  ///
  /// The tasks for events come first, then those for notifications, then the scheduled ones. Tasks
  /// of the same sort and priority are in the order of their declarations, which is the same in
  /// every build. If several tasks have the same name, only the first is returned.
  func all() -> (definitions: [TaskDefinition], problems: [TaskError]) {
    var definitions: [TaskDefinition] = []
    var problems: [TaskError] = []
    var locations: [String: CodeLocation] = [:]
    for (definition, misfits) in loaded.all {
      let unfit = [definition.trigger.misfit, definition.durableMisfit].compactMap(\.self)
      problems += (unfit + misfits.map(Self.misfit)).map {
        .badDeclaration(definition.name, $0, at: definition.location)
      }
      if let first = locations[definition.name] {
        problems.append(
          .badDeclaration(
            definition.name,
            """
            a task of this name is already declared at \(first), and only the first one is used; \
            rename one of them
            """, at: definition.location))
      } else {
        locations[definition.name] = definition.location
        definitions.append(definition)
      }
    }
    return (definitions, problems)
  }

  private static func misfit(_ element: String) -> String {
    """
    '\(element)' in its 'dependency' is neither a type nor a task's name, and is omitted; \
    write 'Name.self' or a string
    """
  }
}

extension TaskDefinition {
  /// Creates the definition of a record.
  fileprivate init(_ task: __DeclaredTask, in record: Record) {
    var body = task.body
    if body.plain == nil { body.isOnMain = record.flags.contains(.mainActor) }
    self.init(
      name: record.key, type: task.type, trigger: task.trigger,
      // The macros write only raw values of priorities.
      priority: task.priority ?? TaskManager.Priority(rawValue: record.priority) ?? .default,
      requires: task.requires, follows: task.follows, properties: task.properties,
      body: body, shutdown: task.shutdown,
      location: CodeLocation(fileID: record.fileID, line: record.line))
  }
}
