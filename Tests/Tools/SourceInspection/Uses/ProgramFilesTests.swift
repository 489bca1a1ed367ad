import Foundation
import ModularityTestSupport
import ProgramTestSupport
import SourceInspection
import Testing

@testable import SourceInspection

struct ProgramFilesTests {
  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test(arguments: ["app", "App.bundle/Contents/app"])
  func `The index store of SwiftPM is found beside a program, also through a link`(
    program: String
  ) throws {
    let folder = try TemporaryFolder()
    let store = folder.path("triple/debug/index/store")
    try makeFolder(store)
    try makeFolder(folder.path("triple/debug/App.bundle/Contents"))
    _ = try folder.write("", to: "triple/debug/\(program)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("debug"), withDestinationPath: "triple/debug")
    let found = try #require(ProgramFiles.indexStore(of: folder.path("debug/\(program)")))
    #expect(
      URL(filePath: found).resolvingSymlinksInPath()
        == URL(filePath: store).resolvingSymlinksInPath())
  }

  @Test func `A program without an index store beside it has none`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("", to: "app")
    #expect(ProgramFiles.indexStore(of: folder.path("app")) == nil)
  }

  @Test func `The list of what was linked is read, with the quotes of the linker`() throws {
    let folder = try TemporaryFolder()
    try makeFolder(folder.path("app.product"))
    #expect(ProgramFiles.linkedObjects(of: folder.path("app")) == nil)
    _ = try folder.write(
      "/a/B.build/B.swift.o\n'/a b/C.build/C.swift.o'\n", to: "app.product/Objects.LinkFileList")
    #expect(
      ProgramFiles.linkedObjects(of: folder.path("app"))
        == ["/a/B.build/B.swift.o", "/a b/C.build/C.swift.o"])
  }

  @Test func `The main module has the name of the executable`() {
    #expect(ProgramFiles.mainModule(of: "/a/my-tool") == "my_tool")
    #expect(ProgramFiles.mainModule(of: "tool.exe") == "tool")
  }

  @Test func `Of the objects that were linked, those of other modules are left out`() async throws {
    let fixture = try await IndexFixture(module: "Shore", ["Shore.swift": "let depth = 3\n"])
    try await fixture.compile(module: "Quay", ["Quay.swift": "let height = 3\n"])
    let store = try IndexStore(path: fixture.store, library: IndexLibrary.open())
    let objects = try store.unitNames.map { try store.unit(named: $0) }
      .filter { $0.module == "Shore" }.map(\.outputFile)

    var units = ProgramUnits(cache: [:])
    units.find(objects: objects, modules: ["Shore"], mainModules: [], in: store)
    #expect(units.units.map(\.module) == ["Shore"])
    #expect(units.gaps == [])

    // A module that was loaded, and not linked.
    units.find(objects: objects, modules: ["Quay"], mainModules: [], in: store)
    #expect(units.units.map(\.module) == ["Quay", "Shore"])

    units.find(
      objects: objects + ["/a/X.build/X.swift.o"], modules: [], mainModules: [], in: store)
    #expect(units.units.map(\.module) == ["Shore"])
    #expect(units.gaps.count == 1)
    #expect(units.gaps.first?.contains("does not cover '/a/X.build/X.swift.o': build") == true)
  }

  @Test func `The newest of several units of a source counts`() async throws {
    let fixture = try await IndexFixture(module: "Shore", ["Shore.swift": "let depth = 3\n"])
    try await fixture.compile(module: "Beach", ["Shore.swift": "let depth = 4\n"])
    let store = try IndexStore(path: fixture.store, library: IndexLibrary.open())
    var units = ProgramUnits(cache: [:])
    units.find(objects: [], modules: nil, mainModules: [], in: store)
    #expect(units.units.map(\.module) == ["Beach"])
  }
}
