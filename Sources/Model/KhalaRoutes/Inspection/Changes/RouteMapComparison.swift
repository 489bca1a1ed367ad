/// Finds what is different between two maps.
struct RouteMapComparison {
  private let old: RouteMapTable
  private let new: RouteMapTable
  /// For each new route, the number of the old one that it was.
  private let origins: [Int?]
  /// For each old route, the number of the new one that it became.
  private let successors: [Int?]

  init(old: KhalaRouteMap, new: KhalaRouteMap) {
    self.old = RouteMapTable(old)
    self.new = RouteMapTable(new)
    var pairing = RoutePairing(old: self.old, new: self.new)
    pairing.pair()
    origins = pairing.origins
    successors = pairing.successors
  }

  var changes: KhalaRouteChanges {
    var changes: [KhalaRouteChanges.Change] = []
    for (number, route) in old.map.routes.enumerated() where successors[number] == nil {
      changes.append(
        KhalaRouteChanges.Change(old: route, new: nil, reasons: [.breaking("it was removed")]))
    }
    for (number, route) in new.map.routes.enumerated() {
      let before = origins[number].map { old.map.routes[$0] }
      if before?.withoutPlace == route.withoutPlace { continue }
      var reasons = [KhalaRouteChanges.Reason.harmless("it is new")]
      if let before {
        reasons =
          RouteComparison(
            old: before, new: route, oldPattern: origins[number].flatMap(old.pattern),
            newPattern: new.pattern(ofRoute: number)
          ).reasons
      }
      if hasOtherAddresses(number) { reasons += captures(by: number) }
      changes.append(KhalaRouteChanges.Change(old: before, new: route, reasons: reasons))
    }
    return KhalaRouteChanges(changes: changes)
  }

  /// Returns whether a new route may match what it did not match before, or come before
  /// others that it came behind.
  private func hasOtherAddresses(_ number: Int) -> Bool {
    guard let origin = origins[number] else { return true }
    let (before, route) = (old.map.routes[origin], new.map.routes[number])
    return before.priority != route.priority || before.schemes != route.schemes
      || old.pattern(ofRoute: origin) != new.pattern(ofRoute: number)
  }

  // MARK: - Addresses that lead elsewhere now

  /// Returns the addresses that a new or moved route takes from others, or loses to them:
  /// each shown by one that led to one of them and leads to the other.
  private func captures(by number: Int) -> [KhalaRouteChanges.Reason] {
    guard let pattern = new.pattern(ofRoute: number) else { return [] }
    var reasons: [KhalaRouteChanges.Reason] = []
    // Functions of one name are named once.
    var entries: Set<Int?> = []
    for victim in old.routes(near: pattern) {
      guard let successor = successors[victim], successor != number,
        !isSameEntry(successor, number), let other = old.pattern(ofRoute: victim),
        let address = RouteOverlap.address(
          of: other, and: pattern, where: { leads($0, from: victim, to: number) }),
        entries.insert(new.entryOfRoute[successor]).inserted
      else { continue }
      reasons.append(
        .breaking("it takes '\(address)' away from \(new.map.routes[successor].mention)"))
    }
    guard let origin = origins[number], let before = old.pattern(ofRoute: origin) else {
      return reasons
    }
    for winner in new.routes(near: before) where winner != number && !isSameEntry(winner, number) {
      guard !hasOtherAddresses(winner), let other = new.pattern(ofRoute: winner),
        let address = RouteOverlap.address(
          of: before, and: other, where: { leads($0, from: origin, to: winner) }),
        entries.insert(new.entryOfRoute[winner]).inserted
      else { continue }
      reasons.append(.breaking("it loses '\(address)' to \(new.map.routes[winner].mention)"))
    }
    return reasons
  }

  /// Returns whether both are functions of one name, and so one entry of the table.
  private func isSameEntry(_ one: Int, _ other: Int) -> Bool {
    new.entryOfRoute[one] == new.entryOfRoute[other]
  }

  private func leads(_ address: RouteAddress, from victim: Int, to winner: Int) -> Bool {
    old.table.match(address).map(\.entry) == old.entryOfRoute[victim]
      && new.table.match(address).map(\.entry) == new.entryOfRoute[winner]
  }
}
