import KhalaRoutes
import Testing

@testable import Khala

@Suite struct CallContentsTests {
  @Test func `The first of several values of a name counts, and a flag has no value`() throws {
    let contents = CallContents(address: try RouteAddress("kl://A/f?a&a=1&a=2&b"))
    #expect(contents.info().mapValues { "\($0)" } == ["a": "1"])
    #expect(contents.firstItem(named: "a") == RouteQueryItem("a"))
    #expect(contents.firstItem(named: "c") == nil)
  }
}
