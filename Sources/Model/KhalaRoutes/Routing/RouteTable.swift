/// A route as it is declared: what its addresses look like, and what it is.
@usableFromInline
package struct RouteEntry<Route: Sendable>: Sendable {
  package var pattern: RoutePattern

  /// Routes with a higher priority are looked at first, whatever their patterns.
  package var priority: Int

  @usableFromInline package var route: Route

  package init(_ pattern: RoutePattern, priority: Int = 0, route: Route) {
    self.pattern = pattern
    self.priority = priority
    self.route = route
  }
}

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
@usableFromInline
package struct RouteTable<Route: Sendable>: Sendable {
  /// The entries in the order in which they were given.
  @usableFromInline package let entries: [RouteEntry<Route>]

  /// The routes that are in each other's way.
  ///
  /// A route is never reached if, for each of its schemes and with whichever optional
  /// segments, one route of a higher priority takes all its addresses. That several
  /// routes take them only together is not found. Converters of your own are taken for
  /// different if their names are.
  let problems: [RouteProblem]

  /// The number of entries that were left out of the comparison with those of higher
  /// priorities: there is a limit of steps.
  let uncomparedEntries: Int

  @usableFromInline package let index: RouteIndex

  /// Builds a table.
  ///
  /// - Parameters:
  ///   - entries: The routes.
  ///   - coverSteps: The limit of comparisons in the search for routes that are never
  ///     reached.
  /// - Complexity: O(*n*) in the segments of all patterns, and O(*n* log *n*) in the
  ///   different ones of one place.
  package init(_ entries: [RouteEntry<Route>], coverSteps: Int = RoutePlan.coverSteps) {
    self.entries = entries
    let plan = RoutePlan(
      patterns: entries.map(\.pattern), priorities: entries.map(\.priority),
      coverSteps: coverSteps)
    problems = plan.problems
    uncomparedEntries = plan.uncomparedEntries
    index = RouteIndex(plan.trie, patterns: entries.map(\.pattern))
  }

  /// The route that an address leads to, and what its pattern captures there.
  ///
  /// - Complexity: O(*n*) in the size of the address, if no way turns out wrong.
  @inlinable @inline(__always)
  package func match(_ address: RouteAddress) -> RouteMatch<Route>? {
    let found = index.find(address)
    guard found.variant >= 0 else { return nil }
    let entry = index.entry(of: found)
    return RouteMatch(
      route: entries[entry].route, entry: entry,
      captures: RouteCaptures(address.text, found, in: index))
  }
}

/// The patterns of a table in a trie, and what is wrong with them.
struct RoutePlan {
  /// The limit of comparisons in the search for routes that are never reached, which
  /// only crafted programs reach.
  static let coverSteps = 1_000_000

  private(set) var trie = RouteTrie()
  private(set) var problems: [RouteProblem] = []
  /// The number of entries that were left out when the limit was reached.
  private(set) var uncomparedEntries = 0

  init(patterns: [RoutePattern], priorities: [Int], coverSteps: Int) {
    var rivals: [Int: Int] = [:]
    for (entry, pattern) in patterns.enumerated() {
      for variant in pattern.variants {
        let rival = trie.insert(
          variant, of: entry, priority: priorities[entry], schemes: pattern.schemes)
        if rivals[entry] == nil { rivals[entry] = rival }
      }
    }
    var steps = coverSteps
    for (entry, pattern) in patterns.enumerated() {
      if let rival = rivals[entry] {
        problems.append(.conflict(entry, pattern, with: rival, patterns[rival]))
      } else if let other = cover(of: pattern, above: priorities[entry], steps: &steps) {
        problems.append(
          .unreachable(
            entry, pattern, priority: priorities[entry], behind: other, patterns[other],
            priority: priorities[other]))
      } else if steps < 0, priorities[entry] < trie.nodes[RouteTrie.root].highestPriority {
        uncomparedEntries += 1
      }
    }
  }

  /// An entry of a higher priority, if all variants of the pattern are covered by
  /// such entries.
  private func cover(of pattern: RoutePattern, above priority: Int, steps: inout Int) -> Int? {
    var cover: Int?
    for variant in pattern.variants {
      let found = trie.cover(
        of: variant.segments[...], schemes: pattern.schemes, above: priority, steps: &steps)
      guard let found else { return nil }
      cover = cover ?? found
    }
    return cover
  }
}

/// Two routes of a table that are in each other's way.
struct RouteProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a conflict between routes.
  enum Kind: Hashable, Sendable {
    /// Both match the same addresses with the same precedence; the one that was
    /// declared first gets them.
    case conflict
    /// Whatever one matches, the other gets, because its priority is higher.
    case unreachable
  }

  let kind: Kind

  /// The number of the entry that does not get its addresses.
  let entry: Int

  /// The number of the entry that gets them instead.
  let other: Int

  /// Both routes and what to do, as a sentence.
  let message: String

  var description: String { message }

  /// Two patterns that are the same but for the names of their captures.
  static func conflict(
    _ entry: Int, _ pattern: RoutePattern, with other: Int, _ otherPattern: RoutePattern
  ) -> RouteProblem {
    RouteProblem(
      kind: .conflict, entry: entry, other: other,
      message: """
        the routes '\(otherPattern)' and '\(pattern)' match the same addresses, which all go to \
        the first. Change one of the patterns, or give one a higher priority.
        """)
  }

  /// A pattern all of whose addresses a route of higher priority takes.
  static func unreachable(
    _ entry: Int, _ pattern: RoutePattern, priority: Int,
    behind other: Int, _ otherPattern: RoutePattern, priority otherPriority: Int
  ) -> RouteProblem {
    RouteProblem(
      kind: .unreachable, entry: entry, other: other,
      message: """
        the route '\(pattern)' of priority \(priority) is never reached: '\(otherPattern)' of \
        priority \(otherPriority) takes all its addresses. Raise the priority of the former, or \
        make the pattern of the latter narrower.
        """)
  }
}
