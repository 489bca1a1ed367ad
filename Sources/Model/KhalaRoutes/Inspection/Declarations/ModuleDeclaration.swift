package import Declarations
import RoutePatterns

/// A routing class as its record describes it.
package struct ModuleDeclaration {
  package let name: String
  package let schema: RoutingClassSchema
  package let location: CodeLocation

  /// Creates a routing class from the contents of its record.
  package init(name: String, schema: RoutingClassSchema, location: CodeLocation) {
    self.name = name
    self.schema = schema
    self.location = location
  }

  /// Returns the source location of a function.
  package func location(of function: RoutingClassSchema.Function) -> CodeLocation {
    CodeLocation(fileID: location.fileID, line: function.line ?? location.line)
  }

  /// Returns the route to a function by its name.
  package func route(
    to function: RoutingClassSchema.Function, isConditional: Bool = true
  ) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: .function, pattern: RoutePattern(literals: name, function.name).text,
      access: KhalaAccess(function.access), className: name, typeName: schema.type,
      function: KhalaRouteMap.Function(function, in: schema),
      condition: isConditional ? function.allConditions : nil, location: location(of: function))
  }

  /// Returns the route to a function by its own path.
  package func route(
    to function: RoutingClassSchema.Function, by pattern: RoutePattern, priority: Int,
    access: KhalaAccess?, isConditional: Bool = true
  ) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: .path, schemes: pattern.schemes, pattern: pattern.textWithoutSchemes,
      priority: priority, access: access ?? .internal, className: name, typeName: schema.type,
      function: KhalaRouteMap.Function(function, in: schema),
      condition: isConditional ? function.allConditions : nil, location: location(of: function))
  }

  /// Returns all routes in the order of a table, with the problems of their patterns.
  package func routes() -> (routes: [KhalaRouteMap.Route], problems: [ModuleProblem]) {
    var routes: [KhalaRouteMap.Route] = []
    var problems: [ModuleProblem] = []
    for function in schema.functions {
      for route in function.routes ?? [] {
        do throws(RoutePatternError) {
          let pattern = try RoutePattern(schemes: route.schemes ?? [], path: route.pattern)
          routes.append(
            self.route(
              to: function, by: pattern, priority: route.priority ?? 0,
              access: route.access.map { KhalaAccess($0) }))
        } catch {
          problems.append(
            .invalidPattern(error, of: "\(name).\(function.name)", at: location(of: function)))
        }
      }
    }
    // The same order as in the table: by name, and overloads in the order of the source.
    let byName = Dictionary(grouping: schema.functions, by: \.name)
    for name in byName.keys.sorted() { routes += byName[name, default: []].map { route(to: $0) } }
    return (routes, problems)
  }
}

extension RoutingClassSchema.Function {
  /// The conditions under which the function exists.
  fileprivate var allConditions: String? {
    let conditions = [condition, availability].compactMap(\.self)
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }
}

extension KhalaRouteMap.Function {
  /// Creates the function of a class as its record describes it.
  package init(_ schema: RoutingClassSchema.Function, in module: RoutingClassSchema) {
    let isAsync = schema.isAsync ?? false
    // An instance of a class of a global actor is created on that actor, so its nonisolated
    // functions are called there too, unless they suspend. An actor is created anywhere.
    let isolation: String? =
      switch schema.isolation {
      case nil: module.isolation
      case "nonisolated": isAsync || module.isolation == "actor" ? nil : module.isolation
      case let other: other
      }
    self.init(
      name: schema.name, isProperty: schema.isProperty ?? false,
      parameters: (schema.parameters ?? []).map(KhalaRouteMap.Parameter.init),
      result: schema.result.map(\.onOneLine), isAsync: isAsync,
      canThrow: schema.canThrow ?? false, isolation: isolation,
      isAwaited: isAsync || ![nil, "MainActor"].contains(isolation))
  }
}

extension KhalaRouteMap.Parameter {
  fileprivate init(_ schema: RoutingClassSchema.Parameter) {
    let role = schema.role.map(Role.init) ?? .value
    self.init(
      role: role, name: schema.name, label: schema.label, type: schema.type,
      isRequired: role != .info && schema.defaultValue == nil
        && TypeSpelling(schema.type).wrapped == nil,
      defaultValue: schema.defaultValue)
  }
}

extension String {
  /// The words of the string, separated by single spaces.
  package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
