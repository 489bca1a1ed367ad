/// Captures between literals in one component, such as `img-{id}.png` or
/// `{width:Int}x{height:Int}`.
///
/// A capture ends where the literal behind it first occurs, after one byte at
/// least; the last one ends where the last literal begins, at the end of the
/// component. So `{a}-{b}` takes `x-y-z` as `x` and `y-z`, always. Converters
/// look at what was captured then, and do not move these places.
struct RouteAffix: Hashable, Sendable {
  /// The literals before, between and behind the captures.
  ///
  /// There is one more than there are captures; the first and the last may be
  /// empty.
  var literals: [[UInt8]]
  var captures: [RouteCapture]

  /// How many bytes the literals have together.
  var literalSize: Int { literals.reduce(0) { $0 + $1.count } }

  /// Where the captures are, or nil if the component does not match.
  func split(_ bytes: ByteView, _ range: Range<Int>) -> [Range<Int>]? {
    var captured: [Range<Int>] = []
    let isMatch = matches(bytes, range) { _, range in captured.append(range) }
    return isMatch ? captured : nil
  }

  /// Whether the component matches; tells where each capture is as it goes, which
  /// counts only if it does.
  func matches(
    _ bytes: ByteView, _ range: Range<Int>, forEachCapture body: (Int, Range<Int>) -> Void
  ) -> Bool {
    let last = literals[literals.count - 1]
    var start = range.lowerBound + literals[0].count
    let end = range.upperBound - last.count
    guard start < end, bytes.contains(literals[0], at: range.lowerBound),
      bytes.contains(last, at: end)
    else { return false }
    for index in captures.indices {
      var stop = end
      if index + 1 < captures.count {
        let literal = literals[index + 1]
        stop = start + 1
        while stop + literal.count < end, !bytes.contains(literal, at: stop) { stop += 1 }
        guard stop + literal.count < end else { return false }
      }
      if let converter = captures[index].converter, !converter.accepts(bytes, start..<stop) {
        return false
      }
      body(index, start..<stop)
      if index + 1 < captures.count { start = stop + literals[index + 1].count }
    }
    return true
  }
}
