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

  init(classes declared: [RoutingClass]) {
    var classes: [String: RoutingClass] = [:]
    for owner in declared where classes[owner.name] == nil { classes[owner.name] = owner }
    var entries: [RouteEntry<Destination>] = []
    for owner in declared where classes[owner.name] === owner {
      let byName = Dictionary(grouping: owner.functions.indices) { owner.functions[$0].name }
      for (index, function) in owner.functions.enumerated() {
        for route in function.routes {
          // The macro has read the pattern; what it let through leads nowhere, and
          // `Khala.problems` says so.
          guard let pattern = try? RoutePattern(route) else { continue }
          entries.append(
            RouteEntry(
              pattern, priority: route.priority,
              route: Destination(owner: owner, functions: [index])))
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
  }
}

extension RoutePattern {
  /// The pattern that `@Route` gave a function, with its schemes.
  init(_ route: __KhalaRoute) throws(RoutePatternError) {
    switch route.schemes.count {
    case 0: try self.init(route.pattern)
    case 1: try self.init("\(route.schemes[0])://\(route.pattern)")
    default: try self.init("{\(route.schemes.joined(separator: ","))}://\(route.pattern)")
    }
  }

  /// The pattern of a routing function: a class and a name, as they are.
  init(literals className: String, _ functionName: String) {
    let text = [className, functionName]
      .map { $0.replacing("%", with: "%25").replacing("{", with: "{{").replacing("}", with: "}}") }
      .joined(separator: "/")
    do {
      self = try RoutePattern(text)
    } catch {
      // Names are what the macro has read as Swift names or checked.
      preconditionFailure("'\(text)' cannot be a route: \(error)")
    }
  }
}
