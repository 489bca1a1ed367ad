/// The ranges of captures in an address: the first four, which is nearly always all of
/// them, so that to match allocates nothing and to copy a match retains nothing.
struct CapturedRanges: BitwiseCopyable, Hashable, Sendable {
  /// The number of captures that are kept.
  static let capacity = 4

  /// The number of captures, kept or not.
  var count: Int { Int(shortCount) }
  private let shortCount: Int32
  private let first: ByteRange
  private let second: ByteRange
  private let third: ByteRange
  private let fourth: ByteRange

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
