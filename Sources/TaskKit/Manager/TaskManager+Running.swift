import Foundation
import Synchronization
import TaskPlanning
import ToolkitTrace

extension TaskManager {
  /// Triggers an event, without waiting for its tasks.
  ///
  /// Call it on the main actor to run tasks immediately: if no other run for the event is in
  /// progress, the tasks of the main actor that do not suspend have run when it returns.
  ///
  /// If `event` contains several events, they run one after the other, in the order of their
  /// numbers. Problems that prevent tasks from running go to ``errorHandler``. That includes tasks
  /// that trigger each other's events in a cycle, unless one of them is asynchronous.
  ///
  /// - Parameters:
  ///   - event: The event, or a set of several.
  ///   - options: The values for the tasks, as ``TaskContext/otherOptions``.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle to wait for the tasks.
  @discardableResult
  public func trigger(
    _ event: TaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(
        event, options: options, at: CodeLocation(fileID: fileID, line: line), reportsErrors: true))
  }

  /// Triggers an event, and returns when its tasks have finished.
  ///
  /// - Parameters:
  ///   - event: The event, or a set of several, which run one after the other.
  ///   - options: The values for the tasks, as ``TaskContext/otherOptions``.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A report for each event.
  /// - Throws: A ``TaskError`` if the event cannot happen, if ``TaskProblemPolicy/throw`` rejects
  ///   the plan, or if the calling task's own run has to finish first. Errors of tasks are in the
  ///   reports.
  @discardableResult
  public nonisolated(nonsending) func run(
    _ event: TaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) async throws(TaskError) -> [TaskRunReport] {
    let location = CodeLocation(fileID: fileID, line: line)
    let occasions = event.members.map(Occasion.event)
    if let mark = RunMark.current, let task = mark.task,
      withLock({ $0.queue.wouldWaitForItself(mark, for: occasions) })
    {
      throw .waitsForItself(task, mark.occasion, at: location)
    }
    let dispatch = dispatch(event, options: options, at: location, reportsErrors: false)
    let outcome = await wait(for: dispatch)
    if let error = outcome?.error { throw error }
    return outcome?.reports ?? []
  }

  // MARK: - From events to runs

  func dispatch(
    _ event: TaskEvent, options: [String: any Sendable], at location: CodeLocation,
    isSimulated: Bool = false, reportsErrors: Bool
  ) -> DispatchState {
    // Tasks for a demand run by their name only.
    let events = event.subtracting(.demand).members
    let dispatch = DispatchState(
      occasions: events.map(Occasion.event), manager: self, location: location,
      reportsErrors: reportsErrors)
    if events.isEmpty {
      dispatch.end(with: nil, error: .noEvent(at: location))
    } else {
      dispatchNext(
        of: events, from: 0, options: options, isSimulated: isSimulated, to: dispatch,
        for: .current)
    }
    return dispatch
  }

  /// Runs the tasks of one event and then the tasks of the next ones, each in the context that the
  /// caller of the trigger passes on.
  private func dispatchNext(
    of events: [TaskEvent], from index: Int, options: [String: any Sendable],
    isSimulated: Bool, to dispatch: DispatchState, for inheritance: Inheritance?
  ) {
    var request = RunRequest(
      occasion: .event(events[index]), context: context(for: events[index], options: options),
      location: dispatch.location
    ) { report, error in
      dispatch.end(with: report, error: error)
      guard index + 1 < events.count else { return }
      let goOn = {
        self.dispatchNext(
          of: events, from: index + 1, options: options, isSimulated: isSimulated,
          to: dispatch, for: inheritance)
      }
      inheritance.map { $0.lead(to: goOn) } ?? goOn()
    }
    request.isSimulated = isSimulated
    submit(request)
  }

  /// Submits a run for a notification or a demand.
  func dispatch(
    _ occasion: Occasion, options: [String: any Sendable] = [:],
    notification: Notification? = nil, at location: CodeLocation
  ) -> DispatchState {
    let dispatch = DispatchState(
      occasions: [occasion], manager: self, location: location, reportsErrors: true)
    submit(
      RunRequest(
        occasion: occasion, context: context(options: options), notification: notification,
        location: location
      ) { report, error in dispatch.end(with: report, error: error) })
    return dispatch
  }

  /// Returns the context of a run's tasks.
  func context(
    for event: TaskEvent = .none, options: [String: any Sendable] = [:], fire: TaskFire? = nil
  ) -> TaskContext {
    TaskContext(
      task: "", event: event, launchOptions: world.launchOptions, otherOptions: options,
      store: store, fire: fire)
  }
}

extension TaskManager {
  /// Runs one task now, whatever its event is, without waiting for it.
  ///
  /// ```swift
  /// try TaskManager.shared.runTask(named: "RefreshFeed")
  /// ```
  ///
  /// The task's dependencies must have succeeded before. A dependency for ``TaskEvent/demand`` that
  /// has not run yet runs first, because no event runs it. If another dependency is missing, the
  /// task is skipped, and ``errorHandler`` is called with the reason.
  ///
  /// If the task is already running on demand, the new demand gets a run of its own after that run.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - options: The values for the task, as ``TaskContext/otherOptions``.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle to wait for the task: `await dispatch.finished()`.
  /// - Throws: A ``TaskError`` if no task has this name, or if it is paused.
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
    return TaskDispatch(
      state: dispatch(
        .demand(task: name, entry: ObjectIdentifier(entry)), options: options, at: location))
  }
}

extension TaskError.Code {
  /// The code of an error for a call that runs a paused task.
  public static let pausedTask = TaskError.Code(name: "pausedTask")
}

// Tasks that run when nothing else does.
extension TaskManager {
  /// The time for which tasks of ``TaskEvent/idle`` may keep the main actor before they yield.
  static let idleSlice = Duration.milliseconds(8)

  /// Returns whether runs other than this one are in progress.
  func isBusy(besides run: TaskRun) -> Bool {
    state.withLock { $0.queue.isBusy(besides: run) }
  }

  /// Resumes a run that has yielded the main actor, if no event of the process will.
  ///
  /// The process reports when it is idle again. A fresh state has no such report. There, the run
  /// resumes after the other runs have finished and the pending work of the main actor has run.
  func didYield(_ run: TaskRun) {
    guard !world.listensToProcess, !isBusy(besides: run) else { return }
    lanes.onMain { self.begin(run.resumeMainLane()) }
  }
}
