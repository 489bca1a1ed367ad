import Testing

@testable import KhalaRoutes

@Suite struct KhalaRouteMapTests {
  @Test func `A map is made from records alone, without running code`() throws {
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
    #expect(show.location == CodeLocation(fileID: "Checkout/Cart.swift", line: 12))
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

  @Test func `A function has the isolation of its class, unless it declares another`() {
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

  @Test func `A parameter is optional however its Optional type is written`() {
    let detail = """
      {"functions":[{"name":"f","parameters":[{"name":"a","type":"Int?"},\
      {"name":"b","type":"Swift.Optional<Int>"},{"name":"c","type":"[Int?]"}]}],"type":"A"}
      """
    let map = KhalaDeclarations([ShopDeclarations.module("A", in: "M/A.swift", 1, detail)]).routes
    #expect(map.routes[0].function?.values.map(\.isRequired) == [false, false, true])
  }
}
