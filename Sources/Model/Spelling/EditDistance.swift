/// The edit distance of two names, and the nearest names to a misspelled one.
package enum EditDistance {
  /// Returns the nearest names to a name, starting with the nearest.
  ///
  /// To search the same names several times, keep a ``NearestNames``.
  ///
  /// - Parameters:
  ///   - name: The misspelled name.
  ///   - names: The known names.
  ///   - limit: The maximum number of suggestions.
  /// - Returns: Names whose distance is at most about a third of the length of `name`, ignoring
  ///   case. The result is empty if `name` has more than ``NearestNames/longestName`` characters.
  /// - Complexity: Linear in the names. The distances take at most the steps of one
  ///   ``SearchBudget``.
  package static func nearest(
    to name: String, among names: some Sequence<String>, atMost limit: Int
  ) -> [String] {
    var budget = SearchBudget(steps: 4_000_000)
    return NearestNames(names).nearest(to: name, atMost: limit, budget: &budget)
  }

  /// Counts the elements that must be inserted, removed, replaced or swapped with
  /// their neighbor to make one sequence of the other.
  ///
  /// - Complexity: O(*n* · *m*)
  package static func between<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
    var steps = 0
    let farthest = max(one.count, other.count)
    // The distance never exceeds the length of the longer sequence.
    return between(one, other, atMost: farthest, steps: &steps) ?? farthest
  }

  /// Returns a distance, if it does not exceed a limit.
  ///
  /// It computes only the cells of the table whose distance from the diagonal is at most the limit.
  ///
  /// - Parameters:
  ///   - one: A sequence.
  ///   - other: Another sequence.
  ///   - limit: The maximum distance.
  ///   - steps: Increased by the number of computed cells.
  /// - Returns: The distance, or `nil` if it exceeds the limit.
  /// - Complexity: O(*n* · `limit`)
  static func between<Element: Equatable>(
    _ one: [Element], _ other: [Element], atMost limit: Int, steps: inout Int
  ) -> Int? {
    guard abs(one.count - other.count) <= limit else { return nil }
    let tooFar = limit + 1
    var beforeLast = Array(repeating: tooFar, count: other.count + 1)
    var current = beforeLast
    var last = (0...other.count).map { min($0, tooFar) }
    for row in one.indices {
      let columns = max(0, row - limit)..<min(other.count, row + tooFar)
      steps += columns.count + 1
      current[columns.lowerBound] = columns.lowerBound == 0 ? min(row + 1, tooFar) : tooFar
      var least = current[columns.lowerBound]
      for column in columns {
        var distance = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (one[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current[column + 1] = min(distance, tooFar)
        least = min(least, distance)
      }
      // A swap starts two rows back, at a cell whose distance is at least that of the last row's
      // nearest cell minus one.
      guard least <= limit else { return nil }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
