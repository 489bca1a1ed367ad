/// Hears of the steps of a search.
protocol RouteSearchObserver {
  mutating func observe(_ step: @autoclosure () -> RouteSearchStep)
}

/// Hears of nothing, and costs nothing.
struct RouteSearchIgnorer: RouteSearchObserver {
  @inline(__always)
  mutating func observe(_ step: @autoclosure () -> RouteSearchStep) {}
}

/// A step of a search; components are counted from 0.
enum RouteSearchStep: Hashable, Sendable {
  /// The search compared the address with a route without captures.
  case exact(Bool)
  /// The search compared a component with the literal segments.
  case literal(component: Int, Bool)
  /// The search compared a component with a segment that captures.
  case matcher(RouteMatcher, component: Int, Bool)
  /// The component is captured as it is.
  case capture(component: Int)
  /// The components from here on are captured.
  case rest(component: Int)
  /// The address ends here, and no route does.
  case endsEarly(component: Int)
  /// The route would match, but not with this scheme.
  case otherScheme(entry: Int)
  /// The search goes back to this component, because nothing below matches or because
  /// another route may have a higher priority.
  case back(component: Int)
  /// The route matches.
  case match(entry: Int)
}
