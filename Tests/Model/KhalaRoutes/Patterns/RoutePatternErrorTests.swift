import ModularityTestSupport
import RoutePatterns
import Testing

@Suite struct RoutePatternErrorTests {
  @Test(
    arguments: [
      ("", .empty, 0),
      ("1://a", .invalidScheme, 0),
      ("{kl,}://a", .invalidScheme, 4),
      ("{kl,kl}://a", .invalidScheme, 4),
      ("kl,kf://a", .invalidScheme, 0),
      ("://a", .invalidScheme, 0),
      ("kl:a", .colonInFirstSegment, 2),
      ("{a}{b}://x", .ambiguousCaptures, 3),
      ("a b", .invalidCharacter, 1),
      ("a\n", .invalidCharacter, 1),
      ("a/100%", .brokenEscape, 5),
      ("a/%zz", .brokenEscape, 2),
      ("a/b%FF", .notUTF8, 2),
      ("a//b", .emptySegment, 2),
      ("//a", .emptySegment, 1),
      ("a//", .emptySegment, 2),
      ("a?x=1", .queryOrFragment, 1),
      ("a#x", .queryOrFragment, 1),
      ("a/{id", .unclosedBrace, 2),
      ("a/{id/b}", .unclosedBrace, 2),
      ("a/id}", .strayBrace, 4),
      ("{}", .invalidName, 1),
      ("{*}", .invalidName, 1),
      ("{1a}", .invalidName, 1),
      ("{a b}", .invalidName, 1),
      ("{a}/{a}", .duplicateName, 5),
      ("{a}-{a}", .duplicateName, 5),
      ("{a:Imt}", .unknownConverter, 3),
      ("{a:}", .unknownConverter, 3),
      ("{a}{b}", .ambiguousCaptures, 3),
      ("{*a}/b", .misplacedRest, 0),
      ("x/y{*a}z", .misplacedRest, 2),
      ("{b}-{*a}", .misplacedRest, 0),
      ("x{*a}/b", .misplacedRest, 0),
      ("{*a:Int}", .misplacedRest, 3),
      ("x{a?}", .misplacedOptional, 0),
      ("x{*a?}", .misplacedOptional, 0),
    ] as [(String, RoutePatternError.Reason, Int)])
  func `An error in a pattern is reported with position and suggestion`(
    text: String, reason: RoutePatternError.Reason, offset: Int
  ) throws {
    let error = #expect(throws: RoutePatternError.self) { try RoutePatternSyntax(text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
    #expect(error?.pattern == text)
    #expect(error?.description.contains("'\(text)' is wrong at offset \(offset)") == true)
  }

  @Test func `An unknown converter is reported with the nearest and with all`() {
    let error = #expect(throws: RoutePatternError.self) { try RoutePatternSyntax("{a:Imt}") }
    #expect(
      error?.message
        == "no converter is named 'Imt'. Did you mean 'Int'? Known converters: Bool, Double, Int, UInt, UUID."
    )
  }

  /// A pattern, what its corrections make of it, and whether that is a pattern.
  @Test(
    arguments: [
      ("", ["/"]),
      ("{kl,kl}://a", ["{kl}://a"]),
      ("kl:a", ["kl://a", "kl%3Aa"]),
      ("a b", ["a%20b"]),
      ("a/\u{7}", ["a/%07"]),
      ("a/100%", ["a/100%25"]),
      ("a//b", ["a/b"]),
      ("//a", ["/a"]),
      ("a?x=1", ["a", "a%3Fx=1"]),
      ("a#x", ["a", "a%23x"]),
      ("a/{id", ["a/{id}", "a/{{id"]),
      ("a/{id/b", ["a/{id}/b", "a/{{id/b"]),
      ("a/{", ["a/{{"]),
      ("a/id}", ["a/id}}", "a/id"]),
      ("{a:Imt}", ["{a:Int}"]),
      ("{a:Date}", []),
      ("{a}{b}", ["{a}-{b}", "{a}/{b}"]),
      ("{*a}/b", ["{a}/b"]),
      ("x{*a}y", ["x{a}y"]),
      ("{b}-{*a}", ["{b}-{a}"]),
      ("x{*a?}", ["x{*a}"]),
      ("{*a:Int}", ["{*a}"]),
      ("x{a?}", ["x{a}"]),
      ("{1a}", []),
    ] as [(String, [String])])
  func `A corrected pattern is valid`(
    text: String, corrected: [String]
  ) throws {
    let error = try #require(throws: RoutePatternError.self) { try RoutePatternSyntax(text) }
    #expect(error.corrections.map(error.apply) == corrected)
    for text in corrected { _ = try RoutePatternSyntax(text) }
  }

  @Test func `A pattern has a hundred segments at most`() throws {
    let longest = Array(repeating: "a", count: 100).joined(separator: "/")
    #expect(try RoutePatternSyntax(longest).segments.count == 100)
    let error = #expect(throws: RoutePatternError.self) { try RoutePatternSyntax(longest + "/{b}") }
    #expect(error?.reason == .tooManySegments)
    #expect(error?.offset == 200)
    #expect(
      error?.message == "a pattern has at most 100 segments. End it with a rest, such as '{*rest}'."
    )
    let endless = String(repeating: "a/", count: 1_000_000) + "a"
    #expect(throws: RoutePatternError.self) { try RoutePatternSyntax(endless) }
  }

  @Test func `A pattern has a thousand combinations of optional segments at most`() throws {
    // A run of nine has ten combinations.
    let run = { (name: String) in (0..<9).map { "{\(name)\($0)?}" }.joined(separator: "/") }
    let largest = ["a", "b", "c"].map(run).joined(separator: "/x/")
    _ = try RoutePatternSyntax(largest)
    let error = try #require(throws: RoutePatternError.self) {
      try RoutePatternSyntax(largest + "/x/{d?}/{e}")
    }
    #expect(error.reason == .tooManyOptionals)
    #expect(error.offset == largest.utf8.count + 3)
    #expect(error.corrections.map(error.apply) == [largest + "/x/{d}/{e}"])
  }

  @Test(arguments: 1...20)
  func `Applying a suggestion removes the error`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "/", "a", "b", ":", "Int", "?", "*", "%", "%20", " ", "#", "kl://", ",",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...8, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let error = Self.error(of: text) else { continue }
      #expect(0...text.utf8.count ~= error.offset, "\(text)")
      for correction in error.corrections {
        let corrected = error.apply(correction)
        let next = Self.error(of: corrected)
        #expect(
          next.map { ($0.reason, $0.offset) != (error.reason, error.offset) || $0.pattern != text }
            ?? true, "\(text) → \(corrected)")
        #expect(corrected != text, "\(text)")
      }
    }
  }

  private static func error(of text: String) -> RoutePatternError? {
    do {
      _ = try RoutePatternSyntax(text)
      return nil
    } catch {
      return error
    }
  }
}

extension RoutePatternError {
  /// The pattern after a correction.
  fileprivate func apply(_ correction: Correction) -> String {
    var bytes = Array(pattern.utf8)
    bytes.replaceSubrange(correction.range, with: correction.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
