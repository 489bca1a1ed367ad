import KhalaRoutes
import ModularityTestSupport

/// Makes maps of all sorts, the same in every run.
struct RandomRouteMaps {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func map() -> KhalaRouteMap {
    let count = Int.random(in: 0...12, using: &random)
    return KhalaRouteMap(
      version: Int.random(in: 0...9, using: &random), routes: (0..<count).map { _ in route() })
  }

  /// The map with some routes left out, some added and some changed.
  mutating func variation(of map: KhalaRouteMap) -> KhalaRouteMap {
    var routes = map.routes
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...routes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: routes.insert(route(), at: place)
      case _ where place == routes.count: break
      case 1: routes.remove(at: place)
      default: routes[place] = changed(routes[place])
      }
    }
    return KhalaRouteMap(version: map.version + 1, routes: routes)
  }

  private mutating func pick<Element>(_ elements: Element...) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func route() -> KhalaRouteMap.Route {
    let kind: KhalaRouteMap.Route.Kind = pick(.function, .function, .path, .runTime)
    let owner = pick("A", "B", "中文")
    let function = self.function()
    let pattern =
      kind == .function
      ? "\(owner)/\(function.name)"
      : pick(
        "users/{id:Int}", "users/{name}", "users/me", "docs/{*rest}", "search/{term}/{page:Int?}",
        "img-{id}.png", "a/{x}-{y}", "{lang?}/docs/{page}", "docs-{*rest}")
    return KhalaRouteMap.Route(
      kind: kind, schemes: kind == .function ? [] : pick([], [], ["kl"], ["kl", "kf"]),
      pattern: pattern, priority: kind == .function ? 0 : pick(0, 0, 1, -3),
      access: pick(.internal, .external), className: kind == .runTime ? nil : owner,
      typeName: kind == .runTime ? nil : pick(owner, "\(owner)Module"),
      function: kind == .runTime ? nil : function, condition: pick(nil, nil, "DEBUG"),
      location: pick(nil, CodeLocation(fileID: "M/\(owner).swift", line: pick(1, 20, 300))))
  }

  private mutating func function() -> KhalaRouteMap.Function {
    let names = ["a", "b", "c", "id"].filter { _ in Bool.random(using: &random) }
    let parameters = names.map { name -> KhalaRouteMap.Parameter in
      let isRequired = Bool.random(using: &random)
      return KhalaRouteMap.Parameter(
        name: name, label: pick(name, nil), type: pick("Int", "String", "[Int]?", "Café<\"x\">"),
        isRequired: isRequired, defaultValue: isRequired ? nil : pick(nil, "5", "\"a|b\\\""))
    }
    let others = [
      KhalaRouteMap.Parameter(role: .info, type: "KhalaInfo", isRequired: false),
      KhalaRouteMap.Parameter(role: .closure, type: "KhalaClosure"),
    ].filter { _ in Bool.random(using: &random) }
    return KhalaRouteMap.Function(
      name: pick("f", "g", "h"), isProperty: names.isEmpty && others.isEmpty && pick(true, false),
      parameters: parameters + others, result: pick(nil, "Int", "String?"),
      isAsync: pick(true, false), canThrow: pick(true, false),
      isolation: pick(nil, "MainActor", "actor"), isAwaited: pick(true, false))
  }

  /// A route of the same addresses that is something else.
  private mutating func changed(_ route: KhalaRouteMap.Route) -> KhalaRouteMap.Route {
    let other = self.route()
    return KhalaRouteMap.Route(
      kind: route.kind, schemes: route.kind == .function ? [] : pick(route.schemes, other.schemes),
      pattern: route.pattern, priority: pick(route.priority, other.priority),
      access: other.access, className: route.className, typeName: route.typeName,
      function: route.function.map { function in
        let changed = self.function()
        return KhalaRouteMap.Function(
          name: function.name, parameters: changed.parameters, result: changed.result,
          isAsync: changed.isAsync, canThrow: changed.canThrow, isolation: changed.isolation,
          isAwaited: changed.isAwaited)
      }, condition: other.condition, location: other.location)
  }
}
