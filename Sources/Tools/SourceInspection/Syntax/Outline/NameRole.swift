package import ModuleGraph

/// A kind of text that has a meaning for the toolkit.
package enum NameRole: String, Sendable, Hashable, CaseIterable, Codable {
  case url
  case event
  case task
  /// An event of TaskKit, or a milestone.
  case taskEvent
  case job
  case relay
  case notification
  /// An expression of cron.
  case cron
  /// A schedule in the words of a calendar.
  case calendar
  /// The name of a time zone.
  case timeZone

  /// The kind of the nodes that have such names; `nil` for what is no name of a declaration.
  package var nodeKind: ModuleGraph.Node.Kind? {
    switch self {
    case .url: .route
    case .event: .event
    case .task: .task
    case .taskEvent: .taskEvent
    case .job: .job
    case .relay: .relay
    case .notification: .notification
    case .cron, .calendar, .timeZone: nil
    }
  }
}
