import KhalaRoutes
import Spelling

extension GraphDraft {
  /// Checks the uses in code: that their targets exist and, if all uses are known, that
  /// declarations are used.
  mutating func checkUses() {
    guard usesAreKnown || !resolvedUses.isEmpty else { return }
    checkMissingTargets()
    checkUnheardNames()
    if usesAreKnown { checkUnusedDeclarations() }
  }

  /// Checks that routes, tasks and jobs exist.
  private mutating func checkMissingTargets() {
    var uses: [Node.ID: [ModuleGraph.Use]] = [:]
    for resolved in resolvedUses where resolved.nodes.count == 1 {
      let id = resolved.nodes[0]
      if node(id)?.certainty == .missing { uses[id, default: []].append(resolved.use) }
    }
    guard !uses.isEmpty else { return }
    let candidates = WireCandidates(nodes: nodes)
    let routes = RouteCandidates(nodes: nodes)
    for (id, uses) in uses.sorted(by: { $0.value[0] < $1.value[0] }) {
      let use = uses[0]
      if use.target == .route {
        do throws(RouteAddressError) {
          _ = try RouteAddress(use.name)
        } catch {
          problems.append(
            .unreadableURL(uses, of: id, error, fix: RouteAddress.escaping(use.name)))
          continue
        }
      }
      let nearest =
        use.target == .route
        ? routes.nearest(to: use.name, &searchBudget)
        : candidates.nearest(to: use.name, of: use.target, &searchBudget)
      problems.append(.unresolvedUse(uses, of: id, nearest: nearest))
    }
  }

  /// Checks whether events, relays and notifications that only code names may be misspelled.
  ///
  /// The program may add observers at run time, so an unknown name is not an error. It is probably
  /// misspelled if another name is nearly equal.
  private mutating func checkUnheardNames() {
    let joined = edgesOfNodes()
    var uses: [Node.ID: [ModuleGraph.Use]] = [:]
    for resolved in resolvedUses where !resolved.use.isSeen && resolved.use.kind != .names {
      for id in resolved.nodes { uses[id, default: []].append(resolved.use) }
    }
    let isTaken = nodes.indices.map { !joined[$0].isEmpty || nodes[$0].certainty.isOwned }
    let taken = WireCandidates(
      nodes: nodes.indices.filter { isTaken[$0] }.map { nodes[$0] }, includesConstants: true)
    let lone = nodes.indices.filter { !isTaken[$0] && nodes[$0].isFree }
    for number in lone.sorted(by: { nodes[$0].id < nodes[$1].id }) {
      guard let uses = uses[nodes[number].id] else { continue }
      let near = nodes[number].slips(among: taken, &searchBudget)
      if !near.isEmpty { problems.append(.misspelledUse(uses, of: nodes[number], nearest: near)) }
    }
  }
}

/// The addresses that may be intended by a URL without a route.
private struct RouteCandidates {
  private let names: NearestNames

  /// Collects the routes with a fixed address.
  init(nodes: [ModuleGraph.Node]) {
    names = NearestNames(
      nodes.lazy.filter { $0.kind == .route && $0.certainty.isOwned && !$0.name.contains("{") }
        .map { String(Self.split($0.name).path) })
  }

  /// Returns the URL with the nearest paths.
  func nearest(to url: String, _ budget: inout SearchBudget) -> [String] {
    let parts = Self.split(url)
    return names.nearest(to: String(parts.path), atMost: 3, budget: &budget)
      .map { "\(parts.scheme)\($0)\(parts.query)" }
  }

  private static func split(
    _ url: String
  ) -> (scheme: Substring, path: Substring, query: Substring) {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    return (url[..<start], url[start..<end], url[end...])
  }
}
