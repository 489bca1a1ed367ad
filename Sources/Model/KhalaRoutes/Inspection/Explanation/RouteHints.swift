import Spelling

/// Suggestions for a URL that matches no route.
package struct RouteHints {
  /// The missing or unknown part of a URL.
  package enum Miss {
    /// The URL contains neither a class nor a path.
    case noName
    /// The URL has a single component, which names either nothing or a class without a function.
    case noFunctionName
    /// The class is unknown.
    case noClass
    /// The class does not have the function.
    case noFunction
  }

  /// A routing class.
  package struct Owner {
    package let name: String
    package let functions: [String]
    package let location: CodeLocation?

    package init(name: String, functions: [String], location: CodeLocation?) {
      self.name = name
      self.functions = functions
      self.location = location
    }
  }

  /// The maximum size in bytes of a URL that is checked for misspelled names.
  private static let longest = 1000

  /// The missing part.
  package let miss: Miss
  /// The name of the class in the URL, if the class exists.
  package let className: String?
  /// The source location of the class, or of its probably intended function.
  package var location: CodeLocation?
  /// A Boolean value that indicates whether names are compared with the URL.
  package let isShort: Bool

  /// The names of routing classes that are nearest to the class in the URL.
  package private(set) var classes: [String] = []
  /// The functions of the class that are nearest to the rest of the URL.
  package private(set) var functions: [String] = []
  /// The literal segments of paths that are nearest to the URL's components.
  package var segments: [String] = []
  /// The nearest route, with the part that does not match.
  package var nearest: String?

  /// Compares an address with the existing names.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - owner: The routing class that it names, if it exists.
  ///   - classNames: The names of all routing classes.
  package init(_ address: RouteAddress, owner: Owner?, classNames: some Sequence<String>) {
    self.init(
      address, ownerName: owner?.name, location: owner?.location,
      nearestClasses: { EditDistance.nearest(to: $0, among: classNames, atMost: 3) },
      nearestFunctions: { name in
        EditDistance.nearest(to: name, among: owner?.functions ?? [], atMost: 3)
      })
  }

  /// Compares an address with the existing names.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - ownerName: The routing class that it names, if it exists.
  ///   - location: The source location of that class.
  ///   - nearestClasses: Returns the names of classes that are nearest to a name.
  ///   - nearestFunctions: Returns the functions of that class that are nearest to a name.
  package init(
    _ address: RouteAddress, ownerName: String?, location: CodeLocation?,
    nearestClasses: (String) -> [String], nearestFunctions: (String) -> [String]
  ) {
    let components = address.routeComponents
    className = ownerName
    self.location = location
    isShort = address.textWithoutQuery.utf8.count <= Self.longest
    miss =
      switch (components.count, ownerName) {
      case (0, _): .noName
      case (1, _): .noFunctionName
      case (_, nil): .noClass
      case (_, _?): .noFunction
      }
    guard isShort, let name = components.first else { return }
    if ownerName == nil {
      classes = nearestClasses(name)
    } else if components.count > 1 {
      functions = nearestFunctions(components.dropFirst().joined(separator: "/"))
    }
  }

  /// Removes suggested classes that lack the function of an address, unless the function may also
  /// be misspelled.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - offering: Returns whether a class has a function.
  ///   - nearly: Returns whether a class has a function with a similar name.
  package mutating func preferClasses(
    for address: RouteAddress, offering: (_ className: String, _ function: String) -> Bool,
    nearly: (_ className: String, _ function: String) -> Bool
  ) {
    let components = address.routeComponents.dropFirst()
    guard !components.isEmpty else { return }
    let function = components.joined(separator: "/")
    let offered = classes.filter { offering($0, function) }
    if !offered.isEmpty {
      classes = offered
    } else if components.count == 1 {
      // Several components may be the values of a pattern, and not the name of a function.
      classes.removeAll { !nearly($0, function) }
    }
  }

  // MARK: - In words

  /// A sentence with the problem and the nearest names.
  package var sentence: MessageText {
    let end: MessageText =
      if let suggestion = suggestion("the class", "the function", "the segment", " or ") {
        ": did you mean \(suggestion)?"
      } else if let nearest {
        "; the nearest route is \(nearest)."
      } else {
        "."
      }
    guard let className else {
      return miss == .noName
        ? "It names no class and no path\(end)" : "No such class or path exists\(end)"
    }
    let owner: MessageText = "'\(className)'\(location.map { " (\($0))" } ?? "")"
    return miss == .noFunctionName
      ? "It names no function of \(owner)\(end)" : "\(owner) has no such function\(end)"
  }

  /// Returns the nearest names with their kinds.
  package func suggestion(
    _ nameOfClass: String, _ nameOfFunction: String, _ nameOfSegment: String, _ or: String
  ) -> MessageText? {
    let names: [MessageText] =
      classes.map { "\(nameOfClass) '\($0)'" } + functions.map { "\(nameOfFunction) '\($0)'" }
      + segments.map { "\(nameOfSegment) '\($0)'" }
    guard let first = names.first else { return nil }
    return names.dropFirst().reduce(first) { "\($0)\(or)\($1)" }
  }
}

/// A search for suggestions, for many URLs that match no route.
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
    let names: Set<String>
    /// The same names, indexed for similar ones.
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
  ///   - steps: The maximum number of steps of all searches together.
  init(_ map: KhalaRouteMap, steps: Int) {
    var routes: [String: [KhalaRouteMap.Route]] = [:]
    for route in map.routes {
      if let name = route.className { routes[name, default: []].append(route) }
    }
    self.routes = routes
    classNames = NearestNames(map.classNames)
    budget = SearchBudget(steps: steps)
  }

  /// The number of steps of all searches so far.
  var stepsTaken: Int { budget.stepsTaken }

  /// Returns suggestions of existing routes for an address that matches none.
  ///
  /// - Returns: The suggestions, and whether the budget ended the search.
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
    hints.preferClasses(for: address) { name, function in
      self.owner(named: name)?.names.contains(function) ?? false
    } nearly: { name, function in
      var budget = self.budget
      defer { self.budget = budget }
      let functions = self.owner(named: name)?.functions
      return functions?.nearest(to: function, atMost: 3, budget: &budget).isEmpty == false
    }
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
    let names = routes.compactMap { $0.function?.name }
    let owner = Class(
      first: first, locations: Dictionary(locations, uniquingKeysWith: { first, _ in first }),
      names: Set(names), functions: NearestNames(names))
    classes[name] = owner
    return owner
  }
}
