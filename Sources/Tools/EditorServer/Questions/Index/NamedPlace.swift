import ModuleGraph
import SourceInspection

/// A name at a place in an open file.
struct NamedPlace: Sendable, Hashable {
  /// The thing that the name stands for.
  enum Target: Sendable, Hashable {
    /// A declaration of the file, by the id of its node.
    case node(ModuleGraph.Node.ID)
    /// A name that is resolved when an answer needs it, as other files decide what it means.
    case name(NameRole, SourceName.Form, String)
    /// All functions with the name in a URL, such as `kl://secure`, in any routing class.
    case functions(String)
  }

  let range: TextRange
  let relation: Relation
  let target: Target
  /// The role; `nil` for what no literal names: a routing class, a wire, a listener.
  let role: NameRole?

  /// A Boolean value that indicates whether the place makes the name.
  var declaresName: Bool { [.constant, .declaration, .signature].contains(relation) }
}

/// The name of a constant or of a contract's function, with its role.
struct MemberKey: Sendable, Hashable {
  let role: NameRole
  let member: String
}

extension NameRole {
  /// The role of the names of a kind of nodes.
  init?(_ kind: ModuleGraph.Node.Kind) {
    guard let role = Self.allCases.first(where: { $0.nodeKind == kind }) else { return nil }
    self = role
  }

  /// The id of the node with a name; `nil` for what is no name of a declaration.
  func id(_ name: String) -> ModuleGraph.Node.ID? {
    nodeKind.map { ModuleGraph.Node.id($0, name) }
  }

  /// The noun in messages and details.
  var noun: String {
    switch self {
    case .url: "route"
    case .event: "event"
    case .task: "task"
    case .taskEvent: "task event"
    case .job: "job"
    case .step: "step"
    case .relay: "relay"
    case .notification: "notification"
    case .cron: "cron expression"
    case .calendar: "schedule"
    case .timeZone: "time zone"
    }
  }
}
