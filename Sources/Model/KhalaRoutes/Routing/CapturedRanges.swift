/// The ranges of captures in an address: the first four, which is nearly always all of
/// them, so that to match allocates nothing and to copy a match retains nothing.
struct CapturedRanges: BitwiseCopyable, Hashable, Sendable {
  /// The number of captures that are kept.
  static let capacity = 4

  /// The number of captures, kept or not.
  var count: Int { Int(shortCount) }
  private var shortCount: Int32
  private var first: ByteRange
  private var second: ByteRange
  private var third: ByteRange
  private var fourth: ByteRange

  /// No captures.
  static let none = CapturedRanges(count: 0) { _ in .empty }

  /// Asks where each capture is that can be kept.
  @inline(__always)
  init(count: Int, range: (Int) -> ByteRange) {
    shortCount = Int32(truncatingIfNeeded: count)
    first = count > 0 ? range(0) : .empty
    second = count > 1 ? range(1) : .empty
    third = count > 2 ? range(2) : .empty
    fourth = count > 3 ? range(3) : .empty
  }

  /// Adds a capture behind the others, and keeps its range if there is room.
  @inline(__always)
  mutating func append(_ range: ByteRange) {
    switch shortCount {
    case 0: first = range
    case 1: second = range
    case 2: third = range
    case 3: fourth = range
    default: break
    }
    shortCount &+= 1
  }

  /// The range of a capture, if it is one of those that are kept.
  subscript(index: Int) -> ByteRange? {
    switch index {
    case 0: first
    case 1: second
    case 2: third
    case 3: fourth
    default: nil
    }
  }
}
