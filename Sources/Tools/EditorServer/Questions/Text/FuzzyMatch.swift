/// A query whose letters must occur in a name in their order, without regard to case.
struct FuzzyMatch {
  private let query: [UInt8]

  init(_ query: String) {
    self.query = query.utf8.map(Self.lowercased)
  }

  /// The score of a name; higher is better.
  ///
  /// Letters that follow each other count most, then those at the beginning of a word; each
  /// letter of the name that the query lacks costs a little.
  ///
  /// - Returns: `nil` if the name lacks a letter of the query.
  /// - Complexity: O(*n*) in the length of the name.
  func score(_ name: String) -> Int? {
    var score = 0
    var matched = 0
    var wasMatch = false
    var last: UInt8 = 0
    var length = 0
    for byte in name.utf8 {
      length += 1
      if matched < query.count, Self.lowercased(byte) == query[matched] {
        if wasMatch { score += 8 }
        if Self.beginsWord(byte, after: last) { score += 6 }
        if matched == 0, length == 1 { score += 8 }
        matched += 1
        wasMatch = true
      } else {
        wasMatch = false
      }
      last = byte
    }
    guard matched == query.count else { return nil }
    return score - (length - matched)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private static func beginsWord(_ byte: UInt8, after last: UInt8) -> Bool {
    let isUpper = byte &- 0x41 < 26
    let wasLower = last &- 0x61 < 26
    let wasLetter = (last | 0x20) &- 0x61 < 26 || last &- 0x30 < 10
    return !wasLetter || isUpper && wasLower
  }
}
