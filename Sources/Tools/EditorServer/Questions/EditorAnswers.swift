package import ModuleGraph
package import SourceInspection

/// The answers to an editor's questions about a program and its open files.
///
/// It is a value without files, processes and clocks: it knows a built program by its graph and
/// uses, and open files by their texts. Where both know of a file, the open text counts, as it is
/// newer. The program is indexed once; ``update(_:at:)`` indexes the file that has changed.
///
/// - Concurrency: A copy costs nothing, and may answer on any thread.
package struct EditorAnswers: Sendable {
  let program: ProgramIndex
  private(set) var documents: [String: OpenDocument] = [:]
  /// The open files, in the order of their paths.
  private(set) var openDocuments: [OpenDocument] = []
  /// The routes that open files declare.
  private(set) var openRoutes = RouteLookup([])
  /// A Boolean value that indicates whether files have changed since the program was built.
  package var isStale: Bool
  let zones: EditorZones
  let text: @Sendable (String) -> String?

  /// Indexes a program.
  ///
  /// - Parameters:
  ///   - graph: The graph of the program.
  ///   - uses: The uses in its code, with its constants and paths.
  ///   - documents: The open files, by path.
  ///   - paths: The paths of sources by `fileID`; they win over those of `uses`.
  ///   - isStale: Whether files have changed since the program was built.
  ///   - zones: The time zones that schedules may name.
  ///   - text: Returns the text of a file that is not open, or `nil` if there is none.
  /// - Complexity: O(*n* log *n*) in nodes, edges and uses.
  package init(
    graph: ModuleGraph, uses: ProgramUses = ProgramUses(), documents: [String: SourceFile] = [:],
    paths: [String: String] = [:], isStale: Bool = false, zones: EditorZones = .system,
    text: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    program = ProgramIndex(graph: graph, uses: uses, paths: paths)
    self.isStale = isStale
    self.zones = zones
    self.text = text
    for (path, file) in documents { update(file, at: path) }
  }

  /// Takes over the text of an open file, or forgets it when the file is closed.
  ///
  /// - Complexity: Linear in the outline and the text of the file.
  package mutating func update(_ file: SourceFile?, at path: String) {
    let routes = documents[path]?.routes ?? []
    documents[path] = file.map {
      OpenDocument($0, path: path, module: module(ofNewFileAt: path))
    }
    openDocuments = documents.values.sorted { $0.path < $1.path }
    if (documents[path]?.routes ?? []).map(\.id) != routes.map(\.id) {
      openRoutes = RouteLookup(openDocuments.flatMap(\.routes))
    }
  }

  /// The module of a file: its own or, for a file that was not built yet, that of its folder.
  private func module(ofNewFileAt path: String) -> String? {
    if let module = program.module(of: path) { return module }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return program.modulesOfFolders[String(path[..<slash])]
  }

  /// The `fileID` of a file, by which messages name it; the path if its module is not known.
  func fileID(of path: String) -> String {
    if let fileID = program.fileIDs[path] { return fileID }
    guard let module = module(ofNewFileAt: path), let slash = path.lastIndex(of: "/") else {
      return path
    }
    return module + path[slash...]
  }

  /// Returns an open file, or reads and indexes one that is not open.
  func document(at path: String) -> OpenDocument? {
    if let open = documents[path] { return open }
    return text(path).map { text in
      OpenDocument(SourceFile(text: text), path: path, module: program.module(of: path))
    }
  }
}
