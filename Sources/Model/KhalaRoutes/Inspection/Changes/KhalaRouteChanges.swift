/// The differences between the routes of two releases.
///
/// ```swift
/// let old = try KhalaRouteMap(json: String(contentsOfFile: "routes.json", encoding: .utf8))
/// let changes = Khala.routes.changes(from: old)
/// if changes.isBreaking { print(changes.markdown()) }
/// ```
public struct KhalaRouteChanges: Hashable, Sendable {
  /// A change of one route.
  public struct Change: Hashable, Sendable {
    /// The old route, or `nil` if the route was added.
    public let old: KhalaRouteMap.Route?

    /// The new route, or `nil` if the route was removed.
    public let new: KhalaRouteMap.Route?

    /// The differences, and their effects on callers.
    public internal(set) var reasons: [Reason]

    /// A Boolean value that indicates whether calls that worked before may now fail.
    public var isBreaking: Bool { reasons.contains(where: \.isBreaking) }

    /// The new route, or the old one if the route was removed.
    public var route: KhalaRouteMap.Route {
      guard let route = new ?? old else { preconditionFailure("a change is one of a route") }
      return route
    }
  }

  /// A difference of a route.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// A part of a sentence that describes the difference.
    public let message: String

    /// A Boolean value that indicates whether calls that worked before may now fail.
    public let isBreaking: Bool

    public var description: String { message }

    static func breaking(_ message: String) -> Reason {
      Reason(message: message, isBreaking: true)
    }

    static func harmless(_ message: String) -> Reason {
      Reason(message: message, isBreaking: false)
    }
  }

  /// All changes in the order of the new map, starting with removed routes.
  public let changes: [Change]

  /// The added routes.
  public var added: [Change] { changes.filter { $0.old == nil } }

  /// The removed routes.
  public var removed: [Change] { changes.filter { $0.new == nil } }

  /// The changed routes.
  public var altered: [Change] { changes.filter { $0.old != nil && $0.new != nil } }

  /// The changes after which calls that worked before may now fail.
  public var breaking: [Change] { changes.filter(\.isBreaking) }

  /// A Boolean value that indicates whether any change is breaking.
  public var isBreaking: Bool { changes.contains(where: \.isBreaking) }

  /// A Boolean value that indicates whether no route has changed.
  public var isEmpty: Bool { changes.isEmpty }
}

extension KhalaRouteMap {
  /// Returns the differences from an older map.
  ///
  /// Two routes are the same if they are the function of the same class and name, or have a path
  /// that matches the same addresses. A changed path is found by its function. Source locations are
  /// ignored.
  ///
  /// - Complexity: O(*n*) in routes. For each route that is new or has other addresses, also O(*m*)
  ///   in the routes that start in the same way or with a capture.
  public func changes(from old: KhalaRouteMap) -> KhalaRouteChanges {
    RouteMapComparison(old: old, new: self).changes
  }
}

extension KhalaRouteChanges: CustomStringConvertible {
  /// The number of changes, with a line for each.
  public var description: String {
    guard !isEmpty else { return "no route differs" }
    return ([summary] + breaking.map { "! \($0)" } + harmless.map { "  \($0)" })
      .joined(separator: "\n")
  }

  /// Returns the changes for the description of a pull request, starting with breaking ones.
  public func markdown() -> String {
    guard !isEmpty else { return "No route differs.\n" }
    var sections = [summary.prefix(1).uppercased() + summary.dropFirst() + "."]
    for (title, changes) in [("Breaks callers", breaking), ("Does not", harmless)]
    where !changes.isEmpty {
      sections.append("### \(title)")
      sections.append(changes.map(\.markdown).joined(separator: "\n"))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var harmless: [Change] { changes.filter { !$0.isBreaking } }

  private var summary: String {
    let counts = [(removed, "removed"), (added, "added"), (altered, "altered")]
      .filter { !$0.0.isEmpty }.map { "\($0.0.count) \($0.1)" }
    return "routes: \(counts.joined(separator: ", ")); "
      + (isBreaking ? "\(breaking.count) of them may break callers" : "none breaks callers")
  }
}

extension KhalaRouteChanges.Change: CustomStringConvertible {
  public var description: String {
    "'\(route.url)' of \(route.destination): " + what
  }

  fileprivate var markdown: String {
    "- \(Markdown.code(route.url)) of \(Markdown.code(route.destination)): \(what)"
  }

  private var what: String { reasons.map(\.message).joined(separator: "; ") }
}

/// The comparison of two maps.
struct RouteMapComparison {
  private let old: RouteMapTable
  private let new: RouteMapTable
  /// For each new route, the index of the corresponding old one.
  private let origins: [Int?]
  /// For each old route, the index of the corresponding new one.
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

  /// Returns whether a new route may match additional addresses, or takes precedence over routes
  /// that came before it.
  private func hasOtherAddresses(_ number: Int) -> Bool {
    guard let origin = origins[number] else { return true }
    let (before, route) = (old.map.routes[origin], new.map.routes[number])
    return before.priority != route.priority || before.schemes != route.schemes
      || old.pattern(ofRoute: origin) != new.pattern(ofRoute: number)
  }

  // MARK: - Addresses that lead elsewhere now

  /// Returns the addresses that a new or moved route takes from others, or loses to them.
  ///
  /// Each is shown with an example that used to match one of the routes and now matches the other.
  private func captures(by number: Int) -> [KhalaRouteChanges.Reason] {
    guard let pattern = new.pattern(ofRoute: number) else { return [] }
    var reasons: [KhalaRouteChanges.Reason] = []
    // Overloaded functions are named once.
    var entries: Set<Int?> = []
    for victim in old.routes(near: pattern) {
      guard let successor = successors[victim], successor != number,
        !isSameEntry(successor, number), let other = old.pattern(ofRoute: victim),
        let address = RouteOverlap.address(
          of: other, and: pattern, where: { leads($0, from: victim, to: number) }),
        entries.insert(new.entryOfRoute[successor]).inserted
      else { continue }
      reasons.append(
        .breaking("it now matches '\(address)' instead of \(new.map.routes[successor].mention)"))
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
      reasons.append(
        .breaking(
          "it no longer matches '\(address)', which now matches \(new.map.routes[winner].mention)"))
    }
    return reasons
  }

  /// Returns whether both are overloads of one function, and so one entry of the table.
  private func isSameEntry(_ one: Int, _ other: Int) -> Bool {
    new.entryOfRoute[one] == new.entryOfRoute[other]
  }

  private func leads(_ address: RouteAddress, from victim: Int, to winner: Int) -> Bool {
    old.table.match(address).map(\.entry) == old.entryOfRoute[victim]
      && new.table.match(address).map(\.entry) == new.entryOfRoute[winner]
  }
}
