import Testing

@testable import BinaryRecords

/// The one place that touches the memory of a file.
@Suite struct BytesTests {
  private let bytes = Bytes(ByteStorage(copying: Array("abc\0defg".utf8)))

  @Test func `A slice is entirely in bounds, or nil`() throws {
    let extremes: [UInt64] = [0, 1, 4, 7, 8, 9, 1 << 31, 1 << 63, .max - 1, .max]
    for offset in extremes {
      for count in extremes {
        let (end, overflows) = offset.addingReportingOverflow(count)
        let part = bytes.part(at: offset, count: count)
        #expect((part != nil) == (!overflows && end <= 8), "\(offset), \(count)")
        #expect(part.map { UInt64($0.count) } ?? count == count)
      }
      #expect((bytes.rest(from: offset) != nil) == (offset <= 8))
    }
    let part = try #require(bytes.part(at: 4, count: 3))
    #expect(part.fileOffset == 4)
    #expect(part.integer(UInt8.self, at: 0) == UInt8(ascii: "d"))
    #expect(part.part(at: 1, count: 2)?.fileOffset == 5)
    #expect(part.part(at: 1, count: 3) == nil, "a part does not reach into what is behind it")
  }

  @Test func `An integer is entirely in bounds, or nil`() {
    for offset in [Int.min, -1, 0, 3, 4, 5, 7, 8, .max] {
      #expect((bytes.integer(UInt32.self, at: offset) != nil) == (0...4).contains(offset))
      #expect((bytes.integer(UInt64.self, at: offset) != nil) == (offset == 0))
    }
    #expect(bytes.integer(UInt16.self, at: 0) == 0x6261)
    // Also where it is at no multiple of its size.
    #expect(bytes.integer(UInt32.self, at: 1) == 0x6400_6362)
  }

  @Test func `A text ends at a zero, at the end, or at the limit`() {
    #expect(bytes.text(at: 0) == "abc")
    #expect(bytes.text(at: 3) == "")
    #expect(bytes.text(at: 4) == "defg")
    #expect(bytes.text(at: 4, limit: 2) == "de")
    #expect(bytes.text(at: 8) == nil)
    #expect(bytes.text(at: .max) == nil)
    #expect(Bytes(ByteStorage(copying: [0xFF, 0x61])).text(at: 0) == "\u{FFFD}a")
  }

  @Test func `Bytes are compared only with equally many bytes`() {
    #expect(bytes.holds(Array("abc".utf8)))
    #expect(bytes.holds(Array("defg".utf8), at: 4))
    #expect(!bytes.holds(Array("defgh".utf8), at: 4))
    #expect(!bytes.holds(Array("g".utf8), at: 8))
    #expect(!bytes.holds(Array("a".utf8), at: -1))
    #expect(bytes.holds([], at: 8))
  }
}
