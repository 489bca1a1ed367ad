extension RuleCheck {
  /// Finds what does not reach where it must.
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
        // A module does not reach into itself, nor into one that may be missing.
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
