/// The members of a static library, in their order.
///
/// Long names are read in the formats of GNU and BSD. Symbol tables are skipped.
struct Archive {
  struct Member {
    let name: String
    let bytes: Bytes
  }

  private static let magic = Array("!<arch>\n".utf8)
  private static let thinMagic = Array("!<thin>\n".utf8)
  private static let headerSize = 60

  private let bytes: Bytes
  private var offset: UInt64
  /// The GNU table of names that are too long for a header.
  private var longNames: Bytes?

  static func isArchive(_ bytes: Bytes) -> Bool {
    bytes.holds(magic) || bytes.holds(thinMagic)
  }

  init(_ bytes: Bytes) throws(FormatError) {
    guard !bytes.holds(Self.thinMagic) else {
      throw FormatError(
        .unsupportedFormat, at: bytes.fileOffset,
        "it is a thin archive, which only names its members. Pass the object files themselves, or "
          + "create the archive without 'T'")
    }
    self.bytes = bytes
    offset = UInt64(Self.magic.count)
  }

  /// Returns the next member that is not a table of the archive itself.
  mutating func next() throws(FormatError) -> Member? {
    while offset < UInt64(bytes.count) {
      let place = bytes.fileOffset + Int(offset)
      guard let header = bytes.part(at: offset, count: UInt64(Self.headerSize)) else {
        // Some tools add a line break to the end of a file.
        guard UInt64(bytes.count) - offset > 1 else { break }
        throw .truncated("the header of a member", at: place)
      }
      guard header.holds([0x60, 0x0A], at: 58), let size = Self.number(in: header, at: 48, 10)
      else {
        throw FormatError(
          .malformed, at: place,
          "the header of a member is missing here. Create the archive again")
      }
      let start = offset + UInt64(Self.headerSize)
      guard let body = bytes.part(at: start, count: size) else {
        throw .truncated("a member of \(size) bytes", at: place)
      }
      // Members begin at even offsets.
      offset = start + size + size % 2
      guard let name = Self.text(in: header, at: 0, 16) else { continue }
      if let member = try member(name, body, at: place) { return member }
    }
    offset = UInt64(bytes.count)
    return nil
  }

  private mutating func member(
    _ name: String, _ body: Bytes, at place: Int
  ) throws(FormatError) -> Member? {
    if name == "/" || name == "/SYM64/" || name.hasPrefix("__.SYMDEF") { return nil }
    if name == "//" {
      longNames = body
      return nil
    }
    if name.hasPrefix("#1/") {
      return try bsdMember(nameSize: UInt64(name.dropFirst(3)), body, at: place)
    }
    if name.hasPrefix("/"), let index = UInt64(name.dropFirst()) {
      guard let long = longNames?.text(at: index, limit: 4_096) else {
        throw FormatError(
          .malformed, at: place,
          "the table of long names lacks the name of this member. Create the archive again")
      }
      let line = long.prefix { $0 != "\n" }
      return Member(name: String(line.hasSuffix("/") ? line.dropLast() : line), bytes: body)
    }
    return Member(name: name.hasSuffix("/") ? String(name.dropLast()) : name, bytes: body)
  }

  /// Returns a member whose name precedes its contents.
  private func bsdMember(
    nameSize: UInt64?, _ body: Bytes, at place: Int
  ) throws(FormatError) -> Member? {
    guard let nameSize, nameSize <= 65_536, let name = body.part(at: 0, count: nameSize),
      let rest = body.rest(from: nameSize)
    else { throw .truncated("the name of a member", at: place) }
    let text = name.paddedText
    return text.hasPrefix("__.SYMDEF") ? nil : Member(name: text, bytes: rest)
  }

  private static func text(in header: Bytes, at offset: UInt64, _ count: UInt64) -> String? {
    header.part(at: offset, count: count)?.paddedText
  }

  private static func number(in header: Bytes, at offset: UInt64, _ count: UInt64) -> UInt64? {
    text(in: header, at: offset, count).flatMap { UInt64($0) }
  }
}
