/// A name in which every `*` stands for any characters, or none.
struct NamePattern {
  private let pattern: [UInt8]

  /// Reads a pattern; every text is one.
  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  /// Returns whether a name fits.
  ///
  /// - Complexity: O(*n* · *m*) at worst, without recursion.
  func matches(_ text: String) -> Bool {
    let name = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var (inPattern, inName) = (0, 0)
    // Behind the last star, and how much of the name it has taken.
    var retry: (inPattern: Int, inName: Int)?
    while inName < name.count {
      if inPattern < pattern.count, pattern[inPattern] == star {
        inPattern += 1
        retry = (inPattern, inName)
      } else if inPattern < pattern.count, pattern[inPattern] == name[inName] {
        inPattern += 1
        inName += 1
      } else if let last = retry {
        inPattern = last.inPattern
        inName = last.inName + 1
        retry = (inPattern, inName)
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == star }
  }
}
