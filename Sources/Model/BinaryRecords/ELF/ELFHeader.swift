/// The header of an ELF file, which contains its type and the places of its tables.
struct ELFHeader {
  /// The constants of the format that are used here, with the names of its specification.
  enum FileType {
    static let relocatable: UInt16 = 1
    static let executable: UInt16 = 2
    static let sharedObject: UInt16 = 3
  }

  let type: UInt16
  let machine: UInt16
  let programTable: UInt64
  let sectionTable: UInt64
  let programCount: UInt64
  let sectionCount: UInt64
  let sectionNames: UInt64

  static let programSize: UInt64 = 56
  static let sectionSize: UInt64 = 64

  static func isHeader(_ bytes: Bytes) -> Bool {
    bytes.holds([0x7F, 0x45, 0x4C, 0x46])
  }

  init(_ bytes: Bytes) throws(FormatError) {
    let start = bytes.fileOffset
    guard bytes.count >= 64, let type: UInt16 = bytes.integer(at: 16),
      let machine: UInt16 = bytes.integer(at: 18), let programs: UInt64 = bytes.integer(at: 32),
      let sections: UInt64 = bytes.integer(at: 40),
      let programEntry: UInt16 = bytes.integer(at: 54),
      let programCount: UInt16 = bytes.integer(at: 56),
      let sectionEntry: UInt16 = bytes.integer(at: 58),
      let sectionCount: UInt16 = bytes.integer(at: 60),
      let sectionNames: UInt16 = bytes.integer(at: 62)
    else { throw .truncated("the ELF header", at: start) }
    guard bytes.holds([2, 1], at: 4) else {
      throw FormatError(
        .unsupportedFormat, at: start,
        "it is not a 64-bit little-endian ELF file, and only such files have records. Build it for such "
          + "a processor")
    }
    self.type = type
    self.machine = machine
    // If a count does not fit in the header, the first section contains it.
    let first = sections > 0 ? bytes.part(at: sections, count: Self.sectionSize) : nil
    self.programCount =
      programCount == 0xFFFF
      ? UInt64(first?.integer(UInt32.self, at: 44) ?? 0) : UInt64(programCount)
    self.sectionCount =
      sectionCount == 0 ? first?.integer(UInt64.self, at: 32) ?? 0 : UInt64(sectionCount)
    self.sectionNames =
      sectionNames == 0xFFFF
      ? UInt64(first?.integer(UInt32.self, at: 40) ?? 0) : UInt64(sectionNames)
    programTable = programs
    sectionTable = sections
    guard self.programCount == 0 || UInt64(programEntry) == Self.programSize,
      sections == 0 || self.sectionCount == 0 || UInt64(sectionEntry) == Self.sectionSize
    else {
      throw FormatError(
        .malformed, at: start,
        "the entries of its tables do not have the size of 64-bit ELF files. Build it again")
    }
  }

  /// The name of the processor.
  var architecture: String {
    switch machine {
    case 21: "powerpc64le"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv64"
    case 258: "loongarch64"
    default: "machine \(machine)"
    }
  }
}
