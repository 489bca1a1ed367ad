import ModuleGraph

/// The relation of a place in a source to a name.
enum Relation: Sendable, Hashable {
  // Relations that define a name.
  case constant, declaration, listener
  /// The function of a contract, which is not counted, because the URL of the contract is.
  case signature
  // Relations that use a name.
  case caller, contract, trigger, reader, observer, setter, enqueuer, dependent, wire, mention

  /// Creates the relation for a verb of the graph and the kind of the node that is used.
  init(_ verb: ModuleGraph.Edge.Kind, of kind: ModuleGraph.Node.Kind?) {
    switch verb {
    case .declares: self = .declaration
    case .calls, .notifies: self = .caller
    // An event runs its listeners. A task or a job is run by its caller.
    case .runs: self = kind == .task || kind == .job ? .caller : .listener
    case .triggers: self = .trigger
    case .reads: self = .reader
    case .observes: self = .observer
    case .sets: self = .setter
    case .enqueues: self = .enqueuer
    case .dependsOn, .after: self = .dependent
    case .wireFrom, .wireTo: self = .wire
    case .listens: self = .listener
    default: self = .mention
    }
  }

  /// A Boolean value that indicates whether the command that shows definitions shows the place.
  ///
  /// Events, notifications and events of tasks have constants, but no declarations. Therefore, their
  /// listeners count as definitions as well.
  var isDefinition: Bool { [.constant, .declaration, .listener].contains(self) }

  /// Returns the noun for a number of places, or `nil` if a lens does not count the relation.
  func noun(_ count: Int) -> String? {
    let words: (one: String, more: String)? =
      switch self {
      case .constant, .declaration, .signature: nil
      case .listener: ("listener", "listeners")
      case .caller: ("caller", "callers")
      case .contract: ("contract", "contracts")
      case .trigger: ("trigger", "triggers")
      case .reader: ("reader", "readers")
      case .observer: ("observer", "observers")
      case .setter: ("setter", "setters")
      case .enqueuer: ("enqueuing call", "enqueuing calls")
      case .dependent: ("dependent", "dependents")
      case .wire: ("wire", "wires")
      case .mention: ("mention", "mentions")
      }
    return words.map { count == 1 ? $0.one : $0.more }
  }

  /// The relations that a lens counts, in the order of its text.
  static let counted: [Relation] = [
    .listener, .caller, .contract, .trigger, .enqueuer, .dependent, .observer, .setter, .reader,
    .wire, .mention,
  ]
}
