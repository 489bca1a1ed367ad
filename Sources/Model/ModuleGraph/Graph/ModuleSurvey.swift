/// An analysis of a graph by modules.
struct ModuleSurvey {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge
  typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// The modules, sorted by name.
  let modules: [ModuleGraph.Module]

  /// The edges between modules, sorted by name.
  let edges: [ModuleGraph.ModuleEdge]

  /// The maximum number of modules that share a name.
  ///
  /// With more, the name says nothing about any two of them.
  static let mostSharers = 12

  private struct Pair: Hashable {
    let from: String
    let to: String
  }

  /// Analyzes sorted nodes and edges.
  init(
    nodes: [Node], edges: [Edge], uses: [ModuleGraph.ResolvedUse],
    images: [String: Set<String>]
  ) {
    modules = Self.modules(of: nodes, uses: uses, images: images)
    let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.id, $0) })
    var reasons: [Pair: [Reason]] = [:]
    func add(_ from: String?, _ to: String?, _ reason: @autoclosure () -> Reason) {
      guard let from, let to, from != to else { return }
      reasons[Pair(from: from, to: to), default: []].append(reason())
    }
    var sharers: [Node.ID: Set<String>] = [:]
    for edge in edges {
      guard let from = numbers[edge.from].map({ nodes[$0] }),
        let to = numbers[edge.to].map({ nodes[$0] })
      else { continue }
      // Created only if modules differ.
      func reason(_ joint: Node.ID) -> Reason {
        Reason(kind: edge.kind, node: joint, text: edge.sentence(from: from, to: to))
      }
      switch edge.kind {
      case .wireFrom:
        // A wire carries the effects of its source.
        add(to.module, from.module, reason(to.id))
        if from.isShareable {
          sharers[from.id, default: []].formUnion([to.module].compactMap(\.self))
        }
      default:
        add(from.module, to.module, reason(Self.joint(edge)))
        if to.isShareable {
          sharers[to.id, default: []].formUnion([from.module].compactMap(\.self))
        }
        if from.isShareable, edge.kind == .runs {
          sharers[from.id, default: []].formUnion([to.module].compactMap(\.self))
        }
      }
    }
    for node in nodes {
      guard let modules = sharers[node.id]?.sorted(), 2...Self.mostSharers ~= modules.count else {
        continue
      }
      for (number, one) in modules.enumerated() {
        for other in modules[(number + 1)...] {
          add(
            one, other,
            Reason(kind: .shares, node: node.id, text: "both name the \(node.kind) \(node.name)"))
        }
      }
    }
    for reach in UseReasons(uses, nodes: nodes, edges: edges).reaches {
      add(reach.from, reach.to, reach.reason)
    }
    self.edges = reasons.map { pair, reasons in
      ModuleGraph.ModuleEdge(from: pair.from, to: pair.to, reasons: reasons.uniqued())
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Returns the node with which an edge connects two modules.
  private static func joint(_ edge: Edge) -> Node.ID {
    edge.kind == .wireTo ? edge.from : edge.to
  }

  private static func modules(
    of nodes: [Node], uses: [ModuleGraph.ResolvedUse], images: [String: Set<String>]
  ) -> [ModuleGraph.Module] {
    var counts: [String: [ModuleGraph.Module.Count]] = [:]
    for (module, node) in nodes.lazy.compactMap({ node in node.module.map { ($0, node) } }) {
      // Nodes of the same kind are adjacent.
      if let last = counts[module]?.last, last.kind == node.kind {
        counts[module]?.removeLast()
        counts[module]?.append(.init(kind: node.kind, count: last.count + 1))
      } else {
        counts[module, default: []].append(.init(kind: node.kind, count: 1))
      }
    }
    // A module without declarations may use declarations of others.
    for use in uses where !use.nodes.isEmpty && counts[use.use.module] == nil {
      counts[use.use.module] = []
    }
    return counts.keys.sorted().map { name in
      ModuleGraph.Module(
        name: name, counts: counts[name] ?? [], images: (images[name] ?? []).sorted())
    }
  }
}

extension ModuleGraph.Node {
  /// A Boolean value that indicates whether the node belongs to no module, so that the modules that
  /// name it share it.
  ///
  /// It is `false` for the moments of the products, which all modules share.
  var isShareable: Bool {
    switch kind {
    case .event: !["load", "premain", "appDidFinishLaunching"].contains(name)
    case .relay, .notification: true
    default: false
    }
  }
}

extension ModuleGraph.Edge.Kind {
  /// The verb of a sentence about the edge.
  package var words: String {
    switch self {
    case .listens: "listens to"
    case .dependsOn: "requires"
    case .after: "follows"
    case .wireFrom: "goes into"
    case .wireTo: "leads to"
    default: rawValue
    }
  }
}
