extension ModuleGraph {
  /// The part of the picture that is about some modules.
  ///
  /// It has their nodes, the events, relays and other names that they use and that
  /// belong to no module, and what leads from one of all these to another. Of a running
  /// process the states of these nodes stay; what ran in the whole of it does not.
  ///
  /// - Parameter names: The modules; those that the graph does not have mean nothing.
  /// - Returns: A graph in the same order.
  /// - Complexity: Linear in the graph.
  package func limited(to names: Set<String>) -> ModuleGraph {
    let owned = Set(nodes.filter { $0.module.map(names.contains) ?? false }.map(\.id))
    let unowned = Set(nodes.filter { $0.module == nil }.map(\.id))
    var used: Set<Node.ID> = []
    for edge in edges {
      if owned.contains(edge.from), unowned.contains(edge.to) { used.insert(edge.to) }
      if owned.contains(edge.to), unowned.contains(edge.from) { used.insert(edge.from) }
    }
    for use in uses where names.contains(use.use.module) {
      used.formUnion(use.nodes.filter(unowned.contains))
    }
    let kept = owned.union(used)
    let live = live.map { whole in
      Live(
        process: whole.process, microsecondsSince1970: whole.microsecondsSince1970,
        nodes: whole.nodes.filter { kept.contains($0.key) })
    }
    return ModuleGraph(
      modules: modules.filter { names.contains($0.name) },
      nodes: nodes.filter { kept.contains($0.id) },
      edges: edges.filter { kept.contains($0.from) && kept.contains($0.to) },
      moduleEdges: moduleEdges.filter { names.contains($0.from) && names.contains($0.to) },
      problems: problems.filter { $0.isAbout(modules: names, nodes: kept) },
      uses: uses.compactMap { $0.limited(to: kept, in: names) },
      usesAreKnown: usesAreKnown && !kept.isEmpty, live: live)
  }
}

extension ModuleGraph.ResolvedUse {
  /// Returns the use with the nodes that are kept; `nil` if its module is not, or all that it
  /// leads to is left out.
  fileprivate func limited(to kept: Set<ModuleGraph.Node.ID>, in modules: Set<String>) -> Self? {
    guard modules.contains(use.module) else { return nil }
    let left = nodes.filter(kept.contains)
    return left.isEmpty && !nodes.isEmpty ? nil : Self(use, nodes: left)
  }
}

extension ModuleProblem {
  /// Returns whether it concerns one of these; by its source locations if it names no nodes.
  fileprivate func isAbout(modules: Set<String>, nodes kept: Set<ModuleGraph.Node.ID>) -> Bool {
    nodes.isEmpty
      ? locations.contains { modules.contains($0.module) } : nodes.contains { kept.contains($0) }
  }
}
