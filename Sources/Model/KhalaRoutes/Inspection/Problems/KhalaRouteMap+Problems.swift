extension KhalaRouteMap {
  /// The routes that are in each other's way, and those whose patterns cannot be
  /// read.
  ///
  /// Only single routes are compared: one that several others together leave
  /// nothing to is not found. Of two routes of one class that each have a
  /// condition, nothing is said: they may never meet.
  public var problems: [ModuleProblem] { RouteMapTable(self).problems }
}

extension RouteMapTable {
  /// The routes that are in each other's way, and those whose patterns cannot be
  /// read: see ``KhalaRouteMap/problems``.
  package var problems: [ModuleProblem] {
    let unreadable = unreadable.map { number, error in
      ModuleProblem.invalidPattern(
        error, of: map.routes[number].destination, at: map.routes[number].location)
    }
    let found = table.problems.compactMap { problem in
      let loser = route(ofEntry: problem.entry)
      let winner = route(ofEntry: problem.other)
      let mayNeverMeet =
        loser.className != nil && loser.className == winner.className && loser.condition != nil
        && winner.condition != nil
      return mayNeverMeet ? nil : ModuleProblem(problem.kind, of: loser, behind: winner)
    }
    let cut = table.uncomparedEntries
    return unreadable + found + (cut > 0 ? [.routesNotCompared(cut)] : [])
  }
}

extension ModuleProblem {
  /// A route of which another gets the addresses.
  fileprivate init(
    _ kind: RouteProblem.Kind, of loser: KhalaRouteMap.Route, behind winner: KhalaRouteMap.Route
  ) {
    let locations = [loser.location, winner.location].compactMap(\.self)
    let name = "the route '\(loser.url)' of \(loser.destination)"
    switch kind {
    case .conflict:
      self.init(
        .conflictingRoutes, .error,
        """
        \(name) matches the same addresses as \(winner.mention), which gets them all because it \
        comes first. Change one of the patterns, or give one a higher priority.
        """,
        locations: locations)
    case .unreachable:
      self.init(
        .unreachableRoute, .warning,
        """
        \(name), of priority \(loser.priority), is never reached: \(winner.mention), of priority \
        \(winner.priority), takes all its addresses. Raise the priority of the former, or make \
        the pattern of the latter narrower.
        """,
        locations: locations)
    }
  }
}
