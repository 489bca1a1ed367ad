/// The declarations and uses that make modules reach into each other.
///
/// The edges of a node are looked through once, however many reasons are about it: a program
/// may have thousands of tasks that require one.
package struct ReasonDeclarations {
  package typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// The declarations of a module behind a reason.
  private struct Key: Hashable {
    let reason: Reason
    let module: String
  }

  /// A declaration behind a reason.
  private struct Entry: Hashable {
    let key: Key
    let node: ModuleGraph.Node.ID
  }

  private let graph: ModuleGraph
  private var declarations: [Key: [ModuleGraph.Node.ID]] = [:]
  /// The nodes whose edges have been looked through.
  private var known: Set<ModuleGraph.Node.ID> = []

  /// The uses of a node in a module.
  private struct UseKey: Hashable {
    let node: ModuleGraph.Node.ID
    let module: String
    let kind: ModuleGraph.Edge.Kind
    let origin: ModuleGraph.Use.Origin
  }

  private var uses: [UseKey: [ModuleGraph.Use]] = [:]

  /// Gets ready to look at a graph.
  package init(_ graph: ModuleGraph) {
    self.graph = graph
  }

  /// Returns the declarations that make a module reach into another for a reason.
  ///
  /// - Parameters:
  ///   - reason: One of the reasons of an edge between modules.
  ///   - from: The module that reaches.
  ///   - to: The one that it reaches into.
  /// - Returns: The nodes of the module that reaches first, then those of the other, each once;
  ///   the node by which they are joined, if no declaration is behind the reason.
  /// - Complexity: O(*n*) in the edges of the node by which they are joined at its first reason;
  ///   O(*m*) in the returned nodes at others.
  package mutating func declarations(
    behind reason: Reason, from: String, to: String
  ) -> [ModuleGraph.Node] {
    if known.insert(reason.node).inserted { lookThroughEdges(of: reason.node) }
    let isShared = reason.kind == .shares || reason.origin != nil
    let key = isShared ? Self.sharing(reason.node) : reason
    // Behind a use in code is no declaration of the module that reaches.
    let modules = reason.origin == nil ? [from, to] : [to]
    let found =
      reason.origin != nil && graph.node(reason.node)?.module == to
      ? [] : modules.flatMap { declarations[Key(reason: key, module: $0)] ?? [] }
    return (found.isEmpty ? [reason.node] : found).compactMap(graph.node)
  }

  /// Returns the uses in code that make a module reach into another for a reason.
  ///
  /// - Parameters:
  ///   - reason: One of the reasons of an edge between modules.
  ///   - from: The module that reaches.
  /// - Returns: The uses in order; empty if declarations are behind the reason.
  /// - Complexity: As ``declarations(behind:from:to:)``.
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

  /// The reason of all that name a node, which have it in common and not an edge.
  private static func sharing(_ node: ModuleGraph.Node.ID) -> Reason {
    Reason(kind: .shares, node: node, text: "")
  }
}

extension ModuleGraph.Edge {
  /// The edge as a sentence without an end: `task Sync requires task Login`.
  func sentence(from: ModuleGraph.Node, to: ModuleGraph.Node) -> String {
    "\(from.kind) \(from.name) \(kind.words) \(to.kind) \(to.name)"
  }
}
