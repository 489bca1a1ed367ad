import BinaryInspection
import ModuleGraph

/// What rules mean, without regard to time: every pair of modules is asked about.
struct RuleDefinition {
  private let book: RuleBook
  private let graph: ModuleGraph
  private let modules: [String]

  init(_ book: RuleBook, _ graph: ModuleGraph) {
    self.book = book
    self.graph = graph
    modules = graph.modules.map(\.name)
  }

  /// The codes and subjects of the findings of broken rules, in order.
  var broken: [String] {
    let rules = book.rules.map(\.rule)
    var broken = rules.flatMap { rule -> [String] in
      switch rule.demand {
      case .forbid(let arrow): forbidden(arrow, rule)
      case .require(let arrow): missing(arrow, rule)
      case .noCycles(let modules): cycles(modules, rule)
      case .only: []
      }
    }
    for from in modules {
      let lines = rules.filter { rule in
        if case .only(let arrow) = rule.demand { has(arrow.from, from) } else { false }
      }
      if lines.isEmpty { continue }
      for to in modules {
        let isBroken = reasons(from, to).contains { reason in
          reason.isDependency
            && !lines.contains { has($0.to, to) && covers($0, reason) }
        }
        if isBroken { broken.append("unlistedReach only \(from) -> \(to)") }
      }
    }
    return broken.sorted()
  }

  private func forbidden(_ arrow: Rule.Arrow, _ rule: Rule) -> [String] {
    var broken: [String] = []
    for from in modules where has(arrow.from, from) {
      for to in modules where has(arrow.to, to) {
        let direct = reasons(from, to).contains { $0.kind != .shares && covers(rule, $0) }
        let shared = (reasons(from, to) + reasons(to, from)).contains {
          $0.kind == .shares && covers(rule, $0)
        }
        let isFirst = from < to || !(has(arrow.from, to) && has(arrow.to, from))
        if (direct && !isException(rule, from, to))
          || (shared && isFirst && !isException(rule, from, to) && !isException(rule, to, from))
        {
          broken.append("forbiddenReach \(rule.subject): \(from) -> \(to)")
        }
      }
    }
    return broken
  }

  private func missing(_ arrow: Rule.Arrow, _ rule: Rule) -> [String] {
    var broken: [String] = []
    for from in modules where has(arrow.from, from) {
      for term in arrow.to.positiveTerms {
        let all = modules.filter { module in
          has(term, module) && !arrow.to.excluded.contains { has($0, module) }
        }
        if all == [from] || (all.isEmpty && isOptional(term)) { continue }
        let isFree = rule.exceptions.contains { exception in
          if case .modules(let selection) = exception { has(selection, from) } else { false }
        }
        let left = all.filter { $0 != from && !isException(rule, from, $0) }
        if isFree || (left.isEmpty && !all.isEmpty) { continue }
        let isMet = left.contains { to in
          reasons(from, to).contains { covers(rule, $0) }
            || reasons(to, from).contains { $0.kind == .shares && covers(rule, $0) }
        }
        if !isMet { broken.append("missingReach \(rule.subject): \(from) -> \(term)") }
      }
    }
    return broken
  }

  private func cycles(_ selection: ModuleSelection, _ rule: Rule) -> [String] {
    let members = modules.filter { has(selection, $0) }
    /// Where one gets from each in one step or more, by going on until nothing is new.
    var reach = Dictionary(
      uniqueKeysWithValues: members.map { from in
        (
          from,
          Set(
            members.filter { to in
              reasons(from, to).contains { $0.kind != .shares && covers(rule, $0) }
                && !isException(rule, from, to)
            })
        )
      })
    for _ in members {
      for from in members {
        reach[from] = reach[from, default: []].union(
          reach[from, default: []].flatMap { reach[$0, default: []] })
      }
    }
    let cycles = members.compactMap { from -> [String]? in
      let around = members.filter {
        reach[from, default: []].contains($0) && reach[$0, default: []].contains(from)
      }
      return around.first == from ? around : nil
    }
    return cycles.map { "moduleCycle \(rule.subject): \($0.joined(separator: ", "))" }
  }

  // MARK: - Words

  private func reasons(_ from: String, _ to: String) -> [ModuleGraph.ModuleEdge.Reason] {
    graph.moduleEdges.first { $0.from == from && $0.to == to }?.reasons ?? []
  }

  private func covers(_ rule: Rule, _ reason: ModuleGraph.ModuleEdge.Reason) -> Bool {
    guard !rule.ways.isEmpty else { return reason.isDependency }
    return rule.ways.contains { way in
      reason.isDependency
        ? way.edges.contains(reason.kind.rawValue)
        : way.shared.contains { $0 == "*" || reason.node.hasPrefix("\($0):") }
          || (way.isQuoted && way.word == reason.kind.rawValue)
    }
  }

  private func isException(_ rule: Rule, _ from: String, _ to: String) -> Bool {
    rule.exceptions.contains { exception in
      switch exception {
      case .modules(let selection): has(selection, from) || has(selection, to)
      case .arrow(let arrow): has(arrow.from, from) && has(arrow.to, to)
      }
    }
  }

  private func has(_ selection: ModuleSelection, _ module: String) -> Bool {
    selection.positiveTerms.contains { has($0, module) }
      && !selection.excluded.contains { has($0, module) }
  }

  private func has(_ term: ModuleTerm, _ module: String) -> Bool {
    switch term {
    case .module(let name): return name == module
    case .pattern(let pattern): return fits(Substring(module), Substring(pattern))
    case .name(let name):
      guard let members = group(name) else { return name == module }
      return has(members, module)
    }
  }

  private func group(_ name: String) -> ModuleSelection? {
    for case .group(name, let members) in book.statements.map(\.content) { return members }
    return nil
  }

  private func fits(_ name: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == "*" {
      return fits(name, pattern.dropFirst())
        || (!name.isEmpty && fits(name.dropFirst(), pattern))
    }
    return name.first == first && fits(name.dropFirst(), pattern.dropFirst())
  }

  private func isOptional(_ term: ModuleTerm) -> Bool {
    book.statements.contains { statement in
      guard case .optional(let modules) = statement.content else { return false }
      return modules.positiveTerms.contains { isOptional(term, by: $0) }
    }
  }

  private func isOptional(_ term: ModuleTerm, by other: ModuleTerm) -> Bool {
    if term == other { return true }
    if case .name(let name) = other, let members = group(name),
      members.positiveTerms.contains(where: { isOptional(term, by: $0) })
    {
      return true
    }
    switch (term, other) {
    case (.pattern, _): return false
    case (_, .pattern(let pattern)): return fits(Substring(term.text), Substring(pattern))
    default: return term.text == other.text
    }
  }
}
