import SwiftSyntax

extension TaskDeclaration.Trigger {
  /// The kind of the record.
  var kind: RecordKind {
    switch self {
    case .event: .eventTask
    case .notification: .notificationTask
    case .date, .timer, .schedule, .cron: .scheduledTask
    }
  }

  /// A Boolean value that indicates whether the trigger passes a notification to the task.
  var isNotification: Bool {
    if case .notification = self { true } else { false }
  }

  /// A Boolean value that indicates whether other tasks run at the same time, so that this task
  /// could wait for them.
  var hasOthers: Bool {
    switch self {
    case .event, .notification: true
    case .date, .timer, .schedule, .cron: false
    }
  }

  /// A Boolean value that indicates whether the trigger uses dates, which remain valid after the
  /// process ends.
  var isByDate: Bool {
    switch self {
    case .event, .notification, .timer: false
    case .date, .schedule, .cron: true
    }
  }

  /// The arguments of the trigger, by their keys in the record.
  var values: [(key: TaskSchema.CodingKeys, value: TaskDeclaration.Value)] {
    switch self {
    case .event(let event): [(.events, event)]
    case .notification(let name): [(.notification, name)]
    case .date(let date, let times, let interval):
      [(.date, date), (.count, times), (.interval, interval)]
    case .timer(let times, let interval): [(.count, times), (.interval, interval)]
    case .schedule(let schedule): [(.events, schedule)]
    case .cron(_, _, let policy): policy.map { [(.daylightSaving, $0)] } ?? []
    }
  }

  /// The expression that creates the trigger at run time.
  var argument: String {
    switch self {
    case .event(let event):
      ".event(\(event.expression.trimmed))"
    case .notification(let key):
      ".notification(\(key.expression.trimmed))"
    case .date(let date, let times, let interval):
      """
      .date(\(date.expression.trimmed), repeat: \(times.expression.trimmed), \
      every: \(interval.expression.trimmed))
      """
    case .timer(let times, let interval):
      ".timer(repeat: \(times.expression.trimmed), every: \(interval.expression.trimmed))"
    case .schedule(let schedule):
      // The expression is in a closure. Otherwise, a `try` in it would make the accessor throw.
      ".schedule({ \(schedule.expression.trimmed) })"
    case .cron(let expression, let zone, let policy):
      ".cron(\(expression.asLiteral)\(zone.map { ", zone: \($0.asLiteral)" } ?? "")"
        + (policy.map { ", daylightSaving: \($0.expression.trimmed)" } ?? "") + ")"
    }
  }
}
