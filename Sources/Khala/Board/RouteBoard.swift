import RoutePatterns
import SectionRegistry
import Spelling

/// All routing classes and routes at one moment; never changes.
final class RouteBoard: Sendable {
  /// The destination of a route.
  ///
  /// A class, so that a call that has found it takes one reference along.
  final class Destination: Sendable {
    /// The functions or the closure that it may mean: several if the name of a function is
    /// overloaded.
    let targets: [RouteTarget]
    /// The same if it needs no choosing.
    let onlyTarget: RouteTarget?
    /// The callers that may come this way; functions may also be open by themselves.
    let access: KhalaAccess

    init(_ targets: [RouteTarget], access: KhalaAccess) {
      self.targets = targets
      onlyTarget = targets.count == 1 ? targets[0] : nil
      self.access = access
    }
  }

  /// Tells the boards of the process apart; a later one has a higher number.
  let version: Int
  let classes: [String: RoutingClass]
  let table: RouteTable<Destination>

  /// Makes a board.
  ///
  /// Where patterns are equal, classes come before run-time routes, and these in
  /// the order in which they were added.
  init(classes declared: [RoutingClass], routes: [KhalaRoute] = [], version: Int = 0) {
    self.version = version
    var classes: [String: RoutingClass] = [:]
    for owner in declared where classes[owner.name] == nil { classes[owner.name] = owner }
    var entries: [RouteEntry<Destination>] = []
    for owner in declared where classes[owner.name] === owner {
      let byName = Dictionary(grouping: owner.functions, by: \.name)
      for function in owner.functions {
        for route in function.routes {
          // The macro has read the pattern; what it let through matches nothing, and
          // `Khala.problems` says so.
          guard let pattern = try? RoutePattern(route) else { continue }
          entries.append(
            RouteEntry(
              pattern, priority: route.priority,
              route: Destination([function], access: route.access)))
        }
      }
      for name in byName.keys.sorted() {
        entries.append(
          RouteEntry(
            RoutePattern(literals: owner.name, name),
            route: Destination(byName[name] ?? [], access: .internal)))
      }
    }
    for route in routes {
      entries.append(
        RouteEntry(
          route.parsed, priority: route.priority,
          route: Destination([route.target], access: route.access)))
    }
    self.classes = classes
    table = RouteTable(entries)
  }

  /// The way through the table that an address takes.
  ///
  /// This and ``destination(_:)`` are a match in two parts, of which a call takes
  /// only what it needs.
  func find(_ address: RouteAddress) -> RouteIndex.Found? {
    let found = table.index.find(address)
    return found.variant < 0 ? nil : found
  }

  /// Returns what the address of a call leads straight to, with its arguments: the only
  /// function or closure there, which the caller may call in this way; or `nil` if there is
  /// none, or several.
  @inline(__always)
  func straightArguments(
    _ contents: CallContents, isExternal: Bool, closures: [KhalaClosure], fillsIn: Bool
  ) -> KhalaArguments? {
    let found = table.index.find(contents.address)
    guard found.variant >= 0 else { return nil }
    let destination = destination(found)
    guard !isExternal || destination.access == .external, let target = destination.onlyTarget,
      fillsIn || closures.count >= target.requiredClosureCount
    else { return nil }
    return KhalaArguments(
      for: target, contents: contents,
      path: RouteCaptures(contents.address.text, found, in: table.index), closures: closures)
  }

  /// Returns the destination of a route that was found.
  @inline(__always)
  func destination(_ found: RouteIndex.Found) -> Destination {
    table.entries[table.index.entry(of: found)].route
  }
}

extension RoutePattern {
  /// The pattern that `@Route` gave a function, with its schemes.
  init(_ route: __KhalaRoute) throws(RoutePatternError) {
    try self.init(schemes: route.schemes, path: route.pattern)
  }
}

extension RouteBoard {
  /// Returns why an address leads to no route.
  func miss(of address: RouteAddress) -> KhalaError {
    let hints = RouteHints(address, in: self)
    return .noRoute(
      address.textWithoutQuery, hints,
      functions: hints.className.flatMap { classes[$0] }?.functions.map(\.signature) ?? [])
  }
}

extension RouteHints {
  /// Compares the address with the routing classes and the paths of a board.
  init(_ address: RouteAddress, in board: RouteBoard) {
    let owner = address.routeComponents.first.flatMap { board.classes[$0] }
    self.init(
      address,
      owner: owner.map { owner in
        Owner(name: owner.name, functions: owner.functions.map(\.name), location: owner.location)
      },
      classNames: board.classes.keys)
    preferClasses(for: address) { className, function in
      board.classes[className]?.functions.contains { $0.name == function } ?? false
    } nearly: { className, function in
      let functions = board.classes[className]?.functions.map(\.name) ?? []
      return !EditDistance.nearest(to: function, among: functions, atMost: 3).isEmpty
    }
    guard classes.isEmpty, functions.isEmpty, isShort else { return }
    let found = board.table.explain(address, naming: 1)
    let function = address.routeComponents.dropFirst().joined(separator: "/")
    // Of classes, those that have the function.
    segments = found.suggestions.filter { name in
      board.classes[name]?.functions.contains { $0.name == function } ?? true
    }
    // The functions of a class are listed.
    if className == nil { nearest = found.candidates.first.map { "\($0)" } }
  }

  /// Returns a sentence that says what is wrong and which names are nearest.
  func sentence(in language: Khala.Language) -> MessageText {
    language == .cn ? chinese : sentence
  }

  private var chinese: MessageText {
    let end: MessageText =
      if let suggestion = suggestion("路由类", "路由函数", "路径段", " 或 ") {
        ": 是否为\(suggestion)?"
      } else if let nearest {
        "; 最接近的路由: \(nearest)。"
      } else {
        "。"
      }
    guard let className else {
      return miss == .noName ? "URL 未指明路由类或路径\(end)" : "没有该路由类或路径\(end)"
    }
    let owner: MessageText = "'\(className)'\(location.map { " (\($0))" } ?? "")"
    return miss == .noFunctionName
      ? "URL 未指明路由类 \(owner) 的路由函数\(end)" : "路由类 \(owner) 没有该路由函数\(end)"
  }
}
