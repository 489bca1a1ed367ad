extension KhalaRouteMap {
  /// Returns the problems of contracts, if these are the routes of the program.
  ///
  /// Types are compared as they were written: `Swift.Int` is `Int`, `Optional<Int>`
  /// is `Int?`, and a name is the same with its module and without. In a running
  /// process the types of contracts are known, so that they may use other names
  /// for them. A contract may give text for any type that is not the language's
  /// own, since routes read their values from text.
  public func problems(of contracts: some Sequence<KhalaDeclarations.Contract>) -> [ModuleProblem] {
    RouteMapTable(self).problems(of: contracts).problems
  }
}

extension RouteMapTable {
  /// Checks contracts against the routes that their URLs match.
  ///
  /// - Parameters:
  ///   - contracts: The contracts.
  ///   - hintSteps: The number of steps that the search for suggestions may take.
  /// - Returns: The problems, and the number of steps that the search took.
  package func problems(
    of contracts: some Sequence<KhalaDeclarations.Contract>, hintSteps: Int = Self.hintSteps
  ) -> (problems: [ModuleProblem], steps: Int) {
    var search: RouteHintSearch?
    var overloads = OverloadSearch(map)
    let problems = contracts.flatMap { contract -> [ModuleProblem] in
      guard let address = try? RouteAddress(contract.url),
        let match = table.match(address)
      else {
        if search == nil { search = RouteHintSearch(map, steps: hintSteps) }
        return [missingRoute(for: contract, &search)]
      }
      let captures = Set(
        match.captures.names.filter { !match.captures.components(of: $0).isEmpty })
      guard
        let (route, faults) = overloads.best(
          of: match.route.prefix(Self.mostOverloads), for: contract, captures: captures)
      else { return [] }
      return faults.map { fault in
        ModuleProblem(
          .brokenContract, .error,
          """
          \(contract) does not fit \(route.destination)\
          \(route.location.map { " (\($0))" } ?? ""): \(fault)
          """,
          locations: [contract.location, route.location].compactMap(\.self))
      }
    }
    return (problems, search?.stepsTaken ?? 0)
  }

  /// The number of steps that the search for suggestions may take: enough for all but
  /// crafted programs.
  private static let hintSteps = 20_000_000

  /// The number of functions of one name that a contract is compared with.
  private static let mostOverloads = 64

  private func missingRoute(
    for contract: KhalaDeclarations.Contract, _ search: inout RouteHintSearch?
  ) -> ModuleProblem {
    let found = (try? RouteAddress(contract.url)).flatMap { search?.hints(for: $0) }
    let cut =
      found?.isCut == true
      ? " Not all names were compared with it, because many other URLs match nothing either." : ""
    return ModuleProblem(
      .missingRoute, .error,
      """
      \(contract) leads to no route. \(found?.hints.sentence.text ?? "")\(cut) Correct the URL, \
      or link the module that has the route.
      """.onOneLine,
      locations: [contract.location, found?.hints.location].compactMap(\.self))
  }
}
