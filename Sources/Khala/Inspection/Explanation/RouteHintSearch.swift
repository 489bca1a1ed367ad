import Spelling

/// Finds what many URLs that lead to no route may have meant.
///
/// The names of a map are put in order once for all of them, and all searches together
/// have one budget.
struct RouteHintSearch {
  /// What is known of a routing class.
  private struct Class {
    /// The first route to it.
    let first: KhalaRouteMap.Route
    /// The places of its functions, by name.
    let places: [String: KhalaPlace]
    /// The names of its functions.
    let functions: NearestNames
  }

  private let routes: [String: [KhalaRouteMap.Route]]
  private let classNames: NearestNames
  private var classes: [String: Class] = [:]
  private var budget: SearchBudget

  /// Puts the names of a map in order.
  ///
  /// - Parameters:
  ///   - map: The routes that there are.
  ///   - steps: The steps that all searches together may take.
  init(_ map: KhalaRouteMap, steps: Int) {
    var routes: [String: [KhalaRouteMap.Route]] = [:]
    for route in map.routes {
      if let name = route.className { routes[name, default: []].append(route) }
    }
    self.routes = routes
    classNames = NearestNames(map.classNames)
    budget = SearchBudget(steps: steps)
  }

  /// The steps that all searches have taken.
  var stepsTaken: Int { budget.stepsTaken }

  /// What an address that leads to no route may have meant.
  ///
  /// - Returns: The hints, and whether the search for them ended early.
  mutating func hints(for address: RouteAddress) -> (hints: RouteHints, isCut: Bool) {
    let cutBefore = budget.cutSearches
    var owner: Class?
    if let name = address.routeComponents.first { owner = self.owner(named: name) }
    var budget = budget
    var hints = RouteHints(
      address, ownerName: owner?.first.className, place: owner?.first.place,
      nearestClasses: { classNames.nearest(to: $0, atMost: 3, budget: &budget) },
      nearestFunctions: { owner?.functions.nearest(to: $0, atMost: 3, budget: &budget) ?? [] })
    self.budget = budget
    if let meant = hints.functions.first, let place = owner?.places[meant] { hints.place = place }
    return (hints, budget.cutSearches > cutBefore)
  }

  private mutating func owner(named name: String) -> Class? {
    if let known = classes[name] { return known }
    guard let routes = routes[name], let first = routes.first else { return nil }
    let places = routes.compactMap { route in
      route.place.flatMap { place in route.function.map { ($0.name, place) } }
    }
    let owner = Class(
      first: first, places: Dictionary(places, uniquingKeysWith: { first, _ in first }),
      functions: NearestNames(routes.compactMap { $0.function?.name }))
    classes[name] = owner
    return owner
  }
}
