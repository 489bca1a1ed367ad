/// Captures between literals in one component, such as `img-{id}.png` or
/// `{width:Int}x{height:Int}`.
///
/// Of all splits that match, with values that every converter takes, the one
/// counts whose first capture is the longest, then the one whose second is, and
/// so on: `{name}.{ext}` takes `archive.tar.gz` as `archive.tar` and `gz`, and
/// `{slug}-{id:Int}` takes `a-b-7` as `a-b` and `7`. No capture is empty.
package struct RouteAffix: Hashable, Sendable {
  /// The literals before, between and behind the captures.
  ///
  /// There is one more than there are captures; the first and the last may be
  /// empty.
  var literals: [[UInt8]]
  var captures: [RouteCapture]

  /// Returns the ranges of the captures, or `nil` if the component does not match.
  func split(_ bytes: ByteView, _ range: Range<Int>) -> [Range<Int>]? {
    var captured: [Range<Int>] = []
    let isMatch = matches(bytes, range) { _, range in captured.append(range) }
    return isMatch ? captured : nil
  }

  /// Returns whether the component matches; if it does, reports where each capture is.
  func matches(
    _ bytes: ByteView, _ range: Range<Int>, forEachCapture body: (Int, Range<Int>) -> Void
  ) -> Bool {
    var steps = 0
    return matches(bytes, range, countingSteps: &steps, forEachCapture: body)
  }

  /// The same; counts the places where a capture was tried to end.
  ///
  /// - Complexity: O(*n*) in the bytes of the component for each capture of
  ///   anything and for the last capture. Any other capture with a converter is
  ///   tried from each of its *n* beginnings once, to no more ends than a value of
  ///   its kind can have there.
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
