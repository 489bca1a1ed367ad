/// A conflict between two routes of a table.
struct RouteProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a conflict between routes.
  enum Kind: Hashable, Sendable {
    /// Both routes match the same addresses with the same precedence.
    ///
    /// The route that was declared first gets these addresses.
    case conflict
    /// The other route has a higher priority and matches all addresses of this route.
    case unreachable
  }

  /// The limit of comparisons in the search for routes that are never reached.
  ///
  /// Only maliciously crafted programs reach the limit.
  static let coverSteps = 1_000_000

  let kind: Kind

  /// The index of the entry that does not get its addresses.
  let entry: Int

  /// The index of the entry that gets these addresses instead.
  let other: Int

  /// A sentence that names both routes and suggests a fix.
  let message: String

  var description: String { message }

  /// Creates the problem of two patterns that differ only in the names of their captures.
  fileprivate static func conflict(
    _ entry: Int, _ pattern: RoutePattern, with other: Int, _ otherPattern: RoutePattern
  ) -> RouteProblem {
    RouteProblem(
      kind: .conflict, entry: entry, other: other,
      message: """
        the routes '\(otherPattern)' and '\(pattern)' match the same addresses, and the first one \
        gets them all. Change one of the patterns, or give one a higher priority.
        """)
  }

  /// Creates the problem of a pattern whose addresses all lead to a route with a higher priority.
  fileprivate static func unreachable(
    _ entry: Int, _ pattern: RoutePattern, priority: Int,
    behind other: Int, _ otherPattern: RoutePattern, priority otherPriority: Int
  ) -> RouteProblem {
    RouteProblem(
      kind: .unreachable, entry: entry, other: other,
      message: """
        the route '\(pattern)' of priority \(priority) is never reached: '\(otherPattern)' of \
        priority \(otherPriority) matches all its addresses. Raise the priority of the former, or \
        make the pattern of the latter narrower.
        """)
  }
}

extension RouteTable {
  /// Returns the conflicts between the routes.
  ///
  /// A route is never reached if, for each of its schemes and for each selection of optional
  /// segments, a single route with a higher priority matches all its addresses. If several routes
  /// only match them together, the conflict is not found. Custom converters with different names
  /// are assumed to be different.
  ///
  /// - Parameter steps: The limit of comparisons in the search for routes that are never reached.
  /// - Returns: The problems, and the number of entries that were not compared with entries of higher
  ///   priorities because the limit was reached.
  func compare(
    steps: Int = RouteProblem.coverSteps
  ) -> (problems: [RouteProblem], uncompared: Int) {
    root.compare(entries.map { ($0.pattern, $0.priority) }, steps: steps)
  }
}

extension RouteNode {
  /// Compares the entries of the table with this root.
  fileprivate func compare(
    _ entries: [(pattern: RoutePattern, priority: Int)], steps: Int
  ) -> (problems: [RouteProblem], uncompared: Int) {
    var problems: [RouteProblem] = []
    var (steps, uncompared) = (steps, 0)
    for (entry, (pattern, priority)) in entries.enumerated() {
      let variants = RouteVariant.all(of: pattern, entry: entry, priority: priority)
      if let rival = variants.lazy.compactMap({ self.rival(of: $0) }).first {
        problems.append(.conflict(entry, pattern, with: rival, entries[rival].pattern))
      } else if let other = cover(of: variants, steps: &steps) {
        problems.append(
          .unreachable(
            entry, pattern, priority: priority, behind: other, entries[other].pattern,
            priority: entries[other].priority))
      } else if steps < 0, priority < self.priority {
        uncompared += 1
      }
    }
    return (problems, uncompared)
  }

  /// Returns the first earlier entry that matches some of the addresses of a variant with the same
  /// precedence.
  private func rival(of variant: RouteVariant) -> Int? {
    equals(of: variant.segments[...]).lazy.filter { other in
      other.entry < variant.entry && other.priority == variant.priority
        && (other.schemes.isEmpty && variant.schemes.isEmpty
          || other.schemes.contains(where: variant.schemes.contains))
    }.map(\.entry).min()
  }

  /// Returns an entry with a higher priority, if all variants of a pattern are covered by such
  /// entries.
  private func cover(of variants: [RouteVariant], steps: inout Int) -> Int? {
    var cover: Int?
    for variant in variants {
      let found = self.cover(
        of: variant.segments[...], schemes: variant.schemes, above: variant.priority,
        steps: &steps)
      guard let found else { return nil }
      cover = cover ?? found
    }
    return cover
  }
}
