import Testing

@testable import KhalaRoutes

@Suite struct RouteQueryItemsTests {
  @Test(
    arguments: [
      ("a=1&b=2", ["a=1", "b=2"]), ("&&a=1&&b&&", ["a=1", "b"]), ("=", ["="]), ("a=b=c", ["a=b=c"]),
      ("flag", ["flag"]), ("%61=%62&a+b", ["a=b", "a+b"]), ("", []), ("&", []),
    ])
  func `The items are counted before they are read`(query: String, expected: [String]) throws {
    let address = try RouteAddress("kl://A/f?\(query)#x=1&y=2")
    #expect(address.queryItems.map(\.description) == expected)
    #expect(address.withQueryItems { $0.underestimatedCount } == expected.count)
    let values = expected.count { $0.contains("=") }
    #expect(address.withQueryItems { RouteQueryValues($0).underestimatedCount } == values)
  }

  @Test(
    arguments: [
      ("a=1&b=2&b=3", "b", "b=2"), ("flag&a", "a", "a"), ("ab=1&a=2", "a", "a=2"),
      ("first-half&first-hold=1", "first-hold", "first-hold=1"), ("%61%62=1", "ab", "ab=1"),
      ("a%2562=1", "a%62", "a%62=1"), ("name=1", "nam", nil), ("", "a", nil), ("=1", "", "=1"),
      // The Kelvin sign is a K, and an accent may stand on its own.
      ("\u{212A}=1", "K", "K=1"), ("K=1", "\u{212A}", "\u{212A}=1"),
      ("\u{E9}=1", "e\u{301}", "e\u{301}=1"), ("%C3%A9=1", "e\u{301}", "e\u{301}=1"),
    ])
  func `An item is found by its name, as texts are compared`(
    query: String, name: String, expected: String?
  ) throws {
    let address = try RouteAddress("kl://A/f?\(query)#x=1&y=2")
    let item = address.firstQueryItem(named: name)
    #expect(item?.description == expected)
    #expect(item == address.queryItems.first { $0.name == name })
  }
}
