import SwiftDiagnostics
import SwiftSyntaxMacros
import Testing
import ToolkitMacroTestSupport

@Suite struct `The diagnostics of an expansion` {
  /// What `sampleMacros` say about a source.
  private func diagnostics(of source: String) -> [ExpandedDiagnostic] {
    MacroExpansion(of: source, macros: sampleMacros).diagnostics
  }

  @Test func `Diagnostics have message, location and severity`() throws {
    let diagnostic = try #require(diagnostics(of: "let x = 1\nlet y = #complain(  name  )").first)
    #expect(diagnostic.message == "write a string")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.location?.line == 2)
    #expect(diagnostic.location?.column == 21)
    #expect(diagnostic.highlights == ["name"])
    #expect(diagnostic.notes.map(\.description) == ["2:21: note: this argument"])
  }

  @Test func `Diagnostics are in the order in which they were emitted`() {
    let all = diagnostics(of: "#complain(1, 2)\n@Complain(3) struct A {}")
    #expect(all.map { $0.location?.description } == ["1:11", "1:14", "2:11", "2:1"])
    #expect(all.map(\.severity) == [.error, .error, .error, .warning])
    #expect(all.last?.highlights == ["@Complain(3) struct A {}"])
  }

  @Test(
    arguments: [
      ("#complain(a)", "#complain(\"a\")", "#complain(/*[*/a/*]*/)"),
      ("let y = 1; #complain( a )\n", "let y = 1; #complain( \"a\")\n", nil),
      (
        "struct A {\n  @Complain(1 + 2) var b = 1\n}",
        "struct A {\n  @Complain(\"1 + 2\") var b = 1\n}",
        "struct A {\n  @Complain(/*[*/1 + 2/*]*/) var b = 1\n}"
      ),
      (
        "let s = \"⚓︎é\"; #complain(x * y)", "let s = \"⚓︎é\"; #complain(\"x * y\")",
        "let s = \"⚓︎é\"; #complain(/*[*/x * y/*]*/)"
      ),
    ] as [(String, String, String?)]) func `Fix-its are applied to the whole source`(
      source: String, quoted: String, bracketed: String?
    ) throws
  {
    let diagnostic = try #require(diagnostics(of: source).first)
    #expect(diagnostic.fixIts.map(\.message) == ["put it in quotes", "put it in brackets"])
    #expect(diagnostic.fixIts[0].fixedSource == quoted)
    if let bracketed { #expect(diagnostic.fixIts[1].fixedSource == bracketed) }
  }

  @Test func `Each fix-it is applied alone`() {
    let all = diagnostics(of: "#complain(a, b)")
    #expect(
      all.map { $0.fixIts[0].fixedSource } == ["#complain(\"a\", b)", "#complain(a, \"b\")"])
  }

  @Test func `Syntax outside of the source has no location and cannot be fixed`() throws {
    let diagnostic = try #require(diagnostics(of: "let x = #invent").first)
    #expect(diagnostic.location == nil)
    #expect(diagnostic.fixIts.map(\.fixedSource) == [nil])
    #expect(diagnostic.description.hasPrefix("not in the source: error: made-up syntax"))
  }

  @Test func `A macro that throws is a diagnostic at the macro, which stays`() {
    let expansion = MacroExpansion(of: "let x =\n  #fail", macros: sampleMacros)
    #expect(expansion.diagnostics.map(\.description) == ["2:3: error: no luck\n  at: #fail"])
    #expect(expansion.expandedSource == "let x =\n  #fail")
  }

  @Test(arguments: [
    ("@Equip struct A {\n  @Complain(1) func f() {}\n}", "2:13"),
    ("@Equip struct A {\n  @Complain(1) @Compute var x: Int\n}", "2:13"),
    ("struct A {\n  @Complain(1) @Silence func f() {}\n}", "2:13"),
    ("struct A {\n  @Complain(1) func f() { #product(1, 2) }\n}", "2:13"),
    ("struct A {\n  #declare\n  @Complain(1) func f() {}\n}", "3:13"),
    ("@Complain(1) @Equip struct A {\n  #declare\n}", "1:11"),
    ("struct A {\n  @Frown var x: Int\n}", "2:3"),
  ]) func `Macros know their position beside other macros`(source: String, place: String) {
    let places = diagnostics(of: source).map { $0.location?.description ?? "nowhere" }
    #expect(places.contains(place))
  }

  @Test func `An accessor macro loses its location when its variable was expanded before`() {
    let all = diagnostics(of: "struct A {\n  @Frown var x: Int = #product(1, 2)\n}")
    #expect(all.map(\.location) == [nil])
  }
}
