import ModuleGraph

extension RuleCheck {
  /// Finds modules that reach into others although a rule forbids it.
  mutating func forbid(
    _ arrow: Rule.Arrow, _ written: PlacedRule, _ exceptions: inout RuleExceptions
  ) {
    let (from, to) = (names.modules(arrow.from), names.modules(arrow.to))
    for pair in table.pairs where from.contains(pair.from) && to.contains(pair.to) {
      var reasons = table.reasons(pair, for: written.rule)
      guard !reasons.isEmpty else { continue }
      let isException = exceptions.cover(pair)
      reasons.removeAll { reason in
        guard reason.kind == .shares else { return isException }
        // A shared name has no direction. If the rule covers both directions, it is reported only
        // for one of them, and an exception for either direction is sufficient.
        let turned = pair.turned
        let isToldTwice = from.contains(turned.from) && to.contains(turned.to)
        return isException || exceptions.cover(turned) || (isToldTwice && turned < pair)
      }
      guard !reasons.isEmpty else { continue }
      findings.append(.forbiddenReach(pair, evidence(pair, reasons), written))
    }
  }

  /// Finds modules that reach into modules that their rules with `only` do not list.
  ///
  /// The lists of all such rules for a module are combined.
  mutating func checkListed() {
    var listings: [String: [Listing]] = [:]
    for (rule, line) in book.rules {
      guard case .only(let arrow) = rule.demand else { continue }
      let written = PlacedRule(rule: rule, file: book.file, line: line)
      let listing = Listing(written: written, targets: names.modules(arrow.to))
      for module in names.modules(arrow.from) { listings[module, default: []].append(listing) }
    }
    for pair in table.pairs {
      guard let listings = listings[pair.from] else { continue }
      let reasons = table.dependencies(pair).filter { reason in
        !listings.contains {
          $0.targets.contains(pair.to) && table.isCovered(reason, by: $0.written.rule)
        }
      }
      guard !reasons.isEmpty else { continue }
      findings.append(
        .unlistedReach(
          pair, evidence(pair, reasons), listings.map(\.written),
          isListed: listings.contains { $0.targets.contains(pair.to) }))
    }
  }

  /// A rule with `only`, and the modules that it lists.
  private struct Listing {
    let written: PlacedRule
    let targets: Set<String>
  }
}

extension RuleCheck {
  /// Finds names without a module, and groups that are ambiguous, empty or unused.
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

  /// Returns whether a term matches no module and is not the name of a group.
  private func isUnknown(_ term: ModuleTerm) -> Bool {
    if case .name(let name) = term, names.groups[name] != nil { return false }
    // In a program without modules, `*` is not a mistake.
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

extension RuleCheck {
  /// Finds modules that reach into each other in a cycle.
  mutating func forbidCycles(
    _ selection: ModuleSelection, _ written: PlacedRule, _ exceptions: inout RuleExceptions
  ) {
    let modules = names.modules(selection).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1, $0) })
    var targets: [[Int]] = Array(repeating: [], count: modules.count)
    for pair in table.pairs {
      guard let from = numbers[pair.from], let to = numbers[pair.to],
        !table.reasons(pair, for: written.rule).isEmpty, !exceptions.cover(pair)
      else { continue }
      targets[from].append(to)
    }
    var components = ConnectedComponents(targets: targets)
    for members in components.cyclic() {
      let way = components.shortestWay(around: members[0], within: Set(members))
      // The path ends with its first member. Move this member to the front.
      let around = (way.suffix(1) + way.dropLast()).map { modules[$0] }
      let steps = zip(around, around.dropFirst() + around.prefix(1)).map { from, to in
        let pair = Pair(from: from, to: to)
        return (pair, evidence(pair, table.reasons(pair, for: written.rule)))
      }
      findings.append(
        .moduleCycle(steps, members: members.map { modules[$0] }, written))
    }
  }
}

extension RuleCheck {
  /// Finds modules that do not reach into others although a rule requires it.
  mutating func require(
    _ arrow: Rule.Arrow, _ written: PlacedRule, _ exceptions: inout RuleExceptions
  ) {
    let excluded = names.modules(ModuleSelection(arrow.to.excluded))
    let targets = arrow.to.positiveTerms.map { term in
      (term: term, modules: names.modules(term).subtracting(excluded))
    }
    for from in names.modules(arrow.from).sorted() {
      if exceptions.cover(from) { continue }
      for (term, all) in targets {
        // A module need not reach into itself, or into optional modules that are missing.
        if all == [from] || (all.isEmpty && optional.covers(term)) { continue }
        var left: [String] = []
        for to in all.subtracting([from]).sorted() {
          if !exceptions.cover(Pair(from: from, to: to)) { left.append(to) }
        }
        if left.isEmpty, !all.isEmpty { continue }
        let isMet = left.contains { to in
          !table.reasons(Pair(from: from, to: to), for: written.rule).isEmpty
        }
        if isMet { continue }
        let otherWays = left.flatMap { table.dependencies(Pair(from: from, to: $0)) }
        findings.append(.missingReach(from, at: places[from], term, otherWays, written))
      }
    }
  }
}

/// The exceptions of a rule, resolved to the modules of a graph.
struct RuleExceptions {
  /// One exception.
  private enum Part {
    case modules(Set<String>)
    case arrow(Set<String>, Set<String>)
  }

  private let parts: [Part]

  /// The indices of the exceptions that have applied to a pair or a module.
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

  /// Returns whether an exception applies to a pair of modules, and marks it as used.
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

  /// Returns whether an exception applies to everything that a module reaches into, and marks it as
  /// used.
  mutating func cover(_ module: String) -> Bool {
    let covering = parts.indices.filter { number in
      if case .modules(let modules) = parts[number] { modules.contains(module) } else { false }
    }
    used.formUnion(covering)
    return !covering.isEmpty
  }
}
