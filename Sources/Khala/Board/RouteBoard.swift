import RoutePatterns
import SectionRegistry

/// All routing classes and routes at one moment; never changes.
final class RouteBoard: Sendable {
  /// The destination of a route.
  struct Destination: Sendable {
    /// The functions or the closure that it may mean: several if the name of a function is
    /// overloaded.
    let targets: [RouteTarget]
    /// The callers that may come this way; functions may also be open by themselves.
    let access: KhalaAccess
  }

  /// Tells the boards of the process apart; a later one has a higher number.
  let version: Int
  let classes: [String: RoutingClass]
  let table: RouteTable<Destination>

  /// Makes a board.
  ///
  /// Where patterns are equal, classes come before run-time routes, and these in
  /// the order in which they were added.
  init(classes declared: [RoutingClass], routes: [KhalaRoute] = [], version: Int = 0) {
    self.version = version
    var classes: [String: RoutingClass] = [:]
    for owner in declared where classes[owner.name] == nil { classes[owner.name] = owner }
    var entries: [RouteEntry<Destination>] = []
    for owner in declared where classes[owner.name] === owner {
      let byName = Dictionary(grouping: owner.functions, by: \.name)
      for function in owner.functions {
        for route in function.routes {
          // The macro has read the pattern; what it let through matches nothing, and
          // `Khala.problems` says so.
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
