import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

@testable import SourceInspection

/// The references between the sources of a package, as the compiler's index has them.
@Suite struct FileGraphTests {
  private static let sources = [
    "Price.swift": """
    struct Price { var cents: Int }
    protocol Named { var name: String { get } }
    extension Named { var title: String { name.uppercased() } }
    """,
    "Text.swift": """
    extension Price: CustomStringConvertible { var description: String { "\\(cents) c" } }
    """,
    "Plain.swift": "extension Price { func doubled() -> Price { Price(cents: 2 * cents) } }",
    "Foreign.swift": #"extension Int: Named { var name: String { "number" } }"#,
    "Use.swift": """
    func total() -> Price { .init(cents: 3) }
    func show(_ named: some Named) -> String { named.title }
    """,
    "Calls.swift": "func call() -> String { show(1) + \"\\(total().doubled())\" }",
  ]

  private func request(
    _ fixture: IndexFixture, previousTexts: [String: String] = [:]
  ) -> FileGraphRequest {
    let layout = PackageLayout(
      path: fixture.folder.url.deletingLastPathComponent().path,
      targets: [
        .init(
          "Shop", folder: fixture.folder.url.lastPathComponent,
          sources: Self.sources.keys.sorted())
      ])
    return FileGraphRequest(layout: layout, store: fixture.store, previousTexts: previousTexts)
  }

  private func graph(
    _ fixture: IndexFixture, previousTexts: [String: String] = [:]
  ) async -> FileGraph {
    let request = request(fixture, previousTexts: previousTexts)
    return await outsideOfTasks { FileGraph(request) }
  }

  private func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  private func uses(of file: String, in graph: FileGraph) -> Set<String> {
    let uses = graph.files.first { name($0.path) == file }?.uses ?? []
    return Set(uses.map { name(graph.files[$0.file].path) })
  }

  @Test func `A source that keeps the parser busy is named, and the next package is read`()
    async throws
  {
    let fixture = try await IndexFixture(module: "Shop", Self.sources)
    let hostile = ["Sources/Use.swift": String(repeating: "[", count: 400)]
    let requests = [request(fixture, previousTexts: hostile), request(fixture)]
    let reader = HostileSourceTests.reader()
    let graphs = await outsideOfTasks { requests.map { reader.read($0) } }
    #expect(
      graphs[0].gaps == [
        """
        'Sources/Use.swift' cannot be read: parsing it takes longer than 1 s, a limit that \
        MODKIT_READING_LIMIT raises
        """
      ])
    #expect(graphs[1].gaps == [])
    #expect(graphs[1].files.count == Self.sources.count)
  }

  @Test func `References and witnesses connect files, and extensions note their types`()
    async throws
  {
    let fixture = try await IndexFixture(module: "Shop", Self.sources)
    let graph = await graph(fixture)
    #expect(graph.gaps == [])
    #expect(uses(of: "Calls.swift", in: graph) == ["Plain.swift", "Use.swift"])
    #expect(uses(of: "Use.swift", in: graph) == ["Price.swift"])
    #expect(uses(of: "Plain.swift", in: graph) == ["Price.swift"])
    let price = graph.files.firstIndex { name($0.path) == "Price.swift" }
    let extending = graph.files.filter { !$0.extendedFiles.isEmpty }
    #expect(extending.map { name($0.path) } == ["Price.swift", "Text.swift"])
    #expect(extending.allSatisfy { $0.extendedFiles == [price] })
    #expect(graph.files.filter(\.extendsForeignType).map { name($0.path) } == ["Foreign.swift"])
  }

  @Test func `A source that is new or was changed after the build is a gap`() async throws {
    var built = Self.sources
    built["Use.swift"] = nil
    built["Calls.swift"] = "func call() {}"
    let fixture = try await IndexFixture(module: "Shop", built)
    _ = try fixture.folder.write("func total() {}", to: "Use.swift")
    let later = Date.now.addingTimeInterval(10)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: fixture.folder.path("Calls.swift"))
    let gaps = await graph(fixture).gaps
    #expect(gaps.count == 2)
    #expect(gaps.first?.hasSuffix("Calls.swift' was changed after the build: build again") == true)
    #expect(gaps.last?.hasPrefix("the index does not cover") == true)
  }

  @Test func `The users of a name that a file has lost are found`() async throws {
    let fixture = try await IndexFixture(module: "Shop", Self.sources)
    let folder = fixture.folder.url.lastPathComponent
    let graph = await graph(
      fixture,
      previousTexts: [
        "\(folder)/Use.swift": Self.sources["Use.swift", default: ""] + "\nfunc total(_ x: Int) {}",
        "\(folder)/Gone.swift": "extension Price: Hashable {}",
      ])
    let lost = graph.lost.mapValues { $0.map { name(graph.files[$0.file].path) } }
    #expect(lost["\(folder)/Use.swift"] == ["Calls.swift"])
    #expect(lost["\(folder)/Gone.swift"] == ["Plain.swift", "Text.swift", "Use.swift"])
  }

  @Test func `Without an index, the graph has a gap`() async throws {
    let fixture = try IndexFixture()
    let gaps = await graph(fixture).gaps
    #expect(gaps.first?.contains("no index store is at") == true)
  }
}

/// Facts about a source that the index lacks.
@Suite struct SelectionOutlineTests {
  @Test func `Tests are found with the types around them`() {
    let outline = SelectionOutline(
      """
      @Test func free() {}
      @Suite struct Outer {
        @Test(.tags(.a)) func `with a name`() {}
        func helper() {}
        @Suite struct Inner { @Testing.Test func deep(value: Int) {} }
        #if os(Linux)
          @Test func onLinux() {}
        #endif
      }
      extension Outer.Inner { @Test func extended() {} }
      final class Old: XCTestCase { func testIt() {} }
      """)
    #expect(
      outline.tests == [
        .init([], "free"), .init(["Outer"], "`with a name`"),
        .init(["Outer", "Inner"], "deep", labels: "value:"),
        .init(["Outer"], "onLinux"), .init(["Outer", "Inner"], "extended"),
        .init(["Old"], "testIt"),
      ])
  }

  @Test(arguments: [
    (#"@Suite(.serialized, .module("A")) struct S { @Test func a() {} }"#, ["A"], false),
    (
      #"@Suite(.module("A")) struct S { struct B { @Test(.module("B")) func a() {} } }"#,
      ["A", "B"], false
    ),
    (#"struct S { @Test(.module("A")) func a() {}; @Test func b() {} }"#, ["A"], true),
    (
      #"@Suite(.module("A", including: .allDependencies)) struct S { @Test func a() {} }"#, [], true
    ),
    (#"@Suite(.module("\(name)")) struct S { @Test func a() {} }"#, [], true),
    (#"@Suite(.module("A")) struct S {}; extension S { @Test func a() {} }"#, [], true),
  ])
  func `The modules of tests are in the traits around them`(
    text: String, modules: [String], isAll: Bool
  ) {
    let outline = SelectionOutline(text)
    #expect(outline.modulesOfTests == Set(modules))
    #expect(outline.hasTestsOfAllModules == isAll)
  }

  @Test(arguments: [
    ("extension A: P {}", ["A"]), ("extension A { func f() {} }", []),
    ("extension A { init(stringLiteral: String) {} }", ["A"]),
    ("extension A { init(b: Int) {} }", []),
    ("extension A { static func buildBlock() {} }", ["A"]),
    ("extension A.B<Int> { var wrappedValue: Int { 1 } }", ["B"]),
    ("extension A { subscript(dynamicMember name: String) -> Int { 1 } }", ["A"]),
  ])
  func `Conformances and members that the compiler calls are noted`(text: String, types: [String]) {
    #expect(SelectionOutline(text).extendedTypes == Set(types))
  }

  @Test func `The types of macros are noted`() {
    let text = #"@freestanding(expression) macro add() = #externalMacro(module: "M", type: "Add")"#
    #expect(SelectionOutline(text).macroTypes == ["Add"])
  }

  @Test(arguments: [
    ("func f(a: Int = 1, b: Int) {}", "func f(a: Int = 1, b: String) {}", ["f"]),
    ("func f() { 1 }", "func f() { 2 }", []), ("let a = 1", "let a = 2", []),
    ("struct A { init(b: Int) {} }", "struct A {}", ["A"]), ("extension A: P {}", "", ["A"]),
    ("struct A { @M var b: Int }", "struct A { var b: Int }", ["A"]),
  ])
  func `A header that is gone loses its name`(earlier: String, text: String, names: [String]) {
    #expect(SelectionOutline.namesLost(from: earlier, in: text) == Set(names))
  }

  @Test func `A program is named by a literal or the end of its path`() {
    let names: Set<String> = ["app", "tool"]
    #expect(SelectionOutline.programs(namedIn: #"run("app")"#, among: names) == ["app"])
    #expect(
      SelectionOutline.programs(namedIn: #"sh("cd x; .build/debug/tool -v")"#, among: names)
        == ["tool"])
    #expect(SelectionOutline.programs(namedIn: #"run("apps", app, "x/app/y")"#, among: names) == [])
  }
}
