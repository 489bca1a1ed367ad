import Foundation
import Synchronization
import TaskPlanning
import ToolkitTrace

extension TaskManager {
  /// Says that an event happens, and does not wait for its tasks.
  ///
  /// Tasks of the main actor that do not suspend have run when this returns, if it
  /// is called there and no other run for the event goes on.
  ///
  /// Of several events, the runs come one after the other, in the order of their
  /// numbers. What cannot run goes to ``errorHandler``. That includes tasks that
  /// trigger each other's events in a cycle, unless one of them is asynchronous.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is triggered; leave it out.
  ///   - line: Where it is triggered; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func trigger(
    _ event: TaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(
        event, options: options, at: CodeLocation(fileID: fileID, line: line), reportsErrors: true))
  }

  /// Says that an event happens, and returns when its tasks are over.
  ///
  /// - Parameters:
  ///   - event: What happens; of several events, the runs come one after the other.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is triggered; leave it out.
  ///   - line: Where it is triggered; leave it out.
  /// - Returns: A report for each event.
  /// - Throws: A ``TaskError`` if the event cannot happen, if the plan is rejected
  ///   by ``TaskProblemPolicy/throw``, and if a task calls it whose own run has to
  ///   end first. What tasks throw is in the reports.
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

  // MARK: - From what happens to a run

  func dispatch(
    _ event: TaskEvent, options: [String: any Sendable], at location: CodeLocation,
    isSimulated: Bool = false, reportsErrors: Bool
  ) -> DispatchState {
    // What runs on demand runs by its name.
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

  /// Runs the tasks of one event, and then those of the next ones, with what the caller of
  /// the trigger passes on.
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

  /// Has the tasks of a notification or of a demand run.
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
  /// - Returns: What to wait with: `await dispatch.finished()`.
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
    return TaskDispatch(
      state: dispatch(
        .demand(task: name, entry: ObjectIdentifier(entry)), options: options, at: location))
  }
}

extension TaskError.Code {
  /// A task was to run that is paused.
  public static let pausedTask = TaskError.Code(name: "pausedTask")
}

// What runs when nothing else does.
extension TaskManager {
  /// The time for which tasks of ``TaskEvent/idle`` may keep the main actor before they yield.
  static let idleSlice = Duration.milliseconds(8)

  /// Returns whether other runs go on than this one.
  func isBusy(besides run: TaskRun) -> Bool {
    state.withLock { $0.queue.isBusy(besides: run) }
  }

  /// A run has given way on the main actor.
  ///
  /// The process reports when it is idle again. A fresh state has no such report: there,
  /// the run goes on when the other runs are over and what waits for the main actor has
  /// had its turn.
  func didYield(_ run: TaskRun) {
    guard !world.listensToProcess, !isBusy(besides: run) else { return }
    lanes.onMain { self.begin(run.resumeMainLane()) }
  }
}
