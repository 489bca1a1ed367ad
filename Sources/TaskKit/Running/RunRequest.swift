import Foundation
import Synchronization
import ToolkitTrace

/// A request to run the tasks of an occasion.
///
/// `@unchecked Sendable`, because everything except the notification is `Sendable`. A notification
/// is already delivered to observers on other queues, under the same rule: its poster must not
/// change its contents.
struct RunRequest: @unchecked Sendable {
  let occasion: Occasion
  /// The context for the tasks.
  let context: TaskContext
  var notification: Notification? = nil
  /// The source location of the trigger.
  let location: CodeLocation
  /// A Boolean value that indicates whether the event may happen again, for tests.
  var isSimulated = false
  /// The depth of the run, see ``RunMark/nextDepth``.
  var depth = RunMark.nextDepth
  /// The operation that caused the run, for traces.
  var cause = Trace.currentCause
  /// The hops that led to the run.
  var trail = HopTrail.current
  /// The fresh states of its tasks, or `nil` for the state of the process.
  var states = FreshStates.current
  /// Called when the run starts, but not if it has no tasks.
  var begin: (@Sendable () -> Void)? = nil
  /// Called after the run has finished, or with the reason why it does not take place.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}

/// The cause of a run, such as an event or a notification.
///
/// Runs for the same occasion follow one another.
enum Occasion: Sendable, Hashable, CustomStringConvertible {
  case event(TaskEvent)
  case notification(Notification.Name)
  /// A fire of a task's schedule.
  ///
  /// Its runs may be on several lanes, side by side. The identity of the entry keeps them apart
  /// from the runs of a later task with the same name.
  case schedule(task: String, entry: ObjectIdentifier, lane: Int)
  /// A single task that is run on demand.
  case demand(task: String, entry: ObjectIdentifier)
  /// The end of the process, when tasks shut down.
  case end

  var event: TaskEvent {
    if case .event(let event) = self { event } else { .none }
  }

  /// A Boolean value that indicates whether a schedule is the cause.
  var isSchedule: Bool {
    if case .schedule = self { true } else { false }
  }

  /// A Boolean value that indicates whether the occasion is for a single task, rather than for all
  /// tasks with the same trigger.
  var isForOneTask: Bool {
    switch self {
    case .schedule, .demand: true
    case .event, .notification, .end: false
    }
  }

  /// A Boolean value that indicates whether the occasion happens only once in a process.
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
