import SectionRegistry
import Testing

@testable import Khala

@Suite struct ProcessRouteMapTests {
  private func route(_ url: String) throws -> KhalaRouteMap.Route {
    try #require(Khala.routes.routes.first { $0.url == url })
  }

  @Test func `The map of the process has every route with its source`() throws {
    let show = try route("users/{id:Int}/posts/{slug}")
    #expect(show.destination == "CallSample.show(id: Int, slug: String) -> String")
    #expect(show.kind == .path && show.typeName == "CallSample" && show.access == .internal)
    #expect(show.location?.fileID == "KhalaTests/SampleModules.swift" && show.location?.line == 35)
    let own = try route("{kl,https}://plain/{value:Int}")
    #expect(own.kind == .path && own.priority == 2 && own.className == "Record.Plain")
    #expect(try route("CallSample/failing").function?.canThrow == true)
    #expect(try route("CallScreen/visit").function?.isolation == "MainActor")
    #expect(try route("CallSampleCounter/next").function?.isAwaited == true)
    #expect(try route("Record.Account/free").function?.isAwaited == false)
    #expect(Khala.routes.version > 0)
  }

  @Test func `Functions excluded by a condition are not in the map of the process`() throws {
    let routes = Khala.routes.routes.filter { $0.url == "Record.Plain/conditional" }
    #expect(routes.count == 1)
    #expect(routes.first?.condition == nil)
  }

  @Test func `The map of the process equals that of its records`() {
    let map = Khala.routes
    let declared = KhalaDeclarations(
      SectionRegistryDeclarations.all
    ).routes
    #expect(
      declared.routes.filter { $0.condition == nil }
        == map.routes.filter { route in
          declared.routes.contains(route)
        })
    #expect(!map.routes.isEmpty)
  }

  @Test func `Two maps of one board are equal`() {
    // Other tests add routes meanwhile, which makes other boards.
    let board = KhalaState.current.routes.board
    #expect(board.map == board.map)
  }

  @Test func `A class without a record is described by its table`() throws {
    let module = __KhalaModuleRecord("Handmade", lifetime: .cached, PlainModule.__khalaTable)
    let map = RouteBoard(classes: [RoutingClass(module)]).map
    let server = try #require(map.routes.first { $0.pattern == "Handmade/server" })
    #expect(server.destination == "Handmade.server(value: Int, name: String)")
    #expect(server.function?.values.map(\.isRequired) == [true, false])
    #expect(server.location == nil && server.typeName == nil)
    let path = try #require(map.routes.first { $0.kind == .path })
    #expect(path.url == "{kl,https}://plain/{value:Int}" && path.priority == 2)
    let later = map.routes.first { $0.pattern == "Handmade/later" }
    #expect(later?.function?.isAwaited == true)
  }
}

@Suite struct RouteMapReadingTests {
  @Test func `A map is read back equal`() throws {
    let map = Khala.routes
    #expect(try KhalaRouteMap(json: map.json()) == map)
  }

  @Test(arguments: [
    ("{}", "this is not a route map: No value associated with key"),
    (
      #"{"formatVersion": 2, "version": 1, "routes": []}"#,
      "it has version 2, but this release reads version 1"
    ),
    (#"{"formatVersion": 1, "version": 1, "routes": [{"kind": 5}]}"#, "(at routes.[0].kind)"),
    ("nonsense", "[Khala] this is not a route map: "),
  ])
  func `An invalid map is rejected with the reason and the position`(
    row: (json: String, message: String)
  ) {
    let error = #expect(throws: KhalaError.self) { try KhalaRouteMap(json: row.json) }
    #expect(error?.code == .unreadableRouteMap)
    #expect(error?.message.contains(row.message) == true, "\(error?.message ?? "")")
  }
}

@Suite struct ProcessProblemTests {
  // In a process of its own: other tests add routes meanwhile.
  @Test func `The problems of the process are listed`() async {
    await #expect(processExitsWith: .success) {
      // These contracts are broken for the tests of errors; nothing else is.
      let found = Khala.problems
      #expect(found.map(\.code).allSatisfy { $0 == .missingRoute || $0 == .brokenContract })
      #expect(
        found.contains {
          $0.code == .missingRoute && $0.message.contains("'kl://CallSample/nothing'")
            && $0.locations.first?.fileID == "KhalaTests/ContractTests.swift"
        })
      #expect(!found.contains { $0.message.contains("'kl://CallSample/typed'") })
      #expect(!found.contains { $0.message.contains("'kl://CallSampleCounter/next'") })
    }
  }
}

/// The declarations of this process, as a tool finds them in its binary.
enum SectionRegistryDeclarations {
  static var all: [KhalaDeclaration] {
    (SectionRegistry.records(of: .routingClass) + SectionRegistry.records(of: .contract))
      .compactMap { KhalaDeclaration($0) }
  }
}
