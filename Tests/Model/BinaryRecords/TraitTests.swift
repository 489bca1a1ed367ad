import BinaryRecords
import Testing

/// What an ELF file says of itself beside its records.
@Suite struct TraitTests {
  /// A library with everything that a loader reads.
  private static func library(gnuHash: Bool) -> [UInt8] {
    var elf = ELFWriter(ELFWriter.shared)
    elf.machine = 183
    let strings = elf.place(
      Array("\0libc.so.6\0libShop.so\0$ORIGIN:/opt\0modkit_marker\0maybe\0inner\0".utf8))
    let stringSize = elf.file.bytes.count - strings
    var symbols = ByteWriter(Array(repeating: 0, count: 24))
    for (name, info, section) in [(49, 0x20, 0), (55, 0x02, 1), (35, 0x11, 1)] {
      symbols.append(
        UInt32(name), UInt8(info), UInt8(0), UInt16(section), UInt64(0x1000), UInt64(0))
    }
    let symbolTable = elf.place(symbols.bytes)
    var hash = ByteWriter()
    if gnuHash {
      // One bucket, the chain of which begins and ends with the last symbol.
      hash.append(UInt32(1), UInt32(3), UInt32(1), UInt32(0), UInt64.max, UInt32(3), UInt32(1))
    } else {
      hash.append(UInt32(1), UInt32(4))
    }
    let hashTable = elf.place(hash.bytes)
    elf.segment(3, Array("/lib/ld.so\0".utf8))
    elf.segment(
      4, [4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8) + [0x0A, 0xBC, 0xDE, 0xFF],
      alignment: 4)
    elf.dynamic([
      (1, 1), (1, 11), (0x7FFF_FFFD, 55), (0x7FFF_FFFF, 11), (14, 11), (29, 22),
      (5, UInt64(strings)), (10, UInt64(stringSize)),
      (6, UInt64(symbolTable)), (gnuHash ? 0x6FFF_FEF5 : 4, UInt64(hashTable)),
      (0x6FFF_FFFB, 8), (27, 16),
    ])
    elf.section(".comment", 1, flags: 0, Array("swift 6.3\0Linker: LLD 21.1\0".utf8))
    elf.load()
    elf.load(flags: 7)
    return elf.bytes()
  }

  @Test(arguments: [true, false])
  func `A library has its name and its dependencies`(gnuHash: Bool) throws {
    let image = try Sample.read(Self.library(gnuHash: gnuHash)).images[0]
    let traits = image.traits
    #expect(traits.format == .elf)
    #expect(traits.form == .sharedLibrary)
    #expect(traits.architecture == "aarch64")
    #expect(traits.isPositionIndependent)
    #expect(traits.isNeverUnloaded)
    #expect(traits.neededLibraries == ["libc.so.6", "libShop.so", "inner", "libShop.so"])
    #expect(traits.sharedName == "libShop.so")
    #expect(traits.runPaths == ["$ORIGIN", "/opt"])
    #expect(traits.interpreter == "/lib/ld.so")
    #expect(traits.buildID == "0abcdeff")
    #expect(traits.startUpByteCount == 16)
    #expect(traits.segments.map { "\($0)".suffix(3) } == ["R-X", "RWX"])
    #expect(image.comments == ["swift 6.3", "Linker: LLD 21.1"])
    #expect(image.linker == "LLD 21.1")
    #expect(
      image.sharedSymbols() == [
        BinarySymbolDescription(name: "maybe", isDefined: false, isWeak: true),
        BinarySymbolDescription(name: "modkit_marker", isDefined: true, isWeak: false),
      ])
    #expect(image.sharedSymbols(withPrefix: "mod").map(\.name) == ["modkit_marker"])
    #expect(image.sharedSymbol(named: "modkit_marker")?.address == 0x1000)
    #expect(image.sharedSymbol(named: "modkit") == nil)
  }

  @Test func `A program is distinguished from a library`() throws {
    var independent = ELFWriter(ELFWriter.shared)
    independent.dynamic([(0x6FFF_FFFB, 0x0800_0000)])
    independent.load()
    var old = ELFWriter(ELFWriter.shared)
    old.segment(3, Array("/lib/ld.so\0".utf8))
    old.load()
    var core = ELFWriter(4)
    core.load()
    #expect(try Sample.read(independent.bytes()).images[0].traits.form == .executable)
    #expect(try Sample.read(old.bytes()).images[0].traits.form == .executable)
    #expect(try Sample.read(core.bytes()).images[0].traits.form == .other)
  }

  @Test func `gold and mold are recognized by the names that they leave`() throws {
    var gold = ELFWriter(ELFWriter.executable)
    gold.section(
      ".note.gnu.gold-version", 7,
      [4, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0] + Array("GNU\0gold 1.16\0".utf8))
    var mold = ELFWriter(ELFWriter.executable)
    mold.section(".comment", 1, Array("mold 2.4 (compatible with GNU ld)\0".utf8))
    let none = ELFWriter(ELFWriter.executable)
    #expect(try Sample.read(gold.bytes()).images[0].linker == "gold 1.16")
    #expect(
      try Sample.read(mold.bytes()).images[0].linker == "mold 2.4 (compatible with GNU ld)")
    #expect(try Sample.read(none.bytes()).images[0].linker == nil)
  }
}
