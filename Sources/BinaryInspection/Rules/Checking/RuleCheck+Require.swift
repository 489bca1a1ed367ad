import ModuleGraph

extension RuleCheck {
  /// Finds what does not reach where it must.
  mutating func require(
    _ arrow: Rule.Arrow, _ written: PlacedRule, _ exceptions: inout RuleExceptions
  ) {
    let excluded = names.modules(ModuleSelection(arrow.to.excluded))
    for from in names.modules(arrow.from).sorted() {
      if exceptions.cover(from) { continue }
      for term in arrow.to.positiveTerms {
        let all = names.modules(term).subtracting(excluded)
        // Nobody reaches into itself, and nobody into what may be missing.
        if all == [from] || (all.isEmpty && isOptional(term)) { continue }
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
        findings.append(.missingReach(from, term, otherWays, written, graph))
      }
    }
  }

  /// Finds modules that reach into each other in a circle.
  mutating func forbidCircles(
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
    for members in components.circular() {
      let way = components.shortestWay(around: members[0], within: Set(members))
      // It ends where it began; begin there.
      let around = (way.suffix(1) + way.dropLast()).map { modules[$0] }
      findings.append(
        .moduleCircle(
          around, members: members.map { modules[$0] }, written, graph,
          reasons: { table.reasons($0, for: written.rule) }))
    }
  }
}
