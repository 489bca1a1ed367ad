/// A piece of a text by the offsets of its UTF-8, in half the room of a `Range`.
struct ByteRange: BitwiseCopyable, Hashable, Sendable {
  var start: UInt32
  var end: UInt32

  static let empty = ByteRange(0, 0)

  @inline(__always)
  init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var isEmpty: Bool { start == end }
  var offsets: Range<Int> { Int(start)..<Int(end) }
}
