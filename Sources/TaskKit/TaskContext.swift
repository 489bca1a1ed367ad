/// What a task is told when it runs.
///
/// A value: nothing that happens later changes it, and each dispatch has one of
/// its own. What outlives a dispatch is in ``store``.
public struct TaskContext: Sendable {
  /// The task's name.
  public internal(set) var task: String

  /// The event that it runs for: a single one, or none if it is not an event that
  /// runs it.
  public internal(set) var event: RWTaskEvent

  /// How the process was started.
  public let launchOptions: TaskLaunchOptions

  /// What came with the event.
  public let otherOptions: [String: any Sendable]

  /// What tasks share.
  public let store: TaskStore

  /// Which attempt this is, beginning with 1.
  public internal(set) var attempt: Int

  /// What the tasks that this one depends on returned.
  var results: TaskResults

  /// Describes a run, for a test that calls a task's function itself.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - event: The event that it runs for.
  ///   - launchOptions: How the process was started.
  ///   - otherOptions: What came with the event.
  ///   - store: What tasks share.
  ///   - attempt: Which attempt this is, beginning with 1.
  public init(
    task: String, event: RWTaskEvent = .none, launchOptions: TaskLaunchOptions? = nil,
    otherOptions: [String: any Sendable] = [:], store: TaskStore = TaskStore(), attempt: Int = 1
  ) {
    self.task = task
    self.event = event
    self.launchOptions = launchOptions ?? .current
    self.otherOptions = otherOptions
    self.store = store
    self.attempt = attempt
    results = TaskResults()
  }

  /// What came with the event under this name, or else what tasks share under it.
  public subscript(name: String) -> (any Sendable)? {
    otherOptions[name] ?? store[name]
  }
}
