import ModularityTestSupport
import SourceInspection
import Testing

struct LineTableTests {
  /// The lines of a text, found by going through its scalars.
  private struct Model {
    /// The scalars of each line, without its end, and the number of bytes in that.
    private(set) var lines: [(scalars: [Unicode.Scalar], end: Int)] = []

    init(_ text: String) {
      var line: [Unicode.Scalar] = []
      var scalars = Array(text.unicodeScalars)[...]
      while let scalar = scalars.popFirst() {
        switch (scalar, scalars.first) {
        case ("\r", "\n"):
          scalars.removeFirst()
          lines.append((line, 2))
          line = []
        case ("\n", _), ("\r", _):
          lines.append((line, 1))
          line = []
        default: line.append(scalar)
        }
      }
      lines.append((line, 0))
    }

    func offset(ofLine line: Int) -> Int {
      lines[..<line].reduce(0) { $0 + $1.scalars.reduce($1.end) { $0 + UTF8.width($1) } }
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "é", "e\u{301}", "🚢", "👩‍👩‍👧", "中", "\n", "\r\n", "\r", "\t", "\u{2028}", ""]
    let count = Int.random(in: 0...40, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test(arguments: 0..<200)
  func `Positions, offsets and columns agree with a naive model`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.text(&random)
    let table = LineTable(text)
    let model = Model(text)
    #expect(table.lineCount == model.lines.count)
    for (number, line) in model.lines.enumerated() {
      var position = TextPosition(line: number, column: 0)
      var (utf16, utf32) = (0, 0)
      for scalar in line.scalars + [nil] {
        let offset = model.offset(ofLine: number) + position.column
        #expect(table.offset(of: position) == offset)
        #expect(table.position(atOffset: offset) == position)
        for (encoding, column) in [
          (LineTable.Encoding.utf8, position.column), (.utf16, utf16), (.utf32, utf32),
        ] {
          #expect(table.column(of: position, in: encoding) == column)
          #expect(table.position(line: number, column: column, in: encoding) == position)
        }
        guard let scalar else { break }
        position.column += UTF8.width(scalar)
        utf16 += UTF16.width(scalar)
        utf32 += 1
      }
      #expect(
        String(table.text(ofLine: number).unicodeScalars.map(Character.init))
          == String(line.scalars.map(Character.init)))
    }
  }

  @Test func `Beyond the end of a line or of the text is its end`() {
    let table = LineTable("ab\r\nc🚢\n")
    #expect(table.offset(of: TextPosition(line: 0, column: 9)) == 2)
    #expect(table.offset(of: TextPosition(line: 9, column: 0)) == 10)
    #expect(table.offset(of: TextPosition(line: -1, column: 3)) == 0)
    #expect(table.offset(of: TextPosition(line: 1, column: -1)) == 4)
    #expect(table.position(atOffset: 99) == TextPosition(line: 2, column: 0))
    #expect(table.position(atOffset: -1) == TextPosition(line: 0, column: 0))
    #expect(table.position(line: 1, column: 9, in: .utf16) == TextPosition(line: 1, column: 5))
    #expect(table.position(line: 9, column: 0, in: .utf32) == TextPosition(line: 2, column: 0))
    #expect(table.position(line: -1, column: 5, in: .utf16) == TextPosition(line: 0, column: 0))
    #expect(table.column(of: TextPosition(line: 0, column: 9), in: .utf16) == 2)
    #expect(table.column(of: TextPosition(line: 9, column: 9), in: .utf16) == 0)
  }

  @Test func `The midst of a character is the position before it`() {
    let table = LineTable("a🚢b")
    #expect(table.position(line: 0, column: 2, in: .utf16) == TextPosition(line: 0, column: 1))
    #expect(table.position(line: 0, column: 3, in: .utf8) == TextPosition(line: 0, column: 1))
    #expect(table.position(line: 0, column: 3, in: .utf16) == TextPosition(line: 0, column: 5))
  }
}
