/// A set of small numbers that gives its smallest in a few steps.
///
/// A tree of words: a bit of a leaf stands for a number, a bit of another word for a
/// word below that is not empty. 262,144 numbers are three steps high.
package struct RankedSet: Sendable {
  /// All words, the leaves first.
  private var words: [UInt64]

  /// The index in `words` at which each level begins; the last one is a single word.
  private let levels: [Int]

  /// The number of elements.
  package private(set) var count = 0

  /// An empty set for the numbers from zero up to this one.
  package init(capacity: Int) {
    var levels: [Int] = []
    var total = 0
    var size = capacity
    repeat {
      size = (size + 63) >> 6
      levels.append(total)
      total += size
    } while size > 1
    self.levels = levels
    words = Array(repeating: 0, count: total)
  }

  /// Puts a number in, which may be in it already.
  package mutating func insert(_ number: Int) {
    var position = number
    for (height, start) in levels.enumerated() {
      let word = start + position >> 6
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position & 63)
      let before = words[word]
      if height == 0 {
        guard before & bit == 0 else { return }
        count += 1
      }
      words[word] = before | bit
      guard before == 0 else { return }
      position >>= 6
    }
  }

  /// Takes a number out, which need not be in it.
  package mutating func remove(_ number: Int) {
    var position = number
    for (height, start) in levels.enumerated() {
      let word = start + position >> 6
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position & 63)
      if height == 0 {
        guard words[word] & bit != 0 else { return }
        count -= 1
      }
      words[word] &= ~bit
      guard words[word] == 0 else { return }
      position >>= 6
    }
  }

  /// Takes the smallest number out.
  package mutating func popFirst() -> Int? {
    guard count > 0 else { return nil }
    var position = 0
    var level = levels.count
    while level > 0 {
      level -= 1
      position = position << 6 | words[levels[level] + position].trailingZeroBitCount
    }
    remove(position)
    return position
  }
}
