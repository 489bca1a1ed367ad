import Testing

@testable import Khala

@Suite struct KhalaRouteMapTests {
  @Test func `A map is made of what the records say, without running anything`() throws {
    let map = KhalaDeclarations([ShopDeclarations.cart, ShopDeclarations.stock]).routes
    #expect(
      map.routes.map(\.description) == [
        "'{kl,https}://carts/{id:Int}' of Cart.show(_ id: Int, _: KhalaClosure?)",
        "'Cart/add' of Cart.add(item: String, count: Int = 1) throws -> Int",
        "'Cart/show' of Cart.show(_ id: Int, _: KhalaClosure?)",
        "'Cart/total' of Cart.total: Double",
        "'Stock/count' of Stock.count(_: KhalaInfo) -> Int",
        "'Stock/reset' of Stock.reset()",
      ])
    #expect(map.routes.map(\.kind) == [.path] + Array(repeating: .function, count: 5))
    #expect(
      map.routes.map(\.access) == [.external, .internal, .external]
        + Array(repeating: .internal, count: 3))
    #expect(map.classNames == ["Cart", "Stock"])
    #expect(map.version == 0)
    let show = map.routes[0]
    #expect(
      show.schemes == ["kl", "https"] && show.pattern == "carts/{id:Int}" && show.priority == 2)
    #expect(show.typeName == "CartModule")
    #expect(show.place == KhalaPlace(fileID: "Checkout/Cart.swift", line: 12))
    #expect(show.function?.isolation == "MainActor" && show.function?.isAwaited == false)
    #expect(show.function?.closures.map(\.isRequired) == [false])
    let count = map.routes[4]
    #expect(count.function?.isAwaited == true && count.function?.isAsync == false)
    #expect(count.function?.takesInfo == true)
    #expect(map.routes[5].condition == "DEBUG")
    let add = try #require(map.routes[1].function)
    #expect(add.values.map(\.isRequired) == [true, false])
    #expect(add.values.map(\.defaultValue) == [nil, "1"])
  }

  @Test func `A function belongs where its class does, unless it says otherwise`() {
    func awaited(_ function: String, in module: String) -> Bool? {
      KhalaDeclarations([
        ShopDeclarations.module(
          "A", in: "M/A.swift", 1,
          #"{"functions":[{"name":"f"\#(function)}],"type":"A"\#(module)}"#)
      ]).routes.routes[0].function?.isAwaited
    }
    #expect(awaited("", in: "") == false)
    #expect(awaited(#","async":true"#, in: "") == true)
    #expect(awaited("", in: #","isolation":"MainActor""#) == false)
    #expect(awaited("", in: #","isolation":"ImageActor""#) == true)
    // Its instance can only be made on that actor.
    #expect(awaited(#","isolation":"nonisolated""#, in: #","isolation":"ImageActor""#) == true)
    #expect(awaited(#","isolation":"actor""#, in: #","isolation":"actor""#) == true)
    #expect(awaited(#","isolation":"nonisolated""#, in: #","isolation":"actor""#) == false)
    #expect(awaited(#","isolation":"other""#, in: "") == true)
  }

  @Test func `A nonisolated function that does not suspend is called where its instance is made`() {
    func isolation(_ function: String, in module: String) -> String? {
      KhalaDeclarations([
        ShopDeclarations.module(
          "A", in: "M/A.swift", 1,
          #"{"functions":[{"name":"f","isolation":"nonisolated"\#(function)}],"type":"A"\#(module)}"#
        )
      ]).routes.routes[0].function?.isolation
    }
    #expect(isolation("", in: #","isolation":"MainActor""#) == "MainActor")
    #expect(isolation("", in: #","isolation":"ImageActor""#) == "ImageActor")
    #expect(isolation("", in: #","isolation":"actor""#) == nil)
    #expect(isolation("", in: "") == nil)
    #expect(isolation(#","async":true"#, in: #","isolation":"MainActor""#) == nil)
  }

  @Test func `A type that is an Optional however written is not needed`() {
    let detail = """
      {"functions":[{"name":"f","parameters":[{"name":"a","type":"Int?"},\
      {"name":"b","type":"Swift.Optional<Int>"},{"name":"c","type":"[Int?]"}]}],"type":"A"}
      """
    let map = KhalaDeclarations([ShopDeclarations.module("A", in: "M/A.swift", 1, detail)]).routes
    #expect(map.routes[0].function?.values.map(\.isRequired) == [false, false, true])
  }

  // MARK: - The process

  private func route(_ url: String) throws -> KhalaRouteMap.Route {
    try #require(Khala.routes.routes.first { $0.url == url })
  }

  @Test func `The map of the process has every route with its source`() throws {
    let show = try route("users/{id:Int}/posts/{slug}")
    #expect(show.destination == "CallSample.show(id: Int, slug: String) -> String")
    #expect(show.kind == .path && show.typeName == "CallSample" && show.access == .internal)
    #expect(show.place?.fileID == "KhalaTests/SampleModules.swift" && show.place?.line == 35)
    let own = try route("{kl,https}://plain/{value:Int}")
    #expect(own.kind == .path && own.priority == 2 && own.className == "Record.Plain")
    #expect(try route("CallSample/failing").function?.canThrow == true)
    #expect(try route("CallScreen/visit").function?.isolation == "MainActor")
    #expect(try route("CallSampleCounter/next").function?.isAwaited == true)
    #expect(try route("Record.Account/free").function?.isAwaited == false)
    #expect(Khala.routes.version > 0)
  }

  @Test func `What a condition leaves out is not in the map of the process`() throws {
    let routes = Khala.routes.routes.filter { $0.url == "Record.Plain/conditional" }
    #expect(routes.count == 1)
    #expect(routes.first?.condition == nil)
  }

  @Test func `The map of the process is the one that its records make`() {
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
    let board = RouteDirectory.process.board
    #expect(board.map == board.map)
  }

  @Test func `A class without a record has what its table says`() throws {
    let module = __KhalaModuleRecord("Handmade", lifetime: .cached, PlainModule.__khalaTable)
    let map = RouteBoard(classes: [RoutingClass(module)]).map
    let server = try #require(map.routes.first { $0.pattern == "Handmade/server" })
    #expect(server.destination == "Handmade.server(value: Int, name: String)")
    #expect(server.function?.values.map(\.isRequired) == [true, false])
    #expect(server.place == nil && server.typeName == nil)
    let path = try #require(map.routes.first { $0.kind == .path })
    #expect(path.url == "{kl,https}://plain/{value:Int}" && path.priority == 2)
    let later = map.routes.first { $0.pattern == "Handmade/later" }
    #expect(later?.function?.isAwaited == true)
  }
}
