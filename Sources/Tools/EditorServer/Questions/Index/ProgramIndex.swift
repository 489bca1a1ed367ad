import BinaryInspection
import ModuleGraph
import SourceInspection

/// The declarations and uses of a built program, by their nodes.
///
/// It is created once for each build of the program. The data of open files takes precedence.
struct ProgramIndex: Sendable {
  /// A constant or the function of a contract, and the path of its file.
  struct Constant: Sendable {
    let path: String
    /// The line, counted from 1.
    let line: Int
    let member: String
    let name: String
    var valueType: String?
    var documentation: String?
  }

  let graph: ModuleGraph
  /// The types of the values of declarations.
  let schemas: DataSchemas
  /// The path of each source by its `fileID`.
  let paths: [String: String]
  /// The `fileID` of each source by its path.
  let fileIDs: [String: String]
  /// The module of the sources of each folder.
  let modulesOfFolders: [String: String]
  let routes: RouteLookup
  var sites: [ModuleGraph.Node.ID: [Site]] = [:]
  /// The constants, by role and member name.
  var constants: [MemberKey: [Constant]] = [:]
  /// The constants by the node whose name they represent.
  var constantsOfNode: [ModuleGraph.Node.ID: [Constant]] = [:]
  /// The tasks and jobs, by each suffix of their type's name, such as `Feed.Sync` and `Sync`.
  var types: [String: [ModuleGraph.Node.ID]] = [:]
  /// The ranges of the types that name tasks and jobs, by node and path.
  let typeNames: [ModuleGraph.Node.ID: [String: [TextRange]]]
  /// The uses without a source location, which come from traces.
  var seenUses: [ModuleGraph.Node.ID: [ModuleGraph.Use]] = [:]
  /// The declarations, for searches by name.
  var symbols: [Symbol] = []
  /// The indices of the graph's problems, by path.
  var problems: [String: [Int]] = [:]
  /// The names that completions and suggestions may offer.
  var names = NameDirectory()

  init(
    graph: ModuleGraph, uses: ProgramUses, paths: [String: String],
    schemas: DataSchemas = DataSchemas()
  ) {
    self.graph = graph
    self.schemas = schemas
    let paths = uses.paths.merging(paths) { $1 }
    self.paths = paths
    fileIDs = Dictionary(paths.map { ($1, $0) }, uniquingKeysWith: min)
    modulesOfFolders = Dictionary(
      paths.compactMap { fileID, path in
        path.lastIndex(of: "/").map { slash in
          (String(path[..<slash]), String(fileID.prefix { $0 != "/" }))
        }
      }, uniquingKeysWith: min)
    typeNames = uses.typeNames.mapValues { files in
      Dictionary(
        files.compactMap { fileID, ranges in paths[fileID].map { ($0, ranges) } },
        uniquingKeysWith: { first, _ in first })
    }
    routes = RouteLookup(
      graph.nodes(of: .route).filter { [.declared, .added].contains($0.certainty) }
        .map(RouteSource.init))
    addConstants(of: uses)
    addNodes()
    addEdges()
    addUses(uses.uses)
    addProblems()
    addSymbols(of: uses)
    names = NameDirectory(self)
  }

  /// Returns the module of a file.
  func module(of path: String) -> String? {
    fileIDs[path].map { String($0.prefix { $0 != "/" }) }
  }

  /// Adds a place near a source location, unless the path of its file is unknown.
  mutating func add(
    _ relation: Relation, of id: ModuleGraph.Node.ID, at location: CodeLocation?,
    spellings: [String], origin: ModuleGraph.Use.Origin = .record
  ) {
    guard let location, let path = paths[location.fileID] else { return }
    sites[id, default: []].append(
      Site(
        path: path, anchor: .near(TextPosition(location), spellings: spellings),
        relation: relation, module: location.module, origin: origin))
  }
}

extension ProgramIndex {
  /// A declaration of the program, for searches by name.
  struct Symbol: Sendable {
    let name: String
    let kind: ModuleGraph.Node.Kind
    let site: Site
  }

  /// Collects all declarations and constants of the program.
  ///
  /// If a record is on the same line as a constant, only the constant is collected.
  mutating func addSymbols(of uses: ProgramUses) {
    var constantLines: Set<CodeLocation> = []
    for (fileID, constants) in uses.constants.sorted(by: { $0.key < $1.key }) {
      guard let path = paths[fileID] else { continue }
      for constant in constants {
        // The record of a contract is a declaration.
        guard let kind = constant.role.nodeKind, constant.role != .url else { continue }
        let line = CodeLocation(fileID: fileID, line: constant.memberRange.start.line + 1)
        constantLines.insert(line)
        symbols.append(
          Symbol(
            name: constant.name, kind: kind,
            site: Site(
              path: path, anchor: .range(constant.memberRange), relation: .constant,
              module: line.module)))
      }
    }
    for node in graph.nodes where [.declared, .added].contains(node.certainty) {
      for location in node.locations where !constantLines.contains(location.withoutColumn) {
        guard let path = paths[location.fileID] else { continue }
        symbols.append(
          Symbol(
            name: node.name, kind: node.kind,
            site: Site(
              path: path,
              anchor: .near(TextPosition(location), spellings: spellings(of: node)),
              relation: .declaration, module: location.module)))
      }
    }
  }
}
