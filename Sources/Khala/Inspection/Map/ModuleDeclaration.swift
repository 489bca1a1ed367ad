import RoutePatterns

/// A routing class, as its record tells of it.
struct ModuleDeclaration {
  let name: String
  let detail: ModuleDetail
  let place: KhalaPlace

  /// Reads what a record says.
  ///
  /// - Throws: What is wrong with its JSON.
  init(_ declaration: KhalaDeclaration) throws {
    name = declaration.key
    detail = try ModuleDetail(json: declaration.detail)
    place = declaration.place
  }

  /// Where a function was declared.
  func place(of function: ModuleDetail.Function) -> KhalaPlace {
    KhalaPlace(fileID: place.fileID, line: function.line ?? place.line)
  }

  /// The route to a function by its name.
  func route(
    to function: ModuleDetail.Function, isConditional: Bool = true
  ) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: .function, pattern: RoutePattern(literals: name, function.name).text,
      access: function.access ?? .internal, className: name, typeName: detail.type,
      function: KhalaRouteMap.Function(function, in: detail),
      condition: isConditional ? function.condition : nil, place: place(of: function))
  }

  /// The route to a function by a path of its own.
  func route(
    to function: ModuleDetail.Function, by pattern: RoutePattern, priority: Int,
    access: KhalaAccess?, isConditional: Bool = true
  ) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: .path, schemes: pattern.schemes, pattern: pattern.textWithoutSchemes,
      priority: priority, access: access ?? .internal, className: name, typeName: detail.type,
      function: KhalaRouteMap.Function(function, in: detail),
      condition: isConditional ? function.condition : nil, place: place(of: function))
  }

  /// All routes, in the order of a table, and what is wrong with their patterns.
  func routes() -> (routes: [KhalaRouteMap.Route], problems: [KhalaProblem]) {
    var routes: [KhalaRouteMap.Route] = []
    var problems: [KhalaProblem] = []
    for function in detail.functions {
      for route in function.routes ?? [] {
        do throws(RoutePatternError) {
          let pattern = try RoutePattern(
            __KhalaRoute(
              route.pattern, priority: route.priority ?? 0, schemes: route.schemes ?? []))
          routes.append(
            self.route(
              to: function, by: pattern, priority: route.priority ?? 0, access: route.access))
        } catch {
          problems.append(
            .invalidPattern(error, of: "\(name).\(function.name)", at: place(of: function)))
        }
      }
    }
    // As in the table: by name, overloads in the order of the source.
    let byName = Dictionary(grouping: detail.functions, by: \.name)
    for name in byName.keys.sorted() { routes += byName[name, default: []].map { route(to: $0) } }
    return (routes, problems)
  }
}

extension ModuleDetail.Function {
  /// What must be true for the function to be there.
  fileprivate var condition: String? {
    let conditions = [self.if, available].compactMap(\.self)
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }
}
