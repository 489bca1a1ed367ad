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
    // Each goes through all classes, which for thousands of both takes minutes.
    var hintsLeft = Self.mostHints
    return contracts.flatMap { contract -> [KhalaProblem] in
      guard let address = try? RouteAddress(contract.url),
        let match = table.table.match(address)
      else {
        hintsLeft -= 1
        return [missingRoute(for: contract, isHinted: hintsLeft >= 0)]
      }
      let routes = match.route.prefix(Self.mostOverloads).map { self.routes[$0] }
      let captures = Set(
        match.captures.names.filter { !match.captures.components(of: $0).isEmpty })
      // Of functions of one name, the one that fits best is meant.
      let checked = routes.map { route -> [KhalaProblem] in
        guard let function = route.function else { return [] }
        let check = ContractCheck(
          contract: contract, function: function, captures: captures)
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

  /// How many contracts that lead nowhere are told what they may have meant.
  private static let mostHints = 50

  /// How many functions of one name a contract is compared with.
  private static let mostOverloads = 64

  private func missingRoute(
    for contract: KhalaDeclarations.Contract, isHinted: Bool
  ) -> KhalaProblem {
    let hints =
      isHinted ? (try? RouteAddress(contract.url)).map { RouteHints($0, in: self) } : nil
    let cut =
      isHinted ? "" : "What it may have meant was not looked for, as many others lead nowhere too."
    return KhalaProblem(
      kind: .missingRoute, places: [contract.place, hints?.place].compactMap(\.self),
      message: """
        \(contract) leads to no route. \(hints?.sentence().text ?? cut) Correct the URL, or link the \
        module that has the route.
        """.onOneLine)
  }
}
