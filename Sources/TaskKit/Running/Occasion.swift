import Foundation

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
