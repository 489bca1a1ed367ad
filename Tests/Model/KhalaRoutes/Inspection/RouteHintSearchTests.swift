import Testing

@testable import KhalaRoutes

/// The work of finding what contracts that lead nowhere may have meant.
@Suite struct RouteHintSearchTests {
  private static let limit = 50_000

  private static func function(_ name: String, of owner: String) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: .function, pattern: "\(owner)/\(name)", className: owner, typeName: owner,
      function: KhalaRouteMap.Function(name: name),
      location: CodeLocation(fileID: "M/\(owner).swift", line: 7))
  }

  private static func contracts(_ urls: [String]) -> [KhalaDeclarations.Contract] {
    urls.enumerated().map { number, url in
      KhalaDeclarations.Contract(
        url: url, location: CodeLocation(fileID: "App/C.swift", line: number))
    }
  }

  private static func classes(
    _ count: Int
  ) -> (map: KhalaRouteMap, contracts: [KhalaDeclarations.Contract]) {
    (
      KhalaRouteMap(routes: (1...count).map { function("f", of: "Class\($0)") }),
      contracts((1...count).map { "kl://Clsas\($0)/f" })
    )
  }

  private static func functions(
    _ count: Int
  ) -> (map: KhalaRouteMap, contracts: [KhalaDeclarations.Contract]) {
    (
      KhalaRouteMap(routes: (1...count).map { function("name\($0)", of: "Feed") }),
      contracts((1...count).map { "kl://Feed/nmae\($0)" })
    )
  }

  @Test(arguments: [20, 200])
  func `All unresolved contracts are named, and share one search`(count: Int) throws {
    for (map, contracts) in [Self.classes(count), Self.functions(count)] {
      let found = RouteMapTable(map).problems(of: contracts, hintSteps: Self.limit)
      #expect(found.problems.count == count)
      #expect(found.problems.allSatisfy { $0.code == .missingRoute })
      // The last comparison may go beyond the limit.
      #expect(found.steps < Self.limit + 1_000)
      let first = try #require(found.problems.first)
      #expect(first.message.contains("did you mean the"))
      let isCut = found.problems.last?.message.contains("Not all names were compared with it")
      #expect(isCut == (count == 200))
    }
  }

  @Test func `Of several near classes, those that have the function are suggested`() throws {
    let map = KhalaRouteMap(routes: [
      Self.function("buy", of: "Shop"), Self.function("see", of: "Show"),
    ])
    let messages = map.problems(of: Self.contracts(["kl://Shox/see", "kl://Shox/f"])).map(\.message)
    #expect(messages.count == 2)
    #expect(try #require(messages.first).contains("did you mean the class 'Show'?"))
    #expect(try !#require(messages.last).contains("did you mean"))
  }

  @Test func `A near class without such a function is not suggested`() throws {
    let map = KhalaRouteMap(routes: [Self.function("hello", of: "CModule")])
    let messages = map.problems(of: Self.contracts(["kl://BModule/server"])).map(\.message)
    #expect(messages.count == 1)
    #expect(!messages[0].contains("did you mean"))
  }

  @Test func `Within the limit, every unresolved contract gets suggestions`() {
    let (map, contracts) = Self.classes(50)
    let messages = map.problems(of: contracts).map(\.message)
    #expect(messages.count { $0.contains("did you mean the class 'Class") } == 50)
    let (functions, calls) = Self.functions(50)
    let problems = functions.problems(of: calls)
    #expect(problems.count { $0.message.contains("did you mean the function 'name") } == 50)
    #expect(problems.allSatisfy { $0.locations.last?.fileID == "M/Feed.swift" })
  }
}
