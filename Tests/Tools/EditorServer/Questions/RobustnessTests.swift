import EditorServer
import SourceInspection
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A generator of numbers with a fixed beginning.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

@Suite struct RobustnessTests {
  /// A text of pieces of the sample, cut anywhere, with what no editor should send.
  private static func text(_ numbers: inout Numbers) -> String {
    let pieces =
      SampleProgram.sources.values.sorted() + [
        "\u{FEFF}\"", "é‸", "🎣\n\r\n", #"Khala(str: "kl://"#, "#schedule(\"x\", cron: \"", "{}",
        "((",
        #"at: "25:61""#, #"zone: "../x""#,
      ]
    return (0..<4).map { _ in
      let piece = pieces.randomElement(using: &numbers) ?? ""
      return String(piece.prefix(Int.random(in: 0...piece.count, using: &numbers)))
    }.joined().replacing("‸", with: "")
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `Any position of any text has an answer`(_ seed: UInt64) {
    var numbers = Numbers(state: seed)
    for _ in 0..<12 {
      let text = Self.text(&numbers)
      // The outline may be of another text, as a mistake of the caller.
      let other = Bool.random(using: &numbers) ? text : Self.text(&numbers)
      let file = SourceFile(text: text, outline: SourceFile(text: other).outline)
      let answers = SampleProgram.answers(open: ["Feed/Feed.swift": file])
      for _ in 0..<24 {
        let position = TextPosition(
          line: Int.random(in: 0...12, using: &numbers),
          column: Int.random(in: 0...70, using: &numbers))
        check(answers, at: position)
      }
      _ = answers.problems(in: "Feed/Feed.swift")
      _ = answers.lenses(in: "Feed/Feed.swift")
      _ = answers.symbols(matching: String(text.prefix(3)))
    }
  }

  private func check(_ answers: EditorAnswers, at position: TextPosition) {
    let path = "Feed/Feed.swift"
    let definitions = answers.definitions(at: position, in: path)
    let references = answers.references(at: position, in: path, includingDeclaration: true)
    // A definition is a reference, if they are wanted.
    #expect(Set(definitions).isSubset(of: references))
    for completion in answers.completions(at: position, in: path) {
      #expect(completion.range.touches(position))
    }
    _ = answers.hover(at: position, in: path, now: Date(timeIntervalSince1970: 1_700_000_000))
    _ = answers.renameRange(at: position, in: path)
    _ = try? answers.rename(at: position, in: path, to: "other")
  }

  @Test func `A file that is not known has no answers`() {
    let answers = SampleProgram.answers()
    let start = TextPosition(line: 0, column: 0)
    #expect(answers.definitions(at: start, in: "Nowhere.swift") == [])
    #expect(answers.problems(in: "Nowhere.swift") == [])
    #expect(answers.outline(of: "Nowhere.swift") == [])
  }

  @Test func `A file that was closed is that of the build again`() throws {
    let sketch = Sketch(#"runTask(named: "Lo‸gin")"#)
    let cursor = try #require(sketch.cursor)
    var answers = SampleProgram.answers(open: ["Feed/New.swift": sketch.file])
    answers.update(["Account/Account.swift": SourceFile(text: "", outline: SourceOutline())])
    #expect(answers.definitions(at: cursor, in: "Feed/New.swift") == [])
    answers.update(["Account/Account.swift": nil])
    #expect(
      answers.words(answers.definitions(at: cursor, in: "Feed/New.swift"))
        == ["Account/Account.swift:1 Login"])
  }
}
