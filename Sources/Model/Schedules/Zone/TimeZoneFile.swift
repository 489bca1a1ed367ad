/// A parser for the file of a time zone, in the TZif format of RFC 8536.
///
/// For any bytes, it returns rules or throws an error.
struct TimeZoneFile {
  /// The remaining bytes.
  private var rest: ArraySlice<UInt8>

  /// A problem of a file, as the end of a sentence about it.
  struct Problem: Error, Hashable {
    let text: String
  }

  /// The first bytes of every file.
  static let magic = Array("TZif".utf8)

  /// Parses the rules of a zone.
  ///
  /// - Throws: An error if the bytes are invalid.
  static func rules(from bytes: [UInt8]) throws(Problem) -> ZoneRules {
    var file = TimeZoneFile(rest: bytes[...])
    return try file.rules()
  }

  private mutating func rules() throws(Problem) -> ZoneRules {
    var header = try header()
    guard header.version > 0 else {
      // The first version has no rule, and 32-bit times.
      let table = try table(header, timeSize: 4)
      return ZoneRules(firstOffset: table.firstOffset, changes: table.changes, rule: nil)
    }
    // Later versions start with a table for readers of the first version, followed by a second
    // table.
    _ = try take(header.size(timeSize: 4))
    header = try self.header()
    let table = try table(header, timeSize: 8)
    return ZoneRules(firstOffset: table.firstOffset, changes: table.changes, rule: try footer())
  }

  // MARK: - Header

  private struct Header {
    let version: Int
    /// The numbers of indicators of UTC, indicators of standard time, leap seconds,
    /// changes, types of time and characters of abbreviations.
    let counts: [Int]

    var changeCount: Int { counts[3] }
    var typeCount: Int { counts[4] }

    /// Returns the size of the table in bytes.
    func size(timeSize: Int) -> Int {
      counts[0] + counts[1] + counts[2] * (timeSize + 4) + changeCount * (timeSize + 1)
        + typeCount * 6 + counts[5]
    }
  }

  private mutating func header() throws(Problem) -> Header {
    let magic = try take(4)
    guard magic.elementsEqual(Self.magic) else { throw Problem(text: "is not a time zone file") }
    let version = try take(1).first ?? 0
    guard version == 0 || 0x32...0x39 ~= version else {
      throw Problem(text: "has the unknown version \(version)")
    }
    _ = try take(15)
    var counts: [Int] = []
    for _ in 0..<6 {
      let count = try integer(size: 4)
      // No count can exceed the size of the file, so sums of counts cannot overflow.
      guard 0...Int64(rest.count) ~= count else {
        throw Problem(text: "has fewer bytes than it declares")
      }
      counts.append(Int(count))
    }
    return Header(version: version == 0 ? 0 : Int(version) - 0x30, counts: counts)
  }

  // MARK: - Table

  private typealias Table = (firstOffset: Int64, changes: [PosixZoneRule.Transition])

  private mutating func table(_ header: Header, timeSize: Int) throws(Problem) -> Table {
    guard rest.count >= header.size(timeSize: timeSize) else {
      throw Problem(text: "ends within its table")
    }
    guard header.typeCount > 0, [0, header.typeCount].contains(header.counts[0]),
      [0, header.typeCount].contains(header.counts[1])
    else { throw Problem(text: "has counts that contradict each other") }
    guard header.counts[2] == 0 else {
      throw Problem(text: "counts leap seconds, which are not supported")
    }
    var instants: [Int64] = []
    for _ in 0..<header.changeCount {
      let instant = try integer(size: timeSize)
      guard instant > instants.last ?? .min else {
        throw Problem(text: "has changes that are out of order")
      }
      instants.append(instant)
    }
    let types = Array(try take(header.changeCount))
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      let offset = try integer(size: 4)
      guard abs(offset) < 26 * 3600 else {
        throw Problem(text: "has a time that is \(offset) seconds away from UTC")
      }
      offsets.append(offset)
      _ = try take(2)
    }
    guard types.allSatisfy({ $0 < offsets.count }) else {
      throw Problem(text: "refers to a type of time that it does not define")
    }
    _ = try take(header.counts[5] + header.counts[0] + header.counts[1])
    let changes = zip(instants, types).map {
      PosixZoneRule.Transition(instant: $0, offset: offsets[Int($1)])
    }
    return (offsets[0], changes)
  }

  // MARK: - Footer

  private mutating func footer() throws(Problem) -> PosixZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard try take(1).first == lineFeed, let end = rest.firstIndex(of: lineFeed) else {
      throw Problem(text: "ends without a rule")
    }
    let text = rest[..<end]
    guard !text.isEmpty else { return nil }
    guard let rule = PosixZoneRule(parsing: text) else {
      throw Problem(text: "ends with an invalid rule: \(String(decoding: text, as: UTF8.self))")
    }
    return rule
  }

  // MARK: - Bytes

  /// Removes and returns the next bytes.
  private mutating func take(_ count: Int) throws(Problem) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Problem(text: "ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Parses the next bytes as a signed big-endian integer.
  private mutating func integer(size: Int) throws(Problem) -> Int64 {
    let bytes = try take(size)
    let magnitude = bytes.reduce(into: UInt64()) { $0 = $0 << 8 | UInt64($1) }
    let unused = UInt64(8 * (8 - size))
    return Int64(bitPattern: magnitude << unused) >> Int64(unused)
  }
}
