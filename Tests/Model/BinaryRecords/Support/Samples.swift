import BinaryRecords
import Declarations

extension RecordFields {
  /// A small record for tests that do not care what it says.
  static func sample(_ key: String, line: UInt32 = 1, kind: RecordKind = "evnt") -> RecordFields {
    RecordFields(
      kind: kind, key: key, fileID: "Shop/Cart.swift", line: line, column: 3, flags: .unique,
      detail: #"{"a":1}"#)
  }
}

/// Files with records, made byte by byte.
enum Sample {
  static let fields = [
    RecordFields.sample("login"), .sample("logout", line: 2), .sample("home", kind: "rout"),
  ]

  /// How a shared object says where the accessors are.
  enum Relocations: CaseIterable {
    case withAddend, inPlace, packed
  }

  /// A program at a fixed address.
  static func executable(_ fields: [RecordFields] = fields) -> [UInt8] {
    var elf = ELFWriter(ELFWriter.executable)
    let code = elf.address(elf.place(Array(repeating: 0xC3, count: 16)))
    elf.segment(4, records(fields, accessor: code))
    elf.load()
    return elf.bytes()
  }

  /// The bytes of records, one behind the other.
  static func records(_ fields: [RecordFields], accessor: UInt64) -> [UInt8] {
    fields.flatMap { $0.bytes(accessor: accessor) }
  }

  /// The places of the accessors of records that begin here.
  static func slots(_ fields: [RecordFields], at start: UInt64) -> [UInt64] {
    var place = start
    return fields.map { fields in
      defer { place += UInt64(fields.bytes(accessor: 0).count) }
      return place + UInt64(RecordLayout.accessorOffset)
    }
  }

  /// A shared object whose loader puts the addresses of accessors into its
  /// records.
  static func shared(
    _ fields: [RecordFields] = fields, _ relocations: Relocations = .withAddend
  ) -> [UInt8] {
    var elf = ELFWriter(ELFWriter.shared)
    let code = elf.address(elf.place(Array(repeating: 0xC3, count: 16)))
    let start = elf.segment(
      4, records(fields, accessor: relocations == .withAddend ? 0 : code))
    let slots = slots(fields, at: UInt64(start))
    var table = ByteWriter()
    let tags: (UInt64, UInt64)
    switch relocations {
    case .withAddend:
      tags = (7, 8)
      for slot in slots { table.append(slot, UInt64(8), code) }
    case .inPlace:
      tags = (17, 18)
      for slot in slots { table.append(slot, UInt64(8)) }
    case .packed:
      tags = (36, 35)
      // The first by its address, the rest by bits for the words behind it.
      table.append(slots[0])
      var base = slots[0] + 8
      while base <= slots[slots.count - 1] {
        var bits: UInt64 = 1
        for slot in slots where slot >= base && slot < base + 63 * 8 {
          bits |= 1 << ((slot - base) / 8 + 1)
        }
        table.append(bits)
        base += 63 * 8
      }
    }
    let place = elf.place(table.bytes)
    elf.dynamic([(tags.0, UInt64(place)), (tags.1, UInt64(table.bytes.count))])
    elf.load()
    return elf.bytes()
  }

  /// An object file, with a section for each record as the compiler makes them.
  static func object(
    _ fields: [RecordFields] = fields, withAddend: Bool = true, relocated: Bool = true,
    excluded: Bool = false
  ) -> [UInt8] {
    var elf = ELFWriter(ELFWriter.relocatable)
    for fields in fields {
      let notes = elf.nextSection
      elf.section(
        ".note.modkit", 7, flags: excluded ? 0x8000_0002 : 2, fields.bytes(accessor: 0))
      guard relocated else { continue }
      var table = ByteWriter()
      table.append(UInt64(RecordLayout.accessorOffset), UInt64(1) << 32 | 1)
      if withAddend { table.append(UInt64(0)) }
      elf.section(
        withAddend ? ".rela.note.modkit" : ".rel.note.modkit", withAddend ? 4 : 9, flags: 0,
        table.bytes, info: notes)
    }
    return elf.bytes()
  }

  /// What is in a file of this name.
  static func read(_ bytes: [UInt8]) throws(BinaryError) -> BinaryFile {
    try BinaryFile(bytes: bytes, name: "sample")
  }

  /// All forms of files that hold the sample records.
  static var all: [(name: String, bytes: [UInt8])] {
    [
      ("executable", executable()), ("object", object()),
      ("object, addends in place", object(withAddend: false)),
      ("archive", ArchiveWriter.gnu([("a.o", object())])),
      ("archive of BSD", ArchiveWriter.bsd([("a.o", object())])),
      ("Mach-O", MachOWriter.library(fields)), ("Mach-O object", MachOWriter.object(fields)),
      ("universal", MachOWriter.universal([(0x0100_000C, MachOWriter.library(fields))])),
    ] + Relocations.allCases.map { ("shared object, \($0)", shared(fields, $0)) }
  }
}
