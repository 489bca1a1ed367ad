/// Guesses what was meant by a name that does not exist.
enum NearestName {
  /// What to append to an error: the names that may have been meant, or those
  /// that there are if they are few.
  static func hint(for name: String, among names: [String]) -> String {
    let limit = max(1, name.count / 3)
    let distances = names.map { (name: $0, distance: distance(from: name, to: $0)) }
    let least = distances.map(\.distance).min() ?? .max
    if least <= limit {
      let nearest = distances.filter { $0.distance == least }.map { "'\($0.name)'" }
      return "; did you mean \(nearest.joined(separator: " or "))?"
    }
    return names.count > 8 || names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"
  }

  /// How many letters have to be changed, added or left out to make one word of
  /// another.
  static func distance(from word: String, to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (line, letter) in word.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, second) in other.enumerated() {
        let changed = diagonal + (letter == second ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
