import Testing
import ToolkitMacroTestSupport

/// Which paths are rejected, where in the path, and what fix-its make of it.
@Suite struct RouteDiagnosticTests {
  /// A path, the parameters of its function, and what is wrong where in the path.
  struct WrongPath: Sendable, CustomTestStringConvertible {
    var path: String
    var parameters = ""
    var message: String
    var offset: Int
    /// What fix-its make of the path.
    var fixed: [String] = []

    var testDescription: String { "\(path) (\(parameters))" }
  }

  /// A class with one function that has a path of its own, in quotes.
  private static func source(_ literal: String, _ parameters: String) -> String {
    "@KhalaModule final class A { @Route(\(literal)) func f(\(parameters)) {} }"
  }

  /// The column of the literal.
  private static let column = 37

  private func check(_ wrong: WrongPath) {
    Refusal(
      source: Self.source("\"\(wrong.path)\"", wrong.parameters), message: wrong.message,
      column: Self.column + 1 + wrong.offset,
      fixed: wrong.fixed.map { Self.source("\"\($0)\"", wrong.parameters) }
    ).check(expandKhala(Self.source("\"\(wrong.path)\"", wrong.parameters)))
  }

  // MARK: - What is no pattern

  private static let patterns: [WrongPath] = [
    WrongPath(
      path: "", message: "the route pattern '' is wrong at offset 0: it is empty.", offset: 0,
      fixed: ["/"]),
    WrongPath(
      path: "a/}",
      message:
        "the route pattern 'a/}' is wrong at offset 2: this closing brace has no opening one",
      offset: 2, fixed: ["a/}}", "a/"]),
    WrongPath(
      path: "a/{b", message: "this brace is not closed", offset: 2, fixed: ["a/{b}", "a/{{b"]),
    WrongPath(path: "a/{}", message: "'' is not a name. Start it with a letter", offset: 3),
    WrongPath(path: "中/{1b}", message: "'1b' is not a name", offset: 5),
    WrongPath(
      path: "a/{b}/{b}", parameters: "b: Int", message: "'b' is captured twice", offset: 7),
    WrongPath(
      path: "a/{b:Imt}", parameters: "b: Int", message: "Did you mean 'Int'?", offset: 5,
      fixed: ["a/{b:Int}"]),
    WrongPath(
      path: "a b", message: "this is not allowed in an address", offset: 1, fixed: ["a%20b"]),
    WrongPath(path: "a//b", message: "between two slashes", offset: 2, fixed: ["a/b"]),
    WrongPath(
      path: "a?b=1", message: "a pattern cannot match query and fragment", offset: 1,
      fixed: ["a", "a%3Fb=1"]),
    WrongPath(
      path: "kl:a", message: "this colon looks like the end of a scheme", offset: 2,
      fixed: ["kl://a", "kl%3Aa"]),
    WrongPath(
      path: "u-{id}.{ext?}", parameters: "id: Int, ext: String?",
      message: "only a whole segment can be optional", offset: 0, fixed: ["u-{id}.{ext}"]),
    WrongPath(
      path: "{*a}/b", parameters: "a: [Int]", message: "a rest must end the pattern",
      offset: 0, fixed: ["{a}/b"]),
    WrongPath(
      path: "src{*a}/b", parameters: "a: [Int]", message: "a rest must end the pattern",
      offset: 0, fixed: ["src{a}/b"]),
    WrongPath(
      path: "src{*a?}", parameters: "a: [Int]?", message: "only a whole segment can be optional",
      offset: 0, fixed: ["src{*a}"]),
    WrongPath(
      path: "1://a", message: "a scheme starts with a letter", offset: 0),
  ]

  @Test(arguments: patterns)
  func `Invalid paths are rejected at their position`(wrong: WrongPath) {
    check(wrong)
  }

  @Test func `In a literal with escapes, an error has only its offset`() {
    Refusal(
      source: Self.source(#""a/\"b//""#, ""), message: "is wrong at offset 5: nothing is between",
      column: Self.column, fixed: [Self.source(##"#"a/"b/"#"##, "")]
    ).check(expandKhala(Self.source(#""a/\"b//""#, "")))
  }

  @Test func `In a literal without escapes, an error has its exact position`() {
    Refusal(
      source: Self.source(##"#"a/"b//"#"##, ""),
      message: "is wrong at offset 5: nothing is between",
      column: Self.column + 7, fixed: [Self.source(##"#"a/"b/"#"##, "")]
    ).check(expandKhala(Self.source(##"#"a/"b//"#"##, "")))
  }

  // MARK: - Schemes

  private static let schemes: [Refusal] = [
    Refusal(
      source: source(#""a/{b}//", schemes: "kl", "kf""#, "b: Int"),
      message:
        "the route pattern 'a/{b}//' is wrong at offset 6: nothing is between two slashes",
      column: column + 7, fixed: [source(#""a/{b}/", schemes: "kl", "kf""#, "b: Int")]),
    Refusal(
      source: source(#""a", schemes: "1""#, ""), message: #"'"1"' is wrong here: a scheme starts"#,
      column: column + 14),
    Refusal(
      source: source(#""a", schemes: "kl://""#, ""),
      message: "is written without '://'; write 'kl'",
      column: column + 14, fixed: [source(#""a", schemes: "kl""#, "")]),
    Refusal(
      source: source(#""a", schemes: "kl", "k f""#, ""), message: #"'"k f"' is wrong here"#,
      column: column + 20),
    Refusal(
      source: source(#""a", schemes: "kl", "kf", "KL""#, ""), message: "'kl' appears twice",
      column: column + 26),
    Refusal(
      source: source(#""a", schemes: "a/b""#, ""), message: #"'"a/b"' is wrong here"#,
      column: column + 14),
    Refusal(
      source: source(#""kl://a", schemes: "kf""#, ""),
      message: "write the schemes of a route in its path or in 'schemes', not in both",
      column: column + 1, fixed: [source(#""a", schemes: "kf""#, "")]),
  ]

  @Test(arguments: schemes)
  func `Errors of a scheme are reported at the scheme`(refusal: Refusal) {
    refusal.check(expandKhala(refusal.source))
  }

  // MARK: - Parameters

  private static let names: [WrongPath] = [
    WrongPath(
      path: "a/{ib}/{*r}", parameters: "id: Int, r: [Int]",
      message: "'f' has no parameter 'ib' for this part of the path; it takes 'id'",
      offset: 3, fixed: ["a/{id}/{*r}"]),
    WrongPath(
      path: "c/{b:Int}/{*c?}", parameters: "b: Int, d: [Int], e: [Int]",
      message: "it takes 'd', 'e'", offset: 12,
      fixed: ["c/{b:Int}/{*d?}", "c/{b:Int}/{*e?}"]),
    WrongPath(
      path: "{nmae}", parameters: "id: Int, name: String", message: "no parameter 'nmae'",
      offset: 1, fixed: ["{name}", "{id}"]),
    WrongPath(path: "a/{b}", message: "'f' takes no other value", offset: 3),
    WrongPath(
      path: "{done}", parameters: "done: KhalaClosure", message: "no parameter 'done'", offset: 1),
  ]

  @Test(arguments: names)
  func `Every capture needs a parameter`(wrong: WrongPath) {
    check(wrong)
  }

  @Test func `A path with captures is rejected for a property`() {
    Refusal(
      source: #"@KhalaModule final class A { @Route("a/{b}") var f: Int { 1 } }"#,
      message: "'f' takes no other value", column: Self.column + 4
    ).check(expandKhala(#"@KhalaModule final class A { @Route("a/{b}") var f: Int { 1 } }"#))
  }

  private static let kinds: [WrongPath] = [
    WrongPath(
      path: "{flag:Int}", parameters: "flag: Bool",
      message: """
        'flag' of 'f' is 'Bool', which cannot be created from a string of kind 'Int'; write '{flag:Bool}', \
        or '{flag}' to let the parameter decide
        """,
      offset: 6, fixed: ["{flag:Bool}", "{flag}"]),
    WrongPath(
      path: "a/{id:UUID?}", parameters: "id: Swift.Int? = nil",
      message: "write '{id:Int}', '{id:UInt}', or '{id}'", offset: 6,
      fixed: ["a/{id:Int?}", "a/{id:UInt?}", "a/{id?}"]),
    WrongPath(
      path: "{x:Bool}-{y}", parameters: "x: [Double], y: Int", message: "'x' of 'f' is '[Double]'",
      offset: 3, fixed: ["{x:Double}-{y}", "{x}-{y}"]),
    WrongPath(
      path: "{id:Double}", parameters: "id: Foundation.UUID", message: "of kind 'Double'",
      offset: 4, fixed: ["{id:UUID}", "{id}"]),
    WrongPath(
      path: "{x:Bool}", parameters: "x: Int, _ info: KhalaInfo", message: "'x' of 'f' is 'Int'",
      offset: 3, fixed: ["{x:Int}", "{x:UInt}", "{x}"]),
  ]

  @Test(arguments: kinds)
  func `A converter that never fits its parameter is rejected`(wrong: WrongPath) {
    check(wrong)
  }

  @Test(arguments: [
    ("{a:Int}", "a: String"), ("{a}", "a: Int"), ("{a}", "a: Bool"), ("{a:Bool}", "a: Bool"),
    ("{a:UInt}", "a: Int8"), ("{a:Int}", "a: UInt"), ("{a:Double}", "a: Int"),
    ("{a:Int}", "a: Double"), ("{a:Int}", "a: [Int?]?"), ("{a:UUID}", "a: UUID"),
    ("{a:UUID}", "a: String"), ("{a:Int}", "a: Page.Number"), ("{a:Bool}", "a: Other.Int"),
    ("src{*a}", "a: [Int]"), ("{a?}/b/{c}", "a: Int?, c: Int"), ("{*a}", "a: [Int]"),
    ("{*a}", "a: [String]?"), ("{*a}", "a: String"), ("{*a?}", "a: Path"),
    ("a", "b: Int"), ("{a}", "a: Int, b: Int"), ("{a}", "_ info: KhalaInfo"),
    ("{a:Int}/{b}", "_ info: KhalaInfo, b: Int"), ("kl://{a}", "a: Int"),
  ])
  func `Possibly valid paths are accepted`(path: String, parameters: String) {
    let expansion = expandKhala(Self.source("\"\(path)\"", parameters))
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
  }

  @Test(arguments: [("r: Int", "r: [Int]"), ("r: Double?", "r: [Double]?"), ("r: Int = 5", nil)])
  func `A rest needs a parameter of several components`(parameters: String, list: String?) {
    Refusal(
      source: Self.source(#""a/{*r}""#, parameters), message: "a rest is several components",
      column: Self.column + 4,
      fixed: [Self.source(#""a/{r}""#, parameters)]
        + (list.map { [Self.source(#""a/{*r}""#, $0)] } ?? [])
    ).check(expandKhala(Self.source(#""a/{*r}""#, parameters)))
  }

  @Test func `A rest after text needs a parameter of several components, too`() {
    Refusal(
      source: Self.source(#""a/src{*r}""#, "r: Int"), message: "a rest is several components",
      column: Self.column + 7,
      fixed: [Self.source(#""a/src{r}""#, "r: Int"), Self.source(#""a/src{*r}""#, "r: [Int]")]
    ).check(expandKhala(Self.source(#""a/src{*r}""#, "r: Int")))
  }

  @Test func `A priority is a literal`() {
    Refusal(
      source: Self.source(#""a", priority: high"#, ""),
      message: "'priority' must be an integer literal", column: Self.column + 15
    ).check(expandKhala(Self.source(#""a", priority: high"#, "")))
  }
}
