/// Determines where the captures of a component end, with backtracking.
///
/// The longest possible end of each capture is tried first. Attempts that failed are not repeated.
/// If a capture without a converter cannot start at one place, it cannot start after it either, so
/// a single number is stored for it. For a capture with a converter, a bit for each place is
/// stored.
@safe
struct RouteAffixSearch {
  private let affix: RouteAffix
  private let bytes: ByteView
  /// The range from the start of the first capture to the end of the last one.
  private let span: Range<Int>
  /// The end of each capture, followed by the first place where each capture without a converter
  /// cannot start, followed by the bits.
  private let memory: UnsafeMutableBufferPointer<Int>
  /// The number of ends that have been tried.
  private(set) var steps = 0

  private var count: Int { affix.captures.count }

  /// Returns the number of integers of memory that a search needs.
  static func capacity(for affix: RouteAffix, size: Int) -> Int {
    let count = affix.captures.count
    guard needsBits(affix) else { return 2 * count }
    return 2 * count + count * (size + 1) / Int.bitWidth + 1
  }

  /// Returns whether a capture with a converter can start at the same place in several ways.
  ///
  /// This is the case if the capture before it also has a converter and can start at several
  /// places.
  private static func needsBits(_ affix: RouteAffix) -> Bool {
    affix.captures.indices.dropFirst(2).contains { index in
      affix.captures[index].converter != nil && affix.captures[index - 1].converter != nil
    }
  }

  /// Prepares a search in memory that must outlive it.
  @unsafe
  init(
    _ affix: RouteAffix, _ bytes: ByteView, _ span: Range<Int>,
    _ memory: UnsafeMutableBufferPointer<Int>
  ) {
    self.affix = affix
    self.bytes = bytes
    self.span = span
    unsafe self.memory = memory
    unsafe memory.initialize(repeating: 0)
    for index in affix.captures.indices {
      unsafe memory[affix.captures.count + index] = span.upperBound
    }
  }

  /// Calls the closure with each capture and its range, after a search that found a match.
  func forEachCapture(_ body: (Int, Range<Int>) -> Void) {
    for index in 0..<count { body(index, start(of: index)..<end(of: index)) }
  }

  /// Searches for the first match.
  mutating func run() -> Bool {
    var index = 0
    var start = span.lowerBound
    // The last place where the capture can end, because the others need space, too.
    var limit = span.upperBound
    for index in 1..<count { limit -= room(before: index) }
    var untried = lastEnd(of: index, from: start, limit) + 1
    while true {
      if let end = nextEnd(of: index, from: start, before: untried) {
        unsafe memory[index] = end
        guard index + 1 < count else { return true }
        index += 1
        limit += room(before: index)
        start = self.start(of: index)
        untried = lastEnd(of: index, from: start, limit) + 1
      } else {
        noteFailure(of: index, from: start)
        guard index > 0 else { return false }
        limit -= room(before: index)
        index -= 1
        start = self.start(of: index)
        untried = end(of: index)
      }
    }
  }

  /// Returns the number of bytes that this capture and the literal before it need.
  private func room(before index: Int) -> Int { affix.literals[index].count + 1 }

  private func end(of index: Int) -> Int { unsafe memory[index] }

  private func start(of index: Int) -> Int {
    index == 0 ? span.lowerBound : end(of: index - 1) + affix.literals[index].count
  }

  /// Returns the last end to try, or the start if no end is possible.
  private func lastEnd(of index: Int, from start: Int, _ limit: Int) -> Int {
    guard let converter = affix.captures[index].converter else {
      return min(limit, unsafe memory[count + index])
    }
    if Self.needsBits(affix) {
      let (word, bit) = place(ofBit: index, start)
      if unsafe memory[word] & bit != 0 { return start }
    }
    let end = converter.lastEnd(of: bytes, from: start, limit)
    return index + 1 == count && end < limit ? start : end
  }

  /// Returns the last end below `untried` where the capture is followed by its literal.
  private mutating func nextEnd(of index: Int, from start: Int, before untried: Int) -> Int? {
    let isLast = index + 1 == count
    var end = untried
    while end > start + 1 {
      end -= 1
      steps += 1
      if isLast || bytes.contains(affix.literals[index + 1], at: end),
        affix.captures[index].converter?.accepts(bytes, start..<end) ?? true
      {
        return end
      }
      // The last capture must extend to the end.
      if isLast { return nil }
    }
    return nil
  }

  private func noteFailure(of index: Int, from start: Int) {
    if affix.captures[index].converter == nil {
      unsafe memory[count + index] = min(memory[count + index], start)
    } else if Self.needsBits(affix) {
      let (word, bit) = place(ofBit: index, start)
      unsafe memory[word] |= bit
    }
  }

  /// Returns the word and the mask of the bit of a capture that starts at this place.
  private func place(ofBit index: Int, _ start: Int) -> (word: Int, bit: Int) {
    let number = index * (span.count + 1) + start - span.lowerBound
    return (2 * count + number / Int.bitWidth, 1 << (number % Int.bitWidth))
  }
}

extension RouteConverter {
  /// Returns the last place where a value that starts at `start` can end.
  func lastEnd(of bytes: ByteView, from start: Int, _ limit: Int) -> Int {
    var end = start
    switch kind {
    case .bool: return min(limit, start + 5)
    case .uuid: return min(limit, start + 36)
    case .custom: return limit
    case .uint, .int:
      if case .int = kind, end < limit, bytes[end] == ASCII.minus { end += 1 }
      while end < limit, ASCII.isDigit(bytes[end]) { end += 1 }
    case .double:
      while end < limit, isPartOfDecimal(bytes[end]) { end += 1 }
    }
    return end
  }

  private func isPartOfDecimal(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.dot || byte == ASCII.minus || byte == ASCII.plus
      || byte | 0x20 == UInt8(ascii: "e")
  }
}

/// A segment with captures between literals in one component, such as `img-{id}.png` or
/// `{width:Int}x{height:Int}`.
///
/// If a component can be split in several ways, and all converters accept the values, the first
/// capture is as long as possible, then the second, and so on. For example, `{name}.{ext}` splits
/// `archive.tar.gz` into `archive.tar` and `gz`, and `{slug}-{id:Int}` splits `a-b-7` into `a-b`
/// and `7`. No capture is empty.
package struct RouteAffix: Hashable, Sendable {
  /// The literals before, between and after the captures.
  ///
  /// There is one more literal than captures. The first and the last may be empty.
  var literals: [[UInt8]]
  var captures: [RouteCapture]

  /// Returns the ranges of the captures, or `nil` if the component does not match.
  func split(_ bytes: ByteView, _ range: Range<Int>) -> [Range<Int>]? {
    var captured: [Range<Int>] = []
    let isMatch = matches(bytes, range) { _, range in captured.append(range) }
    return isMatch ? captured : nil
  }

  /// Returns the text of a capture in a component that matches.
  func text(ofCapture number: Int, in component: String) -> String? {
    ByteView.of(component) { bytes in
      split(bytes, 0..<bytes.count).map { bytes.text(in: $0[number]) }
    }
  }

  /// Returns whether the component matches.
  ///
  /// If it does, calls the closure with each capture and its range.
  func matches(
    _ bytes: ByteView, _ range: Range<Int>, forEachCapture body: (Int, Range<Int>) -> Void
  ) -> Bool {
    var steps = 0
    return matches(bytes, range, countingSteps: &steps, forEachCapture: body)
  }

  /// Matches the component in the same way, and counts the ends of captures that were tried.
  ///
  /// - Complexity: O(*n*) in the bytes of the component for each capture without a converter and
  ///   for the last capture. Any other capture with a converter is tried once from each of its *n*
  ///   starts, and only up to the maximum length of its values.
  func matches(
    _ bytes: ByteView, _ range: Range<Int>, countingSteps steps: inout Int,
    forEachCapture body: (Int, Range<Int>) -> Void
  ) -> Bool {
    let last = literals[literals.count - 1]
    let start = range.lowerBound + literals[0].count
    let end = range.upperBound - last.count
    guard start < end, bytes.contains(literals[0], at: range.lowerBound),
      bytes.contains(last, at: end)
    else { return false }
    guard captures.count > 1 else {
      steps += 1
      if let converter = captures[0].converter, !converter.accepts(bytes, start..<end) {
        return false
      }
      body(0, start..<end)
      return true
    }
    let capacity = RouteAffixSearch.capacity(for: self, size: end - start)
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { memory in
      var search = unsafe RouteAffixSearch(self, bytes, start..<end, memory)
      let isMatch = search.run()
      steps += search.steps
      if isMatch { search.forEachCapture(body) }
      return isMatch
    }
  }
}
