package import ModuleGraph

/// The declarations that a change of source files reaches by records and wires.
package struct AffectedDeclarations: Sendable, Encodable {
  /// A changed file with its declarations.
  package struct File: Sendable, Hashable, Encodable {
    /// The path as it was given.
    package let path: String
    /// The name of the file in records; `nil` if no record is of it.
    package let fileID: String?
    /// The ids of the nodes that it declares.
    package let declarations: [ModuleGraph.Node.ID]
  }

  /// A declaration that a change reaches.
  package struct Reached: Sendable, Hashable, Encodable {
    package let id: ModuleGraph.Node.ID
    package let kind: String
    package let name: String
    /// The module that declares it; `nil` for names such as events, which belong to none.
    package let module: String?
    package let place: CodeLocation?
    /// The number of steps from a declaration of a changed file, which has 0.
    package let depth: Int
    /// One of the shortest ways to it: the changed file, and the declarations after it, of
    /// which at most the last 30 are here.
    package let way: [String]
  }

  package let files: [File]

  /// The declarations, those of the changed files first, then by depth and in the order of
  /// the graph.
  package let reached: [Reached]

  /// The modules with a reached declaration, by name.
  package let modules: [String]

  /// Follows changes.
  ///
  /// - Parameters:
  ///   - files: The changed files: the path of each, and its `fileID` if records have it.
  ///   - graph: The graph of the program.
  ///   - depth: The largest number of steps.
  /// - Complexity: O(*n* log *n*) in the nodes and edges of the graph.
  package init(
    of files: [(path: String, fileID: String?)], in graph: ModuleGraph, depth: Int = .max
  ) {
    let declared = Dictionary(
      grouping: graph.nodes.filter { $0.certainty == .declared }
        .flatMap { node in Set(node.locations.map(\.fileID)).map { (fileID: $0, id: node.id) } }
    ) { $0.fileID }
    self.files = files.map { path, fileID in
      File(
        path: path, fileID: fileID,
        declarations: fileID.flatMap { declared[$0] }?.map(\.id) ?? [])
    }
    var search = InfluenceSearch(graph)
    for file in self.files {
      search.begin(at: file.declarations, of: file.fileID ?? file.path)
    }
    search.follow(depth)
    reached = search.found.compactMap { id in
      graph.node(id).map { Reached($0, depth: search.depth(of: id), way: search.way(to: id)) }
    }
    modules = Set(reached.compactMap(\.module)).sorted()
  }
}

extension AffectedDeclarations.Reached {
  fileprivate init(_ node: ModuleGraph.Node, depth: Int, way: [String]) {
    self.init(
      id: node.id, kind: node.kind.rawValue, name: node.name, module: node.module,
      place: node.locations.first, depth: depth, way: way)
  }
}
