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
