import KhalaRoutes
import ModuleGraph

/// The routes of a program or a file, and the lookup of URLs in them.
struct RouteLookup: Sendable {
  let routes: [RouteSource]
  private let finder: KhalaRouteFinder
  /// The indices of the routes by the first component of their patterns; those that begin with a
  /// capture are under an empty text.
  private let numbersByStart: [String: [Int]]
  /// The indices of the routes `Class/function` by their functions.
  private let numbersByFunction: [String: [Int]]
  private let numbers: [ModuleGraph.Node.ID: Int]

  init(_ routes: [RouteSource]) {
    self.routes = routes
    var numbersByStart: [String: [Int]] = [:]
    var numbersByFunction: [String: [Int]] = [:]
    var described: [KhalaRouteMap.Route] = []
    var numbers: [ModuleGraph.Node.ID: Int] = [:]
    for (number, route) in routes.enumerated() {
      numbers[route.id] = numbers[route.id] ?? number
      if let pattern = route.pattern { numbersByStart[pattern.start, default: []].append(number) }
      if let function = route.function { numbersByFunction[function, default: []].append(number) }
      described.append(
        KhalaRouteMap.Route(
          kind: .path, schemes: route.schemes, pattern: route.path, priority: route.priority))
    }
    self.numbers = numbers
    self.numbersByStart = numbersByStart
    self.numbersByFunction = numbersByFunction
    finder = KhalaRouteFinder(KhalaRouteMap(routes: described))
  }

  /// Returns the routes that a URL leads to, or whose calls a wire with a pattern sees.
  ///
  /// A part of a URL that is interpolated is `{}`; a pattern has names between its braces.
  func routes(of url: String) -> [RouteSource] {
    guard !routes.isEmpty else { return [] }
    guard url.replacing("{}", with: "").contains("{") else {
      return finder.routes(of: url).map { routes[$0] }
    }
    var steps = 10_000
    return (finder.routes(seenBy: url, steps: &steps) ?? []).map { routes[$0] }
  }

  /// Returns the routes to all functions with the name in a URL such as `kl://secure`.
  func functions(namedBy url: String) -> [RouteSource] {
    (numbersByFunction[url.splitQuery.path.withoutScheme] ?? []).map { routes[$0] }
  }

  /// The routes whose patterns begin with a component, or with a capture.
  func routes(beginningWith component: String) -> [RouteSource] {
    ((numbersByStart[component] ?? []) + (numbersByStart[""] ?? [])).map { routes[$0] }
  }

  /// The route of a node.
  func route(_ id: ModuleGraph.Node.ID) -> RouteSource? { numbers[id].map { routes[$0] } }
}

extension RoutePattern {
  /// The first component of all its addresses; empty if the pattern begins with a capture.
  fileprivate var start: String {
    if case .literal(let bytes)? = segments.first {
      String(decoding: bytes, as: UTF8.self)
    } else {
      ""
    }
  }
}
