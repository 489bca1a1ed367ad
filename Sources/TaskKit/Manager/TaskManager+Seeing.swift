import Synchronization
import TaskPlanning

// Views of the tasks, which run none of them.
extension TaskManager {
  /// A report of the runs so far.
  public var report: TaskReport {
    state.withLock { $0.queue.history.report }
  }

  /// All current tasks, in the order in which they were declared or added.
  public var list: [TaskDescription] {
    var list = withState { state in state.catalog.entries.map { state.catalog.describe($0) } }
    let fires = scheduler.nextFires.merging(scheduler.durable.nextFires) { $1 }
    for index in list.indices { list[index].nextFireTime = fires[list[index].name] }
    return list
  }

  /// Returns the tasks that would run if an event happened now, and the problems.
  ///
  /// Runs nothing. The conditions of tasks are not checked, because they are checked only when a
  /// task's turn comes. Launch phases before the event count as done if they have not started yet.
  ///
  /// - Parameters:
  ///   - event: A single event.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The order of the tasks, and the problems.
  /// - Throws: A ``TaskError`` if `event` is not a single event.
  public func dryRun(
    of event: TaskEvent, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> TaskDryRun {
    guard event.members == [event] else {
      throw .notOneEvent(event, at: CodeLocation(fileID: fileID, line: line))
    }
    return withState { state in
      let prepared = state.plan(
        for: .event(event), after: event.launchBefore.subtracting(state.queue.begun))
      let plan = prepared.plan
      return TaskDryRun(
        event: event, tasks: plan.order.map { state.catalog.describe(prepared.entries[$0]) },
        leftOut: plan.leftOut.compactMap { leftOut in
          plan.leftOutReason(of: leftOut.task).map { reason in
            TaskDryRun.LeftOut(name: plan.tasks[leftOut.task].name, reason: reason)
          }
        },
        problems: plan.problems.map(TaskError.init), isRejected: plan.isRefused, plan: plan)
    }
  }
}

extension TaskEvent {
  /// The launch phases before this event.
  fileprivate var launchBefore: TaskEvent {
    switch self {
    case .willFinishLaunching: []
    case .didFinishLaunching: .willFinishLaunching
    default: [.willFinishLaunching, .didFinishLaunching]
    }
  }
}

extension TaskError {
  /// Returns the error for a dry run of several events, or of no event.
  fileprivate static func notOneEvent(_ event: TaskEvent, at location: CodeLocation) -> TaskError {
    if event.members.isEmpty { return .noEvent(at: location) }
    return TaskError(
      .severalEvents,
      "'\(event)' contains several events, each with a plan of its own: pass one of them.",
      at: location)
  }
}

extension TaskError.Code {
  /// The code of an error for a call that takes one event and was given several.
  public static let severalEvents = TaskError.Code(name: "severalEvents")
}
