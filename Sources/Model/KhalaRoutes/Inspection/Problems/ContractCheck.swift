import Spelling

/// Compares the expectations of a contract with the declaration of a routing function.
struct ContractCheck {
  let contract: KhalaDeclarations.Contract
  let function: KhalaRouteMap.Function
  /// The names that the pattern of the route captures.
  ///
  /// These have values from the address.
  let captures: Set<String>

  /// The mismatches, each with a fix, or an empty array if the contract matches.
  var faults: [String] {
    values + closures + result + waiting
  }

  // MARK: - Values

  private var values: [String] {
    let given = Dictionary(
      contract.parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let taken = function.values.compactMap(\.name)
    var faults: [String] = []
    for parameter in function.values {
      guard let name = parameter.name else { continue }
      if let value = given[name] {
        if let fault = fault(of: value, for: parameter) { faults.append(fault) }
      } else if parameter.isRequired, !captures.contains(name), !contract.givesInfo {
        faults.append(
          "it does not pass '\(name)', which the route requires. Add a parameter "
            + "'\(name): \(parameter.type)'.")
      }
    }
    guard !function.takesInfo else { return faults }
    let free = NearestNames(taken.filter { given[$0] == nil })
    let known = Set(taken)
    var budget = SearchBudget(steps: 1_000_000)
    for value in contract.parameters where !known.contains(value.name) {
      let nearest = free.nearest(to: value.name, atMost: 1, budget: &budget).first
      faults.append(
        "it passes '\(value.name)', which the route does not take. "
          + (nearest.map { "Did you mean '\($0)'?" } ?? "Remove it."))
    }
    return faults
  }

  private func fault(
    of value: KhalaDeclarations.Contract.Parameter, for parameter: KhalaRouteMap.Parameter
  ) -> String? {
    let wanted = TypeSpelling(parameter.type)
    let spellings = [value.type, value.resolvedType].compactMap(\.self).map(TypeSpelling.init)
    let isOptional = spellings.contains { $0.wrapped != nil }
    let fits = spellings.contains { given in
      let given = given.wrapped ?? given
      let wanted = wanted.wrapped ?? wanted
      return wanted.isAny || given.matches(wanted) || given.isText && !wanted.isOfTheLanguage
    }
    guard fits else {
      return """
        '\(value.name)' is \(value.type) here, but \(parameter.type) in the route. Write the same \
        type in both.
        """
    }
    guard isOptional, parameter.isRequired, !captures.contains(value.name) else { return nil }
    return """
      '\(value.name)' may be nil here, but the route requires it. Make it \
      '\((spellings[0].wrapped ?? spellings[0]).text)', or give the route's parameter a default.
      """
  }

  // MARK: - The rest

  private var closures: [String] {
    let needed = function.closures.count(where: \.isRequired)
    let most = function.closures.count
    let given = contract.closureCount
    // If a call has no closures, they are filled in.
    if given > 0, given < needed {
      return ["it passes \(given) of \(needed) closures. Pass all or none."]
    }
    guard given > most else { return [] }
    return [
      "it passes \(given) closures, but the route takes \(most == 0 ? "none" : "only \(most)"). "
        + "Remove the others."
    ]
  }

  private var result: [String] {
    // The type of such a property is not written.
    if function.isProperty, function.result == nil { return [] }
    let returned = TypeSpelling(function.result ?? "()")
    let expected = [contract.result ?? "()", contract.resolvedResult].compactMap(\.self)
      .map(TypeSpelling.init)
    if expected.contains(where: { $0.isAny || $0.matches(returned) }) { return [] }
    if let wrapped = returned.wrapped, expected.contains(where: { $0.matches(wrapped) }) {
      return ["the route's result may be nil. Return '\(returned.text)'."]
    }
    // A contract may expect an optional result although the function always returns one.
    if expected.contains(where: { $0.wrapped.map { $0.isAny || $0.matches(returned) } ?? false }) {
      return []
    }
    guard let result = function.result else {
      return [
        "it expects \(contract.result ?? "()"), but the route returns nothing. Return nothing."
      ]
    }
    return [
      "it expects \(contract.result ?? "nothing"), but the route returns \(result). Return '\(result)'."
    ]
  }

  private var waiting: [String] {
    guard !contract.isAsync else { return [] }
    let advice = "Make \(contract.function.map { "'\($0)'" } ?? "it") 'async' in the contract"
    if function.isAwaited {
      let why = function.isAsync ? "suspends" : "belongs to an actor"
      return ["the route \(why), but the function does not await it. \(advice)."]
    }
    // Contracts that were compiled with earlier releases do not declare their isolation.
    guard function.isolation == "MainActor", let isolation = contract.isolation,
      isolation != "MainActor"
    else { return [] }
    guard isolation == "nonisolated" else {
      return [
        "the route belongs to the main actor, but the function belongs to another actor and does "
          + "not await it. \(advice)."
      ]
    }
    return [
      "the route belongs to the main actor, but the function does not await it and may be "
        + "called anywhere. \(advice), or mark it '@MainActor'."
    ]
  }
}

extension KhalaRouteMap {
  /// Returns the problems that the contracts would have with the routes of this map.
  ///
  /// Types are compared as they are written, after some normalization: `Swift.Int` is equal to
  /// `Int`, `Optional<Int>` is equal to `Int?`, and a name with its module is equal to the same
  /// name without it. In a running process, the types of contracts are known, so contracts may use
  /// other names for them. A contract may pass text for every type that is not part of the
  /// language, because routes read their values from text.
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

  /// The number of steps that the search for suggestions may take.
  ///
  /// Only maliciously crafted programs need more.
  private static let hintSteps = 20_000_000

  /// The number of functions with the same name that a contract is compared with.
  private static let mostOverloads = 64

  private func missingRoute(
    for contract: KhalaDeclarations.Contract, _ search: inout RouteHintSearch?
  ) -> ModuleProblem {
    let found = (try? RouteAddress(contract.url)).flatMap { search?.hints(for: $0) }
    let cut =
      found?.isCut == true
      ? " Not all names were compared with it, because many other URLs match no route either." : ""
    return ModuleProblem(
      .missingRoute, .error,
      """
      \(contract) matches no route. \(found?.hints.sentence.text ?? "")\(cut) Correct the URL, \
      or link the module that has the route.
      """.onOneLine,
      locations: [contract.location, found?.hints.location].compactMap(\.self))
  }
}
