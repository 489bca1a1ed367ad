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
}
