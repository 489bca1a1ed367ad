import Testing
import ToolkitMacroTestSupport

@Suite struct RheaDiagnosticTests {
  private func check(_ refusal: Refusal, file: String = "Home.swift") {
    refusal.check(expandRhea(refusal.source, file: file))
  }

  // MARK: - Arguments

  private static let arguments: [Refusal] = [
    Refusal(
      source: "#rhea(time: .a, repeatable: flag) { }",
      message: """
        'repeatable' must be 'true' or 'false', because it is read when the program is compiled; \
        'flag' is not
        """,
      column: 29,
      fixed: [
        "#rhea(time: .a, repeatable: true) { }", "#rhea(time: .a, repeatable: false) { }",
      ]),
    Refusal(
      source: "#rhea(time: .a, repeatable: !false) { }", message: "'!false' is not", column: 29,
      fixed: ["#rhea(time: .a, repeatable: true) { }"]),
    Refusal(
      source: "#rhea(time: .a, repeatable: !true) { }", message: "'!true' is not", column: 29,
      fixed: ["#rhea(time: .a, repeatable: false) { }"]),
    Refusal(
      source: "#rhea(time: .a, async: 1) { }", message: "'async' must be 'true' or 'false'",
      column: 24, fixed: ["#rhea(time: .a, async: true) { }"]),
    Refusal(
      source: "#rhea(time: .a, async: isSlow) { }", message: "'isSlow' is not", column: 24,
      fixed: ["#rhea(time: .a, async: true) { }", "#rhea(time: .a, async: false) { }"]),
    Refusal(
      source: #"#rhea(time: "") { }"#,
      message: "an event needs a name, by which triggers and callbacks refer to it",
      column: 13, fixed: [##"#rhea(time: "<#event#>") { }"##]),
    Refusal(
      source: ##"#rhea(time: #""#) { }"##, message: "an event needs a name", column: 13,
      fixed: [##"#rhea(time: "<#event#>") { }"##]),
    Refusal(
      source: "#rhea(time: .a, formerly: old) { }", message: "'formerly' must be a string literal",
      column: 27),
    Refusal(
      source: #"#rhea(time: .a, formerly: "b", "load") { }"#,
      message: "'load' is a built-in moment, so it cannot be an earlier name of another event",
      column: 32),
    Refusal(source: "#rhea(time: .a)", message: "the argument 'func' is missing", column: 1),
    Refusal(source: "#rhea { }", message: "the argument 'time' is missing", column: 1),
    Refusal(source: "#load", message: "the argument 'func' is missing", column: 1),
  ]

  @Test(arguments: arguments)
  func `Missing arguments of a record are rejected`(refusal: Refusal) {
    check(refusal)
  }

  // MARK: - Self

  /// A macro in a class or an actor, and the same with the type's name.
  private static let uses: [(macro: String, column: Int, fixed: String)] = [
    ("#load { Self.prepare() }", 9, "#load { Home.prepare() }"),
    ("#load { print(Self.self) }", 15, "#load { print(Home.self) }"),
    ("#load { _ = Self() }", 13, "#load { _ = Home() }"),
    ("#load { _ = [Self]() }", 14, "#load { _ = [Home]() }"),
    ("#load { let home: Self? = nil }", 19, "#load { let home: Home? = nil }"),
    (
      "#load { [1].forEach { _ in Self.prepare() } }", 28,
      "#load { [1].forEach { _ in Home.prepare() } }"
    ),
    ("#load(func: Self.prepare)", 13, "#load(func: Home.prepare)"),
    ("#load { Self.a(); Self.b( Self.c ) }", 9, "#load { Home.a(); Home.b( Home.c ) }"),
    ("#rhea(time: Self.event) { }", 13, "#rhea(time: Home.event) { }"),
    (
      "#rhea(time: Self.event, priority: Self.level, func: Self.prepare)", 13,
      "#rhea(time: Home.event, priority: Home.level, func: Home.prepare)"
    ),
  ]

  @Test(arguments: uses, ["class", "final class", "actor"])
  func `Self in a class or an actor is rejected, with a fix-it for every use`(
    use: (macro: String, column: Int, fixed: String), type: String
  ) throws {
    let refusal = Refusal(
      source: "\(type) Home {\n  \(use.macro)\n}", message: "write 'Home'", line: 2,
      column: use.column + 2, fixed: ["\(type) Home {\n  \(use.fixed)\n}"])
    check(refusal)
    #expect(expandRhea(try #require(refusal.fixed.first)).diagnostics.isEmpty)
  }

  @Test(arguments: [
    "struct Home { #load { Self.prepare() } }", "enum Home { #load { Self.prepare() } }",
    "class Outer { struct Home { #load { Self.prepare() } } }",
    "class Home { #load { struct Local { static func f() { print(Self.self) } }; Local.f() } }",
    "class Home { #load { enum Local { case a; static let b = Self.a } } }",
    "class Home { #load { prepare() } }", "class Home { #load { print(\"Self\") } }",
  ])
  func `Other uses of Self are accepted`(source: String) {
    #expect(expandRhea(source).diagnostics.isEmpty)
  }

  // MARK: - Functions

  private static let inFunctions: [(macro: String, call: String)] = [
    ("#rhea(time: .a) { context in use(context) }", "Rhea.on(.a) { context in use(context) }"),
    (
      "#rhea(time: .a, priority: .high, repeatable: true) { use($0) }",
      "Rhea.on(.a, priority: .high, repeatable: true) { use($0) }"
    ),
    (
      "#rhea(time: \"a\", async: true, func: { await later() })",
      "Rhea.on(\"a\", async: true, { await later() })"
    ),
    ("#rhea(time: .a, func: handler)", "Rhea.on(.a, handler)"),
    (
      "#rhea(time: .a, repeatable: isOften, async: isSlow) { _ in }",
      "Rhea.on(.a, repeatable: isOften, async: isSlow) { _ in }"
    ),
    ("#load { print(1) }", "Rhea.on(.load) { print(1) }"),
    ("#premain(func: handler)", "Rhea.on(.premain, handler)"),
    (
      "#appDidFinishLaunching { context in\n    use(context)\n  }",
      "Rhea.on(.appDidFinishLaunching) { context in\n    use(context)\n  }"
    ),
    (
      "#rhea(\n    time: .a,\n    repeatable: true, // Often.\n    func: { _ in\n      use()\n    })",
      "Rhea.on(.a, repeatable: true, { _ in\n      use()\n    })"
    ),
  ]

  @Test(
    arguments: inFunctions,
    [
      "func f() {\n  @\n}", "enum E {\n  static func f() {\n  @\n  }\n}", "let f = {\n  @\n}",
      "struct S {\n  init() {\n  @\n  }\n}", "class Home { func f() {\n  @\n  } }",
    ])
  func `In a function, adding the callback at run time is offered`(
    use: (macro: String, call: String), place: String
  ) {
    let line = place.split(separator: "\n").firstIndex(of: "  @").map { $0 + 1 } ?? 0
    check(
      Refusal(
        source: place.replacing("@", with: use.macro),
        message: "a record cannot be declared inside a function", line: line, column: 3,
        fixed: [place.replacing("@", with: use.call)]))
  }

  // MARK: - Other places

  private static let places: [Refusal] = [
    Refusal(source: "struct S<T> { #load { } }", message: "'S', which is generic", column: 15),
    Refusal(
      source: "struct S<T> { enum E { #rhea(time: .a) { } } }", message: "'S', which is generic",
      column: 24),
    Refusal(
      source: "class C<T> { #load { Self.f() } }", message: "'C', which is generic", column: 14),
    Refusal(source: "protocol P { #load { } }", message: "in a protocol", column: 14),
  ]

  @Test(arguments: places)
  func `Contexts without records are reported`(refusal: Refusal) {
    check(refusal)
  }

  @Test(arguments: ["#load { }", "#rhea(time: .a) { }", "#premain { }"])
  func `The top level of main.swift is rejected, a type in it is not`(source: String) {
    check(
      Refusal(source: source, message: "at the top level of main.swift", column: 1),
      file: "main.swift")
    #expect(expandRhea("enum E { \(source) }", file: "main.swift").diagnostics.isEmpty)
  }

  @Test func `The expansion of another macro is rejected`() {
    let expansion = expandRhea("#load { }", file: "@__swiftmacro_4App0a.swift")
    #expect(expansion.diagnostics.count == 1)
    #expect(
      expansion.diagnostics.first?.message.contains(
        "cannot be declared in the expansion of another macro") == true, "\(expansion)")
  }
}
