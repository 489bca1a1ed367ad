import RoutePatterns

extension KhalaRouteMap {
  /// Returns the map for people: a table for each routing class, and one for routes that were added
  /// at run time.
  public func markdown() -> String {
    var sections = ["# Routes"]
    for name in classNames {
      let routes = routes(ofClass: name)
      let type = routes.first?.typeName ?? name
      let location = routes.first?.location
      sections.append(
        ["## \(name)", "", "`\(type)`" + (location.map { ", \($0)" } ?? "") + ""]
          .joined(separator: "\n"))
      sections.append(Self.table(routes))
    }
    let others = routes.filter { $0.className == nil }
    if !others.isEmpty {
      sections += ["## Added at run time", Self.table(others, withPlaces: true)]
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ routes: [Route], withPlaces: Bool = false) -> String {
    var header = ["URL", "function", "priority", "access"]
    if routes.contains(where: { $0.condition != nil }) { header.append("if") }
    if withPlaces { header.append("place") }
    let rows = routes.map { route in
      header.map { column -> String in
        switch column {
        case "URL": Markdown.code(route.url)
        case "function": route.function.map { Markdown.code("\($0)") } ?? ""
        case "priority": "\(route.priority)"
        case "access": "\(route.access)"
        case "if": route.condition.map(Markdown.code) ?? ""
        default: route.location?.description ?? ""
        }
      }
    }
    return ([header, header.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}

/// The escaping of strings for Markdown.
enum Markdown {
  /// Returns a string as code, which is also valid in a table cell.
  static func code(_ text: String) -> String {
    // A bar would end the cell even inside code.
    "`\(text.replacing("`", with: "'").replacing("|", with: "\\|"))`"
  }
}

/// The routes of a map in a table, with which to look up addresses without running the program.
package struct RouteMapTable {
  package let map: KhalaRouteMap
  /// The table, whose entries have the indices of their routes in the map.
  ///
  /// Overloads share an entry.
  let table: RouteTable<[Int]>
  /// The entry of each route, or `nil` for a route with an invalid pattern.
  let entryOfRoute: [Int?]
  /// The routes with invalid patterns, and their errors.
  let unreadable: [(route: Int, error: RoutePatternError)]
  /// The routes whose addresses start with a literal component, by that component.
  private let routesOfStart: [[UInt8]: [Int]]
  /// The routes whose addresses may start with any component.
  private let routesOfAnyStart: [Int]

  package init(_ map: KhalaRouteMap) {
    self.map = map
    var entries: [RouteEntry<[Int]>] = []
    var entryOfRoute: [Int?] = []
    var unreadable: [(Int, RoutePatternError)] = []
    var overloads: [[String?]: Int] = [:]
    for (number, route) in map.routes.enumerated() {
      let name = [route.className, route.pattern]
      if route.kind == .function, let entry = overloads[name] {
        entries[entry].route.append(number)
        entryOfRoute.append(entry)
        continue
      }
      do throws(RoutePatternError) {
        let pattern = try route.readPattern()
        if route.kind == .function { overloads[name] = entries.count }
        entryOfRoute.append(entries.count)
        entries.append(RouteEntry(pattern, priority: route.priority, route: [number]))
      } catch {
        entryOfRoute.append(nil)
        unreadable.append((number, error))
      }
    }
    var routesOfStart: [[UInt8]: [Int]] = [:]
    var routesOfAnyStart: [Int] = []
    for (number, entry) in entryOfRoute.enumerated() {
      guard let entry else { continue }
      if let start = entries[entry].pattern.literalStart {
        routesOfStart[start, default: []].append(number)
      } else {
        routesOfAnyStart.append(number)
      }
    }
    self.routesOfStart = routesOfStart
    self.routesOfAnyStart = routesOfAnyStart
    table = RouteTable(entries)
    self.entryOfRoute = entryOfRoute
    self.unreadable = unreadable
  }

  /// Returns the pattern of a route, or `nil` if it is invalid.
  func pattern(ofRoute number: Int) -> RoutePattern? {
    entryOfRoute[number].map { table.entries[$0].pattern }
  }

  /// Returns the first route of an entry.
  ///
  /// The others are overloads of it.
  func route(ofEntry entry: Int) -> KhalaRouteMap.Route {
    map.routes[table.entries[entry].route[0]]
  }

  /// Returns an upper bound for the number of routes that match addresses of a pattern.
  func numberOfRoutes(near pattern: RoutePattern) -> Int {
    guard let start = pattern.literalStart else { return map.routes.count }
    return routesOfStart[start, default: []].count + routesOfAnyStart.count
  }

  /// Returns the routes that may match an address of a pattern, in order.
  func routes(near pattern: RoutePattern) -> [Int] {
    guard let start = pattern.literalStart else {
      return map.routes.indices.filter { entryOfRoute[$0] != nil }
    }
    return (routesOfStart[start, default: []] + routesOfAnyStart).sorted()
  }
}

extension RoutePattern {
  /// The first component of all matching addresses, or `nil` if it varies.
  fileprivate var literalStart: [UInt8]? {
    if case .literal(let bytes)? = segments.first { bytes } else { nil }
  }
}
