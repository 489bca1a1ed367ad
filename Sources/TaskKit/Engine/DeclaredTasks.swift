import SectionRegistry
import Synchronization

/// Something wrong with the declaration of a task, that only the running program
/// could find out.
struct DeclarationProblem: Sendable, Hashable, CustomStringConvertible {
  /// The task's name.
  let task: String
  /// The source location of the declaration.
  let location: CodeLocation
  /// A description of the problem and its fix.
  let message: String

  var description: String { "the task '\(task)' (\(location)): \(message)" }
}

/// The tasks that the modules of this process declare in their binaries.
///
/// - Concurrency: May be used from any thread.
final class DeclaredTasks: Sendable {
  /// The declared tasks of this process.
  static let process = DeclaredTasks()

  /// All of them at one moment.
  struct Snapshot: Sendable {
    var definitions: [TaskDefinition] = []
    var problems: [DeclarationProblem] = []
  }

  /// The definition and problems that one record gave.
  fileprivate struct Loaded: Sendable {
    let definition: TaskDefinition
    let problems: [DeclarationProblem]
  }

  private struct State {
    var revision = RecordRevision.none
    var snapshot = Snapshot()
  }

  private let loaded = DeclaredValues(of: .eventTask, .notificationTask, .scheduledTask) { record in
    record.load(as: __DeclaredTask.self).map { Loaded($0, in: record) }
  }
  private let state = Mutex(State())

  /// The tasks of all enabled records: those of events, of notifications, and
  /// scheduled ones.
  ///
  /// Of each sort, those of one priority are in the order of their declarations,
  /// which is the same in every build.
  func all() -> [TaskDefinition] { snapshot().definitions }

  /// The problems of the declarations, in the order of these.
  var problems: [DeclarationProblem] { snapshot().problems }

  private func snapshot() -> Snapshot {
    let revision = SectionRegistry.revision
    let current = state.withLock { $0.revision == revision ? $0.snapshot : nil }
    if let current { return current }
    let snapshot = Snapshot(loaded.all)
    // What is replaced is released outside the lock.
    _ = state.withLock { state in
      let replaced = state.snapshot
      state.snapshot = snapshot
      state.revision = revision
      return replaced
    }
    return snapshot
  }
}

extension DeclaredTasks.Snapshot {
  /// Puts together what was loaded, and keeps the first task of each name.
  fileprivate init(_ loaded: [DeclaredTasks.Loaded]) {
    var locations: [String: CodeLocation] = [:]
    for task in loaded {
      problems += task.problems
      let definition = task.definition
      if let first = locations[definition.name] {
        problems.append(
          DeclarationProblem(
            task: definition.name, location: definition.location,
            message: """
              a task of this name is already declared at \(first), and only that one is used; \
              rename one of them
              """))
      } else {
        locations[definition.name] = definition.location
        definitions.append(definition)
      }
    }
  }
}

extension DeclaredTasks.Loaded {
  /// Reads what a record declares.
  fileprivate init(_ task: __DeclaredTask, in record: Record) {
    let location = CodeLocation(fileID: record.fileID, line: record.line)
    var body = task.body
    body.isOnMain = record.flags.contains(.mainActor)
    definition = TaskDefinition(
      name: record.key, type: task.type, trigger: task.trigger,
      // The macros write only such numbers.
      priority: task.priority ?? TaskManager.Priority(rawValue: record.priority) ?? .default,
      requires: task.requires, follows: task.follows, properties: task.properties,
      body: body, shutdown: task.shutdown, location: location)
    let misfits = task.misfits.map { element in
      """
      '\(element)' in its 'dependency' is neither a type nor a task's name, and is left out; \
      write 'Name.self' or a string
      """
    }
    let unfit = [task.trigger.misfit, definition.durableMisfit].compactMap(\.self)
    problems = (unfit + misfits).map {
      DeclarationProblem(task: record.key, location: location, message: $0)
    }
  }
}
