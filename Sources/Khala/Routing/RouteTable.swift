/// The routes of a program, and which of them an address leads to.
///
/// A table never changes; to add or remove a route, build another one, in time
/// linear in all patterns. Threads share it freely.
///
/// Which route an address leads to, of several that match, does not depend on
/// their order:
///
/// 1. The one with the higher priority.
/// 2. The one with the more precise segment in the first place where they differ,
///    from the left: a literal before captures with an affix (the one with more
///    literal text first), before a rest with a prefix (the longer one first),
///    before typed captures (`Bool`, `UInt`, `Int`, `Double`, `UUID`, then others by
///    name), before captures of anything, before a rest.
/// 3. The one that names its scheme before one that takes any.
///
/// If all of this is equal, the routes are in conflict: the first one gets the
/// address, and ``problems`` says so. If one pattern matches in two ways that are
/// equal so far, its leftmost optional segments are there. A way that turns out
/// wrong is given up, and the next one tried, as often as it takes; every node of
/// the table is looked at once at most.
struct RouteTable<Route: Sendable>: Sendable {
  /// The entries in the order in which they were given.
  let entries: [RouteEntry<Route>]

  /// The routes that are in each other's way.
  ///
  /// Only single routes are compared: one that several others together leave
  /// nothing to is not found. Converters of your own are taken for different if
  /// their names are.
  let problems: [RouteProblem]

  let index: RouteIndex

  /// Builds a table.
  ///
  /// - Complexity: O(*n*) in the segments of all patterns, times the number of
  ///   different priorities.
  init(_ entries: [RouteEntry<Route>]) {
    self.entries = entries
    let plan = RoutePlan(patterns: entries.map(\.pattern), priorities: entries.map(\.priority))
    problems = plan.problems
    index = RouteIndex(plan.trie, levels: plan.levels, patterns: entries.map(\.pattern))
  }

  /// The route that an address leads to, and what its pattern captures there.
  ///
  /// - Complexity: O(*n*) in the size of the address, if no way turns out wrong.
  @inline(__always)
  func match(_ address: RouteAddress) -> RouteMatch<Route>? {
    let found = index.find(address)
    guard found.variant >= 0 else { return nil }
    let entry = index.entry(of: found)
    return RouteMatch(
      route: entries[entry].route, entry: entry, captures: RouteCaptures(address, found, in: index))
  }
}

/// The trie of a table, with a root for each priority, and what is wrong with it.
struct RoutePlan {
  private(set) var trie = RouteTrie()
  /// The highest priority first.
  private(set) var levels: [RouteIndex.Level] = []
  private(set) var problems: [RouteProblem] = []

  init(patterns: [RoutePattern], priorities: [Int]) {
    var rivals: [Int: Int] = [:]
    for priority in Set(priorities).sorted(by: >) {
      levels.append(RouteIndex.Level(priority: priority, root: Int32(trie.addNode())))
    }
    let roots = Dictionary(
      uniqueKeysWithValues: levels.map { ($0.priority, Int($0.root)) })
    for (entry, pattern) in patterns.enumerated() {
      guard let root = roots[priorities[entry]] else { continue }
      for variant in pattern.variants {
        let found = trie.insert(variant, of: entry, schemes: pattern.schemes, at: root)
        if rivals[entry] == nil { rivals[entry] = found.first }
      }
    }
    for (entry, pattern) in patterns.enumerated() {
      if let rival = rivals[entry] {
        problems.append(.conflict(entry, pattern, with: rival, patterns[rival]))
      } else if let other = cover(of: pattern, below: priorities[entry]) {
        problems.append(
          .unreachable(
            entry, pattern, priority: priorities[entry], behind: other, patterns[other],
            priority: priorities[other]))
      }
    }
  }

  /// An entry of a higher priority, if all variants of the pattern are covered by
  /// such entries.
  private func cover(of pattern: RoutePattern, below priority: Int) -> Int? {
    var cover: Int?
    for variant in pattern.variants {
      let found = levels.prefix { $0.priority > priority }.lazy.compactMap { level in
        trie.cover(of: variant.segments[...], schemes: pattern.schemes, below: Int(level.root))
      }.first
      guard let found else { return nil }
      cover = cover ?? found
    }
    return cover
  }
}
