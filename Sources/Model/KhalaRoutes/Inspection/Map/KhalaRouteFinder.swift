/// A lookup of the routes for addresses and patterns, without running their program.
package struct KhalaRouteFinder: Sendable {
  private let map: KhalaRouteMap
  private let table: RouteMapTable
  /// The routes by their patterns, with and without schemes.
  private var numbers: [String: [Int]] = [:]

  /// Creates the lookup of a map.
  package init(_ map: KhalaRouteMap) {
    self.map = map
    table = RouteMapTable(map)
    var written: Set<String> = []
    for (number, route) in map.routes.enumerated() where written.insert(route.url).inserted {
      for text in Set([route.url, route.pattern]) { numbers[text, default: []].append(number) }
    }
  }

  /// Returns the routes that match an address, or that are declared with a pattern.
  ///
  /// - Parameter url: An address (`kl://feed/7`) or a pattern (`kl://feed/{id}`).
  /// - Returns: Their indices in the map, one for each URL of a declared route. The result is empty
  ///   if nothing matches.
  package func routes(of url: String) -> [Int] {
    if let written = numbers[url] { return written }
    for address in Self.addresses(of: url) {
      if let address = try? RouteAddress(address), let match = table.table.match(address) {
        // The others are overloads of the same function.
        return Array(match.route.prefix(1))
      }
    }
    return []
  }

  /// Returns the routes whose calls an observer with a pattern receives: the routes that the
  /// pattern itself matches, and the routes with matching addresses.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of the observer, such as `kl://feed/{function}`.
  ///   - steps: The remaining number of comparisons of routes with patterns, which is decreased.
  /// - Returns: Their indices in the map, in order, or `nil` if `steps` is not sufficient.
  /// - Complexity: O(*n*) in the routes that start with the first component of the pattern or with
  ///   a capture, or in all routes if the pattern starts with a capture.
  package func routes(seenBy pattern: String, steps: inout Int) -> [Int]? {
    let found = routes(of: pattern)
    guard pattern.contains("{"), let seen = try? RoutePattern(pattern) else { return found }
    let count = table.numberOfRoutes(near: seen)
    guard count <= steps else { return nil }
    steps -= count
    let matcher = RouteTable([RouteEntry(seen, route: ())])
    let others = table.routes(near: seen).filter { number in
      let route = map.routes[number]
      // A route without schemes can be called with any, including the pattern's.
      let schemes = route.schemes.isEmpty ? [seen.schemes.first ?? "kl"] : route.schemes
      let addresses = schemes.flatMap { Self.addresses(of: "\($0)://\(route.pattern)") }
      return addresses.contains { text in
        guard let address = try? RouteAddress(text) else { return false }
        return matcher.match(address) != nil
      }
    }
    return Set(found + others).sorted()
  }

  /// Returns all problems of declarations whose routes are in the map.
  ///
  /// - Complexity: O(*n*) in routes and contracts.
  package func problems(of declarations: KhalaDeclarations) -> [ModuleProblem] {
    declarations.ownProblems + table.problems + table.problems(of: declarations.contracts).problems
  }

  /// Returns addresses of a pattern, with various values for its captures.
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
