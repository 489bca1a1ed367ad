/// The detail of a routing class's record.
package struct RoutingClassSchema: Sendable, Equatable, Encodable {
  /// The name of the class.
  package var type: String
  package var functions: [Function]
  /// `marked` if only marked functions are exported.
  package var exports: String?
  /// `perCall` if every call creates an instance.
  package var lifetime: String?
  /// The name of a global actor, or `actor` if the class is an actor.
  package var isolation: String?

  package init(
    type: String, functions: [Function], exportsAll: Bool = true, isCached: Bool = true,
    isolation: String? = nil
  ) {
    self.type = type
    self.functions = functions
    exports = exportsAll ? nil : "marked"
    lifetime = isCached ? nil : "perCall"
    self.isolation = isolation
  }

  private enum CodingKeys: String, CodingKey {
    case type, functions, exports, lifetime, isolation
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    type = try detail.requiredText(CodingKeys.type)
    functions = []
    for function in try detail.requiredObjects(CodingKeys.functions) {
      functions.append(try Function(function))
    }
    exports = try detail.text(CodingKeys.exports)
    lifetime = try detail.text(CodingKeys.lifetime)
    isolation = try detail.text(CodingKeys.isolation)
  }
}

extension RoutingClassSchema {
  /// The callers of a function or route, or `nil` for the app itself.
  package enum Access: String, Sendable, Encodable, CaseIterable {
    case `internal`
    case external
  }

  /// A function that can be called by routes.
  package struct Function: Sendable, Equatable, Encodable {
    package var name: String
    /// The line of the function, or `nil` for the line of the class.
    package var line: Int?
    package var isProperty: Bool?
    package var parameters: [Parameter]?
    package var isAsync: Bool?
    package var canThrow: Bool?
    package var isolation: String?
    /// The type of the result, as written.
    package var result: String?
    /// The function's own routes.
    package var routes: [Route]?
    package var access: Access?
    /// The required platforms and versions, as in `@available`.
    package var availability: String?
    /// The condition of the `#if` around it.
    package var condition: String?

    package init(
      name: String, line: Int? = nil, isProperty: Bool = false, parameters: [Parameter] = [],
      isAsync: Bool = false, canThrow: Bool = false, isolation: String? = nil,
      result: String? = nil, routes: [Route] = [], isExternal: Bool = false,
      availability: String? = nil, condition: String? = nil
    ) {
      self.name = name
      self.line = line
      self.isProperty = isProperty.orNil
      self.parameters = parameters.isEmpty ? nil : parameters
      self.isAsync = isAsync.orNil
      self.canThrow = canThrow.orNil
      self.isolation = isolation
      self.result = result
      self.routes = routes.isEmpty ? nil : routes
      access = isExternal ? Access.external : nil
      self.availability = availability
      self.condition = condition
    }

    private enum CodingKeys: String, CodingKey {
      case name, line
      case isProperty = "property"
      case parameters
      case isAsync = "async"
      case canThrow = "throws"
      case isolation, result, routes, access
      case availability = "available"
      case condition = "if"
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      var parameters: [Parameter] = []
      for parameter in try detail.objects(CodingKeys.parameters) ?? [] {
        parameters.append(try Parameter(parameter))
      }
      var routes: [Route] = []
      for route in try detail.objects(CodingKeys.routes) ?? [] { routes.append(try Route(route)) }
      self.init(
        name: try detail.requiredText(CodingKeys.name), line: try detail.integer(CodingKeys.line),
        isProperty: try detail.flag(CodingKeys.isProperty), parameters: parameters,
        isAsync: try detail.flag(CodingKeys.isAsync),
        canThrow: try detail.flag(CodingKeys.canThrow),
        isolation: try detail.text(CodingKeys.isolation),
        result: try detail.text(CodingKeys.result), routes: routes,
        availability: try detail.text(CodingKeys.availability),
        condition: try detail.text(CodingKeys.condition))
      access = try detail.choice(CodingKeys.access)
    }
  }

  /// A parameter of a function.
  package struct Parameter: Sendable, Equatable, Encodable {
    /// The role of the dictionary of a call.
    package static let info = "info"
    /// The role of a closure of a call.
    package static let closure = "closure"

    /// The role, or `nil` for a value.
    package var role: String?
    package var name: String?
    package var label: String?
    package var type: String
    package var defaultValue: String?

    package init(
      role: String? = nil, name: String? = nil, label: String? = nil, type: String,
      defaultValue: String? = nil
    ) {
      self.role = role
      self.name = name
      self.label = label
      self.type = type
      self.defaultValue = defaultValue
    }

    private enum CodingKeys: String, CodingKey {
      case role, name, label, type
      case defaultValue = "default"
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      role = try detail.text(CodingKeys.role)
      name = try detail.text(CodingKeys.name)
      label = try detail.text(CodingKeys.label)
      type = try detail.requiredText(CodingKeys.type)
      defaultValue = try detail.text(CodingKeys.defaultValue)
    }
  }

  /// A function's own route.
  package struct Route: Sendable, Equatable, Encodable {
    package var pattern: String
    package var priority: Int?
    package var schemes: [String]?
    package var access: Access?

    package init(
      pattern: String, priority: Int = 0, schemes: [String] = [], isExternal: Bool = false
    ) {
      self.pattern = pattern
      self.priority = priority == 0 ? nil : priority
      self.schemes = schemes.isEmpty ? nil : schemes
      access = isExternal ? Access.external : nil
    }

    private enum CodingKeys: String, CodingKey {
      case pattern, priority, schemes, access
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      pattern = try detail.requiredText(CodingKeys.pattern)
      priority = try detail.integer(CodingKeys.priority)
      schemes = try detail.texts(CodingKeys.schemes)
      access = try detail.choice(CodingKeys.access)
    }
  }
}
