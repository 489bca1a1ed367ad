import ModularityTestSupport
import Testing

@testable import Bridge

@Suite struct ConsoleLinesTests {
  /// What a reader of the whole would say.
  private func expected(_ bytes: [UInt8], limit: Int) -> [ConsoleLines.Item] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let unfinished = parts.removeLast()
    var items = parts.compactMap { part -> ConsoleLines.Item? in
      if part.count > limit { return .tooLong }
      let isBlank = part.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      return isBlank ? nil : .line(Array(part))
    }
    if unfinished.count > limit { items.append(.tooLong) }
    return items
  }

  @Test(arguments: Sweep.inputs(1...300 as ClosedRange<UInt64>, oneIn: 5))
  func `Random bytes are split into the same lines, however they are chunked`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 0...12, using: &random)
    let alphabet: [UInt8] = [0x0A, 0x0A, 0x20, 0x0D, 0x00, 0xFF, 0x7B, 0x41]
    let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      alphabet.randomElement(using: &random)!
    }
    var lines = ConsoleLines(limit: limit)
    var items: [ConsoleLines.Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...20, using: &random))
      items += lines.take(in: piece)
      rest = rest.dropFirst(piece.count)
      #expect(lines.pendingCount <= limit)
    }
    #expect(items == expected(bytes, limit: limit))
  }

  @Test(arguments: Sweep.inputs(1...500 as ClosedRange<UInt64>, oneIn: 5))
  func `A mangled request is read or rejected`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = #"{"id":[1,{"a":-2.5e3}],"command":"list","arguments":{"kind":"tasks\u00e9"}}"#
    var bytes = Array(whole.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = bytes.indices.randomElement(using: &random)!
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
      default: bytes.swapAt(place, bytes.indices.randomElement(using: &random)!)
      }
    }
    do {
      let request = try ConsoleRequest.read(bytes)
      // What was read can be written, and read again.
      let again = try ConsoleRequest.read(try ConsoleCoding.bytes(of: request))
      #expect(again == request)
    } catch let error as BridgeConsoleError {
      #expect(error.code == .badRequest)
    }
  }

  @Test(
    arguments: [
      nil, true, false, 0, -1, 1.5, "", "é\n\"", [], [nil, [1]], [:], ["a": ["b": nil]],
    ] as [ConsoleValue])
  func `A value is the same when it has been written and read`(value: ConsoleValue) throws {
    let bytes = try ConsoleCoding.bytes(of: [value])
    #expect(!bytes.contains(0x0A))
    #expect(try ConsoleCoding.value([ConsoleValue].self, from: bytes) == [value])
  }
}
