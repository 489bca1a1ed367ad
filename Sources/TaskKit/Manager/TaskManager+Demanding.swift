import Synchronization

extension TaskManager {
  /// Has one task run now, whatever event it is for, and does not wait for it.
  ///
  /// ```swift
  /// try TaskManager.shared.runTask(named: "RefreshFeed")
  /// ```
  ///
  /// What it depends on must have succeeded before. A task among that which is for
  /// ``TaskEvent/demand`` and has not run runs first, as nothing else would have it run;
  /// if something else is missing, the task is left out, and ``errorHandler`` is called with the
  /// reason.
  ///
  /// While it runs on demand, the next demand waits for that run.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with: `await dispatch.finished`.
  /// - Throws: A ``TaskError`` if there is none of this name, or if it is paused.
  @discardableResult
  public func runTask(
    named name: String, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> TaskDispatch {
    let location = CodeLocation(fileID: fileID, line: line)
    let entry = try entry(named: name, at: location)
    guard !entry.isPaused.load(ordering: .relaxed) else {
      throw TaskError(
        .pausedTask,
        "the task '\(name)' does not run: it is paused. Call 'resumeTask(named:)' first.",
        tasks: [name], at: location)
    }
    let occasion = Occasion.demand(task: name, entry: ObjectIdentifier(entry))
    let dispatch = DispatchState(
      occasions: [occasion], manager: self, location: location, reportsErrors: true)
    submit(
      RunRequest(
        occasion: occasion,
        context: TaskContext(
          task: "", launchOptions: world.launchOptions, otherOptions: options, store: store),
        location: location
      ) { report, error in dispatch.end(with: report, error: error) })
    return TaskDispatch(state: dispatch)
  }
}

extension TaskError.Code {
  /// A task was to run that is paused.
  public static let pausedTask = TaskError.Code(name: "pausedTask")
}
