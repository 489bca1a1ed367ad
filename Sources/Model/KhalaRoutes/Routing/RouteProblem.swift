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
