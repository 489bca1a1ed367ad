import Declarations
import RoutePatterns

extension KhalaRouteMap {
  /// The conflicts between routes, and the routes whose patterns cannot be read.
  ///
  /// Routes are compared in pairs only. A route whose addresses are taken by several other routes
  /// together is not reported. Two routes of the same class that both have conditions are not
  /// reported either, because they may never exist at the same time.
  public var problems: [ModuleProblem] { RouteMapTable(self).problems }
}

extension RouteMapTable {
  /// The conflicts between routes, and the routes whose patterns cannot be read.
  ///
  /// See ``KhalaRouteMap/problems``.
  package var problems: [ModuleProblem] { problems(steps: RouteProblem.coverSteps) }

  /// Returns the same problems, with a limit of comparisons in the search for routes that are never
  /// reached.
  func problems(steps: Int) -> [ModuleProblem] {
    let compared = table.compare(steps: steps)
    let unreadable = unreadable.map { number, error in
      ModuleProblem.invalidPattern(
        error, of: map.routes[number].destination, at: map.routes[number].location)
    }
    let found = compared.problems.compactMap { problem in
      let loser = route(ofEntry: problem.entry)
      let winner = route(ofEntry: problem.other)
      let mayNeverMeet =
        loser.className != nil && loser.className == winner.className && loser.condition != nil
        && winner.condition != nil
      return mayNeverMeet ? nil : ModuleProblem(problem.kind, of: loser, behind: winner)
    }
    let cut = compared.uncompared
    return unreadable + found + (cut > 0 ? [.routesNotCompared(cut)] : [])
  }
}

extension ModuleProblem {
  /// Creates the problem of a route whose addresses lead to another route.
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
        \(name) matches the same addresses as \(winner.mention), which comes first and gets them \
        all. Change one of the patterns, or give one a higher priority.
        """,
        locations: locations)
    case .unreachable:
      self.init(
        .unreachableRoute, .warning,
        """
        \(name), of priority \(loser.priority), is never reached: \(winner.mention), of priority \
        \(winner.priority), matches all its addresses. Raise the priority of the former, or make \
        the pattern of the latter narrower.
        """,
        locations: locations)
    }
  }
}

/// Finds the function that a contract describes, among the functions with the same name.
///
/// The contract describes the function with the fewest mismatches. Functions whose parameters have
/// other names are compared last, and only if they can have fewer mismatches.
struct OverloadSearch {
  /// The names of the values of a function.
  private struct Names {
    let required: [String]
    let taken: Set<String>
    let takesInfo: Bool
  }

  private let map: KhalaRouteMap
  /// The names of the values, by the number of the route.
  ///
  /// Contains the routes that were already compared.
  private var names: [Int: Names] = [:]

  /// The number of functions that may still be compared with contracts.
  ///
  /// Only maliciously crafted programs exceed it. After that, only the names of the values are
  /// compared.
  private var comparisonsLeft = 10_000

  init(_ map: KhalaRouteMap) {
    self.map = map
  }

  /// Returns the route with the fewest mismatches, and these mismatches.
  ///
  /// If several routes have equally few, returns the first.
  ///
  /// - Parameters:
  ///   - routes: The numbers of the routes.
  ///   - contract: The contract.
  ///   - captures: The names that the pattern of the routes captures. These have values from the
  ///     address.
  /// - Returns: The route and its mismatches, or `nil` if `routes` is empty or the function of one of
  ///   them is unknown.
  mutating func best(
    of routes: ArraySlice<Int>, for contract: KhalaDeclarations.Contract, captures: Set<String>
  ) -> (route: KhalaRouteMap.Route, faults: [String])? {
    let given = Set(contract.parameters.map(\.name))
    var candidates: [(number: Int, function: KhalaRouteMap.Function, fewest: Int)] = []
    for number in routes {
      guard let function = map.routes[number].function else { return nil }
      let fewest =
        routes.count == 1
        ? 0 : fewestFaults(of: contract, giving: given, number, function, captures)
      candidates.append((number, function, fewest))
    }
    candidates.sort { ($0.fewest, $0.number) < ($1.fewest, $1.number) }
    var best: (number: Int, faults: [String])?
    for (number, function, fewest) in candidates {
      if let found = best {
        guard (fewest, number) < (found.faults.count, found.number), comparisonsLeft > 0 else {
          break
        }
        comparisonsLeft -= 1
      }
      let faults = ContractCheck(contract: contract, function: function, captures: captures).faults
      if best.map({ (faults.count, number) < ($0.faults.count, $0.number) }) ?? true {
        best = (number, faults)
      }
    }
    return best.map { (map.routes[$0.number], $0.faults) }
  }

  /// Returns the number of values that are missing or not accepted.
  ///
  /// The number of mismatches is at least as high.
  private mutating func fewestFaults(
    of contract: KhalaDeclarations.Contract, giving given: Set<String>, _ number: Int,
    _ function: KhalaRouteMap.Function, _ captures: Set<String>
  ) -> Int {
    let names =
      names[number]
      ?? Names(
        required: function.values.filter(\.isRequired).compactMap(\.name),
        taken: Set(function.values.compactMap(\.name)), takesInfo: function.takesInfo)
    self.names[number] = names
    let missing =
      contract.givesInfo
      ? 0 : names.required.count { !given.contains($0) && !captures.contains($0) }
    let unknown =
      names.takesInfo ? 0 : contract.parameters.count { !names.taken.contains($0.name) }
    return missing + unknown
  }
}

extension ModuleProblem {
  static func invalidPattern(
    _ error: RoutePatternError, of function: String, at location: CodeLocation?
  ) -> ModuleProblem {
    ModuleProblem(
      .invalidPattern, .error,
      "\(function) has a path that matches nothing: \(error)",
      locations: [location].compactMap(\.self))
  }

  static func routesNotCompared(_ count: Int) -> ModuleProblem {
    ModuleProblem(
      .routesNotCompared, .notice,
      """
      not every route was compared with the routes of higher priorities (omitted: \(count)), because \
      too many patterns have captures between literals in one segment. Give the patterns more \
      segments, or all routes the same priority.
      """)
  }

  static func duplicateClass(
    _ name: String, at location: CodeLocation, after first: CodeLocation
  ) -> ModuleProblem {
    ModuleProblem(
      .duplicateClass, .error,
      """
      the routing class '\(name)' is never called, because \(first) also declares this name. \
      Rename one of them with '@KhalaModule("…")'.
      """,
      locations: [location, first])
  }

  static func unreadableDeclaration(
    _ declaration: KhalaDeclaration, because fault: RecordFault
  ) -> ModuleProblem {
    ModuleProblem(
      .unreadableDetail, .error,
      """
      the record of '\(declaration.key)' cannot be read: \(fault). \
      Build it with the release of ModularityKit that reads it.
      """,
      locations: [declaration.location])
  }
}
