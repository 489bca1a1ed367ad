/// The modules that a program may lack.
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

  /// Returns whether a name is among them, or fits a pattern that is.
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
