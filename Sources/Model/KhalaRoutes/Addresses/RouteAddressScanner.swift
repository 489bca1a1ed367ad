/// A scanner that finds the parts of a URL in one pass.
struct RouteAddressScanner {
  private let bytes: ByteView
  private var offset = 0
  private var layout = RouteAddress.Layout()
  private var hasEscape = false

  private init(_ bytes: ByteView) {
    self.bytes = bytes
  }

  /// Returns the ranges of the parts, or an error.
  static func scan(_ bytes: ByteView) -> Result<RouteAddress.Layout, RouteAddressError> {
    var scanner = RouteAddressScanner(bytes)
    do throws(RouteAddressError) {
      try scanner.scanAll()
      return .success(scanner.layout)
    } catch {
      return .failure(error)
    }
  }

  private mutating func scanAll() throws(RouteAddressError) {
    guard bytes.count > 0 else { throw RouteAddressError(.empty, at: 0) }
    guard bytes.count <= RouteAddress.maximumSize else {
      throw RouteAddressError(.tooLong, at: RouteAddress.maximumSize)
    }
    try scanScheme()
    if offset &+ 1 < bytes.count, bytes[offset] == ASCII.slash, bytes[offset &+ 1] == ASCII.slash {
      offset &+= 2
      try scanAuthority()
    }
    layout.pathStart = here
    try skip(until: Self.pathStops)
    layout.pathEnd = here
    layout.isRouteEscaped = hasEscape
    if offset < bytes.count, bytes[offset] == ASCII.question {
      offset &+= 1
      try skip(until: Self.queryStops)
    }
    layout.queryEnd = here
    if offset < bytes.count {
      offset &+= 1
      try skip(until: Self.fragmentStops)
    }
  }

  /// The current offset as a layout stores it.
  private var here: UInt32 { UInt32(truncatingIfNeeded: offset) }

  /// Scans the scheme and its colon, or stays at the start.
  private mutating func scanScheme() throws(RouteAddressError) {
    var end = 0
    while end < bytes.count, ASCII.isSchemeByte(bytes[end]) { end &+= 1 }
    guard end < bytes.count else { return }
    if bytes[end] == ASCII.colon, end > 0, ASCII.isLetter(bytes[0]) {
      layout.schemeEnd = UInt32(truncatingIfNeeded: end)
      offset = end &+ 1
      return
    }
    // Without a scheme, the first component must not contain a colon, because it would be
    // ambiguous.
    while end < bytes.count {
      switch bytes[end] {
      case ASCII.colon: throw RouteAddressError(.invalidScheme, at: end)
      case ASCII.slash, ASCII.question, ASCII.number: return
      default: end &+= 1
      }
    }
  }

  private mutating func scanAuthority() throws(RouteAddressError) {
    var start = offset
    var colon: Int?
    var hasUserInfo = false
    scan: while true {
      offset = bytes.offsetOfNoLetterOrDigit(from: offset)
      guard offset < bytes.count else { break }
      let byte = bytes[offset]
      switch byte {
      case ASCII.slash, ASCII.question, ASCII.number:
        break scan
      case ASCII.at:
        guard !hasUserInfo else { throw RouteAddressError(.invalidCharacter(byte), at: offset) }
        hasUserInfo = true
        hasEscape = false
        start = offset &+ 1
        colon = nil
      case ASCII.colon:
        if colon == nil { colon = offset }
      case ASCII.openBracket:
        guard offset == start else { throw RouteAddressError(.invalidHost, at: offset) }
        try skipIPv6Address()
        continue
      case ASCII.closeBracket:
        throw RouteAddressError(.invalidHost, at: offset)
      case ASCII.percent:
        try skipEscape()
        continue
      case 0...ASCII.space, ASCII.delete:
        throw RouteAddressError(.invalidCharacter(byte), at: offset)
      default:
        break
      }
      offset &+= 1
    }
    layout.hostStart = UInt32(truncatingIfNeeded: start)
    layout.hostEnd = UInt32(truncatingIfNeeded: colon ?? offset)
    let hasPort = try colon.map { (colon) throws(RouteAddressError) in
      try scanPort(from: colon &+ 1, to: offset)
    }
    if layout.host.isEmpty, hasUserInfo || hasPort == true {
      throw RouteAddressError(.missingHost, at: start)
    }
  }

  /// Moves after the closing bracket, which only a port may follow.
  private mutating func skipIPv6Address() throws(RouteAddressError) {
    let start = offset
    offset &+= 1
    while offset < bytes.count, RouteAddressScanner.isIPv6Byte(bytes[offset]) { offset &+= 1 }
    guard offset < bytes.count, bytes[offset] == ASCII.closeBracket, offset > start &+ 1 else {
      throw RouteAddressError(.invalidHost, at: start)
    }
    offset &+= 1
    guard offset < bytes.count else { return }
    switch bytes[offset] {
    case ASCII.colon, ASCII.slash, ASCII.question, ASCII.number: return
    default: throw RouteAddressError(.invalidHost, at: start)
    }
  }

  /// Returns whether a byte is allowed between the brackets of a host.
  static func isIPv6Byte(_ byte: UInt8) -> Bool {
    ASCII.hexadecimalValue(byte) != nil || byte == ASCII.colon || byte == ASCII.dot
  }

  /// Checks the digits of the port.
  ///
  /// An empty port counts as missing.
  ///
  /// - Returns: Whether the address has a port.
  private func scanPort(from start: Int, to end: Int) throws(RouteAddressError) -> Bool {
    var port = 0
    for digit in start..<end {
      guard ASCII.isDigit(bytes[digit]) else { throw RouteAddressError(.invalidPort, at: start) }
      port = port &* 10 &+ Int(bytes[digit] &- 0x30)
      guard port <= 65535 else { throw RouteAddressError(.invalidPort, at: start) }
    }
    return start < end
  }

  /// Moves to the next of some bytes, or to the end, and skips valid escapes.
  @inline(__always)
  private mutating func skip(until stops: UInt64) throws(RouteAddressError) {
    var offset = offset
    while offset < bytes.count {
      offset = bytes.offsetOfPunctuation(from: offset)
      guard offset < bytes.count else { break }
      let byte = bytes[offset]
      if byte < 64, stops &>> UInt64(byte) & 1 != 0 { break }
      if byte == ASCII.percent {
        self.offset = offset
        try skipEscape()
        offset = self.offset
        continue
      }
      guard byte > ASCII.space, byte != ASCII.delete else {
        throw RouteAddressError(.invalidCharacter(byte), at: offset)
      }
      offset &+= 1
    }
    self.offset = offset
  }

  private static let pathStops: UInt64 = 1 << 0x3F | 1 << 0x23
  private static let queryStops: UInt64 = 1 << 0x23
  private static let fragmentStops: UInt64 = 0

  /// Moves after the escapes of one character.
  ///
  /// The string is UTF-8, so that the bytes of a character are either all escaped or all plain.
  private mutating func skipEscape() throws(RouteAddressError) {
    let start = offset
    hasEscape = true
    let lead = try nextEscape()
    guard lead >= 0x80 else { return }
    let following: Int
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: following = 1
    case 0xE0:
      following = 2
      allowed = 0xA0...0xBF
    case 0xED:
      following = 2
      allowed = 0x80...0x9F
    case 0xE1...0xEF: following = 2
    case 0xF0:
      following = 3
      allowed = 0x90...0xBF
    case 0xF1...0xF3: following = 3
    case 0xF4:
      following = 3
      allowed = 0x80...0x8F
    default: throw RouteAddressError(.notUTF8, at: start)
    }
    for _ in 0..<following {
      guard offset < bytes.count, bytes[offset] == ASCII.percent, try allowed.contains(nextEscape())
      else { throw RouteAddressError(.notUTF8, at: start) }
      allowed = 0x80...0xBF
    }
  }

  private mutating func nextEscape() throws(RouteAddressError) -> UInt8 {
    guard let byte = PercentEncoding.escapedByte(bytes, at: offset) else {
      throw RouteAddressError(.brokenEscape, at: offset)
    }
    offset &+= 3
    return byte
  }
}
