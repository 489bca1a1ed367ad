import ModuleGraph

extension RuleCheck {
  /// Finds names that stand for no module, and groups that nothing names.
  mutating func checkNames() {
    let optional = optionalTerms
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
      checkGroup(statement, hasUnknown: !unknown.isEmpty, optional)
    }
    for statement in book.statements {
      guard case .group(let name, _) = statement.content, !named.contains(name) else { continue }
      findings.append(.unusedGroup(name, in: statement, of: book))
    }
  }

  /// Whether a name stands for no module, other than that of a group.
  private func isUnknown(_ term: ModuleTerm) -> Bool {
    if case .name(let name) = term, names.groups[name] != nil { return false }
    // A program without modules has none to miss.
    if term == .pattern("*") { return false }
    return names.modules(term).isEmpty
  }

  private mutating func checkGroup(
    _ statement: RuleStatement, hasUnknown: Bool, _ optional: OptionalTerms
  ) {
    guard case .group(let name, _) = statement.content else { return }
    if names.modules.contains(name) {
      findings.append(.ambiguousName(name, in: statement, of: book))
    }
    if names.groups[name]?.isEmpty ?? true, !hasUnknown, !optional.covers(.name(name)) {
      findings.append(.emptyGroup(name, in: statement, of: book))
    }
  }

  /// Whether a name stands for what a program may lack.
  func isOptional(_ term: ModuleTerm) -> Bool { optionalTerms.covers(term) }

  private var optionalTerms: OptionalTerms { OptionalTerms(book) }
}

/// What a program may lack.
struct OptionalTerms {
  private var terms: Set<ModuleTerm> = []
  private var patterns: [NamePattern] = []

  /// Gathers what `optional` names, with the members of groups.
  init(_ book: RuleBook) {
    var groups: [String: ModuleSelection] = [:]
    var open: [ModuleTerm] = []
    for statement in book.statements {
      switch statement.content {
      case .group(let name, let members): groups[name] = members
      case .optional(let modules): open += modules.positiveTerms
      case .rule: continue
      }
    }
    while let term = open.popLast() {
      guard terms.insert(term).inserted else { continue }
      switch term {
      case .name(let name): open += groups[name]?.positiveTerms ?? []
      case .module: continue
      case .pattern(let pattern): patterns.append(NamePattern(pattern))
      }
    }
  }

  /// Whether a name is among them, or fits a pattern that is.
  func covers(_ term: ModuleTerm) -> Bool {
    if terms.contains(term) { return true }
    switch term {
    case .name(let name), .module(let name):
      return terms.contains(.name(name)) || terms.contains(.module(name))
        || patterns.contains { $0.matches(name) }
    case .pattern: return false
    }
  }
}
