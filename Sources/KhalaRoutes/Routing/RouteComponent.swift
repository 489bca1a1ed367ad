/// A component of an address as the search wants it: where it is, and its hash.
struct RouteComponent {
  /// The hash of the decoded bytes.
  var hash: UInt64
  /// The range of the decoded bytes.
  var range: ByteRange
  /// The range in the address, which is another one only if escapes had to be decoded.
  var raw: ByteRange
}

/// The hash that routes are found by.
///
/// It takes eight bytes at a time. It is not seeded: what is in a table comes
/// from the program, and an address that collides with a route costs a comparison.
enum RouteHash {
  static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always)
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* factor
    return product ^ product &>> 32
  }

  /// The lowest bytes of a word, and zeros.
  @inline(__always)
  static func masked(_ word: UInt64, size: Int) -> UInt64 {
    word & (1 &<< UInt64(8 &* size) &- 1)
  }

  /// The hash of these bytes.
  static func of(_ bytes: ByteView, _ range: Range<Int>) -> UInt64 {
    var hash = seed
    var offset = range.lowerBound
    while range.upperBound &- offset >= 8 {
      hash = mix(hash, bytes.word(at: offset))
      offset &+= 8
    }
    let remaining = range.upperBound &- offset
    if remaining > 0 { hash = mix(hash, masked(bytes.word(at: offset), size: remaining)) }
    return mix(hash, UInt64(range.count))
  }
}

/// The components of an address, found without allocating.
@safe
struct RouteComponents {
  private let buffer: UnsafeMutableBufferPointer<RouteComponent>
  /// The number of components found: at most as many as there is room for.
  private(set) var count = 0

  @unsafe
  init(_ buffer: UnsafeMutableBufferPointer<RouteComponent>) {
    unsafe self.buffer = buffer
  }

  subscript(index: Int) -> RouteComponent {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return unsafe buffer[index]
    }
  }

  private var isFull: Bool { unsafe count == buffer.count }

  @inline(__always)
  private mutating func append(_ component: RouteComponent) {
    unsafe buffer.initializeElement(at: count, to: component)
    count &+= 1
  }

  /// Finds the host and the components of an address that has no escapes there.
  @inline(__always)
  mutating func scan(_ bytes: ByteView, _ layout: RouteAddress.Layout) {
    if !layout.host.isEmpty, !isFull {
      let hash = RouteHash.of(bytes, layout.host.offsets)
      append(RouteComponent(hash: hash, range: layout.host, raw: layout.host))
    }
    let end = Int(layout.path.end)
    var start = Int(layout.path.start)
    while !isFull {
      while start < end, bytes[start] == ASCII.slash { start &+= 1 }
      guard start < end else { return }
      // Looks for the slash and hashes what comes before it, both eight bytes at
      // a time.
      var hash = RouteHash.seed
      var offset = start
      while offset < end {
        let word = bytes.word(at: offset)
        let size = min(Self.offsetOfSlash(in: word), end &- offset)
        guard size == 8 else {
          if size > 0 { hash = RouteHash.mix(hash, RouteHash.masked(word, size: size)) }
          offset &+= size
          break
        }
        hash = RouteHash.mix(hash, word)
        offset &+= 8
      }
      hash = RouteHash.mix(hash, UInt64(offset &- start))
      let range = ByteRange(start, offset)
      append(RouteComponent(hash: hash, range: range, raw: range))
      start = offset
    }
  }

  /// Returns the number of bytes before the first slash in a word.
  @inline(__always)
  private static func offsetOfSlash(in word: UInt64) -> Int {
    let difference = word ^ 0x2F2F_2F2F_2F2F_2F2F
    // The lowest bit that is set here belongs to the first byte that is zero.
    let zeros =
      (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    return zeros.trailingZeroBitCount &>> 3
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
    for raw in unsafe raws.prefix(buffer.count) {
      let start = decoded.count
      var offset = Int(raw.start)
      while offset < Int(raw.end) {
        decoded.append(PercentEncoding.nextByte(bytes, at: &offset))
      }
      let range = ByteRange(start, decoded.count)
      let hash = ByteView.of(decoded) { RouteHash.of($0, range.offsets) }
      append(RouteComponent(hash: hash, range: range, raw: raw))
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
