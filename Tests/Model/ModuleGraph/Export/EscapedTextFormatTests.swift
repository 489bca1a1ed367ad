import Foundation
import ModuleGraph
import ProgramTestSupport
import Spelling
import Testing

@Suite struct EscapedTextFormatTests {
  /// The scalars of a text that are among these, however they are combined.
  private func scalars(of text: String, among wanted: String) -> [Unicode.Scalar] {
    let wanted = Set(wanted.unicodeScalars)
    return text.unicodeScalars.filter(wanted.contains)
  }

  private func hidden(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter(EscapedText.isHidden)
  }

  @Test func `Escaped JSON is equivalent and shows all characters`() throws {
    for text in HostileText.samples {
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
    for text in HostileText.samples {
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
    for text in HostileText.samples {
      let value = EscapedText.workflowCommand(text, isProperty: true)
      #expect(scalars(of: value, among: ":,\r\n").isEmpty)
      #expect(hidden(in: value).isEmpty)
      let message = EscapedText.workflowCommand(text, isProperty: false)
      #expect(hidden(in: message).isEmpty)
    }
  }

  @Test func `Escaped code in Markdown ends neither the code nor its cell`() {
    for text in HostileText.samples {
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
