/// The data of an ELF file for the loader, apart from its segments.
struct ELFDynamic {
  enum Tag {
    static let needed: UInt64 = 1
    static let lazyRelocationsSize: UInt64 = 2
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let relocationsWithAddend: UInt64 = 7
    static let relocationsWithAddendSize: UInt64 = 8
    static let stringsSize: UInt64 = 10
    static let sharedName: UInt64 = 14
    static let runPath: UInt64 = 15
    static let relocations: UInt64 = 17
    static let relocationsSize: UInt64 = 18
    static let lazyRelocations: UInt64 = 23
    static let startUp: UInt64 = 25
    static let startUpSize: UInt64 = 27
    static let newRunPath: UInt64 = 29
    static let packedRelocationsSize: UInt64 = 35
    static let packedRelocations: UInt64 = 36
    static let androidRelocations: UInt64 = 0x6000_000F
    static let androidRelocationsWithAddend: UInt64 = 0x6000_0011
    static let gnuHash: UInt64 = 0x6FFF_FEF5
    static let flags: UInt64 = 0x6FFF_FFFB
    static let auxiliary: UInt64 = 0x7FFF_FFFD
    static let filter: UInt64 = 0x7FFF_FFFF
  }

  private let bytes: Bytes
  private let segments: [BinarySegment]
  /// The first value of each tag, except for tags that name libraries.
  private let values: [UInt64: UInt64]
  /// The offsets of the names of libraries in the string table.
  ///
  /// The dynamic loader opens the libraries that the file needs or filters.
  private let needed: [UInt64]

  /// Reads the entries of the table up to its end mark.
  init(_ table: Bytes?, in bytes: Bytes, segments: [BinarySegment]) {
    self.bytes = bytes
    self.segments = segments
    var values: [UInt64: UInt64] = [:]
    var needed: [UInt64] = []
    var offset = 0
    while let tag = table?.integer(UInt64.self, at: offset), tag != 0,
      let value = table?.integer(UInt64.self, at: offset + 8)
    {
      if [Tag.needed, Tag.auxiliary, Tag.filter].contains(tag) {
        // No image needs more, and each name may be long.
        if needed.count < 4_096 { needed.append(value) }
      } else if values[tag] == nil {
        values[tag] = value
      }
      offset += 16
    }
    self.values = values
    self.needed = needed
  }

  subscript(tag: UInt64) -> UInt64? { values[tag] }

  /// Returns the bytes of the file that are loaded at an address.
  func bytes(at address: UInt64, count: UInt64? = nil) -> Bytes? {
    guard let segment = segments.first(where: { $0.holds(address) }) else { return nil }
    let before = address - segment.address
    let (offset, overflows) = segment.fileOffset.addingReportingOverflow(before)
    guard !overflows else { return nil }
    let available = segment.fileSize - before
    guard let count else { return bytes.part(at: offset, count: available) }
    return count <= available ? bytes.part(at: offset, count: count) : nil
  }

  /// Returns the bytes at an address and with a size that two tags contain.
  func table(at place: UInt64, size: UInt64) -> Bytes? {
    guard let address = values[place], let count = values[size] else { return nil }
    return bytes(at: address, count: count)
  }

  /// The name of a table that is missing although the loader reads it without a check.
  ///
  /// In this case the file was truncated, or it ends with zeros.
  var missingTable: String? {
    if strings == nil { return "of strings" }
    guard let symbols = values[Tag.symbols], bytes(at: symbols) != nil else { return "of symbols" }
    let others = [
      ("of relocations", Tag.relocationsWithAddend, Tag.relocationsWithAddendSize),
      ("of relocations", Tag.relocations, Tag.relocationsSize),
      ("of relocations", Tag.packedRelocations, Tag.packedRelocationsSize),
      ("of relocations", Tag.lazyRelocations, Tag.lazyRelocationsSize),
      ("of functions to begin with", Tag.startUp, Tag.startUpSize),
    ]
    return others.first { _, place, size in
      values[size, default: 0] > 0 && values[place] != nil && table(at: place, size: size) == nil
    }?.0
  }

  var strings: Bytes? { table(at: Tag.strings, size: Tag.stringsSize) }

  var neededLibraries: [String] {
    let strings = strings
    return needed.compactMap { strings?.text(at: $0, limit: 4_096) }
  }

  /// Returns the string that a tag refers to.
  func text(_ tag: UInt64) -> String? {
    values[tag].flatMap { strings?.text(at: $0, limit: 4_096) }
  }

  /// The folders in which needed libraries are searched for first.
  var runPaths: [String] {
    let list = text(Tag.newRunPath) ?? text(Tag.runPath) ?? ""
    return list.split(separator: ":").map(String.init)
  }

  var isPositionIndependentExecutable: Bool { values[Tag.flags, default: 0] & 0x0800_0000 != 0 }
  var isNeverUnloaded: Bool { values[Tag.flags, default: 0] & 0x8 != 0 }
}
