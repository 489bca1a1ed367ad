package import ModuleGraph
package import ToolkitTrace

/// The uses that a trace has recorded: calls of routes, triggers of events, runs of tasks, and jobs
/// that were enqueued and have run.
///
/// For triggers of events and demands for tasks, the span has the module of the caller. For calls
/// and jobs, the module belongs to the causing code: a callback, a task, a route, an observer or a
/// job. A span without a recorded cause is not counted as a use. Targets of wires are not counted
/// either, and neither is code of the toolkit that runs for the system.
package struct SeenUses {
  /// The uses with their counts, by module, kind and name.
  package let uses: [ModuleGraph.Use]

  /// Finds the uses in spans.
  ///
  /// - Parameters:
  ///   - spans: The spans of a recording.
  ///   - routes: The routes of the process, with which to look up the routes in spans.
  package init(in spans: [TraceSpan], routes: KhalaRouteMap) {
    let roles = SpanRoles(spans)
    let routes = TracedRoutes(routes)
    var counts: [Seen: Int] = [:]
    for span in spans {
      guard let seen = Self.use(span, roles, routes), !Self.toolkit.contains(seen.module) else {
        continue
      }
      counts[seen, default: 0] += 1
    }
    uses = counts.sorted { $0.key.order.lexicographicallyPrecedes($1.key.order) }.map {
      seen, count in
      ModuleGraph.Use(
        seen.kind, seen.target, seen.name, declaration: seen.declaration, module: seen.module,
        location: nil, origin: .trace, count: count)
    }
  }

  /// The modules whose spans belong to the system and not to a module of the program.
  private static let toolkit: Set = [
    "", "Bridge", "Khala", "Pharos", "ProcessLifecycle", "RheaTime", "TaskKit", "TaskStore",
  ]

  /// A use without its count.
  private struct Seen: Hashable {
    let kind: ModuleGraph.Edge.Kind
    let target: ModuleGraph.Node.Kind
    let name: String
    var declaration: CodeLocation?
    let module: String

    var order: [String] {
      [module, kind.rawValue, name, declaration.map { "\($0)" } ?? ""]
    }
  }

  private static func use(
    _ span: TraceSpan, _ roles: SpanRoles, _ routes: TracedRoutes
  ) -> Seen? {
    guard !roles.isByWire(span) else { return nil }
    switch (span.kind, roles[span]) {
    case (.event, .occasion):
      return Seen(kind: .triggers, target: .event, name: span.name, module: span.module)
    case (.task, .occasion):
      guard let task = span.demandedTask else { return nil }
      return Seen(kind: .runs, target: .task, name: task, module: span.module)
    case (.job, _):
      guard let module = roles.moduleOfCause(of: span) else { return nil }
      return Seen(kind: .enqueues, target: .job, name: span.name, module: module)
    case (.route, _):
      guard let module = roles.moduleOfCause(of: span), let route = routes[span.name] else {
        return nil
      }
      return Seen(
        kind: .calls, target: .route, name: route.url, declaration: route.location, module: module)
    default: return nil
    }
  }
}

/// The routes of the process by their names in spans.
///
/// A span contains the name of the function, such as `Feed/reload`, and not the path of the call.
/// Its route is therefore the function's default route, or its only path.
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

  /// Returns the route with the name of a span, or `nil` if the name is unknown or ambiguous.
  subscript(_ title: String) -> KhalaRouteMap.Route? { routes[title] }

  /// Returns the name of a route in spans.
  private static func title(of route: KhalaRouteMap.Route) -> String {
    guard let name = route.className, let function = route.function else { return route.url }
    return "\(name)/\(function.name)"
  }
}
