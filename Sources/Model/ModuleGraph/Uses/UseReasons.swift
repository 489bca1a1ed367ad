import KhalaRoutes

/// The reasons for edges between modules that come from uses in code.
struct UseReasons {
  typealias Node = ModuleGraph.Node
  typealias Use = ModuleGraph.Use
  typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// A module that uses another one.
  struct Reach {
    let from: String
    let to: String
    let reason: Reason
  }

  /// The reasons in the order of the uses, each once per pair of modules.
  private(set) var reaches: [Reach] = []

  /// The maximum number of pairs of modules that trigger and observe the same name.
  ///
  /// A crafted file could have a pair for each two of its records.
  static let mostPairs = 10_000

  /// A reason without its count in traces.
  private struct Key: Hashable {
    let from: String
    let to: String
    let kind: ModuleGraph.Edge.Kind
    let node: Node.ID
    let origin: Use.Origin
    let text: String
  }

  private var order: [Key] = []
  private var counts: [Key: Int] = [:]
  private var known: Set<Key> = []

  /// Collects the reasons of uses.
  ///
  /// - Parameters:
  ///   - uses: The uses, in order.
  ///   - nodes: The nodes of the graph.
  ///   - edges: The edges of the graph.
  init(_ uses: [ModuleGraph.ResolvedUse], nodes: [Node], edges: [ModuleGraph.Edge]) {
    guard !uses.isEmpty else { return }
    let byID = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
    for resolved in uses {
      let contract = resolved.nodes.first { byID[$0]?.kind == .contract }.flatMap { byID[$0] }
      for node in resolved.nodes.compactMap({ byID[$0] }) {
        guard let module = node.module else { continue }
        var text = "code \(resolved.use.kind.words) \(node.kind) \(node.name)"
        if let contract, node.kind != .contract { text += " through the contract \(contract.name)" }
        let use = resolved.use
        add(
          Key(
            from: use.module, to: module, kind: use.kind, node: node.id, origin: use.origin,
            text: text),
          count: use.count)
      }
    }
    joinTakers(of: uses, byID, SharedTakers(edges, byID))
    reaches = order.map { key in
      Reach(
        from: key.from, to: key.to,
        reason: Reason(
          kind: key.kind, node: key.node, text: key.text + key.origin.words(count: counts[key]),
          origin: key.origin, count: counts[key]))
    }
  }

  /// Connects modules that trigger an event to modules that observe it, and does the same for
  /// relays and notifications.
  private mutating func joinTakers(
    of uses: [ModuleGraph.ResolvedUse], _ byID: [Node.ID: Node], _ takers: SharedTakers
  ) {
    var users: [Node.ID: Set<String>] = [:]
    var givings: [Giving] = []
    var counts: [Giving: Int] = [:]
    for resolved in uses where [.triggers, .sets].contains(resolved.use.kind) {
      let use = resolved.use
      for node in resolved.nodes where byID[node]?.isShareable == true {
        users[node, default: []].insert(use.module)
        let giving = Giving(module: use.module, node: node, kind: use.kind, origin: use.origin)
        if counts[giving] == nil { givings.append(giving) }
        counts[giving, default: 0] += use.count ?? 0
      }
    }
    for giving in givings {
      guard let node = byID[giving.node] else { continue }
      let found = takers.takers(of: node.id)
      guard found.count * (users[node.id]?.count ?? 0) <= Self.mostPairs else { continue }
      for taker in found {
        add(
          Key(
            from: giving.module, to: taker.module, kind: giving.kind, node: node.id,
            origin: giving.origin,
            text: "code \(giving.kind.words) \(node.kind) \(node.name), \(taker.words)"),
          count: counts[giving])
      }
    }
  }

  /// The uses with which one module triggers or sets a name, from one origin.
  private struct Giving: Hashable {
    let module: String
    let node: Node.ID
    let kind: ModuleGraph.Edge.Kind
    let origin: Use.Origin
  }

  private mutating func add(_ key: Key, count: Int?) {
    guard key.from != key.to else { return }
    if known.insert(key).inserted { order.append(key) }
    if key.origin == .trace, let count, count > 0 { counts[key, default: 0] += count }
  }
}

/// The modules that observe events, relays and notifications.
private struct SharedTakers {
  /// A module, with the way in which it observes.
  struct Taker: Hashable {
    let module: String
    /// The way as a part of a sentence: `which a wire of Customs takes`.
    let words: String
  }

  private var takers: [ModuleGraph.Node.ID: [Taker]] = [:]

  init(_ edges: [ModuleGraph.Edge], _ nodes: [ModuleGraph.Node.ID: ModuleGraph.Node]) {
    for edge in edges {
      let (shared, taker) =
        [.listens, .observes].contains(edge.kind) ? (edge.to, edge.from) : (edge.from, edge.to)
      guard nodes[shared]?.isShareable == true, let module = nodes[taker]?.module,
        let words = Self.words(for: edge.kind, of: module)
      else { continue }
      let found = Taker(module: module, words: words)
      // Observers of one module are usually adjacent.
      if takers[shared]?.last != found { takers[shared, default: []].append(found) }
    }
    takers = takers.mapValues { $0.uniqued() }
  }

  func takers(of id: ModuleGraph.Node.ID) -> [Taker] { takers[id] ?? [] }

  private static func words(for kind: ModuleGraph.Edge.Kind, of module: String) -> String? {
    switch kind {
    case .listens: "which a callback of \(module) listens to"
    case .observes: "which an observer of \(module) observes"
    case .wireFrom: "which a wire of \(module) takes"
    case .runs: "which runs a task of \(module)"
    default: nil
    }
  }
}

extension ModuleGraph.Builder {
  /// Converts the declarations that code makes at run time from uses to nodes.
  ///
  /// These are a route of `Khala.route("kl://…")`, a task of `scheduleTask(name:)`, or a job of
  /// `Jobs.handle("…")`.
  mutating func moveDeclarationsOutOfUses() {
    let declarations = uses.filter { $0.kind == .declares }
    guard !declarations.isEmpty else { return }
    uses.removeAll { $0.kind == .declares }
    // Only the program knows the full name of a declaration with unknown parts.
    for use in declarations where !use.hasUnknownPart {
      switch use.target {
      case .route: add(route: KhalaRouteMap.Route(use))
      default:
        add(
          node: ModuleGraph.Node(
            kind: use.target, name: use.name, module: use.module,
            locations: [use.location].compactMap(\.self), certainty: .added))
      }
    }
  }
}

extension KhalaRouteMap.Route {
  /// Creates a route that code adds.
  fileprivate init(_ use: ModuleGraph.Use) {
    let separator = use.name.firstRange(of: "://")
    self.init(
      kind: .runTime, schemes: separator.map { [String(use.name[..<$0.lowerBound])] } ?? [],
      pattern: separator.map { String(use.name[$0.upperBound...]) } ?? use.name,
      location: use.location)
  }
}
