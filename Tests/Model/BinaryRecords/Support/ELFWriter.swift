/// Makes ELF files byte by byte, so that any field of them can be as a test wants
/// it.
struct ELFWriter {
  var type: UInt16
  var machine: UInt16 = 62
  private(set) var file = ByteWriter(Array(repeating: 0, count: 64))
  private var programs = ByteWriter()
  private var sections = ByteWriter(Array(repeating: 0, count: 64))
  private var names = ByteWriter([0])
  /// Whether the file has a table of sections, as it has not when stripped of it.
  var hasSections = true

  static let relocatable: UInt16 = 1
  static let executable: UInt16 = 2
  static let shared: UInt16 = 3

  /// Where an executable is loaded.
  static let base: UInt64 = 0x40_0000

  init(_ type: UInt16) {
    self.type = type
  }

  private var base: UInt64 { type == Self.executable ? Self.base : 0 }

  /// The address of an offset.
  func address(_ offset: Int) -> UInt64 { base + UInt64(offset) }

  /// Puts bytes into the file, and says where.
  mutating func place(_ bytes: [UInt8], alignment: Int = 8) -> Int {
    file.align(alignment)
    defer { file.append(bytes) }
    return file.bytes.count
  }

  /// Says that bytes are a segment.
  mutating func segment(
    _ kind: UInt32, flags: UInt32 = 4, _ range: Range<Int>, alignment: UInt64 = 8
  ) {
    programs.append(
      kind, flags, UInt64(range.lowerBound), address(range.lowerBound), UInt64(0),
      UInt64(range.count), UInt64(range.count), alignment)
  }

  /// Puts bytes into the file as a segment.
  @discardableResult
  mutating func segment(
    _ kind: UInt32, flags: UInt32 = 4, _ bytes: [UInt8], alignment: UInt64 = 8
  ) -> Int {
    let start = place(bytes)
    segment(kind, flags: flags, start..<(start + bytes.count), alignment: alignment)
    return start
  }

  /// Loads all that is in the file so far.
  mutating func load(flags: UInt32 = 5) {
    segment(1, flags: flags, 0..<file.bytes.count, alignment: 4096)
  }

  /// The number of the section that comes next.
  var nextSection: UInt32 { UInt32(sections.bytes.count / 64) }

  /// Puts bytes into the file as a section, and says where.
  @discardableResult
  mutating func section(
    _ name: String, _ kind: UInt32, flags: UInt64 = 2, _ bytes: [UInt8], link: UInt32 = 0,
    info: UInt32 = 0, alignment: UInt64 = 8
  ) -> Int {
    let start = place(bytes)
    section(
      name, kind, flags: flags, at: start, size: bytes.count, link: link, info: info,
      alignment: alignment)
    return start
  }

  /// Says that bytes are a section.
  mutating func section(
    _ name: String, _ kind: UInt32, flags: UInt64 = 2, at start: Int, size: Int, link: UInt32 = 0,
    info: UInt32 = 0, alignment: UInt64 = 8
  ) {
    sections.append(
      UInt32(names.bytes.count), kind, flags, type == Self.relocatable ? 0 : address(start),
      UInt64(start), UInt64(size), link, info, alignment, UInt64(0))
    names.append(Array(name.utf8) + [0])
  }

  /// Adds what the loader reads beside the segments.
  mutating func dynamic(_ entries: [(UInt64, UInt64)]) {
    var table = ByteWriter()
    for (tag, value) in entries + [(0, 0)] { table.append(tag, value) }
    segment(2, flags: 6, table.bytes)
  }

  /// The finished file.
  func bytes() -> [UInt8] {
    var writer = self
    let programTable = writer.place(programs.bytes)
    let programCount = programs.bytes.count / 56
    let nameIndex = writer.nextSection
    writer.section(".shstrtab", 3, flags: 0, writer.names.bytes + Array(".shstrtab\0".utf8))
    let sectionTable = writer.place(writer.sections.bytes)
    var header = ByteWriter([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + Array(repeating: 0, count: 8))
    header.append(
      type, machine, UInt32(1), UInt64(0), UInt64(programTable),
      UInt64(hasSections ? sectionTable : 0), UInt32(0), UInt16(64), UInt16(56),
      UInt16(programCount), UInt16(64), UInt16(hasSections ? nameIndex + 1 : 0),
      UInt16(hasSections ? nameIndex : 0))
    return header.bytes + writer.file.bytes.dropFirst(64)
  }
}
