/// Names, kept so that the nearest to a misspelled one are found quickly.
package struct NearestNames: Sendable {
  /// The number of characters of the longest name that is compared with others.
  package static let longestName = 128

  private struct Candidate {
    let name: String
    /// The name without regard to case.
    let scalars: [Unicode.Scalar]
  }

  /// The names by the number of their scalars, in the order in which they came.
  private var candidates: [Int: [Candidate]] = [:]

  /// Takes over names; those that are too long are left out.
  ///
  /// - Complexity: Linear in the names.
  package init(_ names: some Sequence<String>) {
    var known: Set<String> = []
    for name in names where known.insert(name).inserted {
      guard let scalars = Self.scalars(of: name) else { continue }
      candidates[scalars.count, default: []].append(Candidate(name: name, scalars: scalars))
    }
  }

  /// Finds the names nearest to one.
  ///
  /// - Parameters:
  ///   - name: The misspelled name.
  ///   - limit: The largest number of names to return.
  ///   - distance: The largest distance to search; at most a third of the length of
  ///     the name and a bit.
  ///   - includesItself: Whether the name itself may be one of them.
  ///   - budget: The work that is allowed.
  /// - Returns: The names by distance, and by the alphabet where that is equal.
  /// - Complexity: Linear in the names whose lengths are near, and never more than the
  ///   budget.
  package func nearest(
    to name: String, atMost limit: Int, within distance: Int = .max, includesItself: Bool = true,
    budget: inout SearchBudget
  ) -> [String] {
    guard let wanted = Self.scalars(of: name) else {
      budget.countCutSearch()
      return []
    }
    var farthest = min(distance, max(1, (wanted.count + 1) / 3))
    var found: [(distance: Int, name: String)] = []
    var difference = 0
    // Lengths that differ little first: they may be nearest. Each name that is found
    // narrows the search.
    while difference <= farthest {
      for length in Set([wanted.count - difference, wanted.count + difference]).sorted() {
        for candidate in candidates[length] ?? [] {
          guard budget.hasSteps else {
            budget.countCutSearch()
            return found.map(\.name)
          }
          if !includesItself, candidate.name == name { continue }
          var steps = 4
          defer { budget.spend(steps) }
          guard
            let distance = EditDistance.between(
              wanted, candidate.scalars, atMost: farthest, steps: &steps)
          else { continue }
          found.append((distance, candidate.name))
          found.sort { $0 < $1 }
          if found.count > limit { found.removeLast() }
          if found.count == limit, let last = found.last { farthest = last.distance }
        }
      }
      difference += 1
    }
    return found.map(\.name)
  }

  /// Returns names as a sentence behind another, ` Did you mean 'a' or 'b'?`, or an empty text
  /// if there are none.
  package static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(names.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// The scalars that are compared, or `nil` if there are too many.
  private static func scalars(of name: String) -> [Unicode.Scalar]? {
    // A scalar has at most four bytes; a text of megabytes is not even copied.
    guard name.utf8.count <= 4 * longestName else { return nil }
    let scalars = Array(name.lowercased().unicodeScalars)
    return scalars.count <= longestName ? scalars : nil
  }
}

/// The work that searches for the nearest names may still do.
///
/// Files may hold any number of names of any length, and comparing each with each
/// would take minutes.
package struct SearchBudget: Sendable, Hashable {
  /// The number of steps taken: names compared and cells computed.
  package private(set) var stepsTaken = 0

  /// The number of searches that ended early or were not begun, because no steps were left
  /// or the name is too long.
  package private(set) var cutSearches = 0

  private let steps: Int

  /// Allows a number of steps.
  package init(steps: Int) {
    self.steps = steps
  }

  /// A Boolean value that indicates whether steps are left.
  var hasSteps: Bool { stepsTaken < steps }

  mutating func spend(_ count: Int) { stepsTaken += count }

  mutating func countCutSearch() { cutSearches += 1 }
}
