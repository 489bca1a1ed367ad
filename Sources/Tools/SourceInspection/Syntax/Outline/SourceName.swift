package import ModuleGraph

/// A use of a name in a source, by code or a declaration.
package struct SourceName: Sendable, Hashable, Codable {
  /// The form of the name in the source.
  package enum Form: Sendable, Hashable, Codable {
    /// The text of a literal, with the range between the quotes.
    ///
    /// Interpolated parts are `{}`.
    case literal
    /// The name of a constant or of a contract's function, such as `.userDidLogin` and
    /// `KhalaStore.find`.
    ///
    /// The text is the name of the property or the function.
    case member
    /// The name of a type, as in `dependsOn: [Login.self]`.
    case type
  }

  package var role: NameRole
  package var form: Form
  package var text: String
  /// The range of the text between the quotes, or of the name.
  package var range: TextRange
  /// The verb of the use: `calls`, `triggers`.
  package var verb: ModuleGraph.Edge.Kind
  /// A Boolean value that indicates whether the use is in the argument of a declaration, whose
  /// record contains the same information.
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

/// The kind of a text that has a meaning for the toolkit.
package enum NameRole: String, Sendable, Hashable, CaseIterable, Codable {
  case url
  case event
  case task
  /// An event of TaskKit, or a milestone.
  case taskEvent
  case job
  /// A step of a flow.
  ///
  /// By default, it has the name of its job.
  case step
  case relay
  case notification
  /// An expression of cron.
  case cron
  /// A schedule in the words of a calendar.
  case calendar
  /// The name of a time zone.
  case timeZone

  /// The kind of the nodes with such names, or `nil` if the text is not the name of a declaration.
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
