import ModuleGraph
import SourceInspection

extension ProgramIndex {
  /// A declaration of the program, for searches by name.
  struct Symbol: Sendable {
    let name: String
    let kind: ModuleGraph.Node.Kind
    let site: Site
  }

  /// Collects all declarations and constants of the program; a constant whose record is on its
  /// line once.
  mutating func addSymbols(of uses: ProgramUses) {
    var constantLines: Set<CodeLocation> = []
    for (fileID, constants) in uses.constants.sorted(by: { $0.key < $1.key }) {
      guard let path = paths[fileID] else { continue }
      for constant in constants {
        guard let kind = constant.role.nodeKind else { continue }
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
