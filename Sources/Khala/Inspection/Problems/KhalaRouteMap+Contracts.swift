extension KhalaRouteMap {
  /// What is wrong with contracts, if these are the routes of the program.
  ///
  /// Types are compared as they were written: `Swift.Int` is `Int`, `Optional<Int>`
  /// is `Int?`, and a name is the same with its module and without. In a running
  /// process the types of contracts are known, so that they may use other names
  /// for them. A contract may give text for any type that is not the language's
  /// own, since routes read their values from text.
  public func problems(of contracts: some Sequence<KhalaDeclarations.Contract>) -> [KhalaProblem] {
    let table = RouteMapTable(self)
    return contracts.flatMap { contract -> [KhalaProblem] in
      guard let address = try? RouteAddress(contract.url),
        let match = table.table.match(address)
      else { return [missingRoute(for: contract)] }
      let routes = match.route.map { self.routes[$0] }
      // Of functions of one name, the one that fits best is meant.
      let checked = routes.map { route -> [KhalaProblem] in
        guard let function = route.function else { return [] }
        let check = ContractCheck(
          contract: contract, function: function, captures: Set(match.captures.names))
        return check.faults.map { fault in
          KhalaProblem(
            kind: .brokenContract, places: [contract.place, route.place].compactMap(\.self),
            message: """
              \(contract) does not fit \(route.destination)\
              \(route.place.map { " (\($0))" } ?? ""): \(fault)
              """)
        }
      }
      return checked.min { $0.count < $1.count } ?? []
    }
  }

  private func missingRoute(for contract: KhalaDeclarations.Contract) -> KhalaProblem {
    let hints = RouteHints(contract.url, in: self)
    return KhalaProblem(
      kind: .missingRoute, places: [contract.place] + hints.places,
      message: """
        \(contract) leads to no route. \(hints.sentence ?? "") Correct the URL, or link the \
        module that has the route.
        """.onOneLine)
  }
}

/// What a URL that leads nowhere may have meant.
struct RouteHints {
  /// The names of routing classes that are nearest to its host.
  private(set) var classes: [String] = []
  /// The functions of its class that are nearest to its path.
  private(set) var functions: [String] = []
  /// Where the class of the URL was declared, if there is one.
  private(set) var places: [KhalaPlace] = []
  /// The name of that class.
  private(set) var className: String?
  /// The functions of that class.
  private(set) var registered: [KhalaRouteMap.Route] = []

  init(_ url: String, in map: KhalaRouteMap) {
    guard let address = try? RouteAddress(url), let host = address.routeComponents.first else {
      return
    }
    registered = map.routes(ofClass: host)
    guard let owner = registered.first else {
      classes = EditDistance.nearest(to: host, among: map.classNames, atMost: 3)
      return
    }
    className = host
    places = [owner.place].compactMap(\.self)
    functions = EditDistance.nearest(
      to: address.routeComponents.dropFirst().joined(separator: "/"),
      among: registered.compactMap { $0.function?.name }, atMost: 3)
  }

  /// The hint as a sentence.
  var sentence: String? {
    func list(_ names: [String]) -> String {
      names.map { "'\($0)'" }.joined(separator: " or ")
    }
    if let className {
      let owner = "'\(className)'" + (places.first.map { " (\($0))" } ?? "")
      return functions.isEmpty
        ? "\(owner) has no such function."
        : "\(owner) has no such function: was \(list(functions)) meant?"
    }
    return classes.isEmpty ? nil : "There is no such class: was \(list(classes)) meant?"
  }
}
