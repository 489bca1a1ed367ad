import RoutePatterns
import SectionRegistry

/// An immutable snapshot of all routing classes and routes.
final class RouteBoard: Sendable {
  /// The destination of a route.
  struct Destination: Sendable {
    /// The functions or the closure that the route may call, several if the function is overloaded.
    let targets: [RouteTarget]
    /// The callers that may use this route.
    ///
    /// A function may also have its own access.
    let access: KhalaAccess
  }

  /// A number that identifies the board in the process.
  ///
  /// Later boards have higher numbers.
  let version: Int
  let classes: [String: RoutingClass]
  let table: RouteTable<Destination>

  /// Creates a board.
  ///
  /// If patterns and priorities are equal, classes come before run-time routes. Run-time routes
  /// keep the order in which they were added.
  init(classes declared: [RoutingClass], routes: [KhalaRoute] = [], version: Int = 0) {
    self.version = version
    var classes: [String: RoutingClass] = [:]
    for owner in declared where classes[owner.name] == nil { classes[owner.name] = owner }
    var entries: [RouteEntry<Destination>] = []
    for owner in declared where classes[owner.name] === owner {
      let byName = Dictionary(grouping: owner.functions, by: \.name)
      for function in owner.functions {
        for route in function.routes {
          // The macro has checked the pattern. One that it missed matches nothing, and
          // `Khala.problems` reports it.
          guard let pattern = try? RoutePattern(route) else { continue }
          entries.append(
            RouteEntry(
              pattern, priority: route.priority,
              route: Destination(targets: [function], access: route.access)))
        }
      }
      for name in byName.keys.sorted() {
        entries.append(
          RouteEntry(
            RoutePattern(literals: owner.name, name),
            route: Destination(targets: byName[name] ?? [], access: .internal)))
      }
    }
    for route in routes {
      entries.append(
        RouteEntry(
          route.parsed, priority: route.priority,
          route: Destination(targets: [route.target], access: route.access)))
    }
    self.classes = classes
    table = RouteTable(entries)
  }
}

extension RoutePattern {
  /// The pattern that `@Route` gave a function, with its schemes.
  init(_ route: __KhalaRoute) throws(RoutePatternError) {
    try self.init(schemes: route.schemes, path: route.pattern)
  }
}
