import Foundation
import ModularityTestSupport
import ProgramTestSupport
import SourceInspection
import Testing

struct IndexStoreTests {
  @Test func `A unit has its module, source, object file, record and imports`() async throws {
    let fixture = try await IndexFixture(
      module: "Shore", ["Shore.swift": "public let depth = 3\n"])
    try await fixture.compile(
      module: "Quay", ["Quay.swift": "import Shore\nlet twice = depth * 2\n"])

    let units = try fixture.sourceUnits()
    #expect(units.map(\.module) == ["Quay", "Shore"])
    #expect(units.map(\.mainFile) == ["Quay.swift", "Shore.swift"].map(fixture.folder.path))
    #expect(units.map(\.imports) == [["Shore"], []])
    #expect(units.map { $0.outputFile.hasSuffix(".o") } == [true, true])
    #expect(units.map(\.records.count) == [1, 1])
  }

  @Test func `An occurrence has its symbol, its place and its roles`() async throws {
    let source = """
      public struct Tide {
        public static let high = 4
        static func rise() {}
      }

      func watch() {
        Tide.rise()
        _ = [Tide.high, 2]
      }
      """
    let fixture = try await IndexFixture(module: "Shore", ["Shore.swift": source])
    let unit = try #require(fixture.sourceUnits().first)
    let store = try fixture.open()
    let all = try store.occurrences(inRecord: unit.records[0]) { _, roles in
      !roles.contains(.implicit)
    }

    let rise = all.filter { $0.name == "rise()" }
    #expect(rise.map(\.line) == [3, 7])
    #expect(rise.map(\.column) == [15, 8])
    #expect(Set(rise.map(\.usr)) == ["s:5Shore4TideV4riseyyFZ"])
    #expect(rise.allSatisfy { $0.kind == .staticMethod && $0.kind.isFunction })
    #expect(rise[0].roles.contains(.definition))
    #expect(rise[1].roles.isSuperset(of: [.reference, .call]))

    let high = all.filter { $0.name == "high" }
    #expect(high.map(\.line) == [2, 8])
    #expect(high.allSatisfy { $0.kind.isValue && !$0.kind.isType })
    #expect(all.first { $0.name == "Tide" }?.kind.isType == true)
  }

  @Test func `Columns are counted in bytes`() async throws {
    let fixture = try await IndexFixture(
      module: "Shore", ["Shore.swift": "let a = 1\nlet b = (\"wörld 🚢\", a)\n"])
    let unit = try #require(fixture.sourceUnits().first)
    let store = try fixture.open()
    let uses = try store.occurrences(inRecord: unit.records[0]) { kind, roles in
      kind.isValue && roles.contains(.reference)
    }
    #expect(uses.map(\.column) == [#"let b = ("wörld 🚢", "#.utf8.count + 1])
  }

  @Test func `Symbols have the roles of all their occurrences`() async throws {
    let fixture = try await IndexFixture(
      module: "Shore", ["Shore.swift": "func ebb() {}\nfunc flow() { ebb() }\n"])
    let unit = try #require(fixture.sourceUnits().first)
    let store = try fixture.open()
    var roles: [String: IndexRoles] = [:]
    try store.forEachSymbol(inRecord: unit.records[0]) { roles[$0.name] = $0.roles }
    #expect(roles["ebb()"]?.isSuperset(of: [.definition, .call]) == true)
    #expect(roles["flow()"]?.contains(.reference) == false)
  }

  @Test func `The unit of an object file is found by its path`() async throws {
    let fixture = try await IndexFixture(module: "Shore", ["Shore.swift": "let depth = 3\n"])
    let unit = try #require(fixture.sourceUnits().first)
    let store = try fixture.open()
    #expect(store.unitName(forOutput: unit.outputFile) == unit.name)
    #expect(store.timeWritten(ofUnit: unit.name) == unit.written)
    let other = store.unitName(forOutput: unit.outputFile + "x")
    #expect(store.timeWritten(ofUnit: other) == nil)
  }

  @Test func `A folder that is no store is an error with a fix`() throws {
    let folder = try TemporaryFolder()
    let library = try IndexLibrary.open()
    for path in [folder.url.path, folder.path("missing")] {
      let error = #expect(throws: IndexError.self) {
        _ = try IndexStore(path: path, library: library)
      }
      #expect(error?.code == .missingStore)
      #expect(error?.description.contains("'\(path)'. Build the program for debugging") == true)
    }
  }

  @Test func `A missing unit or record is an error that names it`() async throws {
    let fixture = try await IndexFixture(module: "Shore", ["Shore.swift": "let depth = 3\n"])
    let store = try fixture.open()
    let unit = #expect(throws: IndexError.self) { _ = try store.unit(named: "Gone.o-1") }
    #expect(unit?.description.contains("the unit 'Gone.o-1'") == true)
    let record = #expect(throws: IndexError.self) {
      try store.forEachSymbol(inRecord: "Gone.swift-1") { _ in }
    }
    #expect(record?.description.contains("the record 'Gone.swift-1'") == true)
    #expect([unit?.code, record?.code] == [.unreadable, .unreadable])
  }
}
