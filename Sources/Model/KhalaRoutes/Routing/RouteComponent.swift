/// The progress of a search at a node of the trie.
struct RouteVisit: BitwiseCopyable {
  var node: Int32
  /// The next step to try: 0 for a literal, the number of a matcher counted from 1, or the
  /// number behind the last one for a capture.
  var next: Int32 = 0
}

/// The ranges of a component of an address, and where the search for it is.
struct RouteComponent: BitwiseCopyable {
  /// The range of the decoded bytes.
  var range: ByteRange
  /// The range in the address, which is another one only if escapes had to be decoded.
  var raw: ByteRange
  /// The node that the component is looked up in.
  var visit = RouteVisit(node: 0)
}

/// The hash that literals are found by.
///
/// It takes eight bytes at a time. It is not seeded: what is in a table comes
/// from the program, and an address that collides with a route costs a comparison.
enum RouteHash {
  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* factor
    return product ^ product &>> 32
  }

  /// The hash of these bytes as a child of a node; `head` is their head.
  @inline(__always)
  static func of(_ bytes: ByteView, _ range: ByteRange, head: UInt64, below node: Int32) -> UInt64 {
    let size = UInt64(truncatingIfNeeded: range.count)
    let place = UInt64(UInt32(bitPattern: node)) &<< 32
    let hash = mix(seed ^ size ^ place, head)
    return size <= 8 ? hash : mix(hash, tail(of: bytes, range))
  }

  /// The hash of what comes behind the head.
  @inline(never)
  private static func tail(of bytes: ByteView, _ range: ByteRange) -> UInt64 {
    var hash = seed
    var start = range.start &+ 8
    while start < range.end {
      hash = mix(hash, bytes.head(of: ByteRange(start: start, end: range.end)))
      start &+= 8
    }
    return hash
  }
}

/// The components of an address, found without allocating.
@safe
struct RouteComponents {
  private let start: UnsafeMutablePointer<RouteComponent>
  private let capacity: Int
  /// The number of components found: at most as many as there is room for.
  private(set) var count = 0

  /// Takes memory for at least one component, which must outlive this.
  @unsafe
  init(_ buffer: UnsafeMutableBufferPointer<RouteComponent>) {
    unsafe start = buffer.baseAddress.unsafelyUnwrapped
    capacity = buffer.count
  }

  subscript(index: Int) -> RouteComponent {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return unsafe start[index]
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < count)
      yield unsafe &start[index]
    }
  }

  @inline(__always)
  private mutating func append(_ component: RouteComponent) {
    unsafe (start + count).initialize(to: component)
    count &+= 1
  }

  /// Finds the host and the components of an address that has no escapes there.
  ///
  /// Looks for slashes in eight bytes at a time.
  @inline(__always)
  mutating func scan(_ bytes: ByteView, _ layout: RouteAddress.Layout) {
    if !layout.host.isEmpty { append(layout.host) }
    let end = Int(layout.path.end)
    var start = Int(layout.path.start)
    var wordStart = start
    while wordStart < end {
      var slashes = Self.slashes(in: bytes.word(at: wordStart))
      while slashes != 0 {
        let slash = wordStart &+ slashes.trailingZeroBitCount &>> 3
        // Others may follow in the query.
        guard slash < end else { break }
        if slash > start { append(ByteRange(start, slash)) }
        start = slash &+ 1
        slashes &= slashes &- 1
      }
      wordStart &+= 8
    }
    if start < end { append(ByteRange(start, end)) }
  }

  /// Adds a component without escapes, if there is room.
  @inline(__always)
  private mutating func append(_ range: ByteRange) {
    guard count < capacity else { return }
    append(RouteComponent(range: range, raw: range))
  }

  /// Returns a word with the highest bit of each byte set that is a slash, and no others.
  @inline(__always)
  private static func slashes(in word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ 0x2F2F_2F2F_2F2F_2F2F
    return ~((difference & low) &+ low | difference | low)
  }

  /// Finds the host and the components of an address that has escapes there.
  ///
  /// - Returns: The decoded bytes that the components are in.
  mutating func scanDecoding(_ bytes: ByteView, _ layout: RouteAddress.Layout) -> [UInt8] {
    var decoded: [UInt8] = []
    var raws: [ByteRange] = layout.host.isEmpty ? [] : [layout.host]
    var start = Int(layout.path.start)
    let end = Int(layout.path.end)
    for offset in start...end where offset == end || bytes[offset] == ASCII.slash {
      if offset > start { raws.append(ByteRange(start, offset)) }
      start = offset + 1
    }
    for raw in raws.prefix(capacity) {
      let start = decoded.count
      var offset = Int(raw.start)
      while offset < Int(raw.end) {
        decoded.append(PercentEncoding.nextByte(bytes, at: &offset))
      }
      let range = ByteRange(start, decoded.count)
      append(RouteComponent(range: range, raw: raw))
    }
    return decoded
  }

  /// Returns the range in the address of a piece of a decoded component.
  static func raw(
    _ piece: Range<Int>, of component: RouteComponent, in bytes: ByteView
  ) -> ByteRange {
    if component.range == component.raw { return ByteRange(piece.lowerBound, piece.upperBound) }
    var offset = Int(component.raw.start)
    var decoded = Int(component.range.start)
    while decoded < piece.lowerBound {
      _ = PercentEncoding.nextByte(bytes, at: &offset)
      decoded += 1
    }
    let start = offset
    while decoded < piece.upperBound {
      _ = PercentEncoding.nextByte(bytes, at: &offset)
      decoded += 1
    }
    return ByteRange(start, offset)
  }
}
