import Synchronization
import TaskPlanning

// What there is to see of tasks, without running any.
extension TaskManager {
  /// A report of the runs so far.
  public var report: TaskReport {
    state.withLock { $0.queue.history.report }
  }

  /// All tasks there are, in the order in which they were declared or added.
  public var list: [TaskDescription] {
    var list = withState { state in state.catalog.entries.map { state.catalog.describe($0) } }
    let fires = scheduler.nextFires.merging(scheduler.durable.nextFires) { $1 }
    for index in list.indices { list[index].nextFire = fires[list[index].name] }
    return list
  }

  /// Says what would run for an event if it happened now, and what is wrong.
  ///
  /// Nothing runs. Conditions of tasks are not asked, as they are only when their turn comes.
  /// What of the launch comes before the event counts as done, if it has not begun.
  ///
  /// - Parameters:
  ///   - event: A single event.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The order, and the problems.
  /// - Throws: A ``TaskError`` if it is not a single event.
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
  /// The phases of the launch that come before this.
  fileprivate var launchBefore: TaskEvent {
    switch self {
    case .willFinishLaunching: []
    case .didFinishLaunching: .willFinishLaunching
    default: [.willFinishLaunching, .didFinishLaunching]
    }
  }
}

extension TaskError {
  /// The error for a plan of several events, or of none.
  fileprivate static func notOneEvent(_ event: TaskEvent, at location: CodeLocation) -> TaskError {
    if event.members.isEmpty { return .noEvent(at: location) }
    return TaskError(
      .severalEvents,
      "'\(event)' is several events, and each has a plan of its own: ask for one of them.",
      at: location)
  }
}

extension TaskError.Code {
  /// Several events were named where it must be one.
  public static let severalEvents = TaskError.Code(name: "severalEvents")
}
