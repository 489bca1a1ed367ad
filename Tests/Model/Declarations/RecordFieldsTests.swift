import Declarations
import Testing

/// The layout, against the numbers in `Documentation/RecordFormat.md`.
@Suite struct RecordFieldsTests {
  @Test func `The bytes of a record are those of the contract`() {
    let fields = RecordFields(
      kind: "rout", key: "/home", fileID: "Shop/A.swift", line: 7, column: 1, priority: -2,
      flags: [.repeatable, .unique], detail: "{\"a\":1}")
    let expected: [UInt8] =
      [4, 0, 0, 0]  // the owner's size
      + [72, 0, 0, 0]  // the descriptor's size: 40 + 8 + 16 + 8
      + [0x74, 0x75, 0x6F, 0x72]  // "rout", the first character in the highest byte
      + [0x4D, 0x4B, 0x54, 0]  // "MKT"
      + [1, 0]  // the version
      + [0b1001, 0]  // the flags
      + [0xFE, 0xFF, 0xFF, 0xFF]  // the priority
      + [0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01]  // the accessor
      + (0..<8).map { UInt8(truncatingIfNeeded: fields.id >> (8 * $0)) }
      + [7, 0, 0, 0, 1, 0, 0, 0]  // the line and the column
      + [5, 0, 12, 0, 7, 0, 0, 0]  // the sizes of the texts
      + Array("/home".utf8) + [0, 0, 0]
      + Array("Shop/A.swift".utf8) + [0, 0, 0, 0]
      + Array("{\"a\":1}".utf8) + [0]
    #expect(fields.bytes(accessor: 0x0123_4567_89AB_CDEF) == expected)
    #expect(fields.descriptorSize == 72)
  }

  @Test func `The id is the FNV-1a hash of the source location, the kind and the key`() {
    // Made with an independent implementation of 64-bit FNV-1a over
    // "Shop/A.swift:7:1:rout:/home".
    let fields = RecordFields(
      kind: "rout", key: "/home", fileID: "Shop/A.swift", line: 7, column: 1)
    #expect(fields.id == 0x4A59_7DE2_F040_F8BA)
  }

  @Test func `The id depends on nothing but the source location, the kind and the key`() {
    var fields = RecordFields.sample()
    let id = fields.id
    fields.priority = 9
    fields.flags = .unique
    fields.detail = "{}"
    #expect(fields.id == id)
    fields.column += 1
    #expect(fields.id != id)
  }

  @Test(arguments: 0...17)
  func `Texts of every length are padded to whole words`(length: Int) {
    var fields = RecordFields.sample()
    fields.key = String(repeating: "k", count: length)
    fields.detail = String(repeating: "d", count: 17 - length)
    let bytes = fields.bytes(accessor: 1)
    #expect(bytes.count % 8 == 0)
    #expect(bytes.count == 16 + Int(fields.descriptorSize))
    #expect(decode(bytes) == [.record(fields, accessor: 1)])
  }

  @Test func `Fields that do not fit into a record are named with the reason`() {
    var fields = RecordFields.sample(key: String(repeating: "k", count: 65_535))
    #expect(fields.misfit == nil)
    fields.key += "k"
    #expect(fields.misfit == "the key has 65536 bytes; a record holds 65535")
    fields = .sample()
    fields.detail = String(repeating: "d", count: 16_385)
    #expect(fields.misfit == "the detail has 16385 bytes; a record holds 16384")
    fields = .sample()
    fields.fileID = String(repeating: "f", count: 65_536)
    #expect(fields.misfit == "the file name has 65536 bytes; a record holds 65535")
  }
}
