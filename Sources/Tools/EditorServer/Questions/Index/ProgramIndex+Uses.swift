import ModuleGraph
import SourceInspection

extension ProgramIndex {
  /// Adds the places of names in declarations: events of callbacks, ends of wires, dependencies.
  mutating func addEdges() {
    for edge in graph.edges {
      guard let from = graph.node(edge.from), let to = graph.node(edge.to) else { continue }
      switch edge.kind {
      case .listens, .observes: add(edge, of: to, by: from)
      case .runs where to.kind == .task: add(edge, of: from, by: to)
      case .dependsOn, .after, .wireTo: add(edge, of: to, by: from)
      case .wireFrom: add(edge, of: from, by: to)
      case .calls where from.kind == .contract:
        for location in from.locations {
          add(.contract, of: to.id, at: location, spellings: [from.name] + spellings(of: to))
        }
      default: break
      }
    }
  }

  private mutating func add(
    _ edge: ModuleGraph.Edge, of node: ModuleGraph.Node, by owner: ModuleGraph.Node
  ) {
    var texts = spellings(of: node)
    if owner.kind == .wire {
      // The end of the wire as written, which may be a URL with values in place of captures.
      let end = owner[attribute: edge.kind == .wireTo ? "to" : "from"]?.description ?? ""
      texts = end.split(separator: " ").dropFirst().prefix(1).map(String.init) + texts
    }
    for location in owner.locations {
      add(Relation(edge.kind, of: node.kind), of: node.id, at: location, spellings: texts)
    }
  }

  /// Adds the uses in code and in traces.
  mutating func addUses(_ uses: [ModuleGraph.Use]) {
    let contracts = Dictionary(
      graph.nodes(of: .contract).flatMap { node in
        node.locations.map { ($0.withoutColumn, node.id) }
      }, uniquingKeysWith: { first, _ in first })
    // `addNodes` adds the declarations in code, which have nodes.
    for use in uses where use.kind != .declares {
      for id in ids(of: use, contracts: contracts) {
        if use.location == nil { seenUses[id, default: []].append(use) }
        add(
          Relation(use.kind, of: use.target), of: id, at: use.location,
          spellings: spellings(of: use, id: id), origin: use.origin)
      }
    }
  }

  /// Returns the nodes that a use refers to.
  private func ids(
    of use: ModuleGraph.Use, contracts: [CodeLocation: ModuleGraph.Node.ID]
  ) -> [ModuleGraph.Node.ID] {
    if let declaration = use.declaration, let contract = contracts[declaration.withoutColumn] {
      return graph.edges(from: contract).filter { $0.kind == .calls }.map(\.to)
    }
    guard let role = NameRole(use.target) else {
      return [ModuleGraph.Node.id(use.target, use.name)]
    }
    if role == .url {
      let used =
        use.kind == .notifies ? routes.functions(namedBy: use.name) : routes.routes(of: use.name)
      return used.map(\.id)
    }
    guard let id = role.id(use.name) else { return [] }
    if graph.node(id) == nil, let known = constants[MemberKey(role: role, member: use.name)] {
      return Set(known.compactMap { role.id($0.name) }).sorted()
    }
    return [id]
  }

  private func spellings(of use: ModuleGraph.Use, id: ModuleGraph.Node.ID) -> [String] {
    var others = graph.node(id).map { spellings(of: $0) } ?? []
    if use.target == .contract || use.target == .route {
      let functions = constantsOfNode[ModuleGraph.Node.id(.route, use.name)] ?? []
      others = functions.map(\.member) + others
    }
    return [use.name] + others.filter { $0 != use.name }
  }

  /// Adds the problems of the program, by the file of their first location.
  mutating func addProblems() {
    for (number, problem) in graph.problems.enumerated() {
      guard let location = problem.locations.first, let path = paths[location.fileID] else {
        continue
      }
      problems[path, default: []].append(number)
    }
  }
}
