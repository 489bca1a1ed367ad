import SwiftSyntax

extension TaskDeclaration.Trigger {
  /// The kind of the record.
  var kind: RecordKind {
    switch self {
    case .event: "task"
    case .notification: "tnot"
    case .date, .timer, .schedule, .cron: "tsch"
    }
  }

  /// Whether it hands a notification to the task.
  var isNotification: Bool {
    if case .notification = self { true } else { false }
  }

  /// Whether other tasks run at the same moment, for which this one could wait.
  var hasOthers: Bool {
    switch self {
    case .event, .notification: true
    case .date, .timer, .schedule, .cron: false
    }
  }

  /// What it is made of, by the names under which tools find it.
  var values: [(name: String, value: TaskDeclaration.Value)] {
    switch self {
    case .event(let event): [("on", event)]
    case .notification(let key): [("key", key)]
    case .date(let date, let times, let interval):
      [("at", date), ("repeat", times), ("every", interval)]
    case .timer(let times, let interval): [("repeat", times), ("every", interval)]
    case .schedule(let schedule): [("on", schedule)]
    case .cron(_, _, let policy): policy.map { [("daylightSaving", $0)] } ?? []
    }
  }

  /// What makes it when the program runs.
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
      // In a closure, or else a `try` in it would make the accessor one that throws.
      ".schedule({ \(schedule.expression.trimmed) })"
    case .cron(let expression, let zone, let policy):
      ".cron(\(expression.asLiteral)\(zone.map { ", zone: \($0.asLiteral)" } ?? "")"
        + (policy.map { ", daylightSaving: \($0.expression.trimmed)" } ?? "") + ")"
    }
  }
}
