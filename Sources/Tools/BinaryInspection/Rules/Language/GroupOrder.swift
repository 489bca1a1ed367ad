/// The order of the groups in a rule file, in which each group follows the groups that it names.
struct GroupOrder {
  /// The indices of the groups' statements.
  ///
  /// Groups in cycles are omitted, together with all groups that name them.
  private(set) var order: [Int] = []

  /// The errors for groups that contain themselves.
  private(set) var cycles: [RuleError] = []

  private let statements: [RuleStatement]
  /// The indices of the groups that each group names.
  private var members: [Int: [Int]] = [:]

  /// Sorts the groups among statements.
  ///
  /// - Complexity: O(*n*) in the total number of members.
  init(_ statements: [RuleStatement]) {
    self.statements = statements
    var numbers: [String: Int] = [:]
    for (number, statement) in statements.enumerated() {
      if case .group(let name, _) = statement.content, numbers[name] == nil {
        numbers[name] = number
      }
    }
    var users: [Int: [Int]] = [:]
    for number in numbers.values.sorted() {
      let named = statements[number].selections.flatMap(\.terms).compactMap { term in
        if case .name(let name) = term { numbers[name] } else { nil }
      }.uniqued()
      members[number] = named
      for other in named { users[other, default: []].append(number) }
    }
    var missing = members.mapValues(\.count)
    var ready = missing.keys.filter { missing[$0] == 0 }.sorted()
    while let number = ready.popLast() {
      order.append(number)
      for user in users[number] ?? [] {
        missing[user, default: 0] -= 1
        if missing[user] == 0 { ready.append(user) }
      }
    }
    findCycles(among: missing.keys.filter { (missing[$0] ?? 0) > 0 }.sorted())
  }

  /// Finds the cycles among the remaining groups, which could not be sorted.
  ///
  /// From each group, follows the first remaining member until it reaches a visited group. If the
  /// current walk has visited that group, the walk contains a cycle.
  private mutating func findCycles(among left: [Int]) {
    let isLeft = Set(left)
    var walkOfGroup: [Int: Int] = [:]
    for (walk, start) in left.enumerated() {
      var way: [Int] = []
      var group: Int? = start
      while let number = group, walkOfGroup[number] == nil {
        walkOfGroup[number] = walk
        way.append(number)
        group = members[number]?.first { isLeft.contains($0) }
      }
      if let number = group, walkOfGroup[number] == walk,
        let first = way.firstIndex(of: number)
      {
        cycles.append(cycle(Array(way[first...])))
      }
    }
  }

  private func cycle(_ way: [Int]) -> RuleError {
    let names = way.map { number in
      guard case .group(let name, _) = statements[number].content else { return "" }
      return "'\(name)' (line \(statements[number].line))"
    }
    let spot = RuleSpot(line: statements[way[0]].line, column: 1)
    guard way.count > 1 else {
      return RuleError(
        .groupCycle, at: spot,
        """
        the group \(names[0]) contains itself. Remove it. If a module has this name, put the name \
        in quotes.
        """)
    }
    return RuleError(
      .groupCycle, at: spot,
      """
      groups contain each other in a cycle: \
      \((names + names.prefix(1)).joined(separator: " -> ")). \
      Remove one of them. If a module has this name, put the name in quotes.
      """)
  }
}
