import Testing

@testable import KhalaRoutes

@Suite struct KhalaProblemTests {
  private func problems(_ declarations: KhalaDeclaration...) -> [ModuleProblem] {
    KhalaDeclarations(declarations).problems
  }

  private func module(
    _ name: String, _ fileID: String, _ line: Int, _ functions: String
  ) -> KhalaDeclaration {
    ShopDeclarations.module(
      name, in: fileID, line, #"{"functions":[\#(functions)],"type":"\#(name)"}"#)
  }

  @Test func `A correct program has no problems`() {
    #expect(problems(ShopDeclarations.cart, ShopDeclarations.stock).isEmpty)
  }

  @Test func `Conflicting routes are named with both source locations`() throws {
    let found = problems(
      module("A", "First/A.swift", 12, #"{"name":"f","routes":[{"pattern":"users/{id}"}]}"#),
      module("B", "Second/B.swift", 30, #"{"name":"g","routes":[{"pattern":"users/{name}"}]}"#))
    #expect(
      found.map(\.description) == [
        """
        Second/B.swift:30: error: the route 'users/{name}' of B.g() matches the same addresses as \
        'users/{id}' of A.f (First/A.swift:12), which comes first and gets them all. Change \
        one of the patterns, or give one a higher priority.
        """
      ])
    let problem = try #require(found.first)
    #expect(problem.code == .conflictingRoutes)
    #expect(
      problem.locations == [
        CodeLocation(fileID: "Second/B.swift", line: 30),
        CodeLocation(fileID: "First/A.swift", line: 12),
      ])
  }

  @Test func `An unreachable route is named with the route that covers it`() {
    let found = problems(
      module("A", "First/A.swift", 12, #"{"name":"f","routes":[{"pattern":"users/me"}]}"#),
      module(
        "B", "Second/B.swift", 30,
        #"{"name":"g","routes":[{"pattern":"users/{name}","priority":1}]}"#))
    #expect(found.map(\.code) == [.unreachableRoute])
    #expect(
      found.map(\.description) == [
        """
        First/A.swift:12: warning: the route 'users/me' of A.f(), of priority 0, is never reached: \
        'users/{name}' of B.g (Second/B.swift:30), of priority 1, matches all its addresses. Raise \
        the priority of the former, or make the pattern of the latter narrower.
        """
      ])
  }

  @Test func `Routes that were not compared are reported`() {
    let map = KhalaRouteMap(
      routes: (0..<20).map {
        KhalaRouteMap.Route(kind: .runTime, pattern: "item\($0)-{id}", priority: $0)
      })
    #expect(map.problems.isEmpty)
    // The 20 segments of the first two take all steps, and nothing is above the last.
    #expect(
      RouteMapTable(map).problems(steps: 45).map(\.description) == [
        """
        notice: not every route was compared with the routes of higher priorities (omitted: 17), \
        because too many patterns have captures between literals in one segment. Give the patterns \
        more segments, or all routes the same priority.
        """
      ])
  }

  @Test func `A path that covers the addresses of a class is reported`() {
    let found = problems(
      module("A", "First/A.swift", 1, #"{"name":"f"}"#),
      module("B", "Second/B.swift", 2, #"{"name":"g","routes":[{"pattern":"A/f"}]}"#))
    #expect(found.map(\.code) == [.conflictingRoutes])
    #expect(found.first?.locations.first?.fileID == "Second/B.swift")
  }

  @Test func `Overloads, and functions of two #if branches, are not a conflict`() {
    #expect(
      problems(
        module(
          "A", "First/A.swift", 1,
          """
          {"name":"f"},{"name":"f","parameters":[{"name":"a","type":"Int"}]},\
          {"if":"A","name":"g","routes":[{"pattern":"x/y"}]},\
          {"if":"!(A)","name":"g","routes":[{"pattern":"x/y"}]}
          """)
      ).isEmpty)
  }

  @Test func `The second of two classes with the same name is never called, and reported`() {
    let found = problems(
      module("A", "First/A.swift", 1, #"{"name":"f"}"#),
      module("A", "Second/B.swift", 2, #"{"name":"g"}"#))
    #expect(
      found.map(\.description) == [
        """
        Second/B.swift:2: error: the routing class 'A' is never called, because First/A.swift:1 \
        also declares this name. Rename one of them with '@KhalaModule("…")'.
        """
      ])
    #expect(found.map(\.code) == [.duplicateClass])
    #expect(found[0].locations.map(\.line) == [2, 1])
  }

  @Test func `An invalid pattern is reported with the reason`() {
    let found = problems(
      module("A", "First/A.swift", 1, #"{"name":"f","routes":[{"pattern":"users/{id"}]}"#))
    #expect(found.map(\.code) == [.invalidPattern])
    #expect(
      found.first?.description.hasPrefix(
        "First/A.swift:1: error: A.f has a path that matches nothing: the route pattern "
          + "'users/{id' is wrong"
      ) == true)
  }

  @Test func `An invalid pattern in a map is a problem of the map`() {
    let map = KhalaRouteMap(routes: [KhalaRouteMap.Route(kind: .runTime, pattern: "{")])
    #expect(map.problems.map(\.code) == [.invalidPattern])
  }

  @Test func `An unreadable record is reported, and the others are read`() {
    let declarations = KhalaDeclarations([
      ShopDeclarations.module("A", in: "First/A.swift", 1, #"{"functions":[]}"#),
      ShopDeclarations.contract("kl://A/f", in: "C/C.swift", line: 2, "nothing"),
      ShopDeclarations.cart,
    ])
    #expect(
      declarations.problems.map(\.code) == [.unreadableDetail, .unreadableDetail])
    #expect(
      declarations.problems.first?.message.contains("the record of 'A' cannot be read") == true)
    #expect(declarations.routes.classNames == ["Cart"])
  }

  @Test func `A record of another kind is not a declaration of Khala`() {
    let place = CodeLocation(fileID: "A/A.swift", line: 1)
    #expect(KhalaDeclaration(recordKind: "rhea", key: "", detail: "", location: place) == nil)
  }
}
