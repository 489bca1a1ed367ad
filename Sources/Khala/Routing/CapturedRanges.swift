/// Where captures are in an address: the first four in place, so that hardly any
/// match allocates, and an array for the others.
struct CapturedRanges: Hashable, Sendable {
  private(set) var count = 0
  private var first = ByteRange.empty
  private var second = ByteRange.empty
  private var third = ByteRange.empty
  private var fourth = ByteRange.empty
  private var others: [ByteRange] = []

  @inline(__always)
  mutating func append(_ range: ByteRange) {
    switch count {
    case 0: first = range
    case 1: second = range
    case 2: third = range
    case 3: fourth = range
    default: others.append(range)
    }
    count &+= 1
  }

  subscript(index: Int) -> ByteRange {
    switch index {
    case 0: first
    case 1: second
    case 2: third
    case 3: fourth
    default: others[index - 4]
    }
  }
}
