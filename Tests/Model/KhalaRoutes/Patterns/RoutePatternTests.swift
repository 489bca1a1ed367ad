import RoutePatterns
import Testing

@testable import KhalaRoutes

@Suite struct RoutePatternTests {
  private static func literal(_ text: String) -> RouteSegment { .literal(Array(text.utf8)) }
  private static func capture(_ name: String, _ converter: RouteConverter? = nil) -> RouteSegment {
    .capture(RouteCapture(name: name, converter: converter))
  }
  private static func affix(_ literals: [String], _ captures: RouteCapture...) -> RouteSegment {
    .affix(RouteAffix(literals: literals.map { Array($0.utf8) }, captures: captures))
  }

  @Test(
    arguments: [
      ("/", [], [], []),
      ("kl://", ["kl"], [], []),
      ("users", [], [literal("users")], []),
      ("/users/", [], [literal("users")], []),
      ("users/{id}", [], [literal("users"), capture("id")], []),
      ("KL://users/{id:Int}", ["kl"], [literal("users"), capture("id", .int)], []),
      ("{kl,kf}://{a}", ["kl", "kf"], [capture("a")], []),
      ("kl:///a", ["kl"], [literal("a")], []),
      (
        "img-{id}.png", [], [affix(["img-", ".png"], RouteCapture(name: "id"))], []
      ),
      (
        "{w:Int}x{h:Int}", [],
        [
          affix(
            ["", "x", ""], RouteCapture(name: "w", converter: .int),
            RouteCapture(name: "h", converter: .int))
        ], []
      ),
      ("a/{b?}/{c:Int?}", [], [literal("a"), capture("b"), capture("c", .int)], [1, 2]),
      ("a/{*rest}", [], [literal("a"), .rest(prefix: [], name: "rest")], []),
      ("a/{*rest?}/", [], [literal("a"), .rest(prefix: [], name: "rest")], [1]),
      (
        "a/src{*rest}", [], [literal("a"), .rest(prefix: Array("src".utf8), name: "rest")], []
      ),
      ("{a?}/b/{c?}", [], [capture("a"), literal("b"), capture("c")], [0, 2]),
      ("{a?}/{*rest}", [], [capture("a"), .rest(prefix: [], name: "rest")], [0]),
      ("{{a}}/{{{b}}}", [], [literal("{a}"), affix(["{", "}"], RouteCapture(name: "b"))], []),
      ("中/%E4%B8%AD%20%2F", [], [literal("中"), literal("中 /")], []),
      ("{名}", [], [capture("名")], []),
      ("a/b:c/*", [], [literal("a"), literal("b:c"), literal("*")], []),
      ("/b:c", [], [literal("b:c")], []),
    ] as [(String, [String], [RouteSegment], Set<Int>)])
  func `A pattern is read`(
    text: String, schemes: [String], segments: [RouteSegment], optionals: Set<Int>
  ) throws {
    let pattern = try RoutePattern(text)
    #expect(pattern.schemes == schemes)
    #expect(pattern.segments == segments)
    #expect(pattern.optionals == optionals)
    #expect(pattern.description == text)
  }

  @Test(arguments: ["a", "a b", "{a}", "a/b", "100%", "a:b", "a?b#c", "中", "\u{7F}"])
  func `A pattern of literals matches exactly these texts`(text: String) throws {
    let pattern = RoutePattern(literals: "A", text)
    #expect(pattern.segments == [Self.literal("A"), Self.literal(text)])
    #expect(try RoutePattern(pattern.text) == pattern)
    let table = RouteTable([RouteEntry(pattern, route: 1)])
    let address = try pattern.url(with: [:], scheme: "kl")
    #expect(table.match(address) != nil)
  }

  @Test func `An invalid pattern is rejected as by the parser of its syntax`() {
    let error = #expect(throws: RoutePatternError.self) { try RoutePattern("{a:Imt}") }
    #expect(error?.reason == .unknownConverter)
    #expect(error?.description.contains("'{a:Imt}' is wrong at offset 3") == true)
  }

  @Test func `Macros know exactly the converters of Khala`() {
    #expect(RouteConverters.standard.names == RoutePatternSyntax.standardConverters)
  }

  @Test func `Patterns are equal if they match the same`() throws {
    #expect(try RoutePattern("/a/{b}/") == RoutePattern("a/{b}"))
    #expect(try RoutePattern("a/{b}") != RoutePattern("a/{c}"))
  }
}

@Suite struct RouteConverterTests {
  private func accepts(_ converter: RouteConverter, _ text: String) -> Bool {
    // In the middle of other bytes, which must not count.
    let bytes = Array("9\(text)9".utf8)
    return ByteView.of(bytes) { converter.accepts($0, 1..<bytes.count - 1) }
  }

  @Test(arguments: [
    (RouteConverter.bool, ["true", "false"], ["", "True", "1", "truefalse", "tru"]),
    (.uint, ["0", "007", "18446744073709551615"], ["", "-1", "+1", "18446744073709551616", "1a"]),
    (
      .int, ["0", "-0", "9223372036854775807", "-9223372036854775808"],
      ["", "-", "+1", "9223372036854775808", "-9223372036854775809", "1.0", " 1", "１"]
    ),
    (
      .double, ["1", "-1.5", "1e3", "1.5E-3", "2e+1"],
      ["", "-", ".5", "1.", "1e", "1e999", "inf", "nan", "0x1p3", "1,5"]
    ),
    (
      .uuid, ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
      [
        "", "123e4567-e89b-12d3-a456-42661417400", "123e4567ae89b-12d3-a456-426614174000",
        "g23e4567-e89b-12d3-a456-426614174000",
      ]
    ),
  ])
  func `A converter takes what its type can be made of`(
    converter: RouteConverter, good: [String], bad: [String]
  ) {
    for text in good { #expect(accepts(converter, text), "\(converter) \(text)") }
    for text in bad { #expect(!accepts(converter, text), "\(converter) \(text)") }
    switch converter {
    case .uint: #expect(good.allSatisfy { UInt($0) != nil })
    case .int: #expect(good.allSatisfy { Int($0) != nil })
    case .double: #expect(good.allSatisfy { Double($0) != nil })
    default: break
    }
  }

  @Test func `Custom converters are used by their names`() throws {
    var converters = RouteConverters.standard
    converters.add(RouteConverter("Even") { Int($0).map { $0.isMultiple(of: 2) } ?? false })
    let table = RouteTable([
      RouteEntry(try RoutePattern("{n:Even}", converters: converters), route: "even"),
      RouteEntry(try RoutePattern("{n}"), route: "any"),
    ])
    #expect(table.match(try RouteAddress("/4"))?.route == "even")
    #expect(table.match(try RouteAddress("/%34"))?.route == "even")
    #expect(table.match(try RouteAddress("/5"))?.route == "any")
  }
}

@Suite struct RoutePatternURLTests {
  @Test(
    arguments: [
      ("users/{id}", ["id": "5"], nil, "/users/5"),
      ("users/{id}", ["id": "a b/c"], "kl", "kl://users/a%20b%2Fc"),
      ("kl://users/{id:Int}", ["id": "-5"], nil, "kl://users/-5"),
      ("{kl,kf}://users", [:], "KF", "KF://users"),
      ("a/{b?}/{c?}", [:], nil, "/a"),
      ("a/{b?}/{c?}", ["b": "1"], nil, "/a/1"),
      ("a/{*rest}", ["rest": "x/y z"], nil, "/a/x/y%20z"),
      ("a/{*rest?}", [:], nil, "/a"),
      ("img-{id}.png", ["id": "中"], nil, "/img-中.png"),
      ("{a}-{b}", ["a": "x-y", "b": "z"], nil, "/x-y-z"),
      ("src-{*rest}", ["rest": "x/y z"], "kl", "kl://src-x/y%20z"),
      ("%20{*rest}", ["rest": "中/y"], nil, "/%20中/y"),
      ("{a?}/b", [:], nil, "/b"),
      ("{a?}/b", ["a": "1"], nil, "/1/b"),
      ("{a?}/{b?}/c/{d?}", ["a": "1", "d": "2"], nil, "/1/c/2"),
      ("{a?}/{*rest}", ["rest": "x"], nil, "/x"),
      ("/", [:], nil, "/"),
      ("kl://", [:], nil, "kl:"),
      ("{{a}}", [:], nil, "/%7Ba%7D"),
      ("kl://{host}", ["host": "a:b@c/d"], nil, "kl://a%3Ab%40c%2Fd"),
    ] as [(String, [String: String], String?, String)])
  func `A pattern filled with values gives them back`(
    text: String, values: [String: String], scheme: String?, url: String
  ) throws {
    let pattern = try RoutePattern(text)
    let address = try pattern.url(with: values, scheme: scheme)
    #expect(address.text == url)
    let match = RouteTable([RouteEntry(pattern, route: 1)]).match(address)
    #expect(match?.captures.dictionary == values)
  }

  @Test(
    arguments: [
      ("a/{b}", [:], nil, .missing(name: "b", pattern: "a/{b}")),
      ("a/{b?}/{c?}", ["c": "1"], nil, .missing(name: "b", pattern: "a/{b?}/{c?}")),
      (
        "a/{name}", ["nmae": "1"], nil, .unknown(name: "nmae", pattern: "a/{name}", nearest: "name")
      ),
      (
        "a/{b}", ["b": ""], nil,
        .unfit(name: "b", value: "", pattern: "a/{b}", why: "a component is never empty.")
      ),
      (
        "{b:Int}", ["b": "x"], nil,
        .unfit(name: "b", value: "x", pattern: "{b:Int}", why: "it must be of kind 'Int'.")
      ),
      (
        "{*r}", ["r": "a//b"], nil,
        .unfit(
          name: "r", value: "a//b", pattern: "{*r}",
          why: "every slash must have text before and after it.")
      ),
      (
        "{a}-{b}", ["a": "x", "b": "y-z"], nil,
        .unfit(
          name: "a", value: "x", pattern: "{a}-{b}",
          why: "in 'x-y-z' it would be parsed as 'x-y'.")
      ),
      (
        "a-{*r}", ["r": "/b"], nil,
        .unfit(
          name: "r", value: "/b", pattern: "a-{*r}",
          why: "every slash must have text before and after it.")
      ),
      (
        "{a?}/b/{c?}", ["a": "b"], nil,
        .unfit(
          name: "a", value: "b", pattern: "{a?}/b/{c?}",
          why: "'/b/b' would not be parsed as it, but as another capture.")
      ),
      (
        "{a?}/{*rest}", ["rest": "x/y"], nil,
        .unfit(
          name: "rest", value: "x/y", pattern: "{a?}/{*rest}",
          why: "'/x/y' would not be parsed as it, but as 'y'.")
      ),
      ("{a?}/{b?}/c", ["b": "1"], nil, .missing(name: "a", pattern: "{a?}/{b?}/c")),
      ("kl://a", [:], "http", .scheme("http", pattern: "kl://a", allowed: ["kl"])),
      ("a", [:], "1", .scheme("1", pattern: "a", allowed: [])),
    ] as [(String, [String: String], String?, RouteValueError)])
  func `Values that are missing or do not fit are named`(
    text: String, values: [String: String], scheme: String?, error: RouteValueError
  ) throws {
    let pattern = try RoutePattern(text)
    #expect(throws: error) { try pattern.url(with: values, scheme: scheme) }
    #expect(error.description.hasSuffix(".") || error.description.hasSuffix("?"))
  }
}
