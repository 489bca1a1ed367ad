extension ModuleGraph {
  /// The node with this id, if there is one.
  ///
  /// - Complexity: O(1)
  public func node(_ id: Node.ID) -> Node? {
    index.number(of: id).map { nodes[$0] }
  }

  /// The nodes of a kind, by name.
  ///
  /// - Complexity: O(log *n*)
  public func nodes(of kind: Node.Kind) -> ArraySlice<Node> {
    nodes[index.range(of: kind)]
  }

  /// The nodes that a module declares, by kind and name.
  ///
  /// - Complexity: O(*n*)
  public func nodes(ofModule module: String) -> [Node] {
    nodes.filter { $0.module == module }
  }

  /// The module of this name, if it declares something.
  ///
  /// - Complexity: O(*n*) in the modules.
  public func module(_ name: String) -> Module? {
    modules.first { $0.name == name }
  }

  /// The edges that begin at a node.
  public func edges(from id: Node.ID) -> ArraySlice<Edge> {
    guard let number = index.number(of: id) else { return [] }
    return edges[index.outgoing(of: number)]
  }

  /// The edges that end at a node.
  ///
  /// - Complexity: Linear in the edges that are returned.
  public func edges(to id: Node.ID) -> [Edge] {
    guard let number = index.number(of: id) else { return [] }
    return index.incoming(of: number).map { edges[$0] }
  }

  /// Returns the problems of a node.
  ///
  /// - Complexity: O(*n*) in the problems.
  public func problems(of id: Node.ID) -> [ModuleProblem] {
    problems.filter { $0.nodes.contains(id) }
  }
}
