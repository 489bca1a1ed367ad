import BinaryRecords
import Declarations
import Testing

/// Records in object files and in archives of them.
@Suite struct ObjectFileTests {
  @Test(arguments: [true, false])
  func `An object file has its records, and a linker will find their accessors`(
    withAddend: Bool
  ) throws {
    let file = try Sample.read(Sample.object(withAddend: withAddend))
    #expect(file.problems.isEmpty)
    #expect(file.images[0].traits.form == .object)
    #expect(file.records.map(\.id) == Sample.fields.map(\.id))
    #expect(file.records.allSatisfy { $0.accessor == .symbolic && $0.group == nil })
  }

  @Test func `A record without a relocation is left out`() throws {
    let file = try Sample.read(Sample.object([Sample.fields[0]], relocated: false))
    #expect(file.records.isEmpty)
    #expect(file.problems.map(\.code) == [.foreignAccessor])
  }

  @Test func `A section that linkers leave out has no records`() throws {
    let file = try Sample.read(Sample.object(excluded: true))
    #expect(file.records.isEmpty)
    #expect(file.problems.isEmpty)
  }

  @Test func `A record in a section group names the group`() throws {
    var elf = ELFWriter(ELFWriter.relocatable)
    elf.section(".strtab", 3, flags: 0, Array("\0shared.inline\0".utf8))
    var symbols = ByteWriter(Array(repeating: 0, count: 24))
    symbols.append(UInt32(1), UInt8(0x20), UInt8(0), UInt16(3), UInt64(0), UInt64(0))
    elf.section(".symtab", 2, flags: 0, symbols.bytes, link: 1)
    let notes = elf.nextSection
    elf.section(".note.modkit", 7, flags: 0x202, Sample.fields[0].bytes(accessor: 0))
    var table = ByteWriter()
    table.append(UInt64(RecordLayout.accessorOffset), UInt64(1) << 32 | 1, UInt64(0))
    elf.section(".rela.note.modkit", 4, flags: 0x200, table.bytes, info: notes)
    var group = ByteWriter()
    group.append(UInt32(1), notes, notes + 1)
    elf.section(".group", 17, flags: 0, group.bytes, link: 2, info: 1)
    let file = try Sample.read(elf.bytes())
    #expect(file.problems.isEmpty)
    #expect(file.records.map(\.group) == ["shared.inline"])
    #expect(
      file.images[0].sharedSymbols() == [
        BinarySymbolDescription(name: "shared.inline", isDefined: true, isWeak: true)
      ])
  }

  @Test func `The members of an archive are images of their own`() throws {
    let long = "a-name-that-no-header-has-room-for.o"
    let members = [
      ("a.o", Sample.object([Sample.fields[0]])), (long, Sample.object([Sample.fields[1]]) + [0]),
      ("c.o", Sample.object([Sample.fields[2]])),
    ]
    for archive in [ArchiveWriter.gnu(members), ArchiveWriter.bsd(members)] {
      let file = try Sample.read(archive)
      #expect(file.problems.isEmpty)
      #expect(file.images.map(\.member) == ["a.o", long, "c.o"])
      #expect(file.images.map(\.name) == ["sample(a.o)", "sample(\(long))", "sample(c.o)"])
      #expect(file.records.map(\.key) == ["login", "logout", "home"])
      #expect(file.records[1].image == "sample(\(long))")
      // Places count from the start of the archive.
      #expect(file.records[1].offset > file.records[0].offset)
    }
  }

  @Test func `An archive member that is not an object file is reported and hides no other`() throws
  {
    let file = try Sample.read(
      ArchiveWriter.gnu([
        ("read.me", Array("hello".utf8)), ("a.o", Sample.object()),
        ("b.bc", [0x42, 0x43, 0xC0, 0xDE, 0]), ("c.a", ArchiveWriter.gnu([])), ("empty", []),
      ]))
    #expect(file.records.count == 3)
    #expect(
      file.problems.map(\.image) == ["read.me", "b.bc", "c.a", "empty"].map { "sample(\($0))" })
    #expect(file.problems.allSatisfy { $0.code == .unreadableMember })
    #expect(file.problems[1].message.contains("LLVM bitcode"))
  }

  @Test func `An archive without members is empty`() throws {
    let file = try Sample.read(ArchiveWriter.gnu([]))
    #expect(file.images.isEmpty)
    #expect(file.problems.isEmpty)
  }

  @Test func `A thin archive is rejected with a suggestion`() throws {
    let error = try #require(throws: BinaryError.self) {
      try Sample.read(Array("!<thin>\n".utf8))
    }
    #expect(error.code == .unsupportedFormat)
    #expect(error.description.contains("Pass the object files themselves"))
  }

  @Test func `A truncated archive is reported with the position`() throws {
    let archive = ArchiveWriter.gnu([("a.o", Sample.object())])
    let error = try #require(throws: BinaryError.self) {
      try Sample.read(Array(archive.dropLast(9)))
    }
    #expect(error.code == .truncated)
    #expect(error.offset == 8 + 64 + 62)
  }
}

extension BinarySymbol {
  /// A symbol whose address does not matter.
  static func == (symbol: BinarySymbol, expected: BinarySymbolDescription) -> Bool {
    symbol.name == expected.name && symbol.isDefined == expected.isDefined
      && symbol.isWeak == expected.isWeak
  }
}

/// What a test wants of a symbol.
struct BinarySymbolDescription {
  let name: String
  let isDefined: Bool
  let isWeak: Bool
}

/// Whether symbols are as a test wants them.
func == (symbols: [BinarySymbol], expected: [BinarySymbolDescription]) -> Bool {
  symbols.count == expected.count && zip(symbols, expected).allSatisfy { $0 == $1 }
}
