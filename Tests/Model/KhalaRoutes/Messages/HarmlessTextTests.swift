import Foundation
import ModularityTestSupport
import Testing

@testable import KhalaRoutes

@Suite struct HarmlessTextTests {
  @Test(arguments: [
    ("a", "a"), ("", ""), ("kl://中文/f?a=ü", "kl://中文/f?a=ü"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\\n", "\\n"),
    ("a\nFAKE", "a\\nFAKE"), ("\r\n\t", "\\r\\n\\t"), ("\u{1B}[31m", "\\u{1B}[31m"),
    ("\u{0}\u{7F}", "\\u{0}\\u{7F}"), ("\u{80}\u{9B}31m\u{9F}", "\\u{80}\\u{9B}31m\\u{9F}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{202E}a\u{2066}", "\\u{202E}a\\u{2066}"),
    ("\u{61C}\u{200E}\u{200F}", "\\u{61C}\\u{200E}\\u{200F}"),
    // One Character with what follows it, and escaped all the same.
    ("\u{600}\n", "\u{600}\\n"), ("a\u{301}\u{9B}", "a\u{301}\\u{9B}"),
  ])
  func `Line ends and terminal controls are escaped`(text: String, written: String) {
    #expect(HarmlessText.of(text) == written)
    #expect(HarmlessText.of(written) == written)
  }

  @Test func `No text adds a line, an escape sequence or unlimited length to a message`() {
    var random = SeededGenerator(seed: 6)
    let alphabet =
      (0...0xA0).compactMap(Unicode.Scalar.init)
      + [0x61C, 0x200E, 0x2028, 0x202E, 0x2066, 0x4E2D, 0x1F600].compactMap(Unicode.Scalar.init)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...1200, using: &random) {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
      }
      let written = HarmlessText.of(text)
      #expect(!written.unicodeScalars.contains(where: HarmlessText.isHarmful))
      #expect(written.utf8.count < 8 * HarmlessText.limit)
      #expect(
        text.utf8.count <= HarmlessText.limit || written.hasSuffix("(\(text.utf8.count) bytes)"))
    }
  }

  @Test func `A long text is truncated between characters, with its length`() {
    let limit = HarmlessText.limit
    #expect(HarmlessText.of(String(repeating: "a", count: limit)).count == limit)
    #expect(
      HarmlessText.of(String(repeating: "中", count: limit))
        == String(repeating: "中", count: limit / 3) + "… (\(3 * limit) bytes)")
  }

  @Test func `In a message, values are escaped and source text is not`() {
    let inner: MessageText = "list:\n0: \("a\nb")"
    let message: MessageText = "x\n\("y\u{9B}") \(5) \(inner) \(nil as String?)"
    #expect(message.text == "x\ny\\u{9B} 5 list:\n0: a\\nb nil")
    #expect(MessageText.list(["a", "b\n"]).text == "\n0: a\n1: b\\n")
  }
}
