import KhalaRoutes
import Testing

@testable import Khala

@Suite struct CallContentsTests {
  @Test func `Of several values of a name the first counts, and a flag is none`() throws {
    let contents = CallContents(address: try RouteAddress("kl://A/f?a&a=1&a=2&b"))
    #expect(contents.info().mapValues { "\($0)" } == ["a": "1"])
    #expect(contents.firstItem(named: "a") == RouteQueryItem("a"))
    #expect(contents.firstItem(named: "c") == nil)
  }
}
