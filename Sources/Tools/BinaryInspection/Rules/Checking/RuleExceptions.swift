/// The exceptions of a rule, in the modules of a graph.
struct RuleExceptions {
  /// One exception.
  private enum Part {
    case modules(Set<String>)
    case arrow(Set<String>, Set<String>)
  }

  private let parts: [Part]

  /// The numbers of the exceptions that have had something to leave alone.
  private(set) var used: Set<Int> = []

  /// Looks up the modules of the exceptions.
  init(_ rule: Rule, _ names: RuleNames) {
    parts = rule.exceptions.map { exception in
      switch exception {
      case .modules(let modules): .modules(names.modules(modules))
      case .arrow(let arrow): .arrow(names.modules(arrow.from), names.modules(arrow.to))
      }
    }
  }

  /// Returns whether the rule leaves a pair alone.
  mutating func cover(_ pair: ReachTable.Pair) -> Bool {
    let covering = parts.indices.filter { number in
      switch parts[number] {
      case .modules(let modules): modules.contains(pair.from) || modules.contains(pair.to)
      case .arrow(let from, let to): from.contains(pair.from) && to.contains(pair.to)
      }
    }
    used.formUnion(covering)
    return !covering.isEmpty
  }

  /// Returns whether the rule leaves a module alone, whatever it reaches into.
  mutating func cover(_ module: String) -> Bool {
    let covering = parts.indices.filter { number in
      if case .modules(let modules) = parts[number] { modules.contains(module) } else { false }
    }
    used.formUnion(covering)
    return !covering.isEmpty
  }
}
