/// A route as it is declared: what its addresses look like, and what it is.
struct RouteEntry<Route: Sendable>: Sendable {
  var pattern: RoutePattern

  /// Routes with a higher priority are looked at first, whatever their patterns.
  var priority: Int

  var route: Route

  init(_ pattern: RoutePattern, priority: Int = 0, route: Route) {
    self.pattern = pattern
    self.priority = priority
    self.route = route
  }
}
