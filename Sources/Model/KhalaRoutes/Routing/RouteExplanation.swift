/// Why an address leads to a route, or to none.
package struct RouteExplanation: Sendable, CustomStringConvertible {
  /// A route that the address does not lead to, and how far it was the same.
  package struct Candidate: Hashable, Sendable, CustomStringConvertible {
    /// The number of the entry.
    package let entry: Int
    let pattern: RoutePattern
    /// The number of segments that match, from the left.
    let fittingSegments: Int
    /// The place and reason of the failure.
    let failure: Failure

    package var description: String { "'\(pattern)': \(failure)" }
  }

  /// Why a pattern does not match; components are counted from 0.
  enum Failure: Hashable, Sendable, CustomStringConvertible {
    /// The component is not the literal that must be there.
    case literal(component: Int, found: String, expected: String)
    /// The component is nothing that the captures take.
    case captures(component: Int, found: String, expected: String)
    /// The address ends where a component is missing.
    case tooShort(expected: String)
    /// The address goes on where the pattern ends.
    case tooLong(component: Int, found: String)
    /// All components fit, but the scheme is another one.
    case scheme(found: String?, expected: [String])
    /// The pattern matches, but another route comes first.
    case outranked(by: RoutePattern)

    var description: String {
      switch self {
      case .literal(let component, let found, let expected):
        "component \(component + 1) is '\(found)' and not '\(expected)'"
      case .captures(let component, let found, let expected):
        "component \(component + 1), '\(found)', does not fit '\(expected)'"
      case .tooShort(let expected):
        "the address ends where '\(expected)' must be"
      case .tooLong(let component, let found):
        "the pattern ends before component \(component + 1), '\(found)'"
      case .scheme(let found, let expected):
        (found.map { "the scheme is '\($0)'" } ?? "there is no scheme")
          + " and must be \(expected.joined(separator: " or "))"
      case .outranked(let pattern):
        "it matches too, but '\(pattern)' comes first"
      }
    }
  }

  /// The address.
  let address: RouteAddress

  /// The steps of the search, in order.
  let steps: [RouteSearchStep]

  /// The pattern that matches, if one does.
  let match: RoutePattern?

  /// The routes that came nearest, the nearest first.
  package let candidates: [Candidate]

  /// On a miss, the literal names that may have been meant, the likeliest first.
  package let suggestions: [String]

  /// The steps, a line each.
  package let narration: [String]

  package var description: String {
    var lines = [
      match.map { "'\(address)' leads to '\($0)'" } ?? "'\(address)' leads to no route"
    ]
    if !suggestions.isEmpty {
      lines.append(
        "  did you mean " + suggestions.map { "'\($0)'" }.joined(separator: " or ") + "?")
    }
    lines += narration.map { "  \($0)" }
    if !candidates.isEmpty { lines.append("  nearest routes:") }
    lines += candidates.map { "    \($0)" }
    return lines.joined(separator: "\n")
  }
}
