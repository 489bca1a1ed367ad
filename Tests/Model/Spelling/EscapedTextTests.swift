import Foundation
import ModularityTestSupport
import Spelling
import Testing

@Suite struct EscapedTextTests {
  /// Scalars that are markup, that cannot be seen, and that join what is beside them.
  private static let scalars: [Unicode.Scalar] = [
    "a", " ", "<", ">", "&", "\"", "'", "`", "|", "\\", "#", ":", ",", "%", "\n", "\r", "\t", "\0",
    "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{600}", "\u{605}", "\u{301}", "\u{20DD}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{FE0F}", "\u{FEFF}",
    "\u{E0041}", "\u{1F1E6}", "\u{1F3FD}", "\u{D4E}", "\u{11F02}", "é", "船",
  ]

  private static let texts: [String] = {
    var generator = SeededGenerator(seed: 600)
    return (0..<2_000).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        text.append(scalars.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
  }()

  /// The scalars of a text that are among these, however they are combined.
  private func scalars(of text: String, among wanted: String) -> [Unicode.Scalar] {
    let wanted = Set(wanted.unicodeScalars)
    return text.unicodeScalars.filter(wanted.contains)
  }

  private func hidden(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter(EscapedText.isHidden)
  }

  @Test func `A line stays one line, shows all characters, and is no command`() {
    for text in Self.texts {
      let line = EscapedText.line(text)
      #expect(hidden(in: line).isEmpty, "\(text.unicodeScalars.map(\.value))")
      #expect(!line.utf8.starts(with: "::".utf8))
      #expect(!Array(line.utf8).contains(pair: UInt8(ascii: "#")))
      #expect(hidden(in: EscapedText.lines(text)).allSatisfy { $0 == "\n" })
      #expect(
        text.unicodeScalars.filter { $0 == "\n" }.count
          == EscapedText.lines(text).unicodeScalars.filter { $0 == "\n" }.count)
    }
    #expect(EscapedText.line("kl://feed/{id} # 1") == "kl://feed/{id} # 1")
    #expect(EscapedText.line(" ::error::x") == " \\u{3A}:error::x")
    #expect(EscapedText.line("##[group]\u{1B}[0m\n") == "#\\u{23}[group]\\u{1B}[0m\\n")
    #expect(EscapedText.line("👩\u{200D}🚀 می\u{200C}خواهم") == "👩\u{200D}🚀 می\u{200C}خواهم")
    #expect(EscapedText.lines("one\n::two") == "one\n\\u{3A}:two")
  }

  @Test func `Escaped JSON is equivalent and shows all characters`() throws {
    for text in Self.texts {
      let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
      for isInHTML in [false, true] {
        let escaped = EscapedText.json(json, isInHTML: isInHTML)
        #expect(hidden(in: escaped).isEmpty)
        #expect(try JSONDecoder().decode([String].self, from: Data(escaped.utf8)) == [text])
        if isInHTML { #expect(scalars(of: escaped, among: "<&").isEmpty) }
      }
    }
  }

  @Test func `Escaped text has no HTML markup`() {
    for text in Self.texts {
      let html = EscapedText.html(text)
      #expect(scalars(of: html, among: "<>\"'").isEmpty, "\(text.unicodeScalars.map(\.value))")
      let back = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .reduce(Array(html.utf8)) { bytes, pair in
          bytes.replacing(Array(pair.0.utf8), with: Array(pair.1.utf8))
        }
      #expect(back == Array(text.utf8))
    }
  }

  @Test func `Escaped text does not end a workflow command`() {
    for text in Self.texts {
      let value = EscapedText.workflowCommand(text, isProperty: true)
      #expect(scalars(of: value, among: ":,\r\n").isEmpty)
      #expect(hidden(in: value).isEmpty)
      let message = EscapedText.workflowCommand(text, isProperty: false)
      #expect(hidden(in: message).isEmpty)
    }
  }

  @Test func `Escaped code in Markdown ends neither the code nor its cell`() {
    for text in Self.texts {
      let code = Array(EscapedText.markdownCode(text).utf8)
      let fence = code.prefix { $0 == UInt8(ascii: "`") }.count
      let inner = code.dropFirst(fence).dropLast(fence)
      let runs = inner.split(whereSeparator: { $0 != UInt8(ascii: "`") }).map(\.count)
      #expect(!runs.contains(fence), "\(text)")
      #expect(code.dropLast(fence).count == fence + inner.count)
      // Each bar has one backslash before it, and that has none.
      for index in inner.indices where inner[index] == UInt8(ascii: "|") {
        #expect(inner[index - 1] == UInt8(ascii: "\\"))
        #expect(index - 2 < inner.startIndex || inner[index - 2] != UInt8(ascii: "\\"))
      }
      #expect(hidden(in: String(decoding: code, as: UTF8.self)).isEmpty)
      let plain = EscapedText.markdown(text)
      #expect(scalars(of: plain, among: "|<>`\\").isEmpty)
    }
  }
}

extension [UInt8] {
  /// Whether a byte stands twice in a row.
  fileprivate func contains(pair byte: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == byte && $1 == byte }
  }
}
