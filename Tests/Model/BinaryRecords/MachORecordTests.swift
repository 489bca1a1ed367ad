import BinaryRecords
import Declarations
import Testing

/// Records in Mach-O files, all of which are made here.
@Suite struct MachORecordTests {
  @Test(arguments: ["__DATA_CONST", "__DATA"])
  func `A library is read with its records and its kind`(segment: String) throws {
    let file = try Sample.read(MachOWriter.library(Sample.fields, segment: segment))
    #expect(file.problems.isEmpty)
    #expect(file.records.map(\.id) == Sample.fields.map(\.id))
    #expect(file.records.allSatisfy { $0.accessor == .symbolic })
    let image = file.images[0]
    let traits = image.traits
    #expect(traits.format == .machO)
    #expect(traits.form == .sharedLibrary)
    #expect(traits.architecture == "arm64")
    #expect(traits.neededLibraries == ["libSystem.dylib"])
    #expect(traits.sharedName == "@rpath/libShop.dylib")
    #expect(traits.runPaths == ["@loader_path"])
    #expect(traits.startUpByteCount == 12)
    #expect(traits.buildID == "000102030405060708090a0b0c0d0e0f")
    #expect(traits.segments.map(\.name) == [segment])
    #expect(traits.segments[0].isWritable)
    #expect(!traits.segments[0].isExecutable)
    #expect(
      image.sharedSymbols() == [
        BinarySymbolDescription(name: "modkit_marker", isDefined: true, isWeak: false),
        BinarySymbolDescription(name: "elsewhere", isDefined: false, isWeak: false),
      ])
    #expect(image.sharedSymbol(named: "modkit_marker")?.address == 0x4000)
    #expect(image.comments.isEmpty)
    #expect(image.linker == nil)
  }

  @Test func `In an object file, relocations fill the accessors in`() throws {
    let object = try Sample.read(MachOWriter.object(Sample.fields))
    #expect(object.images[0].traits.form == .object)
    #expect(object.records.map(\.accessor) == [.symbolic, .symbolic, .symbolic])
    let without = try Sample.read(MachOWriter.object(Sample.fields, relocated: false))
    #expect(without.records.isEmpty)
    #expect(without.problems.map(\.code) == [.foreignAccessor, .foreignAccessor, .foreignAccessor])
  }

  @Test(arguments: [false, true])
  func `A universal file has an image for each processor, or an archive`(isLarge: Bool) throws {
    let archive = ArchiveWriter.bsd([("a.o", MachOWriter.object([Sample.fields[1]]))])
    let file = try Sample.read(
      MachOWriter.universal(
        [
          (0x0100_000C, MachOWriter.library([Sample.fields[0]])), (0x0100_0007, archive),
          (7, Array("none".utf8)),
        ], isLarge: isLarge))
    #expect(file.images.map(\.member) == ["arm64", "x86_64:a.o"])
    #expect(file.records.map(\.key) == ["login", "logout"])
    #expect(file.problems.map(\.code) == [.unreadableMember])
    #expect(file.problems[0].image == "sample(i386)")
  }

  @Test func `A Java class file is not taken for a universal file`() throws {
    let error = try #require(throws: BinaryError.self) {
      try Sample.read([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65, 0, 30])
    }
    #expect(error.code == .unknownFormat)
    #expect(error.message.contains("Java"))
  }

  @Test func `Another section of the same segment is not read for records`() throws {
    var bytes = MachOWriter.library(Sample.fields)
    // The name of the first section.
    bytes[32 + 72] = UInt8(ascii: "x")
    let file = try Sample.read(bytes)
    #expect(file.records.isEmpty)
    #expect(file.problems.isEmpty)
  }
}
