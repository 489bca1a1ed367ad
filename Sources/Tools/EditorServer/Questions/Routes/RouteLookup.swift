import KhalaRoutes
import ModuleGraph

/// The routes of a program or of open files, and the lookup of URLs in them.
struct RouteLookup: Sendable {
  let routes: [RouteSource]
  private let finder: KhalaRouteFinder
  /// The indices of the routes by the first component of their patterns.
  ///
  /// The key of patterns that start with a capture is the empty string.
  private let numbersByStart: [String: [Int]]
  /// The indices of the routes `Class/function`, by the function.
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

  /// Returns the routes that match a URL, or the routes whose calls a wire with a pattern observes.
  ///
  /// An interpolation in a URL is written as `{}`. A string with names between its braces is a
  /// pattern.
  func routes(of url: String) -> [RouteSource] {
    guard !routes.isEmpty else { return [] }
    guard url.replacing("{}", with: "").contains("{") else {
      return finder.routes(of: url).map { routes[$0] }
    }
    var steps = 10_000
    return (finder.routes(seenBy: url, steps: &steps) ?? []).map { routes[$0] }
  }

  /// Returns the routes to all functions that a URL such as `kl://secure` names.
  func functions(namedBy url: String) -> [RouteSource] {
    (numbersByFunction[url.splitQuery.path.withoutScheme] ?? []).map { routes[$0] }
  }

  /// Returns the routes whose patterns start with a component or a capture.
  func routes(beginningWith component: String) -> [RouteSource] {
    ((numbersByStart[component] ?? []) + (numbersByStart[""] ?? [])).map { routes[$0] }
  }

  /// Returns the route of a node.
  func route(_ id: ModuleGraph.Node.ID) -> RouteSource? { numbers[id].map { routes[$0] } }
}

extension RoutePattern {
  /// The first component of the pattern, or an empty string if the pattern starts with a capture.
  fileprivate var start: String {
    if case .literal(let bytes)? = segments.first {
      String(decoding: bytes, as: UTF8.self)
    } else {
      ""
    }
  }
}
