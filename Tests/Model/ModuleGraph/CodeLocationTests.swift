import Foundation
import ModuleGraph
import Testing

@Suite struct CodeLocationTests {
  @Test(arguments: ["Shop/Cart.swift:12", "A:B/C.swift:1", "main.swift:0"])
  func `A location is parsed from its own text`(text: String) throws {
    #expect(try #require(CodeLocation(text)).description == text)
  }

  @Test(arguments: [
    "", "Shop/Cart.swift", ":12", "Shop/Cart.swift:", "Shop/Cart.swift:12x", "Shop/Cart.swift:-1",
    "Shop/Cart.swift:4294967296",
  ])
  func `A text of another form is not a location`(text: String) {
    #expect(CodeLocation(text) == nil)
  }

  @Test func `The module is the part before the first slash, the file the rest`() {
    let location = CodeLocation(fileID: "Shop/Cart.swift", line: 12)
    #expect(location.module == "Shop")
    #expect(location.file == "Cart.swift")
    let bare = CodeLocation(fileID: "main.swift", line: 1)
    #expect(bare.module == "main.swift")
    #expect(bare.file == "main.swift")
  }

  @Test func `Locations are ordered by file, line and column`() {
    let ordered = [
      CodeLocation(fileID: "A/A.swift", line: 9, column: 9),
      CodeLocation(fileID: "A/B.swift", line: 2),
      CodeLocation(fileID: "A/B.swift", line: 2, column: 3),
      CodeLocation(fileID: "A/B.swift", line: 10, column: 1),
    ]
    #expect(ordered.reversed().sorted() == ordered)
  }

  @Test func `JSON has the file, the line and, if known, the column`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let location = CodeLocation(fileID: "Shop/Cart.swift", line: 12, column: 3)
    let text = try encoder.encode(location)
    #expect(
      String(decoding: text, as: UTF8.self) == #"{"column":3,"file":"Shop/Cart.swift","line":12}"#)
    #expect(try JSONDecoder().decode(CodeLocation.self, from: text) == location)
    let bare = try encoder.encode(CodeLocation(fileID: "Shop/Cart.swift", line: 12))
    #expect(String(decoding: bare, as: UTF8.self) == #"{"file":"Shop/Cart.swift","line":12}"#)
  }

  @Test(arguments: [
    (-1, 0), (0, 0), (1, 1), (Int(UInt32.max), Int(UInt32.max)),
    (Int(UInt32.max) + 2, Int(UInt32.max)),
    (.min, 0), (.max, Int(UInt32.max)),
  ])
  func `A line and a column that a record cannot hold become the nearest`(
    number: Int, nearest: Int
  ) {
    let location = CodeLocation(fileID: "A/B.swift", line: number, column: number)
    #expect(location.line == nearest)
    #expect(location.column == (nearest == 0 ? nil : nearest))
  }
}
