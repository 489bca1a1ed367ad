/// The table that linkers use to read an ELF file.
///
/// A stripped program may have none.
struct ELFSections {
  enum Kind {
    static let none: UInt32 = 0
    static let symbols: UInt32 = 2
    static let relocationsWithAddend: UInt32 = 4
    static let note: UInt32 = 7
    static let withoutBytes: UInt32 = 8
    static let relocations: UInt32 = 9
    static let dynamicSymbols: UInt32 = 11
    static let group: UInt32 = 17
  }

  struct Section {
    let index: UInt64
    let name: UInt32
    let kind: UInt32
    let flags: UInt64
    let address: UInt64
    let fileOffset: UInt64
    let size: UInt64
    let link: UInt32
    let info: UInt32
    let alignment: UInt64

    var isWritable: Bool { flags & 1 != 0 }
    /// Indicates whether a segment loads the section into memory.
    var isLoaded: Bool { flags & 2 != 0 }
    var isExecutable: Bool { flags & 4 != 0 }
    var isThreadLocal: Bool { flags & 0x400 != 0 }
    /// Indicates whether the linker excludes the section.
    var isExcluded: Bool { flags & 0x8000_0000 != 0 }
  }

  private let bytes: Bytes
  private let table: Bytes
  private let names: Bytes?

  /// Finds the table.
  ///
  /// Returns `nil` if it is missing or incomplete.
  init?(_ header: ELFHeader, in bytes: Bytes) {
    guard header.sectionTable > 0, header.sectionCount > 0 else { return nil }
    let (size, overflows) = header.sectionCount.multipliedReportingOverflow(
      by: ELFHeader.sectionSize)
    guard !overflows, let table = bytes.part(at: header.sectionTable, count: size) else {
      return nil
    }
    self.bytes = bytes
    self.table = table
    names = Self.section(at: header.sectionNames, in: table).flatMap {
      bytes.part(at: $0.fileOffset, count: $0.size)
    }
  }

  /// All sections, one after the other.
  var all: some Sequence<Section> {
    (0..<UInt64(table.count) / ELFHeader.sectionSize).lazy.compactMap { section(at: $0) }
  }

  func section(at index: UInt64) -> Section? {
    Self.section(at: index, in: table)
  }

  private static func section(at index: UInt64, in table: Bytes) -> Section? {
    guard index < UInt64(table.count) / ELFHeader.sectionSize else { return nil }
    let start = Int(index * ELFHeader.sectionSize)
    guard let name: UInt32 = table.integer(at: start),
      let kind: UInt32 = table.integer(at: start + 4),
      let flags: UInt64 = table.integer(at: start + 8),
      let address: UInt64 = table.integer(at: start + 16),
      let fileOffset: UInt64 = table.integer(at: start + 24),
      let size: UInt64 = table.integer(at: start + 32),
      let link: UInt32 = table.integer(at: start + 40),
      let info: UInt32 = table.integer(at: start + 44),
      let alignment: UInt64 = table.integer(at: start + 48)
    else { return nil }
    return Section(
      index: index, name: name, kind: kind, flags: flags, address: address, fileOffset: fileOffset,
      size: size, link: link, info: info, alignment: alignment)
  }

  /// Returns the name of a section, or an empty string if the file has no names.
  func name(of section: Section) -> String {
    names?.text(at: UInt64(section.name), limit: 4_096) ?? ""
  }

  /// Returns the first section with this name.
  func section(named name: String) -> Section? {
    let wanted = Array(name.utf8) + [0]
    return all.first { names?.holds(wanted, at: Int($0.name)) ?? false }
  }

  /// Returns the contents of a section, if they are complete in the file.
  func contents(of section: Section) -> Bytes? {
    // Sections without bytes in the file have a size, too.
    section.kind == Kind.withoutBytes
      ? nil : bytes.part(at: section.fileOffset, count: section.size)
  }
}
