import ModuleGraph

extension RuleCheck {
  /// Finds names that stand for no module, and groups that nothing names.
  mutating func checkNames() {
    var named: Set<String> = []
    for statement in book.statements {
      let terms = statement.selections.flatMap(\.terms).uniqued()
      for case .name(let name) in terms { named.insert(name) }
      if case .optional = statement.content { continue }
      let unknown = terms.filter { isUnknown($0) && !optional.covers($0) }
      for term in unknown {
        findings.append(
          .unknownModule(term, in: statement, of: book, graph, among: names))
      }
      checkGroup(statement, hasUnknown: !unknown.isEmpty)
    }
    for statement in book.statements {
      guard case .group(let name, _) = statement.content, !named.contains(name) else { continue }
      findings.append(.unusedGroup(name, in: statement, of: book))
    }
  }

  /// Returns whether a name stands for no module, other than that of a group.
  private func isUnknown(_ term: ModuleTerm) -> Bool {
    if case .name(let name) = term, names.groups[name] != nil { return false }
    // A program without modules has none to miss.
    if term == .pattern("*") { return false }
    return names.modules(term).isEmpty
  }

  private mutating func checkGroup(_ statement: RuleStatement, hasUnknown: Bool) {
    guard case .group(let name, _) = statement.content else { return }
    if names.modules.contains(name) {
      findings.append(.ambiguousName(name, in: statement, of: book))
    }
    if names.groups[name]?.isEmpty ?? true, !hasUnknown, !optional.covers(.name(name)) {
      findings.append(.emptyGroup(name, in: statement, of: book))
    }
  }
}
