package import Declarations

extension KhalaRouteMap.Function {
  /// A function of a class, as its record tells of it.
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
  /// The words of the text with single spaces between them.
  package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
