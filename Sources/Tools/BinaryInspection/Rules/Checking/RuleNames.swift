/// The modules of a graph that the names in a rule file stand for.
struct RuleNames {
  /// The modules that there are.
  let modules: Set<String>

  /// The members of each group.
  private(set) var groups: [String: Set<String>] = [:]

  /// Finds the members of all groups.
  init(_ book: RuleBook, modules: Set<String>) {
    self.modules = modules
    for number in book.groupOrder {
      guard case .group(let name, let members) = book.statements[number].content else { continue }
      groups[name] = self.modules(members)
    }
  }

  /// The modules of a list.
  func modules(_ selection: ModuleSelection) -> Set<String> {
    let included = selection.positiveTerms.reduce(into: Set()) { $0.formUnion(modules($1)) }
    return selection.excluded.reduce(included) { $0.subtracting(modules($1)) }
  }

  /// The modules that one name stands for.
  func modules(_ term: ModuleTerm) -> Set<String> {
    switch term {
    case .name(let name): groups[name] ?? (modules.contains(name) ? [name] : [])
    case .module(let name): modules.contains(name) ? [name] : []
    case .pattern(let text): modules.filter(NamePattern(text).matches)
    }
  }
}
