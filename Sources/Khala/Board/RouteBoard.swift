import RoutePatterns
import SectionRegistry

/// All routing classes and routes at one moment; never changes.
struct RouteBoard: Sendable {
  /// Where an address leads to.
  struct Destination: Sendable {
    let owner: RoutingClass
    /// The functions that it may mean: several if the name is overloaded.
    let functions: [Int]
  }

  /// Counts the boards of the process.
  var version = 0
  let classes: [String: RoutingClass]
  let table: RouteTable<Destination>
  /// Routing classes of one name, and routes in each other's way.
  let problems: [KhalaProblem]

  init(classes declared: [RoutingClass]) {
    var classes: [String: RoutingClass] = [:]
    for owner in declared where classes[owner.name] == nil { classes[owner.name] = owner }
    var entries: [RouteEntry<Destination>] = []
    var problems: [KhalaProblem] = []
    for owner in declared where classes[owner.name] === owner {
      let byName = Dictionary(grouping: owner.functions.indices) { owner.functions[$0].name }
      for (index, function) in owner.functions.enumerated() {
        for route in function.routes {
          // The macro has read the pattern; what it let through is a problem.
          do throws(RoutePatternError) {
            entries.append(
              RouteEntry(
                try RoutePattern(route), priority: route.priority,
                route: Destination(owner: owner, functions: [index])))
          } catch {
            problems.append(
              KhalaProblem(message: "\(owner.name).\(function.signature): \(error)"))
          }
        }
      }
      for name in byName.keys.sorted() {
        entries.append(
          RouteEntry(
            RoutePattern(literals: owner.name, name),
            route: Destination(owner: owner, functions: byName[name] ?? [])))
      }
    }
    self.classes = classes
    table = RouteTable(entries)
    self.problems = problems + table.problems.map { KhalaProblem(message: $0.message) }
  }
}

/// Something that is wrong with the routes of the process.
public struct KhalaProblem: Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public let message: String

  public var description: String { message }
}

extension RoutePattern {
  /// The pattern that `@Route` gave a function, with its schemes.
  init(_ route: __KhalaRoute) throws(RoutePatternError) {
    try self.init(RoutePatternSyntax.text(schemes: route.schemes, path: route.pattern))
  }
}
