import ModuleGraph

/// A declaration of a module, with the data that others depend on.
struct SurfaceItem {
  /// A key that identifies it across builds.
  struct Key: Hashable {
    let kind: ModuleGraph.Node.Kind
    let name: String
  }

  let node: ModuleGraph.Node
  let module: String?
  let place: CodeLocation?
  /// The facts about the declaration, as sentences: `access: public`, `requires task Sync`.
  let facts: Set<String>
  /// The facts that are attributes, by name.
  let attributes: [String: String]

  /// Returns the declared nodes of a graph by key.
  ///
  /// Names without a declaration are not included.
  static func nodes(of graph: ModuleGraph) -> [Key: [ModuleGraph.Node]] {
    Dictionary(grouping: graph.nodes.lazy.filter { $0.certainty == .declared }) {
      Key(kind: $0.kind, name: $0.name)
    }
  }

  /// Returns whether two nodes have the same facts in the same order, in which case these need not
  /// be written out.
  static func areEqual(
    _ node: ModuleGraph.Node, in graph: ModuleGraph,
    _ other: ModuleGraph.Node, in otherGraph: ModuleGraph
  ) -> Bool {
    guard node.module == other.module, node.attributes == other.attributes else { return false }
    func areEqual(
      _ edges: some Collection<ModuleGraph.Edge>, _ others: some Collection<ModuleGraph.Edge>,
      _ end: (ModuleGraph.Edge) -> String
    ) -> Bool {
      edges.count == others.count
        && zip(edges, others).allSatisfy { edge, otherEdge in
          guard edge.kind == otherEdge.kind else { return false }
          let (one, two) = (graph.node(end(edge)), otherGraph.node(end(otherEdge)))
          return one?.kind == two?.kind && one?.name == two?.name
        }
    }
    return areEqual(graph.edges(from: node.id), otherGraph.edges(from: other.id), \.to)
      && areEqual(graph.edges(to: node.id), otherGraph.edges(to: other.id), \.from)
  }

  /// Describes a node.
  ///
  /// If it is renamed, its name is a fact, because the other build has another one.
  init(_ node: ModuleGraph.Node, in graph: ModuleGraph, isRenamed: Bool = false) {
    self.node = node
    module = node.module
    place = node.locations.first
    attributes = Dictionary(grouping: node.attributes, by: \.name)
      .mapValues { $0.map { "\($0.value)" }.joined(separator: "; ") }
    let edges =
      graph.edges(from: node.id).compactMap { edge in
        graph.node(edge.to).map { "\(edge.kind.words) \($0.kind) \($0.name)" }
      }
      + graph.edges(to: node.id).filter { $0.kind == .runs || $0.kind == .wireFrom }
      .compactMap { edge in graph.node(edge.from).map { "comes from \($0.kind) \($0.name)" } }
    facts = Set(attributes.map { "\($0.key): \($0.value)" } + edges)
      .union(node.module.map { ["module: \($0)"] } ?? [])
      .union(isRenamed ? ["name: \(node.name)"] : [])
  }
}

extension ModuleGraph.Node {
  /// The names of the node in earlier builds.
  ///
  /// A callback is named after its event, unless it is a function.
  var formerNodeNames: [String] {
    guard kind == .callback, let event = self[attribute: "event"], let file = locations.first?.file,
      name == "\(event) in \(file)"
    else { return formerNames }
    return formerNames.map { "\($0) in \(file)" }
  }
}
