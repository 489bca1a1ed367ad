import Testing

@testable import KhalaRoutes

@Suite struct KhalaRouteChangesTests {
  private typealias Route = KhalaRouteMap.Route
  private typealias Parameter = KhalaRouteMap.Parameter

  /// The reasons of the changes between two functions; those that break callers
  /// begin with an exclamation mark.
  private func reasons(
    _ old: KhalaRouteMap.Function, _ new: KhalaRouteMap.Function
  ) -> [String] {
    reasons(
      [Route(kind: .function, pattern: "A/f", className: "A", function: old)],
      [Route(kind: .function, pattern: "A/f", className: "A", function: new)])
  }

  private func reasons(_ old: [Route], _ new: [Route]) -> [String] {
    KhalaRouteMap(routes: new).changes(from: KhalaRouteMap(routes: old)).changes
      .flatMap(\.reasons).map { ($0.isBreaking ? "! " : "") + $0.message }
  }

  private func function(
    _ parameters: [Parameter] = [], result: String? = nil, isAsync: Bool = false,
    canThrow: Bool = false, isolation: String? = nil, isAwaited: Bool = false
  ) -> KhalaRouteMap.Function {
    KhalaRouteMap.Function(
      name: "f", parameters: parameters, result: result, isAsync: isAsync, canThrow: canThrow,
      isolation: isolation, isAwaited: isAwaited)
  }

  private func value(_ name: String, _ type: String, default other: String? = nil) -> Parameter {
    Parameter(
      name: name, label: name, type: type, isRequired: other == nil && !type.hasSuffix("?"),
      defaultValue: other)
  }

  private func path(
    _ pattern: String, _ schemes: [String] = [], priority: Int = 0,
    access: KhalaAccess = .internal, name: String = "f", taking parameters: [Parameter] = []
  ) -> Route {
    Route(
      kind: .path, schemes: schemes, pattern: pattern, priority: priority, access: access,
      className: "A", function: KhalaRouteMap.Function(name: name, parameters: parameters))
  }

  // MARK: - Values

  @Test func `Changes that callers do not see are harmless`() {
    #expect(
      reasons(function([]), function([value("a", "Int?")])) == ["it now takes 'a' of type Int?"])
    #expect(
      reasons(function([value("a", "Int")]), function([value("a", "Int", default: "1")])) == [
        "'a' may now be omitted"
      ])
    #expect(
      reasons(
        function([value("a", "Int", default: "1")]), function([value("a", "Int", default: "2")]))
        == ["the default of 'a' was 1 and is now 2"])
    #expect(
      reasons(function([value("a", "Int")]), function([value("a", "Int?")])) == [
        "its value 'a' was Int and is now Int?", "'a' may now be omitted",
      ])
    #expect(
      reasons(function(result: "Int?"), function(result: "Int")) == [
        "it returned Int? and now returns Int"
      ])
    #expect(reasons(function(), function(canThrow: true)) == ["it may now throw"])
    #expect(
      reasons(function(isAsync: true, isAwaited: true), function()) == ["callers need not await it"]
    )
    #expect(
      reasons(function([value("a", "Swift.Int")]), function([value("a", "Int")])) == [
        "its declaration is spelled differently"
      ])
  }

  @Test func `Changes that callers must follow are breaking`() {
    #expect(
      reasons(function([]), function([value("a", "Int")])) == ["! it now needs 'a' of type Int"])
    #expect(
      reasons(function([value("a", "Int", default: "1")]), function([value("a", "Int")])) == [
        "! it now needs 'a'"
      ])
    #expect(
      reasons(function([value("a", "Int")]), function()) == ["! it no longer takes 'a'"])
    #expect(
      reasons(function([value("a", "Int")]), function([value("b", "Int")])) == [
        "! its value 'a' is now named 'b'"
      ])
    #expect(
      reasons(function([value("a", "Int")]), function([value("a", "String")])) == [
        "! its value 'a' was Int and is now String"
      ])
    #expect(
      reasons(function(result: "Int"), function(result: "Int?")) == [
        "! it returned Int and now returns Int?"
      ])
    #expect(
      reasons(function(result: "Int"), function()) == ["! it returned Int and now returns nothing"])
    #expect(
      reasons(function(), function(isAsync: true, isAwaited: true)) == [
        "! callers must now await it"
      ])
    #expect(
      reasons(function(), function(isolation: "MainActor")) == [
        "! it now belongs to the main actor, so other callers must await it"
      ])
  }

  @Test func `Changes of closures and dictionaries are breaking`() {
    let closure = Parameter(role: .closure, type: "KhalaClosure")
    let optional = Parameter(role: .closure, type: "KhalaClosure?", isRequired: false)
    let info = Parameter(role: .info, type: "KhalaInfo", isRequired: false)
    #expect(
      reasons(function([closure]), function([closure, closure])) == [
        "! it took 1 closure and now takes 2 closures"
      ])
    #expect(
      reasons(function([closure]), function([closure, optional])) == [
        "it took 1 closure and now takes 2 closures, 1 of them needed"
      ])
    #expect(
      reasons(function([closure]), function()) == ["! it took 1 closure and now takes 0 closures"])
    #expect(
      reasons(function([info]), function()) == [
        "! it no longer takes all values of a call"
      ])
    #expect(
      reasons(function(), function([info])) == ["it now takes all values of a call"])
  }

  // MARK: - Addresses

  @Test func `A removed route breaks callers, and a new one does not`() {
    #expect(reasons([path("a/b")], []) == ["! it was removed"])
    #expect(reasons([], [path("a/b")]) == ["it is new"])
  }

  @Test func `Narrower schemes, access and captures are breaking, wider ones are not`() {
    #expect(
      reasons([path("a")], [path("a", ["kl"])]) == ["! it now accepts no scheme except kl"])
    #expect(
      reasons([path("a", ["kl", "kf"])], [path("a", ["kl"])]) == ["! it no longer accepts kf"])
    #expect(
      reasons([path("a", ["kl"])], [path("a", ["kl", "kf"])]) == ["it now accepts kl and kf"])
    #expect(reasons([path("a", ["kl"])], [path("a")]) == ["it now accepts any scheme"])
    #expect(
      reasons([path("a", access: .external)], [path("a")]) == [
        "! it is no longer open to URLs from outside"
      ])
    #expect(
      reasons([path("a")], [path("a", access: .external)]) == [
        "it is now open to URLs from outside"
      ])
    #expect(
      reasons([path("a/{b:Int}")], [path("a/{b}")]) == ["its pattern was 'a/{b:Int}'"])
    #expect(
      reasons([path("a/{b}")], [path("a/{b:Int}")]) == [
        "! its pattern was 'a/{b}', which matches more addresses"
      ])
    #expect(reasons([path("a/{b}")], [path("a/{b}/{c?}")]) == ["its pattern was 'a/{b}'"])
    #expect(
      reasons([path("a/{b}/{c?}")], [path("a/{b}")]) == [
        "! its pattern was 'a/{b}/{c?}', which matches more addresses"
      ])
  }

  @Test func `A capture may be renamed along with its value`() {
    #expect(
      reasons(
        [path("users/{id}", taking: [value("id", "Int")])],
        [path("users/{user}", taking: [value("user", "Int")])])
        == ["its pattern was 'users/{id}'"])
  }

  @Test func `A pattern that matches all previous addresses is harmless`() {
    let wider = [
      ("a/{b}", "{l?}/a/{b}"), ("{s}-{i:Int}", "{s}-{i}"), ("{l:Int?}/a", "{l?}/a/{p?}"),
    ]
    for (old, new) in wider {
      #expect(reasons([path(old)], [path(new)]) == ["its pattern was '\(old)'"], "\(new)")
      #expect(
        reasons([path(new)], [path(old)]) == [
          "! its pattern was '\(new)', which matches more addresses"
        ], "\(old)")
    }
  }

  @Test func `An address that matches by two splits is found`() {
    let old = [path("{a}-{b:Int}")]
    #expect(
      reasons(old, old + [path("{c}.{d}", priority: 1, name: "g")]) == [
        "it is new", "! it now matches '/1.1-1' instead of '{a}-{b:Int}' of A.f",
      ])
    #expect(
      reasons(old, old + [path("x{*c}", priority: 1, name: "g")]) == [
        "it is new", "! it now matches '/x-1' instead of '{a}-{b:Int}' of A.f",
      ])
  }

  @Test func `A path that leads to another function stays the same route`() {
    #expect(
      reasons([path("users/{id}", name: "f")], [path("users/{id}", name: "g")]) == [
        "it called A.f()"
      ])
  }

  @Test func `Overloads are told apart by their parameters`() {
    func routes(_ functions: KhalaRouteMap.Function...) -> [Route] {
      functions.map { Route(kind: .function, pattern: "A/f", className: "A", function: $0) }
    }
    #expect(
      reasons(
        routes(function([value("a", "Int")]), function([value("b", "Int")])),
        routes(function([value("b", "Int")], result: "Int"), function([value("a", "Int")]))) == [
          "! it returned nothing and now returns Int"
        ])
  }

  @Test func `A new route that takes addresses away from an old one breaks callers`() {
    let old = [path("users/{id}")]
    #expect(
      reasons(old, old + [path("users/me", name: "me")]) == [
        "it is new", "! it now matches '/users/me' instead of 'users/{id}' of A.f",
      ])
    #expect(
      reasons(old, old + [path("{*all}", name: "all")]) == ["it is new"])
    #expect(
      reasons(old, old + [path("{*all}", ["kl"], priority: 1, name: "all")]) == [
        "it is new", "! it now matches 'kl://users/x' instead of 'users/{id}' of A.f",
      ])
    #expect(
      reasons(
        [path("users/{id:Int}")], [path("users/{id:Int}"), path("users/{flag:Bool}", name: "g")])
        == ["it is new"])
    #expect(
      reasons([path("img-{id}")], [path("img-{id}"), path("{name}.png", priority: 1, name: "g")])
        == ["it is new", "! it now matches '/img-1.png' instead of 'img-{id}' of A.f"])
  }

  @Test func `A changed priority breaks callers only if it changes what addresses lead to`() {
    let other = path("users/{name:Int}", name: "g")
    #expect(
      reasons([path("a/b")], [path("a/b", priority: -1)]) == ["its priority was 0 and is now -1"])
    #expect(
      reasons([path("users/{id}", priority: 1), other], [path("users/{id}"), other]) == [
        "its priority was 1 and is now 0",
        "! it no longer matches '/users/1', which now matches 'users/{name:Int}' of A.g",
      ])
    #expect(
      reasons([path("users/{id}"), other], [path("users/{id}", priority: 1), other]) == [
        "its priority was 0 and is now 1",
        "! it now matches '/users/1' instead of 'users/{name:Int}' of A.g",
      ])
  }

  // MARK: - Whole maps

  @Test func `A map equals itself, wherever its routes are declared`() {
    var maps = RandomRouteMaps(seed: 41)
    for _ in 0..<150 {
      let map = maps.map()
      #expect(map.changes(from: map).isEmpty)
      let moved = KhalaRouteMap(routes: map.routes.map(\.withoutPlace))
      #expect(moved.changes(from: map).isEmpty)
    }
  }

  @Test func `Applying all changes to one map gives the other`() {
    var maps = RandomRouteMaps(seed: 42)
    var altered = 0
    for _ in 0..<300 {
      let old = maps.map()
      let new = maps.variation(of: old)
      let changes = new.changes(from: old)
      func counts(_ routes: [Route]) -> [Route: Int] {
        Dictionary(routes.map { ($0.withoutPlace, 1) }, uniquingKeysWith: +)
      }
      // Each change takes the old route out of the map and puts the new one in.
      var routes = counts(old.routes)
      for change in changes.changes {
        if let route = change.old { routes[route.withoutPlace, default: 0] -= 1 }
        if let route = change.new { routes[route.withoutPlace, default: 0] += 1 }
        #expect(!change.reasons.isEmpty)
      }
      #expect(routes.filter { $0.value != 0 } == counts(new.routes))
      #expect(!changes.removed.contains { !$0.isBreaking })
      let back = old.changes(from: new)
      #expect(back.added.count == changes.removed.count)
      #expect(back.removed.count == changes.added.count)
      #expect(back.altered.count == changes.altered.count)
      altered += changes.altered.count
    }
    #expect(altered > 100)
  }

  @Test func `Every reported redirect of an address is real`() throws {
    var maps = RandomRouteMaps(seed: 43)
    var found = 0
    for _ in 0..<600 {
      let old = maps.map()
      let new = maps.variation(of: old)
      let (oldTable, newTable) = (RouteMapTable(old), RouteMapTable(new))
      for reason in new.changes(from: old).changes.flatMap(\.reasons) {
        guard
          let match = reason.message.firstMatch(
            of: /it (?:now|no longer) matches '([^']+)'/)
        else { continue }
        let address = try RouteAddress(String(match.1))
        let before = try #require(oldTable.table.match(address)).entry
        let now = try #require(newTable.table.match(address)).entry
        let (route, other) = (oldTable.route(ofEntry: before), newTable.route(ofEntry: now))
        #expect(route.withoutPlace != other.withoutPlace)
        #expect(reason.isBreaking)
        found += 1
      }
    }
    #expect(found > 5)
  }

  @Test func `Changes are printed with breaking ones first`() {
    let changes = KhalaRouteMap(routes: [
      path("a/{x}"), path("c", access: .external),
      Route(kind: .function, pattern: "A/f", className: "A", function: function(canThrow: true)),
    ]).changes(
      from: KhalaRouteMap(routes: [
        path("b"), path("c"),
        Route(kind: .function, pattern: "A/f", className: "A", function: function()),
      ]))
    #expect(
      changes.description == """
        routes: 1 removed, 1 added, 2 altered; 1 of them may break callers
        ! 'b' of A.f(): it was removed
          'a/{x}' of A.f(): it is new
          'c' of A.f(): it is now open to URLs from outside
          'A/f' of A.f() throws: it may now throw
        """)
    #expect(
      changes.markdown() == """
        Routes: 1 removed, 1 added, 2 altered; 1 of them may break callers.

        ### Breaks callers

        - `b` of `A.f()`: it was removed

        ### Does not

        - `a/{x}` of `A.f()`: it is new
        - `c` of `A.f()`: it is now open to URLs from outside
        - `A/f` of `A.f() throws`: it may now throw

        """)
    #expect(changes.isBreaking && changes.breaking.count == 1)
    let none = KhalaRouteMap(routes: []).changes(from: KhalaRouteMap(routes: []))
    #expect(
      none.description == "no route differs" && none.markdown() == "No route differs.\n")
  }
}
