/// How far two names are apart, to suggest the one that was meant.
package enum EditDistance {
  /// The names nearest to this one, the nearest first.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - names: What there is.
  ///   - limit: How many suggestions are wanted.
  /// - Returns: Names whose distance is at most a third of the length of `name`
  ///   and a bit, without regard to case.
  /// - Complexity: O(*n* · *m*²) for *n* names of *m* characters.
  package static func nearest(
    to name: String, among names: some Sequence<String>, atMost limit: Int
  ) -> [String] {
    let wanted = Array(name.lowercased())
    let farthest = max(1, (wanted.count + 1) / 3)
    return Set(names)
      .compactMap { candidate -> (distance: Int, name: String)? in
        let characters = Array(candidate.lowercased())
        guard abs(characters.count - wanted.count) <= farthest else { return nil }
        let distance = between(wanted, characters)
        return distance <= farthest ? (distance, candidate) : nil
      }
      .sorted { $0 < $1 }
      .prefix(limit)
      .map(\.name)
  }

  /// How many characters must be inserted, removed, replaced or swapped with
  /// their neighbour to make one of the other.
  package static func between<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        var distance = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (one[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
