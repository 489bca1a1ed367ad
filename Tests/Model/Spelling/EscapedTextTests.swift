import ProgramTestSupport
import Spelling
import Testing

@Suite struct EscapedTextTests {
  private func hidden(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter(EscapedText.isHidden)
  }

  @Test func `A line stays one line, shows all characters, and is no command`() {
    for text in HostileText.samples {
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
}

extension [UInt8] {
  /// Whether a byte stands twice in a row.
  fileprivate func contains(pair byte: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == byte && $1 == byte }
  }
}
