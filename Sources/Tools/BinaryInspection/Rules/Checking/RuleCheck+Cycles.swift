import ModuleGraph

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
      // It ends where it began; begin there.
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
