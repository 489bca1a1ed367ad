import EditorServer
import ModularityTestSupport
import Testing

@Suite struct MessageReaderTests {
  /// Reads bytes in parts, and returns all messages.
  private func messages(
    in bytes: [UInt8], partsOf sizes: () -> Int, limit: Int = MessageReader.standardLimit
  ) throws -> [MessageReader.Frame] {
    var reader = MessageReader(limit: limit)
    var frames: [MessageReader.Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(max(1, sizes()))
      rest = rest.dropFirst(part.count)
      reader.append(part)
      while let frame = try reader.next() { frames.append(frame) }
    }
    #expect(!reader.isWithinMessage)
    return frames
  }

  @Test func `Any split of a stream into reads gives the same messages`() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let contents = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        (0..<Int.random(in: 0...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      let bytes = contents.flatMap(MessageFrame.bytes)
      let longest = Int.random(in: 1...300, using: &random)
      let frames = try messages(in: bytes, partsOf: { Int.random(in: 1...longest, using: &random) })
      #expect(frames == contents.map(MessageReader.Frame.message), "seed \(seed)")
    }
  }

  @Test func `A message above the limit is skipped, and those around it are read`() throws {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let contents = (0..<8).map { _ in
        [UInt8](repeating: 7, count: Int.random(in: 0...80, using: &random))
      }
      let frames = try messages(
        in: contents.flatMap(MessageFrame.bytes),
        partsOf: { Int.random(in: 1...60, using: &random) }, limit: 40)
      let expected = contents.map { content in
        content.count > 40
          ? MessageReader.Frame.tooLong(byteCount: content.count) : .message(content)
      }
      #expect(frames == expected, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "Content-Length: 2\r\n\r\n{}",
    "content-length:2\r\n\r\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length:  2 \r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\n\n{}",
  ])
  func `Names of fields have no case, and other fields are ignored`(_ text: String) throws {
    let frames = try messages(in: Array(text.utf8), partsOf: { 1 })
    #expect(frames == [.message(Array("{}".utf8))])
  }

  @Test(arguments: [
    ("Content-Length: two\r\n\r\n", FramingError.Code.malformedHeader),
    ("Content-Length: -2\r\n\r\n", .malformedHeader),
    ("Content-Length: +2\r\n\r\n", .malformedHeader),
    ("Content-Length: \r\n\r\n", .malformedHeader),
    ("Content-Length: 99999999999999999999\r\n\r\n", .malformedHeader),
    ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n", .malformedHeader),
    ("{\"jsonrpc\":\r\n\r\n", .missingLength),
    ("what\r\n\r\n", .malformedHeader),
    ("\r\n", .missingLength),
    (String(repeating: "a", count: 8_192), .headerTooLong),
  ])
  func `A malformed header ends the stream with a message`(
    _ text: String, _ code: FramingError.Code
  ) {
    var reader = MessageReader()
    reader.append(Array(text.utf8))
    let error = #expect(throws: FramingError.self) { try reader.next() }
    #expect(error?.code == code)
    #expect(error?.description.contains("Content-Length") == true)
  }

  @Test func `Random bytes end with an error or wait, and never crash`() {
    for seed in 0..<500 {
      var random = SeededGenerator(seed: UInt64(seed))
      let alphabet = Array("Content-Length: 0123456789\r\n\r\n{}é".utf8)
      var reader = MessageReader(limit: 1_000)
      reader.append((0..<400).map { _ in alphabet.randomElement(using: &random) ?? 0 })
      do {
        while try reader.next() != nil {}
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
