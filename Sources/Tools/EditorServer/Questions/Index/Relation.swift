import ModuleGraph

/// The relation of a place in a source to a name.
enum Relation: Sendable, Hashable {
  // What defines a name.
  case constant, declaration, listener
  /// The function of a contract, whose URL is the place that counts.
  case signature
  // What uses it.
  case caller, contract, trigger, reader, observer, setter, enqueuer, dependent, wire, mention

  /// The relation that a verb of the graph says about something of a kind.
  init(_ verb: ModuleGraph.Edge.Kind, of kind: ModuleGraph.Node.Kind?) {
    switch verb {
    case .declares: self = .declaration
    case .calls, .notifies: self = .caller
    // An event runs what listens to it; a task is run by its caller.
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

  /// A Boolean value that indicates whether the place is one that the definition of the name
  /// leads to.
  ///
  /// An event, a notification and an event of tasks have no declaration besides their
  /// constants: they lead to the constant, and to all that listens.
  var isDefinition: Bool { [.constant, .declaration, .listener].contains(self) }

  /// The noun for a number of such places; `nil` for what a lens does not count.
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

  /// The relations that a lens counts, in its order.
  static let counted: [Relation] = [
    .listener, .caller, .contract, .trigger, .enqueuer, .dependent, .observer, .setter, .reader,
    .wire, .mention,
  ]
}
