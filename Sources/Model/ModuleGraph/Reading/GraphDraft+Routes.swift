import Declarations
import KhalaRoutes

extension GraphDraft {
  mutating func readRoutingClass(_ record: DeclaredRecord, _ schema: RoutingClassSchema) {
    var attributes: [ModuleGraph.Attribute] = [.init("type", .text(schema.type))]
    if let isolation = schema.isolation { attributes.append(.init("isolation", .text(isolation))) }
    declare(
      Node(
        kind: .routeClass, name: record.key, locations: [record.location], attributes: attributes))
  }

  mutating func readContract(_ record: DeclaredRecord, _ schema: ContractSchema) {
    var attributes: [ModuleGraph.Attribute] = []
    if !schema.parameters.isEmpty {
      let texts = schema.parameters.map { "\($0.name): \($0.type)" }
      attributes.append(.init("parameters", .list(texts)))
    }
    if schema.isAsync == true { attributes.append(.init("async", true)) }
    if let count = schema.closureCount {
      attributes.append(.init("closures", .number(Double(count))))
    }
    if schema.givesInfo == true { attributes.append(.init("info", true)) }
    if let result = schema.result { attributes.append(.init("result", .text(result))) }
    let id = declare(
      Node(
        id: Node.id(.contract, record: record.id), kind: .contract, name: record.key,
        locations: [record.location], attributes: attributes))
    contracts.append(
      DeclaredContracts.Contract(
        id: id, url: record.key, location: record.location, function: schema.function))
  }

  /// Reads the routes of all routing classes, and connects contracts to them.
  ///
  /// - Parameters:
  ///   - readings: All records in their order.
  ///   - added: The routes that the program added.
  ///   - findingProblems: `true` if the problems of contracts and routes are found.
  /// - Returns: A lookup for routes.
  mutating func readRoutes(
    of readings: [RecordReading], and added: [KhalaRouteMap.Route], findingProblems: Bool
  ) -> GraphRoutes {
    let declarations = KhalaDeclarations(
      readings.lazy.compactMap { KhalaDeclaration($0.record, $0.declaration) })
    let all = declarations.routes.routes + added
    var ids: [Node.ID] = []
    for route in all { ids.append(readRoute(route)) }
    let routes = GraphRoutes(
      ids: ids, finder: KhalaRouteFinder(KhalaRouteMap(routes: all)),
      schemes: Set(all.flatMap { $0.schemes.isEmpty ? ["kl"] : $0.schemes }))
    for record in readings.lazy.map(\.record) where record.kind == .contract {
      let found = routes.routes(of: record.key)
      let called =
        found.isEmpty
        ? [mention(.route, record.key, at: record.location, as: .missing)] : found
      let contract = Node.id(.contract, record: record.id)
      for id in called { join(contract, .calls, id) }
      calledRoutes[contract] = called
    }
    guard findingProblems else { return routes }
    let nodes = nodesOfKhala()
    problems += routes.finder.problems(of: declarations).map { problem in
      // For a missing route, the other locations belong to suggestions.
      let locations =
        problem.code == .missingRoute ? problem.locations.prefix(1) : problem.locations[...]
      return problem.with(nodes: locations.flatMap { nodes["\($0)", default: []] })
    }
    return routes
  }

  /// Adds a node for a route, or adds a function to the existing node.
  private mutating func readRoute(_ route: KhalaRouteMap.Route) -> Node.ID {
    var attributes: [ModuleGraph.Attribute] = [.init("leadsTo", .text(route.destination))]
    if route.priority != 0 { attributes.append(.init("priority", .integer(route.priority))) }
    if route.access != .internal {
      attributes.append(.init("access", .text("\(route.access)")))
    }
    if let condition = route.condition {
      attributes.append(.init("condition", .text(condition)))
    }
    let node = Node(
      kind: .route, name: route.url, locations: [route.location].compactMap { $0 },
      attributes: attributes, certainty: route.kind == .runTime ? .added : .declared)
    merge(node)
    if let owner = route.className { join(Node.id(.routeClass, owner), .provides, node.id) }
    return node.id
  }

  /// The maximum number of nodes of one source location that a problem names.
  ///
  /// A file may claim that thousands of routes are declared on one line, each with a problem.
  private static let mostNodesOfLocation = 16

  /// Returns the nodes of Khala by the source locations of their declarations.
  private func nodesOfKhala() -> [String: [Node.ID]] {
    var ids: [String: [Node.ID]] = [:]
    for node in nodes where [.route, .routeClass, .contract].contains(node.kind) {
      for location in node.locations {
        let key = location.description
        if ids[key, default: []].count < Self.mostNodesOfLocation {
          ids[key, default: []].append(node.id)
        }
      }
    }
    return ids
  }
}

/// The nodes of routes, with a lookup.
struct GraphRoutes {
  /// The node of each route of the map.
  let ids: [ModuleGraph.Node.ID]
  let finder: KhalaRouteFinder
  /// The schemes of all routes.
  ///
  /// A route without schemes counts as `kl`, because any scheme calls it.
  let schemes: Set<String>

  /// Returns the nodes of the routes that match an address or a pattern.
  func routes(of url: String) -> [ModuleGraph.Node.ID] { nodes(finder.routes(of: url)) }

  /// Returns the nodes of the routes whose calls an observer with a pattern receives, or `nil` if
  /// they are too many to compare.
  func routes(seenBy pattern: String, steps: inout Int) -> [ModuleGraph.Node.ID]? {
    finder.routes(seenBy: pattern, steps: &steps).map(nodes)
  }

  private func nodes(_ numbers: [Int]) -> [ModuleGraph.Node.ID] {
    var seen: Set<String> = []
    return numbers.map { ids[$0] }.filter { seen.insert($0).inserted }
  }
}

extension ModuleProblem {
  /// Returns the same problem with its nodes.
  fileprivate func with(nodes: [ModuleGraph.Node.ID]) -> ModuleProblem {
    ModuleProblem(
      code, severity, message, locations: locations, nodes: nodes.uniqued(),
      suggestions: suggestions)
  }
}
