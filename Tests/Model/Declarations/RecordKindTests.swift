import Declarations
import Testing

@Suite struct RecordKindTests {
  @Test func `A kind packs its first character into the highest byte`() {
    let kind: RecordKind = "rout"
    #expect(kind.rawValue == 0x726F_7574)
    #expect(kind.description == "rout")
    #expect(RecordKind(rawValue: 0x726F_7574) == kind)
  }

  @Test(arguments: ["", "abc", "abcde", "ab\u{7F}d", "äbc", "ab\nd", "日本"])
  func `A code that is not four printable ASCII characters is rejected`(code: String) {
    #expect(RecordKind(code) == nil)
  }

  @Test func `A kind may contain every printable character`() {
    for byte in UInt8(0x20)...0x7E {
      let code = String(repeating: String(UnicodeScalar(byte)), count: 4)
      #expect(RecordKind(code)?.description == code)
    }
  }

  @Test func `A kind read from a binary shows bytes that cannot be printed`() {
    #expect(RecordKind(rawValue: 0x6100_FF62).description == "a\\x0\\xFFb")
  }

  @Test func `An invalid literal for a kind stops the program with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let code = "toolong"
      _ = RecordKind(stringLiteral: code)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("four printable ASCII characters"))
  }
}
