import Spelling

/// Suggests existing routes for many URLs that match none.
///
/// The names of a map are indexed once, and all searches share one budget of steps.
struct RouteHintSearch {
  /// A routing class of the map, indexed by the names of its functions.
  private struct Class {
    /// The first of its routes.
    let first: KhalaRouteMap.Route
    /// The source locations of its functions, by name.
    let locations: [String: CodeLocation]
    /// The names of its functions.
    let functions: NearestNames
  }

  private let routes: [String: [KhalaRouteMap.Route]]
  private let classNames: NearestNames
  private var classes: [String: Class] = [:]
  private var budget: SearchBudget

  /// Indexes the names of a map.
  ///
  /// - Parameters:
  ///   - map: The existing routes.
  ///   - steps: The number of steps that all searches together may take.
  init(_ map: KhalaRouteMap, steps: Int) {
    var routes: [String: [KhalaRouteMap.Route]] = [:]
    for route in map.routes {
      if let name = route.className { routes[name, default: []].append(route) }
    }
    self.routes = routes
    classNames = NearestNames(map.classNames)
    budget = SearchBudget(steps: steps)
  }

  /// The number of steps that all searches have taken.
  var stepsTaken: Int { budget.stepsTaken }

  /// Suggests existing routes for an address that matches none.
  ///
  /// - Returns: The suggestions, and whether the budget ended the search for them.
  mutating func hints(for address: RouteAddress) -> (hints: RouteHints, isCut: Bool) {
    let cutBefore = budget.cutSearches
    var owner: Class?
    if let name = address.routeComponents.first { owner = self.owner(named: name) }
    var budget = budget
    var hints = RouteHints(
      address, ownerName: owner?.first.className, location: owner?.first.location,
      nearestClasses: { classNames.nearest(to: $0, atMost: 3, budget: &budget) },
      nearestFunctions: { owner?.functions.nearest(to: $0, atMost: 3, budget: &budget) ?? [] })
    self.budget = budget
    if let meant = hints.functions.first, let location = owner?.locations[meant] {
      hints.location = location
    }
    return (hints, budget.cutSearches > cutBefore)
  }

  private mutating func owner(named name: String) -> Class? {
    if let known = classes[name] { return known }
    guard let routes = routes[name], let first = routes.first else { return nil }
    let locations = routes.compactMap { route in
      route.location.flatMap { location in route.function.map { ($0.name, location) } }
    }
    let owner = Class(
      first: first, locations: Dictionary(locations, uniquingKeysWith: { first, _ in first }),
      functions: NearestNames(routes.compactMap { $0.function?.name }))
    classes[name] = owner
    return owner
  }
}
