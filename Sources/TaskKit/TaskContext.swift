import Synchronization

/// The context of a running task.
///
/// A value: nothing that happens later changes it, and each dispatch has one of
/// its own. What outlives a dispatch is in ``store``.
public struct TaskContext: Sendable {
  /// The task's name.
  public var task: String {
    index < 0 ? name : surroundings.results.name(ofTask: index)
  }

  /// The event that it runs for: a single one, or none if it is not an event that
  /// runs it.
  public internal(set) var event: TaskEvent

  /// Which attempt this is, beginning with 1.
  public internal(set) var attempt: Int

  /// The number of the task in its run, which is all that is written for each; -1
  /// outside one.
  var index = -1

  /// The task's name outside a run.
  private let name: String

  /// The values that are the same for all tasks of a run: in one object, so that a context
  /// costs little to copy.
  let surroundings: RunSurroundings

  /// The launch options of the process.
  public var launchOptions: LaunchOptions { surroundings.launchOptions }

  /// The values that came with the event.
  public var otherOptions: [String: any Sendable] { surroundings.otherOptions }

  /// The values that tasks share.
  public var store: TaskValues { surroundings.store }

  /// The due time that the task runs for, if it is the clock that runs it.
  public var fire: TaskFire? { surroundings.fire }

  /// Describes a run, for a test that calls a task's function itself.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - event: The event that it runs for.
  ///   - launchOptions: How the process was started.
  ///   - otherOptions: What came with the event.
  ///   - store: What tasks share.
  ///   - attempt: Which attempt this is, beginning with 1.
  ///   - results: What other tasks returned, by name.
  ///   - fire: The due time that it runs for, if it is the clock that runs it.
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

  /// The same in a run that has results of its own.
  init(_ context: TaskContext, results: RunResults, manager: TaskManager) {
    name = context.task
    event = context.event
    attempt = context.attempt
    surroundings = RunSurroundings(
      launchOptions: context.launchOptions, otherOptions: context.otherOptions,
      store: context.store, fire: context.fire, results: results, manager: manager)
  }

  /// The value that came with the event under this name, or else the shared value of that name.
  public subscript(name: String) -> (any Sendable)? {
    otherOptions[name] ?? store[name]
  }
}

// MARK: - Results

extension TaskContext {
  /// Returns the result of a task that this one depends on, in the same run.
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
  ///   - task: The type that the task is declared with.
  ///   - type: What it returns.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What it returned.
  /// - Throws: A ``TaskError`` if the task is no dependency of this one, has not
  ///   run to its end, or returned something else; it says which.
  public func result<Value: Sendable>(
    of task: any Any.Type, as type: Value.Type = Value.self, fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> Value {
    try surroundings.results.value(
      of: TaskReference(task), as: type, for: self, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Returns the result of the task of a name that this one depends on, in the same run.
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
  /// The manager to report progress to, if the task is part of a run.
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

/// Values that tasks share, by name; they stay until they are removed.
///
/// What belongs to one dispatch only is in ``TaskContext/otherOptions``.
///
/// - Concurrency: May be used from any thread.
public final class TaskValues: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Makes an empty store.
  public init() {}

  /// The value of this name, if there is one.
  public subscript(name: String) -> (any Sendable)? {
    get { values.withLock { $0[name] } }
    set {
      // Released after unlocking: what goes may run code.
      let old = values.withLock { values in
        let old = values[name]
        values[name] = newValue
        return old
      }
      _ = old
    }
  }

  /// The value of this name, if there is one of this type.
  public func value<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    self[name] as? Value
  }
}
