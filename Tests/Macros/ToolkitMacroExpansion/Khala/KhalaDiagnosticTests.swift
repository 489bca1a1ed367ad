import Testing
import ToolkitMacroTestSupport

/// What is rejected, where, and what fix-its make of it.
@Suite struct KhalaDiagnosticTests {
  private func check(_ refusal: Refusal) {
    refusal.check(expandKhala(refusal.source))
  }

  // MARK: - Functions

  /// A function that cannot be called, what is said of it, and the column.
  private static let functions: [(function: String, message: String, column: Int)] = [
    ("func f<T>(_ a: T) {}", "'f' is generic, so it cannot be called by URL", 9),
    ("func f(_ a: some P) {}", "'f' is generic", 15),
    ("func f(a: [some P]) {}", "'f' is generic", 14),
    ("func f(_ a: inout Int) {}", "'f' changes a value of its caller ('inout')", 15),
    ("func f(_ a: Int...) {}", "'f' takes any number of values", 18),
    ("func f(_: Int) {}", "'f' has a parameter without a name", 10),
    ("func f(a: @autoclosure () -> Int) {}", "'f' takes an expression", 13),
    ("func f(_ a: isolated A) {}", "'f' runs on an actor of its caller's choice", 15),
    ("func f(_ a: KhalaInfo, b: [AnyHashable: Any]) {}", "all values of the call", 26),
    ("func f(a b: Int, a c: Int) {}", "two values named 'a'", 20),
    ("var (a, b): (Int, Int) { (1, 2) }", "several properties at once", 7),
  ]

  @Test(arguments: functions)
  func `Functions that no URL can call are rejected, unless ignored`(
    row: (function: String, message: String, column: Int)
  ) {
    let fixed = "@KhalaModule final class A {\n  @KhalaIgnored\n  \(row.function)\n}"
    check(
      Refusal(
        source: "@KhalaModule final class A {\n  \(row.function)\n}", message: row.message, line: 2,
        column: row.column, fixed: [fixed]))
    #expect(expandKhala(fixed).diagnostics.isEmpty)
  }

  @Test func `The second of two indistinguishable functions is rejected`() {
    check(
      Refusal(
        source: """
          @KhalaModule final class A {
            func f(a: Int, b: Int) {}
            func f(b: String, a: Int) {}
          }
          """,
        message: "no call can tell 'f(b:a:)' from 'f(a:b:)'", line: 3, column: 8,
        fixed: [
          """
          @KhalaModule final class A {
            func f(a: Int, b: Int) {}
            @KhalaIgnored
            func f(b: String, a: Int) {}
          }
          """
        ]))
  }

  @Test func `All errors are reported together`() {
    let expansion = expandKhala(
      "@KhalaModule final class A { func f<T>(_: T) {}\n func g(_ a: inout Int) {} }")
    #expect(expansion.diagnostics.count == 2)
    #expect(!expansion.expandedSource.contains("__khalaTable"))
  }

  // MARK: - Classes

  private static let classes: [Refusal] = [
    Refusal(
      source: "@KhalaModule public struct A {}",
      message: "can only be applied to a class or an actor",
      column: 1, fixed: ["@KhalaModule public final class A {}"]),
    Refusal(
      source: "@KhalaModule enum A { case a }",
      message: "can only be applied to a class or an actor",
      column: 1),
    Refusal(
      source: "@KhalaModule final class A<T> {}", message: "'A' is generic", column: 27),
    Refusal(
      source: "@KhalaModule\npublic class A: Base {}", message: "only if the class is final",
      line: 2, column: 14, fixed: ["@KhalaModule\npublic final class A: Base {}"]),
    Refusal(
      source: "@KhalaModule\nclass A { @Wrapped var a = 1 }", message: "make it final",
      line: 2, column: 7, fixed: ["@KhalaModule\nfinal class A { @Wrapped var a = 1 }"]),
    Refusal(
      source: "@KhalaModule @Observable\nclass A {}", message: "make it final",
      line: 2, column: 7, fixed: ["@KhalaModule @Observable\nfinal class A {}"]),
    Refusal(
      source: "@KhalaModule\nclass A { let (a, b) = (1, 2) }", message: "make it final",
      line: 2, column: 7, fixed: ["@KhalaModule\nfinal class A { let (a, b) = (1, 2) }"]),
    Refusal(
      source: "@KhalaModule final class A {\n  init(a: Int, _ b: Int, c: Int = 1) {}\n}",
      message: "has no arguments for 'init' of 'A'", line: 2, column: 3,
      fixed: [
        """
        @KhalaModule final class A {
          convenience init() {
            self.init(a: <#a#>, <#b#>)
          }

          init(a: Int, _ b: Int, c: Int = 1) {}
        }
        """
      ]),
    Refusal(
      source: "@KhalaModule actor A {\n  init?() {}\n}", message: "may fail or suspend", line: 2,
      column: 3),
    Refusal(
      source: "enum E { @KhalaModule private final class A {} }", message: "must not be private",
      column: 23, fixed: ["enum E { @KhalaModule fileprivate final class A {} }"]),
    Refusal(
      source: "@KhalaModule(exports: choice) final class A {}",
      message: "'exports' must be '.all' or '.marked'", column: 23,
      fixed: [
        "@KhalaModule(exports: .all) final class A {}",
        "@KhalaModule(exports: .marked) final class A {}",
      ]),
    Refusal(
      source: "@KhalaModule(access: everybody) final class A {}",
      message: "'access' must be '.internal' or '.external'", column: 22,
      fixed: [
        "@KhalaModule(access: .internal) final class A {}",
        "@KhalaModule(access: .external) final class A {}",
      ]),
    Refusal(
      source: "@KhalaModule final class A { @KhalaExported(access: open()) func f() {} }",
      message: "'open()' is not", column: 53,
      fixed: [".internal", ".external"].map {
        "@KhalaModule final class A { @KhalaExported(access: \($0)) func f() {} }"
      }),
    Refusal(
      source: #"@KhalaModule("a/b") final class A {}"#,
      message: "'a/b' cannot be the host of a URL",
      column: 14),
    Refusal(
      source: #"@KhalaModule("") final class A {}"#, message: "'' cannot be the host", column: 14),
  ]

  @Test(arguments: classes)
  func `Declarations that cannot be routing classes are rejected`(refusal: Refusal) {
    check(refusal)
  }

  @Test(arguments: [
    ("@KhalaModule", "@KhalaModule(lifetime: .perCall)"),
    (#"@KhalaModule("A")"#, #"@KhalaModule("A", lifetime: .perCall)"#),
    (
      #"@KhalaModule("A", exports: .all, lifetime: .cached)"#,
      #"@KhalaModule("A", exports: .all, lifetime: .perCall)"#
    ),
  ])
  func `Mutable state is rejected in a shared class`(attribute: String, perCall: String) {
    let rest = "\nfinal class A {\n  var count = 0\n}"
    check(
      Refusal(
        source: attribute + rest, message: "'count' can change: make it a 'let'", line: 3,
        column: 7,
        fixed: ["@MainActor\n" + attribute + rest, perCall + rest]))
    #expect(expandKhala(perCall + rest).diagnostics.isEmpty)
    #expect(expandKhala("@MainActor\n" + attribute + rest).diagnostics.isEmpty)
  }

  // MARK: - Calls

  private static let calls: [Refusal] = [
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f(a: Int) -> Int"#,
      message: "'f' must be able to throw",
      column: 29, fixed: [#"@KhalaCall("kl://A/f") func f(a: Int) throws -> Int"#]),
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f() async"#, message: "'f' must be able to throw",
      column: 29, fixed: [#"@KhalaCall("kl://A/f") func f() async throws"#]),
    Refusal(
      source: #"@KhalaCall("kl://A/f?a=1#b") func f() throws"#, message: "remove '?a=1#b'",
      column: 12, fixed: [#"@KhalaCall("kl://A/f") func f() throws"#]),
    Refusal(
      source: #"@KhalaCall("A/f") func f() throws"#, message: "'A/f' is not a URL of a route",
      column: 12),
    Refusal(
      source: #"@KhalaCall("kl://A/b c") func f() throws"#, message: "escape it as '%20'",
      column: 12, fixed: [#"@KhalaCall("kl://A/b%20c") func f() throws"#]),
    Refusal(
      source: "extension KhalaStore {\n@KhalaCall(\"kl://A/f\") func f() throws\n}",
      message: "'f' must be static: a contract is called on 'KhalaStore' itself", line: 2,
      column: 29,
      fixed: ["extension KhalaStore {\n@KhalaCall(\"kl://A/f\") static func f() throws\n}"]),
    Refusal(
      source: #"@KhalaCall("kl://A/{b}") func f() throws"#, message: "is not a URL of a route",
      column: 12),
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f<T>() throws -> T"#, message: "'f' is generic",
      column: 30),
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f(a: Int...) throws"#,
      message: "'f' takes any number of values (an array would do), which a route cannot",
      column: 37),
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f(_ a: KhalaInfo, b: KhalaInfo) throws"#,
      message: "'f' takes all values of the call twice, which a route cannot",
      column: 47),
    Refusal(
      source: #"@KhalaCall("kl://A/f") func f(a b: Int, a c: Int) throws"#,
      message: "'f' takes two values named 'a', which a route cannot", column: 41),
  ]

  @Test(arguments: calls)
  func `A function that cannot call a route is rejected`(refusal: Refusal) {
    check(refusal)
  }
}
