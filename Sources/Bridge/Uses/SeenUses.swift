package import ModuleGraph
package import ToolkitTrace

/// The uses that a trace has seen: calls of routes, triggers of events, runs of tasks, and jobs
/// that were enqueued and have run.
///
/// The module of an event's trigger and of a demand for a task is that of the caller, which the
/// span has. The module of a call and of a job is that of the code that is its cause: a callback,
/// a task, a route, an observer, a job. Without a cause in the recording there is no use. What
/// wires lead to is none either, and neither is what the toolkit does for the system.
package struct SeenUses {
  /// The uses with their counts, by module, kind and name.
  package let uses: [ModuleGraph.Use]

  /// Finds the uses in spans.
  ///
  /// - Parameters:
  ///   - spans: The spans of a recording.
  ///   - routes: The routes of the process, by which routes in spans are found.
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

  /// The modules whose spans are of the system, and not of a module of the program.
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
