/// An entry of the table that loaders use to read an ELF file.
struct ELFSegment {
  enum Kind {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let interpreter: UInt32 = 3
    static let note: UInt32 = 4
  }

  let kind: UInt32
  let flags: UInt32
  let fileOffset: UInt64
  let address: UInt64
  let fileSize: UInt64
  let memorySize: UInt64
  let alignment: UInt64

  /// Reads the table.
  ///
  /// The number of entries is limited, so that comparing all entries with each other is fast. No
  /// loader accepts as many.
  static func all(of header: ELFHeader, in bytes: Bytes) throws(FormatError) -> [ELFSegment] {
    let place = bytes.fileOffset
    guard header.programCount <= 4_096 else {
      throw FormatError(
        .malformed, at: place,
        "it declares \(header.programCount) segments, which no loader accepts. Build it "
          + "again")
    }
    guard
      let table = bytes.part(
        at: header.programTable, count: header.programCount * ELFHeader.programSize)
    else { throw .truncated("the table of segments", at: place) }
    var segments: [ELFSegment] = []
    for start in stride(from: 0, to: table.count, by: Int(ELFHeader.programSize)) {
      guard let segment = ELFSegment(table, at: start) else { break }
      segments.append(segment)
    }
    return segments
  }

  private init?(_ table: Bytes, at start: Int) {
    guard let kind: UInt32 = table.integer(at: start),
      let flags: UInt32 = table.integer(at: start + 4),
      let fileOffset: UInt64 = table.integer(at: start + 8),
      let address: UInt64 = table.integer(at: start + 16),
      let fileSize: UInt64 = table.integer(at: start + 32),
      let memorySize: UInt64 = table.integer(at: start + 40),
      let alignment: UInt64 = table.integer(at: start + 48)
    else { return nil }
    self.kind = kind
    self.flags = flags
    self.fileOffset = fileOffset
    self.address = address
    self.fileSize = fileSize
    self.memorySize = memorySize
    self.alignment = alignment
  }

  /// The segment in a form that is independent of ELF.
  var mapped: BinarySegment {
    BinarySegment(
      name: "", address: address, memorySize: memorySize, fileOffset: fileOffset,
      fileSize: fileSize, isReadable: flags & 4 != 0, isWritable: flags & 2 != 0,
      isExecutable: flags & 1 != 0)
  }
}
