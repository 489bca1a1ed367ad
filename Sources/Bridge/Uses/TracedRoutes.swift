/// The routes of the process by the names that spans have.
///
/// A span names the function, as `Feed/reload`, and not the path by which it was called. So the
/// route is the function's own, or the only path that it has.
struct TracedRoutes {
  private let routes: [String: KhalaRouteMap.Route]

  init(_ map: KhalaRouteMap) {
    var paths: [String: [KhalaRouteMap.Route]] = [:]
    for route in map.routes { paths[Self.title(of: route), default: []].append(route) }
    routes = paths.compactMapValues { routes in
      let own = routes.filter { $0.kind != .path }
      let candidates = own.isEmpty ? routes : own
      // Overloads of one name cannot be distinguished.
      guard let first = candidates.first, candidates.allSatisfy({ $0.location == first.location })
      else { return nil }
      return first
    }
  }

  /// The route of a span's name, or `nil` if it is no route or one of several.
  subscript(_ title: String) -> KhalaRouteMap.Route? { routes[title] }

  /// The title of a route in spans.
  private static func title(of route: KhalaRouteMap.Route) -> String {
    guard let name = route.className, let function = route.function else { return route.url }
    return "\(name)/\(function.name)"
  }
}
