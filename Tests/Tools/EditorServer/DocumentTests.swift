import EditorServer
import ModularityTestSupport
import SourceInspection
import Testing

@testable import EditorServer

@Suite struct DocumentTests {
  private func document(_ text: String) throws -> ClientDocument {
    return ClientDocument(
      uri: LSP.DocumentURI(text: "file:///a.swift"), version: 1, text: text)
  }

  /// A text as units of an encoding, line by line: the model of positions.
  private func offset(_ position: LSP.Position, in text: String, _ encoding: LineTable.Encoding)
    -> Int
  {
    var line = 0
    var character = 0
    var offset = 0
    for scalar in text.unicodeScalars {
      if line == position.line, character >= position.character || scalar == "\n" { break }
      if line > position.line { break }
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      // A position within a character is that before it.
      if line == position.line, character + width > position.character { break }
      character += width
      offset += UTF8.width(scalar)
      if scalar == "\n" {
        line += 1
        character = 0
      }
    }
    return offset
  }

  @Test(arguments: LineTable.Encoding.allCases)
  func `Edits at any position of any text are those of the model`(_ encoding: LineTable.Encoding)
    throws
  {
    let alphabet = Array("ab\né🚢漢\n\" ")
    for seed in 0..<400 {
      var random = SeededGenerator(seed: UInt64(seed))
      func text(upTo count: Int) -> String {
        String(
          (0..<Int.random(in: 0...count, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? "a"
          })
      }
      var expected = text(upTo: 30)
      var document = try document(expected)
      for step in 0..<6 {
        func position() -> LSP.Position {
          LSP.Position(
            line: Int.random(in: 0...6, using: &random),
            character: Int.random(in: 0...8, using: &random))
        }
        var (start, end) = (position(), position())
        if (end.line, end.character) < (start.line, start.character) { swap(&start, &end) }
        let new = text(upTo: 5)
        let bytes = Array(expected.utf8)
        let low = offset(start, in: expected, encoding)
        let high = max(low, offset(end, in: expected, encoding))
        expected = String(
          decoding: bytes[..<low] + Array(new.utf8) + bytes[high...], as: UTF8.self)
        document.apply(
          [LSP.DidChangeParams.ContentChange(range: .init(start: start, end: end), text: new)],
          version: step, in: encoding)
        #expect(document.source.text == expected, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `An edit without a range replaces all`() throws {
    var document = try document("one\ntwo")
    document.apply(
      [
        LSP.DidChangeParams.ContentChange(range: nil, text: "three"),
        LSP.DidChangeParams.ContentChange(
          range: LSP.Range(
            start: .init(line: 0, character: 0), end: .init(line: 0, character: 1)), text: "T"),
      ], version: 4, in: .utf16)
    #expect(document.source.text == "Three")
    #expect(document.version == 4)
    #expect(document.isEdited)
  }

  @Test func `Positions outside of the text are those of its ends`() throws {
    var document = try document("a")
    for position in [
      LSP.Position(line: -1, character: -5), .init(line: 0, character: Int.max),
      .init(line: Int.max, character: Int.min),
    ] {
      document.apply(
        [
          LSP.DidChangeParams.ContentChange(range: .init(start: position, end: position), text: "b")
        ],
        version: nil, in: .utf16)
    }
    #expect(document.source.text.count == 4)
  }
}
