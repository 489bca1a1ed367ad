import BinaryRecords
import Declarations
import Foundation
import ModularityTestSupport
import Testing

/// What a file says to linkers, and of its notes.
@Suite struct TableTests {
  /// A program with records, beside which there may be other notes and zeros.
  private static func program(
    before: [UInt8] = [], padding: Int = 0, displacedBy shift: UInt64 = 0
  ) -> [UInt8] {
    var elf = ELFWriter(ELFWriter.executable)
    let code = elf.address(elf.place(Array(repeating: 0xC3, count: 16)))
    let zeros = Array(repeating: UInt8(0), count: padding)
    let records = Sample.fields.map { $0.bytes(accessor: code) + zeros }
    elf.segment(4, before + records.flatMap(\.self))
    elf.section(".comment", 1, flags: 0, Array("swift\0".utf8))
    elf.load()
    var bytes = elf.bytes()
    if shift > 0 {
      let table = bytes[32..<40].reversed().reduce(0) { $0 << 8 | Int($1) }
      bytes.store(ELFWriter.base + 80 + shift, at: table + 16)
    }
    return bytes
  }

  /// A note of other software.
  private static let otherNote: [UInt8] =
    [4, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0] + Array("GNU\0".utf8) + [1, 2, 3, 4, 5, 6, 7, 8]

  /// A program that the package manager built, with a table of symbols.
  private static let fixture = Bundle.main.bundleURL.appending(path: "RecordsFixture").path

  private func image(_ bytes: [UInt8]) throws -> BinaryImage { try Sample.read(bytes).images[0] }

  @Test func `Notes are counted, with other notes and padding between them`() throws {
    let plain = try image(Self.program()).notes
    #expect(plain.map(\.recordCount) == [3])
    #expect(plain.map(\.paddingByteCount) == [0])
    #expect(plain.map(\.hasOtherNotes) == [false])
    #expect(plain.map(\.isEmptied) == [false])
    #expect(plain.map(\.isLoaded) == [true])
    let padded = try image(Self.program(padding: 32)).notes
    #expect(padded.map(\.recordCount) == [3])
    #expect(padded.map(\.paddingByteCount) == [96])
    #expect(padded.map(\.hasOtherNotes) == [false])
    let shared = try image(Self.program(before: Self.otherNote)).notes
    #expect(shared.map(\.recordCount) == [3])
    #expect(shared.map(\.hasOtherNotes) == [true])
    #expect(shared.map(\.paddingByteCount) == [0])
  }

  @Test(arguments: [0, 64])
  func `Notes of zeros count as emptied`(count: Int) throws {
    var elf = ELFWriter(ELFWriter.executable)
    elf.segment(4, Array(repeating: 0, count: count))
    elf.load()
    #expect(try image(elf.bytes()).notes.map(\.isEmptied) == [true])
    #expect(try image(elf.bytes()).unloadedRecords.isEmpty)
  }

  @Test(arguments: [48, 56])
  func `Zeros of a record's size between other notes count as emptied`(count: Int) throws {
    var elf = ELFWriter(ELFWriter.executable)
    elf.segment(4, Self.otherNote + Array(repeating: 0, count: count) + Self.otherNote)
    elf.load()
    #expect(try image(elf.bytes()).notes.map(\.isEmptied) == [count == 56])
  }

  @Test func `Records at an address other than the recorded one are not loaded`() throws {
    let image = try image(Self.program(displacedBy: 8))
    #expect(image.notes.map(\.isLoaded) == [false])
    #expect(image.unloadedRecords.map(\.key) == ["login", "logout", "home"])
    #expect(try self.image(Self.program()).unloadedRecords.isEmpty)
  }

  @Test func `Records in a section outside of every segment are not loaded`() throws {
    var elf = ELFWriter(ELFWriter.executable)
    elf.section(".note.modkit", 7, Sample.records(Sample.fields, accessor: ELFWriter.base))
    elf.load()
    let image = try image(elf.bytes())
    #expect(image.records.isEmpty)
    #expect(image.unloadedRecords.map(\.key) == ["login", "logout", "home"])
    // A linker has still to make segments of these.
    #expect(try self.image(Sample.object()).unloadedRecords.isEmpty)
  }

  @Test func `Sections have their names`() throws {
    let sections = try #require(try image(Sample.object()).sections)
    #expect(sections.filter(\.isNotes).map(\.name) == Array(repeating: ".note.modkit", count: 3))
    #expect(sections.filter(\.isNotes).allSatisfy { $0.isLoaded && $0.size > 0 })
    #expect(sections.last?.name == ".shstrtab")
    var stripped = ELFWriter(ELFWriter.executable)
    stripped.load()
    stripped.hasSections = false
    #expect(try image(stripped.bytes()).sections == nil)
    let apple = try #require(try image(MachOWriter.library(Sample.fields)).sections)
    #expect(apple.map(\.name) == ["__DATA_CONST,__modkit_rec", "__TEXT,__init_offsets"])
  }

  @Test func `Symbols are found in the symbol table, also hidden ones`() throws {
    var elf = ELFWriter(ELFWriter.executable)
    elf.section(".strtab", 3, flags: 0, Array("\0hidden\0shared\0elsewhere\0".utf8))
    var symbols = ByteWriter(Array(repeating: 0, count: 24))
    for (name, info, section) in [(1, 0x01, 1), (8, 0x11, 1), (15, 0x10, 0)] {
      symbols.append(
        UInt32(name), UInt8(info), UInt8(0), UInt16(section), UInt64(0), UInt64(0))
    }
    elf.section(".symtab", 2, flags: 0, symbols.bytes, link: 1)
    elf.load()
    let image = try image(elf.bytes())
    #expect(image.hasSymbolTable)
    let names: Set = ["hidden", "shared", "elsewhere", "nowhere"]
    #expect(image.definedSymbols(among: names) == ["hidden", "shared"])
    #expect(image.definedSymbols(among: []) == [])
    #expect(try !self.image(Sample.executable()).hasSymbolTable)
    let apple = try self.image(MachOWriter.library(Sample.fields))
    #expect(apple.hasSymbolTable)
    #expect(apple.definedSymbols(among: ["modkit_marker", "elsewhere"]) == ["modkit_marker"])
  }

  @Test func `A segment that reaches beyond the file counts as truncated`() throws {
    let bytes = Self.program()
    #expect(try image(bytes).cutSegments.isEmpty)
    var elf = ELFWriter(ELFWriter.executable)
    elf.load()
    elf.segment(1, 100..<5_000)
    #expect(try image(elf.bytes()).cutSegments.map(\.fileSize) == [4_900])
  }

  @Test func `The first missing part of a truncated file is named`() throws {
    let whole = Sample.shared()
    // It has no symbols, which no linker leaves out.
    #expect(try image(whole).missingPart == "the table of strings that the loader needs")
    #expect(try BinaryFile(path: Self.fixture).images[0].missingPart == nil)
    var elf = ELFWriter(ELFWriter.executable)
    elf.load()
    elf.segment(1, 100..<5_000)
    let part = try #require(try image(elf.bytes()).missingPart)
    #expect(part.hasPrefix("its segment (0x"))
    let cut = Array(whole.dropLast(64))
    #expect(try image(cut).missingPart == "its table of sections")
  }

  @Test func `A program of the package contains the toolkit`() throws {
    let image = try BinaryFile(path: Self.fixture).images[0]
    #expect(image.carriesToolkit)
    #expect(!image.needsToolkit)
    #expect(try !self.image(Sample.executable()).carriesToolkit)
  }
}
