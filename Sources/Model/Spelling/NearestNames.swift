/// A set of names with a fast search for the nearest ones to a misspelled name.
package struct NearestNames: Sendable {
  /// The maximum number of characters of a compared name.
  package static let longestName = 128

  private struct Candidate {
    let name: String
    /// The scalars of the lowercase name.
    let scalars: [Unicode.Scalar]
  }

  /// The names by the number of their scalars, in their original order.
  private var candidates: [Int: [Candidate]] = [:]

  /// Creates the set.
  ///
  /// Names that are too long are omitted.
  ///
  /// - Complexity: Linear in the names.
  package init(_ names: some Sequence<String>) {
    var known: Set<String> = []
    for name in names where known.insert(name).inserted {
      guard let scalars = Self.scalars(of: name) else { continue }
      candidates[scalars.count, default: []].append(Candidate(name: name, scalars: scalars))
    }
  }

  /// Returns the nearest names to a name.
  ///
  /// - Parameters:
  ///   - name: The misspelled name.
  ///   - limit: The maximum number of names.
  ///   - distance: The maximum distance, which is also limited to about a third of the length of
  ///     the name.
  ///   - includesItself: Whether the name itself may be in the result.
  ///   - budget: The allowed work.
  /// - Returns: The names, sorted by distance and then alphabetically.
  /// - Complexity: Linear in the names of similar lengths, and limited by the budget.
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
    // Starts with similar lengths, because these names may be nearest. Each result narrows the
    // search.
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

  /// Returns a sentence to append, such as ` Did you mean 'a' or 'b'?`, or an empty string without
  /// names.
  package static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(names.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// Returns the scalars to compare, or `nil` if the name is too long.
  private static func scalars(of name: String) -> [Unicode.Scalar]? {
    // A scalar has at most four bytes, so a string of megabytes is not even copied.
    guard name.utf8.count <= 4 * longestName else { return nil }
    let scalars = Array(name.lowercased().unicodeScalars)
    return scalars.count <= longestName ? scalars : nil
  }
}

/// The remaining work of searches for the nearest names.
///
/// Files may contain any number of names of any length, and comparing each with each would take
/// minutes.
package struct SearchBudget: Sendable, Hashable {
  /// The number of steps taken, which counts compared names and computed cells.
  package private(set) var stepsTaken = 0

  /// The number of searches that ended early or were not started, because no steps were left or the
  /// name is too long.
  package private(set) var cutSearches = 0

  private let steps: Int

  /// Creates a budget with a number of steps.
  package init(steps: Int) {
    self.steps = steps
  }

  /// A Boolean value that indicates whether steps are left.
  var hasSteps: Bool { stepsTaken < steps }

  mutating func spend(_ count: Int) { stepsTaken += count }

  mutating func countCutSearch() { cutSearches += 1 }
}
