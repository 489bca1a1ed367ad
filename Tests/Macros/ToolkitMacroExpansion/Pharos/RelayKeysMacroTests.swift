import Declarations
import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport

/// What `@RelayKeys` makes of extensions, and what it says about others.
@Suite struct RelayKeysMacroTests {
  private func expand(_ source: String, file: String = "Keys.swift") -> MacroExpansion {
    MacroExpansion(
      of: source, macros: ["RelayKeys": RelayKeysMacro.self], module: "Cart", file: file)
  }

  private func record(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExpandedRecord {
    try expand(source).record(sourceLocation: sourceLocation)
  }

  @Test func `A key becomes a record with its name, type and source location`() throws {
    let record = try record(
      """
      @RelayKeys extension RelayKey<[String: Int]> {
        public static var cartStock: Self { Self("cart.stock") }
      }
      """)
    #expect(record.key == "cart.stock")
    #expect(record.fileID == "Cart/Keys.swift")
    #expect(record.line == 2)
    #expect(record.column == 21)
    #expect(record.flags == [])
    #expect(record.detail == #"{"member":"cartStock","type":"[String: Int]"}"#)
    #expect(
      record.accessor == """
        return unsafe Pharos::__RelayKeyRecord.key(__out, __type, \
        Pharos::RelayKey<[String: Int]>.cartStock)
        """)
  }

  @Test(arguments: [
    #"extension RelayKey<Int> { static var a: Self { .init("cart.a") } }"#,
    #"extension RelayKey<Int> { static var a: RelayKey { return RelayKey("cart.a") } }"#,
    #"extension Pharos.RelayKey<Int> { static var a: Self { Self.init("cart.a") } }"#,
    #"extension RelayKey where Value == Int { static var a: Self { get { Self("cart.a") } } }"#,
    #"extension RelayKey<Int> { static var a: Self { Pharos.RelayKey<Int>("cart.a", line: 1) } }"#,
    #"extension RelayKey<Never> { static var a: RelayKey<Int> { RelayKey<Int>("cart.a") } }"#,
  ])
  func `Name and type are read in every form`(source: String) throws {
    let record = try record("@RelayKeys \(source)")
    #expect(record.key == "cart.a")
    #expect(record.flags == [])
    #expect(record.detail == #"{"member":"a","type":"Int"}"#)
  }

  @Test func `Earlier names are in the record, and must be literals`() throws {
    let source =
      #"extension RelayKey<Int> { static var a: Self { Self("a", formerly: "b", "c") } }"#
    let record = try record("@RelayKeys \(source)")
    #expect(record.detail == #"{"formerly":["b","c"],"member":"a","type":"Int"}"#)
    let computed = #"extension RelayKey<Int> { static var a: Self { Self("a", formerly: b) } }"#
    let messages = expand("@RelayKeys \(computed)").diagnostics.map(\.message)
    #expect(messages.first?.hasPrefix("'formerly' must be a string literal") == true)
  }

  @Test(arguments: [
    #"{ Self(prefix + "a") }"#, #"{ Self("cart.\(prefix)") }"#, #"{ make("cart.a") }"#,
    #"{ let name = "cart.a"; return Self(name) }"#, "{ .b }",
  ])
  func `For a name that is not a literal, a record has the property`(getter: String) throws {
    let record = try record(
      "@RelayKeys extension RelayKey<Int> { static var `a`: Self \(getter) }")
    #expect(record.key == ".a")
    #expect(record.flags == [.unresolvedKey])
    #expect(record.detail == #"{"member":"a","type":"Int"}"#)
    #expect(record.accessor.hasSuffix("Pharos::RelayKey<Int>.`a`)"))
  }

  @Test func `Each key has a record, and other members have none`() {
    let expansion = expand(
      """
      @RelayKeys extension RelayKey<Int> {
        static var a: Self { Self("a") }
        static var b: Self { Self("b") }
        static var all: [Self] { [a, b] }
        static func numbered(_ number: Int) -> Self { Self("n\\(number)") }
        var isA: Bool { self == .a }
        enum Kind { case a }
      }
      """)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    #expect(
      expansion.expandedSource.matches(of: /__RelayKeyRecord\.key\(/).count == 2, "\(expansion)")
  }

  @Test func `The records of a file have unique names across extensions`() {
    let expansion = expand(
      """
      @RelayKeys extension RelayKey<Int> { static var a: Self { Self("a") } }
      @RelayKeys extension RelayKey<String> { static var a: Self { Self("b") } }
      """)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    let names = expansion.expandedSource.matches(of: /record(\d+_\d+)fMu/).map { String($0.1) }
    #expect(names == ["1_49", "2_52"], "\(expansion)")
  }

  @Test(arguments: [
    Refusal(
      source: "@RelayKeys struct Keys { }", message: "is for an extension of 'RelayKey' with",
      column: 1),
    Refusal(
      source: #"@RelayKeys extension RelayKey { static var a: Self { Self("a") } }"#,
      message: "such as 'extension RelayKey<Int>'", column: 1),
    Refusal(
      source: #"@RelayKeys extension RheaEvent { static var a: Self { "a" } }"#,
      message: "is for an extension of 'RelayKey'", column: 1),
    Refusal(
      source: "@RelayKeys extension RelayKey<Int> { var a: Int { 1 } }",
      message: "this extension has no keys", column: 1),
    Refusal(
      source: #"@RelayKeys extension RelayKey<Int> { private static var a: Self { Self("a") } }"#,
      message: "'a' is private, so its record cannot refer to it; write 'fileprivate'", column: 38,
      fixed: [
        #"@RelayKeys extension RelayKey<Int> { fileprivate static var a: Self { Self("a") } }"#
      ]),
    Refusal(
      source: """
        @RelayKeys extension RelayKey<Int> {
          #if DEBUG
          static var a: Self { Self("a") }
          #endif
        }
        """,
      message: "which keys '#if' leaves in", line: 2, column: 3),
  ])
  func `An extension without keys is rejected`(refusal: Refusal) {
    refusal.check(expand(refusal.source))
  }

  @Test func `The top level of main.swift is rejected`() {
    let expansion = expand(
      #"@RelayKeys extension RelayKey<Int> { static var a: Self { Self("a") } }"#,
      file: "main.swift")
    #expect(expansion.diagnostics.count == 1, "\(expansion)")
    #expect(expansion.diagnostics.first?.message.contains("main.swift") == true)
  }
}
