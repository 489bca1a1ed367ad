import Synchronization

/// The context of a running task.
///
/// It is a value: later changes do not affect it, and each dispatch has its own. Values that
/// outlive a dispatch are in ``store``.
public struct TaskContext: Sendable {
  /// The task's name.
  public var task: String {
    index < 0 ? name : surroundings.results.name(ofTask: index)
  }

  /// The event that the task runs for, a single one, or none if no event runs it.
  public internal(set) var event: TaskEvent

  /// The number of the current attempt, starting with 1.
  public internal(set) var attempt: Int

  /// The index of the task in its run, or -1 outside a run.
  ///
  /// It is the only part that is written for each task.
  var index = -1

  /// The task's name outside a run.
  private let name: String

  /// The values that are the same for all tasks of a run.
  ///
  /// They are in one object, so that a context is cheap to copy.
  let surroundings: RunSurroundings

  /// The launch options of the process.
  public var launchOptions: LaunchOptions { surroundings.launchOptions }

  /// The values that came with the event.
  public var otherOptions: [String: any Sendable] { surroundings.otherOptions }

  /// The values that tasks share.
  public var store: TaskValues { surroundings.store }

  /// The fire that the task runs for, or `nil` if no schedule runs it.
  public var fire: TaskFire? { surroundings.fire }

  /// Creates a context, for a test that calls a task's function itself.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - event: The event that the task runs for.
  ///   - launchOptions: The launch options of the process.
  ///   - otherOptions: The values that came with the event.
  ///   - store: The values that tasks share.
  ///   - attempt: The number of the attempt, starting with 1.
  ///   - results: The results of other tasks, by name.
  ///   - fire: The fire that the task runs for, if a schedule runs it.
  public init(
    task: String, event: TaskEvent = .none, launchOptions: LaunchOptions? = nil,
    otherOptions: [String: any Sendable] = [:], store: TaskValues = TaskValues(), attempt: Int = 1,
    results: [String: any Sendable] = [:], fire: TaskFire? = nil
  ) {
    name = task
    self.event = event
    self.attempt = attempt
    surroundings = RunSurroundings(
      launchOptions: launchOptions ?? .current, otherOptions: otherOptions, store: store,
      fire: fire, results: RunResults(results))
  }

  /// Creates a copy for a run with its own results.
  init(_ context: TaskContext, results: RunResults, manager: TaskManager) {
    name = context.task
    event = context.event
    attempt = context.attempt
    surroundings = RunSurroundings(
      launchOptions: context.launchOptions, otherOptions: context.otherOptions,
      store: context.store, fire: context.fire, results: results, manager: manager)
  }

  /// The value that came with the event under this name, or otherwise the shared value of that
  /// name.
  public subscript(name: String) -> (any Sendable)? {
    otherOptions[name] ?? store[name]
  }
}

// MARK: - Results

extension TaskContext {
  /// Returns the result of a dependency of this task, from the same run.
  ///
  /// ```swift
  /// @EventTask(on: .didFinishLaunching, dependsOn: [LoadPrices.self])
  /// enum OpenShop {
  ///   static func run(_ context: TaskContext) throws {
  ///     let prices = try context.result(of: LoadPrices.self, as: [String: Int].self)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - task: The type that the dependency is declared with.
  ///   - type: The type of the result.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The result.
  /// - Throws: A ``TaskError`` if the other task is no dependency of this one, has not succeeded,
  ///   or returned another type. The message says which.
  public func result<Value: Sendable>(
    of task: any Any.Type, as type: Value.Type = Value.self, fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> Value {
    try surroundings.results.value(
      of: TaskReference(task), as: type, for: self, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Returns the result of a dependency of this task by its name, from the same run.
  public func result<Value: Sendable>(
    of task: String, as type: Value.Type = Value.self, fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> Value {
    try surroundings.results.value(
      of: TaskReference(task), as: type, for: self, at: CodeLocation(fileID: fileID, line: line))
  }
}

/// The values that are the same for all tasks of a run.
final class RunSurroundings: Sendable {
  let launchOptions: LaunchOptions
  let otherOptions: [String: any Sendable]
  let store: TaskValues
  let fire: TaskFire?
  let results: RunResults
  /// The manager that receives progress, if the task is part of a run.
  weak let manager: TaskManager?

  init(
    launchOptions: LaunchOptions, otherOptions: [String: any Sendable], store: TaskValues,
    fire: TaskFire?, results: RunResults, manager: TaskManager? = nil
  ) {
    self.manager = manager
    self.launchOptions = launchOptions
    self.otherOptions = otherOptions
    self.store = store
    self.fire = fire
    self.results = results
  }
}

/// Values that tasks share, by name, until they are removed.
///
/// Values that belong to one dispatch only are in ``TaskContext/otherOptions``.
///
/// - Concurrency: May be used from any thread.
public final class TaskValues: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Creates an empty store.
  public init() {}

  /// The value of this name, or `nil` if no value has it.
  public subscript(name: String) -> (any Sendable)? {
    get { values.withLock { $0[name] } }
    set {
      // Released after unlocking, because a deinitializer may run code.
      let old = values.withLock { values in
        let old = values[name]
        values[name] = newValue
        return old
      }
      _ = old
    }
  }

  /// Returns the value of this name, or `nil` if it does not exist or has another type.
  public func value<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    self[name] as? Value
  }
}
