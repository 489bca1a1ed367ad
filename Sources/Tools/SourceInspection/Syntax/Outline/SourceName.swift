package import ModuleGraph

/// A name in a source, where code or a declaration uses it.
package struct SourceName: Sendable, Hashable, Codable {
  /// The form in which the source has the name.
  package enum Form: Sendable, Hashable, Codable {
    /// The text in a literal, whose range is that between the quotes; a part that is
    /// interpolated is `{}`.
    case literal
    /// The name of a constant or of a contract's function, as in `.userDidLogin` and
    /// `KhalaStore.find`; its text is that of the property or the function.
    case member
    /// The name of a type, as in `dependsOn: [Login.self]`.
    case type
  }

  package var role: NameRole
  package var form: Form
  package var text: String
  /// The range of the text in its quotes, or of the name.
  package var range: TextRange
  /// The verb of the use: `calls`, `triggers`.
  package var verb: ModuleGraph.Edge.Kind
  /// A Boolean value that indicates whether it is in the argument of a declaration, whose
  /// record says the same.
  package var isInDeclaration: Bool

  package init(
    role: NameRole, form: Form, text: String, range: TextRange, verb: ModuleGraph.Edge.Kind,
    isInDeclaration: Bool
  ) {
    self.role = role
    self.form = form
    self.text = text
    self.range = range
    self.verb = verb
    self.isInDeclaration = isInDeclaration
  }
}

/// A kind of text that has a meaning for the toolkit.
package enum NameRole: String, Sendable, Hashable, CaseIterable, Codable {
  case url
  case event
  case task
  /// An event of TaskKit, or a milestone.
  case taskEvent
  case job
  /// A step of a flow, which has the name of its job unless the flow gives it another.
  case step
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
    case .job, .step: .job
    case .relay: .relay
    case .notification: .notification
    case .cron, .calendar, .timeZone: nil
    }
  }
}
