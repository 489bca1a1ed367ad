import BinaryRecords
import Declarations
import Testing

/// Records in ELF files that a loader reads.
@Suite struct ELFRecordTests {
  @Test func `A program at a fixed address has the addresses of its accessors`() throws {
    let file = try Sample.read(Sample.executable())
    #expect(file.problems.isEmpty)
    try #require(file.images.count == 1)
    let image = file.images[0]
    #expect(image.name == "sample")
    #expect(image.member == nil)
    #expect(image.traits.form == .executable)
    #expect(!image.traits.isPositionIndependent)
    #expect(image.records.map(\.key) == ["login", "logout", "home"])
    let first = image.records[0]
    #expect(first.kind == "evnt")
    #expect(first.fileID == "Shop/Cart.swift")
    #expect(first.module == "Shop")
    #expect(first.line == 1)
    #expect(first.column == 3)
    #expect(first.flags == .unique)
    #expect(first.id == Sample.fields[0].id)
    #expect(first.detail == #"{"a":1}"#)
    #expect(first.accessor == .address(ELFWriter.base + 64))
    #expect(first.offset == 80)
    #expect(first.byteCount == Sample.fields[0].bytes(accessor: 0).count)
    #expect(first.description == "evnt:login (Shop/Cart.swift:1)")
    #expect(
      image.recordByteCount == Sample.records(Sample.fields, accessor: 0).count)
  }

  @Test(arguments: Sample.Relocations.allCases)
  func `A shared object has its accessors from any form of relocations`(
    form: Sample.Relocations
  ) throws {
    let many = (1...40).map { RecordFields.sample("key \($0)", line: $0) }
    for fields in [Sample.fields, [Sample.fields[0]], many] {
      let file = try Sample.read(Sample.shared(fields, form))
      #expect(file.problems.isEmpty)
      #expect(Set(file.records.map(\.id)) == Set(fields.map(\.id)))
      #expect(file.records.allSatisfy { $0.accessor == .address(64) })
      #expect(file.images[0].traits.form == .sharedLibrary)
    }
  }

  @Test func `An accessor that refers to a symbol is known to the loader only`() throws {
    var bytes = Sample.shared([Sample.fields[0]])
    let table = try #require(Self.table(in: bytes, ofTag: 7))
    bytes.store(UInt64(5) << 32 | 1, at: table + 8)
    #expect(try Sample.read(bytes).records.map(\.accessor) == [.symbolic])
  }

  /// Where a table of the loader begins.
  private static func table(in bytes: [UInt8], ofTag tag: UInt64) -> Int? {
    var offset = 64
    while offset + 16 <= bytes.count {
      let words = bytes[offset..<(offset + 16)].enumerated().reduce(into: [UInt64(0), 0]) {
        $0[$1.offset / 8] |= UInt64($1.element) << (8 * ($1.offset % 8))
      }
      if words[0] == tag, words[1] > 64, words[1] < bytes.count { return Int(words[1]) }
      offset += 8
    }
    return nil
  }

  @Test func `A record without a relocation for its accessor is left out and named`() throws {
    var elf = ELFWriter(ELFWriter.shared)
    elf.segment(4, Sample.records([Sample.fields[0]], accessor: 64))
    elf.load()
    let file = try Sample.read(elf.bytes())
    #expect(file.records.isEmpty)
    #expect(file.problems.map(\.code) == [.foreignAccessor])
    #expect(file.problems[0].record?.key == "login")
    #expect(file.problems[0].message.contains("login (Shop/Cart.swift:1) lies nowhere"))
  }

  @Test func `A record whose accessor is outside the code is left out and named`() throws {
    var elf = ELFWriter(ELFWriter.executable)
    elf.segment(4, Sample.records([Sample.fields[0]], accessor: 0x1234))
    elf.load()
    let file = try Sample.read(elf.bytes())
    #expect(file.records.isEmpty)
    #expect(file.problems.map(\.code) == [.foreignAccessor])
    #expect(file.problems[0].message.contains("lies at 0x1234, outside the code"))
  }

  @Test func `Records are in the order of the running process`() throws {
    var early = RecordFields.sample("z", line: 9)
    early.priority = 10
    var otherFile = RecordFields.sample("a", line: 1)
    otherFile.fileID = "Account/Login.swift"
    let shuffled = [
      RecordFields.sample("home", kind: "rout"), .sample("b", line: 2), otherFile, early,
      .sample("a", line: 1),
    ]
    let file = try Sample.read(Sample.executable(shuffled))
    #expect(file.records.map(\.key) == ["z", "a", "a", "b", "home"])
    #expect(file.records[1].fileID == "Account/Login.swift")
  }

  @Test func `A repeated record counts once and is reported`() throws {
    let file = try Sample.read(Sample.executable(Sample.fields + [Sample.fields[0]]))
    #expect(file.records.count == 3)
    #expect(file.problems.map(\.code) == [.repeatedRecord])
    #expect(file.problems[0].offset != file.records[0].offset)
  }

  @Test func `Zeros and other notes stand between records`() throws {
    var notes: [UInt8] = []
    let foreign: [UInt8] =
      [4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8) + [1, 2, 3, 4] + [0, 0, 0, 0]
    for fields in Sample.fields {
      notes +=
        Array(repeating: 0, count: 56) + foreign
        + fields.bytes(accessor: ELFWriter.base + 64)
    }
    var elf = ELFWriter(ELFWriter.executable)
    _ = elf.place(Array(repeating: 0xC3, count: 16))
    elf.segment(4, notes, alignment: 4)
    elf.load()
    let file = try Sample.read(elf.bytes())
    #expect(file.problems.isEmpty)
    #expect(file.records.count == 3)
  }

  @Test func `A broken record is reported and does not hide others`() throws {
    let good = Sample.fields.map { $0.bytes(accessor: ELFWriter.base + 64) }
    var newer = good[0]
    newer.store(UInt16(9), at: 16)
    var short = good[0]
    short.store(UInt16(40), at: 48)
    var endless = good[0]
    endless.store(UInt32(0x7FFF_FFF0), at: 4)
    var noText = good[0]
    noText[56] = 0xFF
    var elf = ELFWriter(ELFWriter.executable)
    _ = elf.place(Array(repeating: 0xC3, count: 16))
    let start = elf.segment(
      4, good[0] + newer + good[1] + short + endless + noText + good[2])
    elf.load()
    let file = try Sample.read(elf.bytes())
    #expect(file.records.map(\.key) == ["login", "logout", "home"])
    #expect(
      file.problems.map(\.code) == [
        .unknownVersion, .malformedRecord, .malformedRecord, .malformedRecord,
      ])
    #expect(file.problems[0].offset == start + good[0].count)
    let parts = [
      "has version 9", "but its fields take", "declares 2147483632 bytes", "is not UTF-8",
    ]
    for (problem, part) in zip(file.problems, parts) {
      #expect(problem.message.contains(part))
      #expect(problem.description.contains("sample at offset "))
    }
  }

  @Test func `Unmapped records are reported`() throws {
    var elf = ELFWriter(ELFWriter.executable)
    _ = elf.place(Array(repeating: 0xC3, count: 16))
    elf.load()
    elf.segment(4, Sample.records(Sample.fields, accessor: ELFWriter.base + 64))
    let file = try Sample.read(elf.bytes())
    #expect(file.records.isEmpty)
    #expect(file.problems.map(\.code) == [.recordsNotLoaded])
  }

  @Test func `A file without section headers, or with wrong ones, has its records`() throws {
    for relocations in Sample.Relocations.allCases {
      var bytes = Sample.shared(Sample.fields, relocations)
      bytes.store(UInt64.max - 7, at: 40)
      let wrong = try Sample.read(bytes)
      #expect(wrong.records.count == 3)
      #expect(wrong.problems.map(\.code) == [.unreadableTable])
      bytes.store(UInt64(0), at: 40)
      bytes.store(UInt16(0), at: 60)
      let without = try Sample.read(bytes)
      #expect(without.records.count == 3)
      #expect(without.problems.isEmpty)
    }
  }

  @Test func `A file without records is not a problem`() throws {
    let file = try Sample.read(Sample.executable([]))
    #expect(file.records.isEmpty)
    #expect(file.problems.isEmpty)
  }
}
