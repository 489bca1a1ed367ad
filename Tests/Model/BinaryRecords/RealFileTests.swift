import BinaryRecords
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import SectionRegistry
import Testing

/// Files that real compilers, linkers and tools made.
@Suite struct RealFileTests {
  @Test func `The file of this process has the records of the process`() throws {
    let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    let file = try BinaryFile(path: path)
    let running = SectionRegistry.records + SectionRegistry.disabledRecords
    let own = running.filter { $0.imagePath == path }
    try #require(!own.isEmpty)
    #expect(file.records.map(\.id) == own.map(\.id))
    for (found, record) in zip(file.records, own) {
      #expect(found.kind == record.kind)
      #expect(found.key == record.key)
      #expect(found.fileID == record.fileID)
      #expect(found.line == record.line)
      #expect(found.column == record.column)
      #expect(found.priority == record.priority)
      #expect(found.flags == record.flags)
      #expect(found.detail == record.detail)
    }
    let traits = file.images[0].traits
    #expect(traits.form == .executable)
    #expect(traits.neededLibraries.contains { $0.hasPrefix("libswiftCore") })
    #expect(!file.images[0].sharedSymbols(withPrefix: "$s").isEmpty)
  }

  #if os(Linux)
    @Test(arguments: ["gold", "lld", "bfd"])
    func `Records are found after linking with every linker`(linker: String) async throws {
      try await CProgram.withFolder { place in
        let use = ["-fuse-ld=\(linker)"]
        for (name, options) in [
          ("independent", ["-fPIE", "-pie"]), ("fixed", ["-fno-PIE", "-no-pie"]),
          ("static", ["-fno-PIE", "-static"]), ("staticPIE", ["-fPIE", "-static-pie"]),
          ("library", ["-fPIC", "-shared"]), ("collected", ["-fPIE", "-pie", "-Wl,--gc-sections"]),
        ] {
          // gold does not know how to make these.
          if linker == "gold", name == "staticPIE" { continue }
          let isLibrary = name == "library"
          let file = try await place.build(
            name, CProgram.source(records: 20, main: !isLibrary), use + options)
          let image = try BinaryFile(path: file.path).images[0]
          #expect(image.problems.isEmpty, "\(name)")
          #expect(image.records.map(\.key) == (1...20).map(\.description), "\(name)")
          #expect(image.traits.form == (isLibrary ? .sharedLibrary : .executable), "\(name)")
          let isAddress = image.records.allSatisfy {
            if case .address = $0.accessor { true } else { false }
          }
          #expect(isAddress, "\(name)")
          #expect(isLibrary == (image.sharedSymbol(named: "modkit_marker")?.isDefined ?? false))
          let named = ["gold": "gold ", "lld": "LLD "][linker]
          #expect(image.linker?.hasPrefix(named ?? "") ?? (named == nil), "\(name)")
        }
      }
    }

    @Test(
      arguments: [
        ["strip"], ["llvm-objcopy", "--strip-all"], ["llvm-objcopy", "--strip-sections"],
        ["objcopy", "--strip-unneeded"],
      ].filter { Toolchain.path(of: $0[0]) != nil })
    func `Tools that strip files leave the records`(tool: [String]) async throws {
      try await CProgram.withFolder { place in
        let file = try await place.build(
          "stripped", CProgram.source(records: 20, main: false), ["-fPIC", "-shared"])
        try await Toolchain.command(tool[0], tool.dropFirst() + [file.path]).succeed()
        let image = try BinaryFile(path: file.path).images[0]
        #expect(image.problems.isEmpty)
        #expect(image.records.count == 20)
        #expect(image.sharedSymbol(named: "modkit_marker") != nil)
      }
    }

    @Test func `Records survive packed relocations, sanitizers and partial links`() async throws {
      try await CProgram.withFolder { place in
        let source = CProgram.source(records: 70, main: false)
        for (name, options) in [
          ("packed", ["-shared", "-fuse-ld=lld", "-Wl,-z,pack-relative-relocs"]),
          ("relative", ["-shared", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"]),
          ("inPlace", ["-shared", "-fuse-ld=lld", "-Wl,-z,rel"]),
          ("sanitized", ["-shared", "-fsanitize=address"]),
        ] {
          let file = try await place.build(name, source, ["-fPIC"] + options)
          let image = try BinaryFile(path: file.path).images[0]
          #expect(image.problems.isEmpty, "\(name)")
          #expect(image.records.count == 70, "\(name)")
        }
        for (name, options) in [
          ("object", ["-c"]), ("sections", ["-c", "-fdata-sections"]),
          ("partial", ["-r", "-nostdlib", "-fuse-ld=bfd"]),
          ("partialGold", ["-r", "-nostdlib", "-fuse-ld=gold"]),
          ("partialLLD", ["-r", "-nostdlib", "-fuse-ld=lld"]),
        ] {
          let file = try await place.build(name, source, ["-fPIC"] + options)
          let image = try BinaryFile(path: file.path).images[0]
          #expect(image.traits.form == .object, "\(name)")
          #expect(image.problems.isEmpty, "\(name)")
          #expect(image.records.count == 70, "\(name)")
          #expect(image.records.allSatisfy { $0.accessor == .symbolic }, "\(name)")
        }
      }
    }

    @Test(arguments: ["ar", "llvm-ar"].filter { Toolchain.path(of: $0) != nil })
    func `Archives of real tools have the records of their members`(tool: String) async throws {
      try await CProgram.withFolder { place in
        let source = CProgram.source(records: 3, main: false)
        let names = ["short.o", "a-name-that-no-header-has-room-for.o"]
        var objects: [String] = []
        for name in names {
          objects.append(try await place.build(name, source, ["-c", "-fPIC"]).path)
        }
        let archive = place.folder.appending(path: "lib.a")
        try await Toolchain.command(tool, ["rcs", archive.path] + objects).succeed()
        let file = try BinaryFile(path: archive.path)
        #expect(file.problems.isEmpty)
        #expect(file.images.map(\.member) == names)
        #expect(file.images.map(\.records.count) == [3, 3])
        let thin = place.folder.appending(path: "thin.a")
        try await Toolchain.command(tool, ["rcsT", thin.path] + objects).succeed()
        let error = try #require(throws: BinaryError.self) { try BinaryFile(path: thin.path) }
        #expect(error.code == .unsupportedFormat)
      }
    }

    @Test func `Changing bytes of a real library does not crash the reader`() async throws {
      let bytes = try await CProgram.withFolder { place in
        let file = try await place.build(
          "library", CProgram.source(records: 5, main: false), ["-fPIC", "-shared"])
        return Array(try Data(contentsOf: file))
      }
      var random = SeededGenerator(seed: 5)
      for _ in 0..<1_500 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let offset =
            Bool.random(using: &random)
            ? Int.random(in: 0..<1_500, using: &random)
            : Int.random(in: 0..<bytes.count, using: &random)
          damaged[min(offset, bytes.count - 1)] = .random(in: 0 ... .max, using: &random)
        }
        guard let file = try? BinaryFile(bytes: damaged, name: "damaged") else { continue }
        for image in file.images {
          _ = image.comments
          _ = image.sharedSymbols()
        }
      }
    }
  #endif
}
