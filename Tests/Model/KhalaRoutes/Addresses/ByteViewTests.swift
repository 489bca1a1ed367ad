import ModularityTestSupport
import Testing

@testable import KhalaRoutes

@Suite struct ByteViewTests {
  /// Texts of bytes that look alike but for one bit, so that a search of eight
  /// bytes at a time has something to confuse.
  private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array("%$&'!\u{A4}\u{00}?>#\" a".utf8) + [0xA5, 0x7F, 0x7E, 0x1F]
    return (0..<Int.random(in: 0...30, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? 0
    }
  }

  @Test func `A percent sign is found only within the range`() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<5_000 {
      let bytes = bytes(&random)
      let start = Int.random(in: 0...bytes.count, using: &random)
      let range = start..<Int.random(in: start...bytes.count, using: &random)
      let isFound = ByteView.of(bytes) { $0.hasPercent(in: range) }
      #expect(isFound == bytes[range].contains(ASCII.percent), "\(bytes) \(range)")
    }
  }

  @Test func `The search finds the first punctuation`() {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<5_000 {
      let bytes = bytes(&random)
      let start = Int.random(in: 0...bytes.count, using: &random)
      let expected = bytes[start...].firstIndex { $0 < 0x26 || $0 == 0x3F || $0 == 0x7F }
      let found = ByteView.of(bytes) { $0.offsetOfPunctuation(from: start) }
      #expect(found == expected ?? bytes.count, "\(bytes) \(start)")
    }
  }

  @Test func `A range is copied unchanged`() {
    var copy = Array("x".utf8)
    ByteView.of("some text") { view in
      view.append(5..<9, to: &copy)
      view.append(9..<9, to: &copy)
    }
    #expect(copy == Array("xtext".utf8))
  }
}
