import ModuleGraph
import SourceInspection
import Spelling

/// The names that exist in a program, for completions and suggestions.
struct NameDirectory: Sendable {
  /// A name with its known properties.
  struct Entry: Sendable, Hashable {
    let name: String
    let id: ModuleGraph.Node.ID
    let module: String?
    let detail: String
  }

  private(set) var entries: [NameRole: [Entry]] = [:]
  private(set) var nearest: [NameRole: NearestNames] = [:]

  init() {}

  /// Collects the names of a program.
  init(_ index: ProgramIndex) {
    let graph = index.graph
    for role in NameRole.allCases {
      guard let kind = role.nodeKind else { continue }
      let listed = role == .url ? index.routes.routes.map(Entry.init) : []
      let nodes = graph.nodes(of: kind).filter { role != .url && $0.isNamedForCompletion }
      let known = Set(nodes.map(\.id))
      let constants = index.constantsOfNode.filter {
        $0.key.hasPrefix("\(kind.rawValue):") && !known.contains($0.key) && role != .url
      }
      let all =
        listed + nodes.map(Entry.init)
        + constants.compactMap { id, list in
          list.first.map { constant in
            Entry(
              name: constant.name, id: id, module: index.module(of: constant.path),
              detail: role.noun)
          }
        }
      entries[role] = all.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      nearest[role] = NearestNames(all.map(\.name))
    }
  }
}

extension NameDirectory.Entry {
  init(_ node: ModuleGraph.Node) {
    let type = ["type", "payload"].lazy.compactMap { node[attribute: $0]?.description }.first
    self.init(
      name: node.name, id: node.id, module: node.module,
      detail: "\(node.kind)" + (type.map { " \($0)" } ?? ""))
  }

  init(_ route: RouteSource) {
    self.init(
      name: route.url, id: route.id, module: route.module,
      detail: route.destinations.first ?? "route")
  }
}

extension ModuleGraph.Node {
  /// A Boolean value that indicates whether a completion can offer the node's name.
  ///
  /// The node must be declared, or a declaration must mention it.
  fileprivate var isNamedForCompletion: Bool {
    [.declared, .added, .mentioned].contains(certainty)
  }
}
