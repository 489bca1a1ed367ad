package import Declarations

/// ELF programs that consist only of records and are created byte by byte, so that records can have
/// contents that no compiler allows.
package enum RecordProgram {
  /// Returns a program at a fixed address with these records.
  package static func bytes(_ records: [RecordFields]) -> [UInt8] {
    let headers = 64 + 2 * 56
    let base: UInt64 = 0x40_0000
    // One instruction is used for all accessors.
    let code = headers
    let start = headers + 8
    var notes: [UInt8] = []
    for fields in records { notes += fields.bytes(accessor: base + UInt64(code)) }
    let size = UInt64(start + notes.count)

    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + zeros(9)
    file += field(UInt16(2)) + field(UInt16(62)) + field(UInt32(1))
    file += field(base + UInt64(code)) + field(UInt64(64)) + field(UInt64(0)) + field(UInt32(0))
    for value: UInt16 in [64, 56, 2, 64, 0, 0] { file += field(value) }
    // The whole file is loaded, and the records are notes.
    file += segment(1, flags: 5, offset: 0, address: base, size: size, alignment: 4_096)
    file += segment(
      4, flags: 4, offset: UInt64(start), address: base + UInt64(start),
      size: UInt64(notes.count), alignment: 8)
    file += [0xC3] + zeros(7)
    return file + notes
  }

  /// Returns a static library in the format of BSD's `ar`, with members with these names.
  package static func archive(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    members.reduce(Array("!<arch>\n".utf8)) { archive, member in
      let contents = Array(member.name.utf8) + member.bytes
      let columns = [
        ("#1/\(member.name.utf8.count)", 16), ("0", 12), ("0", 6), ("0", 6), ("644", 8),
        ("\(contents.count)", 10),
      ]
      let header = columns.map { text, width in
        text + String(repeating: " ", count: width - text.utf8.count)
      }.joined()
      return archive + Array(header.utf8) + [0x60, 0x0A] + contents + zeros(contents.count % 2)
    }
  }

  private static func segment(
    _ kind: UInt32, flags: UInt32, offset: UInt64, address: UInt64, size: UInt64, alignment: UInt64
  ) -> [UInt8] {
    field(kind) + field(flags)
      + [offset, address, address, size, size, alignment].flatMap { field($0) }
  }

  private static func field(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
