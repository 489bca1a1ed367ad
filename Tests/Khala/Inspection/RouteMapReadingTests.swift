import Khala
import Testing

@Suite struct RouteMapReadingTests {
  @Test func `A map is read back equal`() throws {
    let map = Khala.routes
    #expect(try KhalaRouteMap(json: map.json()) == map)
  }

  @Test(arguments: [
    ("{}", "this is no route map: No value associated with key"),
    (
      #"{"formatVersion": 2, "version": 1, "routes": []}"#,
      "it is of version 2, but this release reads version 1"
    ),
    (#"{"formatVersion": 1, "version": 1, "routes": [{"kind": 5}]}"#, "(at routes.[0].kind)"),
    ("nonsense", "[Khala] this is no route map: "),
  ])
  func `An invalid map is rejected with the reason and the position`(
    row: (json: String, message: String)
  ) {
    let error = #expect(throws: KhalaError.self) { try KhalaRouteMap(json: row.json) }
    #expect(error?.code == .unreadableRouteMap)
    #expect(error?.message.contains(row.message) == true, "\(error?.message ?? "")")
  }
}
