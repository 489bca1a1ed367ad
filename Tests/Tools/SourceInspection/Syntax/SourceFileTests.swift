import ModularityTestSupport
import ProgramTestSupport
import SwiftParser
import Testing

@testable import SourceInspection

struct SourceFileTests {
  private static let text = """
    import HarborContracts

    extension RheaEvent {
      /// The desk is open.
      static let open: RheaEvent = "desk.open"
    }
    extension RelayKey<Int> { static var wind: Self { Self("weather.wind") } }

    #bridge(on: .open, to: .relay(.wind), map: { _ in 1 })
    #rhea(time: .open) { Rhea.trigger(event: "desk.closed") }

    /* Nothing 🚢 */
    @KhalaModule final class Feed {
      @Route("feed/{id}") func item(id: Int) -> String { "item \\(id)" }
      func all() { Khala(str: "kl://Store/all?from=\\(1 + 2)")?.call() }
    }
    @EventTask(on: .idle, dependsOn: ["Load"]) enum Save {
      static func run() { SharedRelay.of(.wind, default: 0).set(3) }
    }
    """

  /// Texts that change what surrounds them.
  private static let pieces = [
    "", "x", "\"", "\"\"\"", "{", "}", "(", ")", "[", "\n", "\r\n", "é", "🚢", "/*", "*/", "//",
    ".", "@", "#if X\n", "#endif\n", "\\(", "Khala(str: \"kl://a\")", "\nfunc f() {\n", ", ",
    "static let a = RheaEvent(\"a\")\n", "#",
  ]

  @Test(arguments: 0..<40)
  func `An edited file equals the same file read again`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var file = SourceFile(text: Self.text)
    for _ in 0..<20 {
      let count = file.text.utf8.count
      let start = Int.random(in: 0...count, using: &random)
      let end = min(count, start + [0, 0, 0, 1, 4, 40].randomElement(using: &random)!)
      let range = TextRange(
        file.lines.position(atOffset: start), file.lines.position(atOffset: end))
      let piece = Self.pieces.randomElement(using: &random)!
      let before = file.text
      file.replace(range, with: piece)
      let whole = SourceFile(text: file.text)
      #expect(file.outline == whole.outline, "\(before.debugDescription) \(range) \(piece)")
    }
  }

  @Test(arguments: 0..<40)
  func `An edit that makes no error is read like the whole`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var file = SourceFile(text: Self.text)
    let places = [
      ("desk.open", 4), ("wind", 2), ("Store/all", 3), ("Feed {", 6), ("run() {", 7), ("Load", 1),
      (".idle", 3), ("_ in 1", 5), ("Nothing", 2), ("RheaEvent {", 11),
    ]
    for _ in 0..<20 {
      let (word, behind) = places.randomElement(using: &random)!
      guard let found = file.text.firstRange(of: word) else { continue }
      let start = file.text.utf8.distance(from: file.text.startIndex, to: found.lowerBound)
      let place = file.lines.position(atOffset: start + behind)
      let piece = ["x", "\n", "y1", " /* 🚢 */ ", "\n// a\n"].randomElement(using: &random)!
      file.replace(TextRange(place, place), with: piece)
      #expect(file.outline == SourceFile(text: file.text).outline, "\(word) \(piece)")
    }
  }

  @Test func `An edit within a declaration parses that alone`() throws {
    var text = Self.text
    var parts = try #require(SourceParts(Parser.parse(source: text)))
    let found = try #require(text.firstRange(of: "desk.closed"))
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    text.insert("x", at: found.lowerBound)
    let part = parts.replace(start..<start, by: 1, in: text) { ParsedSource($0, isPart: $1) }
    let edited = try #require(part)
    #expect(edited.outline.names.map(\.text) == ["open", "xdesk.closed"])
    #expect(edited.end - edited.start < 70)
    let quote = try #require(text.firstRange(of: "xdesk"))
    text.insert("\"", at: quote.lowerBound)
    let broken = parts.replace(start..<start, by: 1, in: text) { ParsedSource($0, isPart: $1) }
    #expect(broken?.start == nil, "an error may reach further")
  }

  @Test func `A range in the midst of a character starts before it`() {
    var file = SourceFile(text: "let a = \"🚢\"")
    let inside = TextPosition(line: 0, column: 11)
    file.replace(TextRange(inside, inside), with: "x")
    #expect(file.text == "let a = \"x🚢\"")
    file.replace(
      TextRange(TextPosition(line: 0, column: 10), TextPosition(line: 7, column: 0)), with: "")
    #expect(file.text == "let a = \"x")
  }

  @Test func `Characters that edits join and part stay as they are`() {
    var file = SourceFile(text: "a\r\nb e\u{301}")
    let behindReturn = TextPosition(line: 0, column: 2)
    file.replace(
      TextRange(TextPosition(line: 1, column: 3), TextPosition(line: 1, column: 5)), with: "")
    #expect(Array(file.text.utf8) == Array("a\r\nb e".utf8))
    file.replace(TextRange(behindReturn, behindReturn), with: "\r")
    #expect(Array(file.text.utf8) == Array("a\r\r\nb e".utf8))
    #expect(file.lines.lineCount == 3)
  }

  @Test func `Every start of a file can be read`() {
    for offset in Sweep.inputs(0...Self.text.utf8.count, oneIn: 7) {
      let file = SourceFile(text: String(decoding: Self.text.utf8.prefix(offset), as: UTF8.self))
      let count = file.text.utf8.count
      for name in file.outline.names {
        #expect(name.range.start <= name.range.end)
        #expect(file.lines.offset(of: name.range.end) <= count)
      }
    }
  }

  @Test func `Parts without a telling word have neither names nor declarations`() throws {
    for path in try Repository.sources(in: "Examples", "Tests/Fixtures") {
      let text = try Repository.text(of: path)
      let all = TellingWords(offsets: Array(0..<text.utf8.count), areDistinctive: true)
      let tree = Parser.parse(source: text)
      let everywhere = SourceOutline(all, LineTable(text)) { tree }
      #expect(SourceFile(text: text).outline == everywhere, "\(path)")
    }
  }

  @Test func `A text that is too long has an empty outline, and a reason`() {
    let call = "Khala(str: \"kl://a\")\n"
    let limit = 1_000_000
    let longest = call + String(repeating: " ", count: limit - call.utf8.count)
    #expect(SourceFile(text: longest).outline.names.count == 1)
    let longer = SourceFile(text: longest + " ")
    #expect(longer.outline == SourceOutline())
    #expect(longer.problem == "it is longer than 1000000 bytes")
  }

  @Test func `An edit of a part that makes the text too long empties the outline`() {
    let call = "Khala(str: \"kl://a\")\n"
    var file = SourceFile(text: call + String(repeating: " ", count: 1_000_000 - call.utf8.count))
    let inside = TextPosition(line: 0, column: 17)
    file.replace(TextRange(inside, inside), with: "b")
    #expect(file.outline == SourceOutline())
    file.replace(TextRange(inside, TextPosition(line: 0, column: 18)), with: "")
    #expect(file.outline.names.map(\.text) == ["kl://a"])
  }

  @Test func `A name in a long chain of calls is found`() {
    let chain = String(repeating: ".and(1)", count: 10_000)
    let file = SourceFile(text: "Khala(str: \"kl://a\")" + chain)
    #expect(file.outline.names.map(\.text) == ["kl://a"])
  }
}
