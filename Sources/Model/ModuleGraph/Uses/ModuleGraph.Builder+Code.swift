import KhalaRoutes

extension ModuleGraph.Builder {
  /// Takes what code declares at run time out of the uses, and adds it as what it is: a route
  /// of `Khala.route("kl://…")`, a task of `scheduleTask(name:)`, a job of `Jobs.handle("…")`.
  mutating func moveDeclarationsOutOfUses() {
    let declarations = uses.filter { $0.kind == .declares }
    guard !declarations.isEmpty else { return }
    uses.removeAll { $0.kind == .declares }
    // Of a name with unknown parts, the program alone knows what it is.
    for use in declarations where !use.hasUnknownPart {
      switch use.target {
      case .route: add(route: KhalaRouteMap.Route(use))
      default:
        add(
          node: ModuleGraph.Node(
            kind: use.target, name: use.name, module: use.module,
            locations: [use.location].compactMap(\.self), certainty: .added))
      }
    }
  }
}

extension KhalaRouteMap.Route {
  /// A route that code adds.
  fileprivate init(_ use: ModuleGraph.Use) {
    let separator = use.name.firstRange(of: "://")
    self.init(
      kind: .runTime, schemes: separator.map { [String(use.name[..<$0.lowerBound])] } ?? [],
      pattern: separator.map { String(use.name[$0.upperBound...]) } ?? use.name,
      location: use.location)
  }
}
