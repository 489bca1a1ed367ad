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

  /// The limit of comparisons in the search for routes that are never reached, which
  /// only crafted programs reach.
  static let coverSteps = 1_000_000

  let kind: Kind

  /// The number of the entry that does not get its addresses.
  let entry: Int

  /// The number of the entry that gets them instead.
  let other: Int

  /// Both routes and what to do, as a sentence.
  let message: String

  var description: String { message }

  /// Two patterns that are the same but for the names of their captures.
  fileprivate static func conflict(
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
  fileprivate static func unreachable(
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

extension RouteTable {
  /// Returns the routes that are in each other's way.
  ///
  /// A route is never reached if, for each of its schemes and with whichever optional
  /// segments, one route of a higher priority takes all its addresses. That several
  /// routes take them only together is not found. Converters of your own are taken for
  /// different if their names are.
  ///
  /// - Parameter steps: The limit of comparisons in the search for routes that are never
  ///   reached.
  /// - Returns: The problems, and the number of entries that were not compared with those of
  ///   higher priorities when the limit was reached.
  func compare(
    steps: Int = RouteProblem.coverSteps
  ) -> (problems: [RouteProblem], uncompared: Int) {
    root.compare(entries.map { ($0.pattern, $0.priority) }, steps: steps)
  }
}

extension RouteNode {
  /// Compares the entries of which this is the root.
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

  /// Returns the first entry before that of a variant which takes some of the same addresses
  /// with the same precedence.
  private func rival(of variant: RouteVariant) -> Int? {
    equals(of: variant.segments[...]).lazy.filter { other in
      other.entry < variant.entry && other.priority == variant.priority
        && (other.schemes.isEmpty && variant.schemes.isEmpty
          || other.schemes.contains(where: variant.schemes.contains))
    }.map(\.entry).min()
  }

  /// Returns an entry of a higher priority, if all variants of a pattern are covered by
  /// such entries.
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
