import Declarations
import ModularityTestSupport
import Testing

@Suite struct RecordDecoderTests {
  /// Three records; tests break the middle one.
  private let three = ["first", "second", "third"].map { RecordFields.sample(key: $0) }
  private var first: Found { .record(three[0], accessor: 1) }
  private var third: Found { .record(three[2], accessor: 1) }
  private var size: Int { three[0].bytes(accessor: 1).count }

  private func bytes(breakingSecond damage: (inout [UInt8]) -> Void) -> [UInt8] {
    var second = three[1].bytes(accessor: 1)
    damage(&second)
    return three[0].bytes(accessor: 1) + second + three[2].bytes(accessor: 1)
  }

  @Test func `Empty input has no records`() {
    #expect(decode([]).isEmpty)
  }

  @Test func `Records are in the order of their bytes`() {
    let found = decode(bytes { _ in })
    #expect(found == three.map { .record($0, accessor: 1) })
  }

  @Test(arguments: [4, 8])
  func `Zeros between records are padding`(noteAlignment: Int) {
    for words in 0...12 {
      let padding = [UInt8](repeating: 0, count: 4 * words)
      let padded = padding + three.flatMap { $0.bytes(accessor: 1) + padding }
      let found = decode(padded, noteAlignment: noteAlignment)
      #expect(found == three.map { .record($0, accessor: 1) })
    }
  }

  @Test func `Notes of other owners are skipped`() {
    let buildID: [UInt8] =
      [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0] + Array("GNU".utf8) + [0]
      + [UInt8](repeating: 0xAB, count: 20)
    let oddName: [UInt8] =
      [6, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0] + Array("Linux".utf8) + [0, 0, 0] + [7, 0, 0, 0]
    let record = three[0].bytes(accessor: 1)
    #expect(decode(buildID + oddName + record + buildID, noteAlignment: 4) == [first])
  }

  @Test func `A record of another version is reported and does not hide others`() {
    let found = decode(bytes { $0.store(UInt16(2), at: 16) })
    #expect(found == [first, .malformed(offset: size, .version(2)), third])
  }

  @Test func `A longer record of another version is skipped by its size`() {
    var longer = three[1].bytes(accessor: 1) + [UInt8](repeating: 0x5A, count: 32)
    longer.store(UInt16(9), at: 16)
    longer.store(UInt32(longer.count - 16), at: 4)
    let found = decode(
      three[0].bytes(accessor: 1) + longer + three[2].bytes(accessor: 1))
    #expect(found == [first, .malformed(offset: size, .version(9)), third])
  }

  @Test func `A size that covers the next record is reported and does not hide it`() {
    let claimed = 2 * size - 16
    let found = decode(bytes { $0.store(UInt32(claimed), at: 4) })
    #expect(
      found == [
        first, .malformed(offset: size, .size(claimed: claimed, expected: size - 16)), third,
      ])
  }

  @Test func `A wrong size with a wrong version does not hide other records`() {
    let found = decode(
      bytes {
        $0.store(UInt32(2 * size - 16), at: 4)
        $0.store(UInt16(7), at: 16)
      })
    #expect(found == [first, .malformed(offset: size, .version(7)), third])
  }

  @Test(arguments: [UInt32(0), 1, 4, 39, 40, 1 << 20, .max])
  func `A record of any claimed size does not hide the next one`(claimed: UInt32) {
    let found = decode(bytes { $0.store(claimed, at: 4) })
    #expect(found.first == first)
    #expect(found.last == third)
    #expect(found.filter(\.isRecord).count == 2)
    #expect(found.count >= 3, "the broken record is reported")
  }

  @Test(arguments: [48, 50])
  func `A text of any claimed size does not hide the next record`(field: Int) {
    for claimed in [UInt16(0), 1, 200, .max] {
      let found = decode(bytes { $0.store(claimed, at: field) })
      #expect(found.first == first)
      #expect(found.last == third)
      #expect(found.count == 3)
    }
  }

  @Test func `A text that is not UTF-8 is reported and does not hide other records`() {
    let found = decode(bytes { $0[56] = 0xFF })
    #expect(found == [first, .malformed(offset: size, .encoding), third])
  }

  @Test func `Texts beyond ASCII are read`() {
    let fields = RecordFields(
      kind: "rout", key: "设置/ключ/🗝️", fileID: "Läden/Größe.swift", line: 1, column: 1,
      detail: "{\"title\":\"購物車\"}")
    #expect(decode(fields.bytes(accessor: 5)) == [.record(fields, accessor: 5)])
  }

  @Test func `Truncated bytes give all whole records, and report the truncated one`() {
    let whole = bytes { _ in }
    for count in 0..<whole.count {
      let found = decode(Array(whole[..<count]))
      #expect(
        found.filter(\.isRecord) == three.prefix(count / size).map { .record($0, accessor: 1) })
      let isReported = found.contains { !$0.isRecord }
      #expect(isReported == (count % size != 0), "cut at \(count)")
    }
  }

  @Test func `The largest record is read`() {
    var fields = RecordFields.sample(key: String(repeating: "k", count: 65_535))
    fields.detail = String(repeating: "d", count: 16_384)
    #expect(decode(fields.bytes(accessor: 1)) == [.record(fields, accessor: 1)])
  }

  /// A step over each claim that searched to the end would take minutes.
  @Test func `Many wrong sizes and nested records are decoded in linear time`() {
    let endless: [UInt8] = [4, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 3, 0, 0, 0] + Array("GNU\0".utf8)
    var newer = three[0].bytes(accessor: 1)
    newer.store(UInt16(9), at: 16)
    let count = 4_000
    let claims = Array(repeatElement(newer + endless, count: count).joined())
    #expect(decode(claims).count == 2 * count)

    var nested: [UInt8] = []
    for depth in (1...count).reversed() {
      var record = RecordFields.sample(key: "", line: UInt32(depth)).bytes(accessor: 1)
      let rest = (count - depth) * record.count
      record.store(UInt32(record.count - 16 + rest), at: 4)
      record.store(UInt32(rest), at: 52)
      nested = record + nested
    }
    nested[nested.count - 1] = 0xFF
    let found = decode(nested)
    #expect(found.count == count)
    // The innermost one, in which that byte is padding.
    #expect(found.filter(\.isRecord).count == 1)
  }

  @Test func `Random fields are read back as they were written`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        RecordFields(
          kind: RecordKind(rawValue: UInt32.random(in: 0 ... .max, using: &random)),
          key: text(using: &random), fileID: text(using: &random),
          line: .random(in: 0 ... .max, using: &random),
          column: .random(in: 0 ... .max, using: &random),
          priority: .random(in: .min ... .max, using: &random),
          flags: RecordFlags(rawValue: .random(in: 0 ... .max, using: &random)),
          detail: text(using: &random))
      }
      let accessor = UInt64.random(in: 0 ... .max, using: &random)
      let bytes = records.flatMap { $0.bytes(accessor: accessor) }
      #expect(decode(bytes) == records.map { .record($0, accessor: accessor) })
    }
  }

  @Test func `No damage hides a record that it does not touch`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<5_000 {
      let damaged = bytes { second in
        let start = Int.random(in: 0..<second.count, using: &random)
        let end = min(second.count, start + Int.random(in: 1...16, using: &random))
        for offset in start..<end { second[offset] = .random(in: 0 ... .max, using: &random) }
      }
      let found = decode(damaged)
      #expect(found.first == first)
      #expect(found.last == third)
    }
  }

  private func text(using random: inout SeededGenerator) -> String {
    let characters: [Character] = ["a", "/", "ß", "語", "🗝️", "\0", "\n", "\""]
    return String(
      (0..<Int.random(in: 0...20, using: &random)).map { _ in
        characters.randomElement(using: &random)!
      })
  }
}
