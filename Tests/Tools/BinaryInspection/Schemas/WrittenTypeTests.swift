import Testing

@testable import BinaryInspection

/// The spellings of types in records.
@Suite struct WrittenTypeTests {
  @Test(arguments: [
    ("Ship", "Ship"), (" Ship ", "Ship"), ("(Ship)", "Ship"), ("Harbor.Ship", "Harbor.Ship"),
    ("Harbor::Ship", "Harbor.Ship"), ("`Type`", "Type"), ("[Ship]", "[Ship]"), ("Ship?", "Ship?"),
    ("Ship!", "Ship?"), ("[Ship?]??", "[Ship?]??"), ("[String: [Ship]]", "[String: [Ship]]"),
    ("[ String :Ship ]", "[String: Ship]"), ("Page<Ship>", "Page<Ship>"),
    ("Two<[A], B?>", "Two<[A], B?>"), ("Feed.Page<Feed.Item>", "Feed.Page<Feed.Item>"),
    ("Array<Optional<Ship>>", "Array<Optional<Ship>>"),
  ])
  func `A type with a form is read, and its spelling is normalized`(
    text: String, described: String
  ) {
    #expect("\(WrittenType(text))" == described)
  }

  @Test(arguments: [
    ("() -> Void", "a function"), ("@Sendable (Ship) -> Void", "a function"),
    ("any Error", "an existential"), ("Ship & Codable", "an existential"),
    ("(Int, String)", "a tuple"), ("(x: Int)", "a tuple"), ("()", "a tuple"),
    ("", "a type with an unusual spelling"), ("[Ship", "a type with an unusual spelling"),
    ("Ship>", "a type with an unusual spelling"),
    ("Page<A>.Item", "a type with an unusual spelling"),
    ("Page<>", "a type with an unusual spelling"), ("A..B", "a type with an unusual spelling"),
    ("some Error", "a type with an unusual spelling"),
  ])
  func `Other types are described`(text: String, words: String) {
    #expect(WrittenType(text) == .other(words))
  }

  @Test func `A deeply nested type is not read`() {
    let deep = 100_000
    for text in [
      String(repeating: "[", count: deep), String(repeating: "A<", count: deep),
      String(repeating: "(", count: deep), "A" + String(repeating: "?", count: deep),
    ] {
      guard case .other = WrittenType(text) else {
        Issue.record("\(text.prefix(3)) was read")
        continue
      }
    }
  }
}
