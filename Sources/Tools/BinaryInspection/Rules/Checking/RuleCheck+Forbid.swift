import ModuleGraph

extension RuleCheck {
  /// Finds what reaches where it must not.
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
        // What two share has no direction, so it is reported once, and one exception
        // is enough.
        let turned = pair.turned
        let isToldTwice = from.contains(turned.from) && to.contains(turned.to)
        return isException || exceptions.cover(turned) || (isToldTwice && turned < pair)
      }
      guard !reasons.isEmpty else { continue }
      findings.append(.forbiddenReach(pair, evidence(pair, reasons), written))
    }
  }

  /// Finds what reaches into something that `only` does not list.
  ///
  /// All such lines for one module add up, so they are looked at together.
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

  /// A line with `only`, and the modules that it lists.
  private struct Listing {
    let written: PlacedRule
    let targets: Set<String>
  }
}
