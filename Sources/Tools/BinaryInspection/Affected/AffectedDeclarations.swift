package import ModuleGraph

/// The declarations that a change of source files affects through records and wires.
package struct AffectedDeclarations: Sendable, Encodable {
  /// A changed file with its declarations.
  package struct File: Sendable, Hashable, Encodable {
    /// The path in the arguments.
    package let path: String
    /// The name of the file in records, or `nil` if no record has this file.
    package let fileID: String?
    /// The identifiers of the declared nodes.
    package let declarations: [ModuleGraph.Node.ID]
  }

  /// A declaration that a change affects.
  package struct Reached: Sendable, Hashable, Encodable {
    /// The identifier of a node, or `code:` with a source location.
    package let id: String
    /// The kind of a node, or `code` for a function that uses one.
    package let kind: String
    package let name: String
    /// The module of the declaration, or `nil` for names such as events, which belong to no module.
    package let module: String?
    package let place: CodeLocation?
    /// The number of steps from a declaration in a changed file.
    ///
    /// It is 0 for these declarations, and 1 for a name that code in the file changes.
    package let depth: Int
    /// One of the shortest paths: the changed file, followed by up to 30 declarations at the end of
    /// the path.
    package let way: [String]
  }

  package let files: [File]

  /// The affected declarations.
  ///
  /// Those in the changed files come first, and the others are in the order of their depth and of
  /// the graph.
  package let reached: [Reached]

  /// The modules with an affected declaration, by name.
  package let modules: [String]

  /// A Boolean value that indicates whether uses in code were included.
  ///
  /// If not, more declarations may be affected.
  package let usesAreKnown: Bool

  /// Determines the affected declarations.
  ///
  /// - Parameters:
  ///   - files: The changed files: the path of each, and its `fileID` if records have it.
  ///   - graph: The graph of the program.
  ///   - depth: The maximum number of steps.
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
    search.follow(self.files, depth)
    reached = search.reached()
    modules = Set(reached.compactMap(\.module)).sorted()
    usesAreKnown = graph.usesAreKnown
  }
}

extension AffectedDeclarations.Reached {
  init(_ node: ModuleGraph.Node, depth: Int, way: [String]) {
    self.init(
      id: node.id, kind: node.kind.rawValue, name: node.name, module: node.module,
      place: node.locations.first, depth: depth, way: way)
  }

  /// Creates the description of code from one of the uses at its location.
  init(_ id: String, _ use: ModuleGraph.Use, depth: Int, way: [String]) {
    self.init(
      id: id, kind: "code", name: "\(use.kind) \(use.target) \(use.name)", module: use.module,
      place: use.location, depth: depth, way: way)
  }
}

extension AffectedDeclarations {
  /// The result for people as lines: the files, followed by the affected declarations of each
  /// module.
  package var lines: [String] {
    let others = reached.filter { $0.depth > 0 }
    let byModule = Dictionary(grouping: others) { $0.module ?? "" }
    let parts = byModule.sorted { $0.key < $1.key }.map { module, reached in
      [module.isEmpty ? "in no module" : module] + reached.flatMap(Self.lines)
    }
    let end = usesAreKnown ? [summary] : [summary, "uses in code were not read"]
    return Array((files.map(lines) + parts + [end]).joined(separator: [""]))
  }

  /// The last line: `affected: 4 declarations of 2 modules, 1 name of no module`.
  package var summary: String {
    let others = reached.filter { $0.depth > 0 }
    guard !others.isEmpty else { return "nothing else is affected" }
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let owners = others.compactMap(\.module)
    let names = others.count - owners.count
    let parts = [
      owners.isEmpty
        ? nil : "\(count(owners.count, "declaration")) of \(count(Set(owners).count, "module"))",
      names == 0 ? nil : "\(count(names, "name")) of no module",
    ]
    return "affected: " + parts.compactMap(\.self).joined(separator: ", ")
  }

  private func lines(of file: File) -> [String] {
    guard let fileID = file.fileID, !file.declarations.isEmpty else {
      return ["\(file.path) declares nothing in this program"]
    }
    let own = Set(file.declarations)
    return ["\(fileID) declares"]
      + reached.filter { own.contains($0.id) }.map { "  \($0.kind) \($0.name)" }
  }

  private static func lines(of reached: Reached) -> [String] {
    let place = reached.place.map { " (\($0))" } ?? ""
    return [
      "  \(reached.kind) \(reached.name)\(place)",
      "    \(reached.way.joined(separator: " → "))",
    ]
  }
}
