import Foundation
import Synchronization
import ToolkitTrace

/// An occurrence of a trigger, for which tasks are to run.
///
/// `@unchecked Sendable`: everything but the notification is `Sendable`, and a notification is
/// posted to observers on other queues by the same rule: its poster must not change what it
/// carries.
struct RunRequest: @unchecked Sendable {
  let occasion: Occasion
  /// The context that the tasks get.
  let context: TaskContext
  var notification: Notification? = nil
  /// The source location of the trigger.
  let location: CodeLocation
  /// A Boolean value that indicates whether an event that comes once may come again, for tests.
  var isSimulated = false
  /// The number of runs that have caused one another; see ``RunMark/depth``.
  var depth = RunMark.nextDepth
  /// The operation that caused the run, for traces.
  var cause = Trace.currentCause
  /// The hops that led to the run.
  var trail = HopTrail.current
  /// The fresh states of its tasks, in place of the state of the process.
  var states = FreshStates.current
  /// Called when the run begins; not if there is nothing to run.
  var begin: (@Sendable () -> Void)? = nil
  /// Called when the run has ended, or with the reason why there is none.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}

/// The cause of a run: a single event, or a notification.
///
/// Runs for one occasion come one after the other.
enum Occasion: Sendable, Hashable, CustomStringConvertible {
  case event(TaskEvent)
  case notification(Notification.Name)
  /// A moment at which a task is due. Its runs may be on several lanes, side by side, and
  /// a later task of its name has nothing to do with them.
  case schedule(task: String, entry: ObjectIdentifier, lane: Int)
  /// One task is run on demand.
  case demand(task: String, entry: ObjectIdentifier)
  /// The end of the process, when tasks give back what they have.
  case end

  var event: TaskEvent {
    if case .event(let event) = self { event } else { .none }
  }

  /// A Boolean value that indicates whether it is the clock that runs a task.
  var isSchedule: Bool {
    if case .schedule = self { true } else { false }
  }

  /// A Boolean value that indicates whether it is for one task, rather than for all
  /// that wait for the same.
  var isForOneTask: Bool {
    switch self {
    case .schedule, .demand: true
    case .event, .notification, .end: false
    }
  }

  /// A Boolean value that indicates whether it comes once in a process.
  var comesOnce: Bool {
    self == .event(.willFinishLaunching) || self == .event(.didFinishLaunching)
  }

  var description: String {
    switch self {
    case .event(let event): event.description
    case .notification(let name): name.rawValue
    case .schedule(let task, _, let lane):
      "schedule of \(task)\(lane > 0 ? " (\(lane + 1))" : "")"
    case .demand(let task, _): "demand of \(task)"
    case .end: "end of the process"
    }
  }
}
