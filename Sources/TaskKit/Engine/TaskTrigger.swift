import Foundation
import Schedules

/// What makes a task run.
enum TaskTrigger: Sendable, Hashable {
  case event(RWTaskEvent)
  case notification(Notification.Name)
  /// At a moment, and then so many seconds after it, twice as many, and so on.
  case date(TaskDate, repeat: TaskRepeat, every: TimeInterval)
  /// So many seconds after the timer was started, twice as many, and so on.
  case timer(repeat: TaskRepeat, every: TimeInterval)
  /// At the moments of a calendar.
  case schedule(Schedule)
  /// At moments that cannot be made out; with the reason.
  case unreadable(String)
}

extension TaskTrigger {
  /// Whether it is for a moment of the clock, and not for what happens.
  var isScheduled: Bool {
    switch self {
    case .event, .notification: false
    case .date, .timer, .schedule, .unreadable: true
    }
  }

  /// Why it would never make anything run, or never stop; nothing if it is as it
  /// should be.
  var misfit: String? {
    switch self {
    case .event(let event):
      event.isEmpty
        ? "it is for no event, so it would never run; name the events that it is for" : nil
    case .notification, .schedule:
      nil
    case .unreadable(let reason):
      reason
    case .date(let date, let times, let interval):
      date.secondsSince1970.isFinite
        ? Self.misfit(of: times, every: interval)
        : "its date is '\(date.secondsSince1970)', which is no moment"
    case .timer(let times, let interval):
      Self.misfit(of: times, every: interval)
    }
  }

  private static func misfit(of times: TaskRepeat, every interval: TimeInterval) -> String? {
    if let count = times.times, count < 1 {
      return "it is to run \(count) times; write 1 or more, or '.forever'"
    }
    if !(interval > 0 && interval.isFinite) {
      return "it is to run every \(interval) seconds; write a number above 0"
    }
    return nil
  }
}
