package import ModuleGraph
import SourceInspection

extension EditorAnswers {
  /// The largest number of symbols in one answer.
  private static let mostSymbols = 100

  /// Returns the declarations in the workspace that match a query, the best match first.
  ///
  /// A name matches if it contains the letters of the query in the same order.
  ///
  /// - Parameter query: The letters. An empty query matches all declarations.
  /// - Returns: At most 100 declarations.
  package func symbols(matching query: String) -> [WorkspaceSymbol] {
    let match = FuzzyMatch(query)
    let open = openDocuments.flatMap(\.symbols)
    let built = program.symbols.filter { documents[$0.site.path] == nil }
    let found = (open + built).compactMap { symbol in
      match.score(symbol.name).map { (symbol, $0) }
    }
    .sorted { ($1.1, $0.0.name, $0.0.site.path) < ($0.1, $1.0.name, $1.0.site.path) }
    .prefix(Self.mostSymbols)
    var searches: [String: NameSearch] = [:]
    return found.compactMap { symbol, _ in
      ranges(of: [symbol.site], searches: &searches).first.map { place in
        WorkspaceSymbol(
          name: symbol.name, kind: symbol.kind, module: symbol.site.module, place: place)
      }
    }
  }

  /// Returns the declarations and constants of a file, in the order of the text.
  package func outline(of path: String) -> [WorkspaceSymbol] {
    guard let document = document(at: path) else { return [] }
    return document.symbols.compactMap { symbol in
      guard case .range(let range) = symbol.site.anchor else { return nil }
      return WorkspaceSymbol(
        name: symbol.name, kind: symbol.kind, module: document.module,
        place: FileRange(path: path, range: range))
    }
    .sorted { $0.place.range.start < $1.place.range.start }
  }
}

extension OpenDocument {
  /// The declarations and constants of the file.
  fileprivate var symbols: [ProgramIndex.Symbol] {
    func symbol(
      _ name: String, _ kind: ModuleGraph.Node.Kind, _ range: TextRange
    ) -> ProgramIndex.Symbol {
      ProgramIndex.Symbol(
        name: name, kind: kind,
        site: Site(path: path, anchor: .range(range), relation: .declaration, module: module))
    }
    return declarations.map { symbol($0.name, $0.kind, $0.nameRange) }
      + outline.constants.filter { $0.role != .url }.compactMap { constant in
        constant.role.nodeKind.map { symbol(constant.name, $0, constant.memberRange) }
      }
  }
}

/// A declaration or a constant in the workspace.
package struct WorkspaceSymbol: Sendable, Hashable {
  package var name: String
  package var kind: ModuleGraph.Node.Kind
  package var module: String?
  package var place: FileRange

  package init(
    name: String, kind: ModuleGraph.Node.Kind, module: String?, place: FileRange
  ) {
    self.name = name
    self.kind = kind
    self.module = module
    self.place = place
  }
}
