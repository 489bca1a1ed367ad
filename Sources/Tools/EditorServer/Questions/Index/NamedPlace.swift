import ModuleGraph
import SourceInspection

/// A name at a place in an open file.
struct NamedPlace: Sendable, Hashable {
  /// The object to which the name refers.
  enum Target: Sendable, Hashable {
    /// A declaration in the file, by the identifier of its node.
    case node(ModuleGraph.Node.ID)
    /// A name that is resolved when it is needed, because its meaning depends on other files.
    case name(NameRole, SourceName.Form, String)
    /// All functions with the name in a URL, such as `kl://secure`, in any routing class.
    case functions(String)
  }

  let range: TextRange
  let relation: Relation
  let target: Target
  /// The role, or `nil` for objects that literals do not name: a routing class, a wire, a listener.
  let role: NameRole?

  /// A Boolean value that indicates whether the name is declared at this place.
  var declaresName: Bool { [.constant, .declaration, .signature].contains(relation) }
}

/// The name of a constant or of a contract's function, with its role.
struct MemberKey: Sendable, Hashable {
  let role: NameRole
  let member: String
}

extension NameRole {
  /// Returns the role of the names for a kind of nodes.
  init?(_ kind: ModuleGraph.Node.Kind) {
    guard let role = Self.allCases.first(where: { $0.nodeKind == kind }) else { return nil }
    self = role
  }

  /// Returns the identifier of the node with a name, or `nil` if the role has no nodes.
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
