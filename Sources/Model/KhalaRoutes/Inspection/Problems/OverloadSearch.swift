/// Finds the function that a contract means, among those of one name.
///
/// It is the one that the contract fits best. Functions whose parameters have other names are
/// compared last, and not at all if they cannot fit better.
struct OverloadSearch {
  /// The names of the values of a function.
  private struct Names {
    let required: [String]
    let taken: Set<String>
    let takesInfo: Bool
  }

  private let map: KhalaRouteMap
  /// The names of the values of each route that was looked at.
  private var names: [Int: Names] = [:]

  /// The number of further functions that may be compared with contracts.
  ///
  /// It is enough for all but crafted programs; then the names of the values decide.
  private var comparisonsLeft = 10_000

  init(_ map: KhalaRouteMap) {
    self.map = map
  }

  /// Returns the route that a contract fits best, and the mismatches; the first if several fit
  /// equally well.
  ///
  /// - Parameters:
  ///   - routes: The numbers of the routes.
  ///   - contract: The contract.
  ///   - captures: The names that the pattern of the routes captures, which so have values.
  /// - Returns: `nil` if there are no routes, or one of them has no known function.
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

  /// Returns the number of values that are missing or not taken: there are no fewer mismatches.
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
