package import ModuleGraph

/// What one source file declares and names of the toolkit, by its syntax alone.
package struct SourceOutline: Sendable, Equatable {
  /// The declarations: macros and attributes of the toolkit.
  package var declarations: [SourceDeclaration] = []
  /// The constants that stand for names: `static let userDidLogin: RheaEvent = "userDidLogin"`.
  package var constants: [SourceConstant] = []
  /// The names, in the order of the file: in literals and as members, in calls and in the
  /// arguments of declarations.
  package var names: [SourceName] = []

  package init() {}
}

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

/// A declaration in a source.
package struct SourceDeclaration: Sendable, Hashable {
  /// The kind of the node that its record becomes.
  package var kind: ModuleGraph.Node.Kind
  /// The name: of a task, of an event that a callback listens to, the pattern of a route,
  /// the URL of a contract.
  package var name: String
  /// The range of the name, or of the macro's own name if it has none.
  package var nameRange: TextRange
  /// The range of the whole declaration.
  package var range: TextRange
  /// The documentation comment, without its marks.
  package var documentation: String?

  package init(
    kind: ModuleGraph.Node.Kind, name: String, nameRange: TextRange, range: TextRange,
    documentation: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.nameRange = nameRange
    self.range = range
    self.documentation = documentation
  }
}

/// A constant that stands for a name.
package struct SourceConstant: Sendable, Hashable {
  package var role: NameRole
  /// The name of the property: `userDidLogin`.
  package var member: String
  /// The text that it stands for: `userDidLogin`, `weather.wind`.
  package var name: String
  /// The range of the property's name.
  package var memberRange: TextRange
  /// The range of the text in its quotes; `nil` if it has none.
  package var nameRange: TextRange?
  /// The type of values: of a relay or an event with a payload, as written.
  package var valueType: String?
  /// The documentation comment, without its marks.
  package var documentation: String?

  package init(
    role: NameRole, member: String, name: String, memberRange: TextRange, nameRange: TextRange?,
    valueType: String? = nil, documentation: String? = nil
  ) {
    self.role = role
    self.member = member
    self.name = name
    self.memberRange = memberRange
    self.nameRange = nameRange
    self.valueType = valueType
    self.documentation = documentation
  }
}

/// A name in a source, where code or a declaration uses it.
package struct SourceName: Sendable, Hashable {
  /// The form in which the source has the name.
  package enum Form: Sendable, Hashable {
    /// The text in a literal, whose range is that between the quotes; a part that is
    /// interpolated is `{}`.
    case literal
    /// The name of a constant, as in `.userDidLogin`; its text is that of the property.
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
