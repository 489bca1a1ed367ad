/// The declarations and uses behind the edges between modules.
///
/// The edges of a node are read once, even if many reasons concern it: a program may have thousands
/// of tasks that require the same task.
package struct ReasonDeclarations {
  package typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// The declarations of a module for a reason.
  private struct Key: Hashable {
    let reason: Reason
    let module: String
  }

  /// A declaration for a reason.
  private struct Entry: Hashable {
    let key: Key
    let node: ModuleGraph.Node.ID
  }

  private let graph: ModuleGraph
  private var declarations: [Key: [ModuleGraph.Node.ID]] = [:]
  /// The nodes whose edges have been read.
  private var known: Set<ModuleGraph.Node.ID> = []

  /// The uses of a node in a module.
  private struct UseKey: Hashable {
    let node: ModuleGraph.Node.ID
    let module: String
    let kind: ModuleGraph.Edge.Kind
    let origin: ModuleGraph.Use.Origin
  }

  private var uses: [UseKey: [ModuleGraph.Use]] = [:]

  /// Creates the lookup for a graph.
  package init(_ graph: ModuleGraph) {
    self.graph = graph
  }

  /// Returns the declarations that make a module use another for a reason.
  ///
  /// - Parameters:
  ///   - reason: A reason of an edge between modules.
  ///   - from: The using module.
  ///   - to: The used module.
  /// - Returns: The nodes of the using module, followed by the nodes of the used one, without
  ///   repetitions. If no declaration causes the reason, the result is the node that connects the
  ///   modules.
  /// - Complexity: O(*n*) in the edges of the connecting node at its first reason, and O(*m*) in
  ///   the returned nodes at later ones.
  package mutating func declarations(
    behind reason: Reason, from: String, to: String
  ) -> [ModuleGraph.Node] {
    if known.insert(reason.node).inserted { lookThroughEdges(of: reason.node) }
    let isShared = reason.kind == .shares || reason.origin != nil
    let key = isShared ? Self.sharing(reason.node) : reason
    // A use in code has no declaration in the using module.
    let modules = reason.origin == nil ? [from, to] : [to]
    let found =
      reason.origin != nil && graph.node(reason.node)?.module == to
      ? [] : modules.flatMap { declarations[Key(reason: key, module: $0)] ?? [] }
    return (found.isEmpty ? [reason.node] : found).compactMap(graph.node)
  }

  /// Returns the uses in code that make a module use another for a reason.
  ///
  /// - Parameters:
  ///   - reason: A reason of an edge between modules.
  ///   - from: The using module.
  /// - Returns: The uses in their order. The result is empty if declarations cause the reason.
  /// - Complexity: The same as ``declarations(behind:from:to:)``.
  package mutating func uses(
    behind reason: Reason, from: String
  ) -> [ModuleGraph.Use] {
    guard let origin = reason.origin else { return [] }
    if known.insert(reason.node).inserted { lookThroughEdges(of: reason.node) }
    let key = UseKey(node: reason.node, module: from, kind: reason.kind, origin: origin)
    return uses[key] ?? []
  }

  private mutating func lookThroughEdges(of joint: ModuleGraph.Node.ID) {
    for use in graph.uses(of: joint).lazy.map(\.use) {
      let key = UseKey(node: joint, module: use.module, kind: use.kind, origin: use.origin)
      uses[key, default: []].append(use)
    }
    var entries: Set<Entry> = []
    for edge in graph.edges(from: joint) + graph.edges(to: joint) {
      guard let from = graph.node(edge.from), let to = graph.node(edge.to) else { continue }
      let sentence = edge.sentence(from: from, to: to)
      for reason in [
        Reason(kind: edge.kind, node: joint, text: sentence), Self.sharing(joint),
      ] {
        for node in [from, to] {
          guard let module = node.module else { continue }
          let key = Key(reason: reason, module: module)
          if entries.insert(Entry(key: key, node: node.id)).inserted {
            declarations[key, default: []].append(node.id)
          }
        }
      }
    }
  }

  /// Returns the reason of all modules that name a node without an edge between them.
  private static func sharing(_ node: ModuleGraph.Node.ID) -> Reason {
    Reason(kind: .shares, node: node, text: "")
  }
}

extension ModuleGraph.Edge {
  /// Returns the edge as a sentence without a period: `task Sync requires task Login`.
  func sentence(from: ModuleGraph.Node, to: ModuleGraph.Node) -> String {
    "\(from.kind) \(from.name) \(kind.words) \(to.kind) \(to.name)"
  }
}
