/// Finds the routes that addresses and patterns lead to, without the program that
/// they belong to.
package struct KhalaRouteFinder: Sendable {
  private let map: KhalaRouteMap
  private let table: RouteMapTable
  /// The routes by how they are written, with their schemes and without.
  private var numbers: [String: [Int]] = [:]

  /// Puts the routes of a map in order.
  package init(_ map: KhalaRouteMap) {
    self.map = map
    table = RouteMapTable(map)
    for (number, route) in map.routes.enumerated() {
      for text in Set([route.url, route.pattern]) { numbers[text, default: []].append(number) }
    }
  }

  /// The routes that an address leads to, or that are written like this pattern:
  /// several for functions of one name.
  ///
  /// - Parameter url: An address (`kl://feed/7`) or a pattern (`kl://feed/{id}`).
  /// - Returns: Their numbers in the map; none if it leads nowhere.
  package func routes(of url: String) -> [Int] {
    if let written = numbers[url] { return written }
    for address in Self.addresses(of: url) {
      if let address = try? RouteAddress(address), let match = table.table.match(address) {
        return match.route
      }
    }
    return []
  }

  /// The routes whose calls a pattern is for: those that it leads to, and those whose
  /// addresses match it.
  ///
  /// - Parameter pattern: Of somebody who is told of calls, such as `kl://feed/{function}`.
  /// - Returns: Their numbers in the map, in order.
  /// - Complexity: O(*n*) in the routes of the map, for a pattern with captures.
  package func routes(seenBy pattern: String) -> [Int] {
    let found = routes(of: pattern)
    guard pattern.contains("{"), let seen = try? RoutePattern(pattern) else { return found }
    let table = RouteTable([RouteEntry(seen, route: ())])
    let others = map.routes.indices.filter { number in
      let route = map.routes[number]
      // A route without schemes is called by any, also by that of the pattern.
      let schemes = route.schemes.isEmpty ? [seen.schemes.first ?? "kl"] : route.schemes
      let addresses = schemes.flatMap { Self.addresses(of: "\($0)://\(route.pattern)") }
      return addresses.contains { text in
        guard let address = try? RouteAddress(text) else { return false }
        return table.match(address) != nil
      }
    }
    return Set(found + others).sorted()
  }

  /// What an address that leads nowhere may have meant, as a sentence.
  package func hint(for url: String) -> String? {
    for address in Self.addresses(of: url) {
      guard let address = try? RouteAddress(address) else { continue }
      return RouteHints(address, in: map).sentence().text
    }
    return nil
  }

  /// Addresses of a pattern, with values of every sort in the place of its
  /// captures.
  private static func addresses(of pattern: String) -> [String] {
    guard pattern.contains("{") else { return [pattern] }
    let values = ["1", "x", "true", "6F9619FF-8B86-D011-B42D-00C04FC964FF"]
    return values.map { value in
      var address = ""
      var depth = 0
      for character in pattern {
        switch character {
        case "{":
          if depth == 0 { address += value }
          depth += 1
        case "}": depth = max(0, depth - 1)
        default: if depth == 0 { address.append(character) }
        }
      }
      return address
    }
  }
}

extension KhalaDeclarations {
  /// Everything that is wrong with the declarations, if these routes are there
  /// beside their own.
  ///
  /// - Complexity: O(*n*) in routes and contracts.
  package func problems(adding added: [KhalaRouteMap.Route]) -> [KhalaProblem] {
    guard !added.isEmpty else { return problems }
    let all = KhalaRouteMap(routes: routes.routes + added)
    return ownProblems + all.problems + all.problems(of: contracts)
  }
}
