import Foundation
import Schedules

/// The trigger that makes a task run.
enum Trigger: Sendable, Hashable {
  case event(TaskEvent)
  case notification(Notification.Name)
  /// At a date, and then repeatedly after an interval in seconds.
  case date(TaskDate, repeat: TaskRepeat, every: TimeInterval)
  /// Repeatedly after an interval in seconds, counted from the start of the timer.
  case timer(repeat: TaskRepeat, every: TimeInterval)
  /// At the fire times of a calendar.
  case schedule(Schedule)
  /// At fire times that cannot be computed, with the reason.
  case unreadable(String)
}

extension Trigger {
  /// A Boolean value that indicates whether the trigger is a schedule, and not an event or a
  /// notification.
  var isScheduled: Bool {
    switch self {
    case .event, .notification: false
    case .date, .timer, .schedule, .unreadable: true
    }
  }

  /// A Boolean value that indicates whether the fire times are dates, which follow the time of day.
  var isByDate: Bool {
    switch self {
    case .event, .notification, .timer, .unreadable: false
    case .date, .schedule: true
    }
  }

  /// The reason why the trigger would never fire or never stop, or `nil` if it is valid.
  var misfit: String? {
    switch self {
    case .event(let event):
      event.isEmpty
        ? "it has no event, so it would never run; name its events, or '.demand'"
        : nil
    case .notification:
      nil
    case .schedule(let schedule):
      schedule.problem?.message
    case .unreadable(let reason):
      reason
    case .date(let date, let times, let interval):
      abs(date.secondsSince1970) <= Self.longest
        ? Self.misfit(of: times, every: interval)
        : "its date is '\(date.secondsSince1970)', which is not in the future"
    case .timer(let times, let interval):
      Self.misfit(of: times, every: interval)
    }
  }

  private static func misfit(of times: TaskRepeat, every interval: TimeInterval) -> String? {
    if let count = times.times, count < 1 {
      return "its repeat count is \(count); write 1 or more, or '.forever'"
    }
    if !(0.001...longest ~= interval) {
      return """
        its interval is \(interval) seconds; write a number from 0.001, a millisecond, to a \
        thousand years
        """
    }
    return nil
  }

  /// The longest interval, and the furthest date: a thousand years.
  private static let longest = 31_556_952_000.0
}
