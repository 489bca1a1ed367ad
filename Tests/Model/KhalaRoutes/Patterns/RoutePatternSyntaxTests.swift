import ModularityTestSupport
import RoutePatterns
import Testing

@Suite struct RoutePatternSyntaxTests {
  private func text(_ range: Range<Int>?, of pattern: String) -> String? {
    range.map { String(decoding: Array(pattern.utf8)[$0], as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("kl://users/{id:Int}", ["id"], [":Int"]),
      ("中/{名}/{b?}", ["名", "b"], [nil, nil]),
      ("{w:Int}x{h:Double}/{*rest?}", ["w", "h", "rest"], [":Int", ":Double", nil]),
      ("a/{b:UUID?}", ["b"], [":UUID"]),
      ("a/{{b}}", [], []),
    ] as [(String, [String], [String?])])
  func `A capture knows where its name and its converter are`(
    pattern: String, names: [String], converters: [String?]
  ) throws {
    let captures = try RoutePatternSyntax(pattern).captures
    #expect(captures.map(\.name) == names)
    #expect(captures.map { text($0.nameRange, of: pattern) } == names)
    #expect(captures.map { text($0.converterRange, of: pattern) } == converters)
    #expect(captures.map { $0.converter.map { ":\($0)" } } == converters)
  }

  @Test(arguments: [
    ([], "a/{b}", "a/{b}"), (["kl"], "a", "kl://a"), (["kl", "https"], "/a", "{kl,https}:///a"),
  ])
  func `Separately given schemes are put before the path`(
    schemes: [String], path: String, text: String
  ) throws {
    #expect(RoutePatternSyntax.text(schemes: schemes, path: path) == text)
    #expect(try RoutePatternSyntax(text).schemes == schemes)
  }

  @Test(arguments: 1...20)
  func `Any text can be written as a literal`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces: [Character] = [
      "a", "{", "}", "%", "/", "?", "#", ":", " ", "\u{0}", "\u{7F}", "中", "é", "*", ",", "-",
    ]
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? "a"
        })
      let syntax = try RoutePatternSyntax(RoutePatternSyntax.literal(text))
      #expect(syntax.segments == [.literal(Array(text.utf8))], "\(text)")
      #expect(syntax.schemes.isEmpty)
    }
  }
}
