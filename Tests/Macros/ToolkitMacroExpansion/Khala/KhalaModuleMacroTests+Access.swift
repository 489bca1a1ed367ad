import Declarations
import Testing
import ToolkitMacroTestSupport

// Who may call, and where a class may stand.
extension KhalaModuleMacroTests {
  /// What is written before a class and its function, and who may then call the
  /// function by its name and by its path.
  private static let access: [(module: String, marker: String, route: String, Set<String>)] = [
    ("", "", "", []),
    ("", "", ", access: .external", ["path"]),
    ("", "", ", access: KhalaAccess.external", ["path"]),
    ("", "(access: .external)", "", ["name", "path"]),
    ("", "(access: .external)", ", access: .internal", ["name"]),
    ("", "(access: nil)", "", []),
    ("(access: .external)", "", "", ["name", "path"]),
    ("(access: .external)", "(access: .internal)", "", []),
    ("(access: .external)", "(access: .internal)", ", access: .external", ["path"]),
    ("(access: .external)", "", ", access: .internal", ["name"]),
    ("(access: .internal)", "(access: Khala.KhalaAccess.external)", "", ["name", "path"]),
  ]

  @Test(arguments: access)
  func `Access is that of the path, else of the function, else of the class`(
    row: (module: String, marker: String, route: String, open: Set<String>)
  ) throws {
    let source = """
      @KhalaModule\(row.module) final class A {
        @KhalaExported\(row.marker) @Route("a"\(row.route)) func f() {}
      }
      """
    let (name, path) = (row.open.contains("name"), row.open.contains("path"))
    #expect(
      expanded(source).expandedSource.onOneLine.contains(
        """
        .sync("f", [],\(name ? " access: .external," : "") routes: [Khala::__KhalaRoute("a", priority: 0, \
        schemes: []\(path ? ", access: .external" : ""))])
        """))
    #expect(
      try record(of: source).detail == """
        {"functions":[{\(name ? #""access":"external","# : "")"line":2,"name":"f","routes":[{\
        \(path ? #""access":"external","# : "")"pattern":"a"}]}],"type":"A"}
        """)
  }

  @Test func `A property may be open to all`() throws {
    #expect(
      try entry(of: "@KhalaExported(access: .external) let f = 1")
        == #".sync("f", [], access: .external) { __module, _ in return __module.f }"#)
    #expect(
      try entry(of: "@KhalaExported(access: .external) func f(_ i: KhalaInfo, c: KhalaClosure) {}")
        .contains("access: .external"))
  }

  // MARK: - Places and kinds

  @Test func `In a type, the record is a static member of that`() {
    let expansion = expanded("enum E { @KhalaModule final class A {} }")
    #expect(expansion.expandedSource.contains("@used private static nonisolated let"))
    #expect(!expansion.expandedSource.contains("@_cdecl"))
    #expect(expansion.expandedSource.contains("extension E.A: __KhalaSendable {}"))
  }

  @Test func `In a script, the record is a member of the class`() {
    let expansion = expanded("@KhalaModule final class A {}", file: "main.swift")
    #expect(expansion.expandedSource.contains("@used private static nonisolated let"))
    #expect(expansion.expandedSource.matches(of: /note\.modkit/).count == 1)
  }

  @Test(arguments: [
    ("@KhalaModule final class A {}", true), ("@KhalaModule actor A {}", true),
    ("@KhalaModule @MainActor class A { var a = 1 }", true),
    ("@KhalaModule(lifetime: .perCall) class A { var a = 1 }", false),
    ("@KhalaModule final class A { nonisolated(unsafe) var a = 1; @Shared var b = 2 }", true),
    ("@KhalaModule final class A { static var a = 1; var b: Int { 1 } }", true),
  ])
  func `A shared class is made Sendable`(source: String, isMade: Bool) {
    #expect(expanded(source).expandedSource.contains("extension A: __KhalaSendable {}") == isMade)
  }

  @Test(arguments: [
    ("class A {}", "extension A: @unchecked __KhalaSendable {}"),
    (
      "class A: NSObject { let a = 1; let b: String, c = 2\nstatic let d = 3; var e: Int { 4 } }",
      "Khala::__KhalaRecord.constants(a, b, c)"
    ),
  ])
  func `The constants of a class that is not final are checked`(
    source: String, expansion: String
  ) {
    #expect(expanded("@KhalaModule \(source)").expandedSource.contains(expansion))
  }

  @Test func `A declaration that is already Sendable is accepted`() {
    let expansion = expandKhala("@KhalaModule class A { var a = 1 }", isSendable: true)
    #expect(expansion.diagnostics.isEmpty)
    #expect(!expansion.expandedSource.contains("extension"))
  }

  @Test(
    arguments: [
      (
        "@KhalaModule @MainActor final class A {}", [.unique, .mainActor],
        #""isolation":"MainActor""#
      ),
      ("@KhalaModule @ShopActor final class A {}", .unique, #""isolation":"ShopActor""#),
      ("@KhalaModule actor A {}", .unique, #""isolation":"actor""#),
      ("@KhalaModule(lifetime: .perCall) class A {}", .unique, #""lifetime":"perCall""#),
    ] as [(String, RecordFlags, String)])
  func `The record has the isolation and the lifetime of the class`(
    source: String, flags: RecordFlags, detail: String
  ) throws {
    let record = try record(of: source)
    #expect(record.flags == flags)
    #expect(record.detail.contains(detail))
  }
}
