import Declarations
import SectionRegistry

extension RouteBoard {
  /// All routes of the board, in the order of its table.
  var map: KhalaRouteMap {
    var reader = RouteReader(board: self)
    return KhalaRouteMap(
      version: version, routes: table.entries.indices.flatMap { reader.routes(ofEntry: $0) })
  }
}

/// A reader that describes the entries of a board's table.
///
/// A board stores only the data that calls need. The reader gets the rest from the records, and
/// reads each record once.
struct RouteReader {
  let board: RouteBoard
  private var declarations: [ObjectIdentifier: ModuleDeclaration?] = [:]

  init(board: RouteBoard) {
    self.board = board
  }

  /// Returns the routes of an entry, several if the function is overloaded.
  mutating func routes(ofEntry entry: Int) -> [KhalaRouteMap.Route] {
    let entry = board.table.entries[entry]
    return entry.route.targets.map { target in
      guard let owner = target.instance.flatMap({ board.classes[$0.name] }) else {
        // This route was added at run time.
        return KhalaRouteMap.Route(
          kind: .runTime, schemes: entry.pattern.schemes,
          pattern: entry.pattern.textWithoutSchemes, priority: entry.priority,
          access: entry.route.access, location: target.location)
      }
      let own = target.routes.first {
        (try? RoutePattern($0)) == entry.pattern && $0.priority == entry.priority
      }
      return route(to: target, of: owner, by: own.map { ($0, entry.pattern) })
    }
  }

  private mutating func route(
    to function: RouteTarget, of owner: RoutingClass,
    by own: (route: __KhalaRoute, pattern: RoutePattern)?
  ) -> KhalaRouteMap.Route {
    // The record has the functions of all conditions. Functions that exist together differ. If two
    // are alternatives of `#if`, either description is correct.
    guard let declaration = declaration(of: owner),
      let detail = declaration.schema.functions.first(where: { $0.isSame(as: function) })
    else {
      return KhalaRouteMap.Route(
        kind: own == nil ? .function : .path, schemes: own?.pattern.schemes ?? [],
        pattern: own?.pattern.textWithoutSchemes
          ?? RoutePattern(literals: owner.name, function.name).text,
        priority: own?.route.priority ?? 0, className: owner.name,
        function: KhalaRouteMap.Function(function), location: owner.location)
    }
    guard let own else { return declaration.route(to: detail, isConditional: false) }
    let access = detail.routes?.first { $0.pattern == own.route.pattern }?.access.map {
      KhalaAccess($0)
    }
    return declaration.route(
      to: detail, by: own.pattern, priority: own.route.priority, access: access,
      isConditional: false)
  }

  private mutating func declaration(of owner: RoutingClass) -> ModuleDeclaration? {
    let key = ObjectIdentifier(owner)
    if let known = declarations[key] { return known }
    // A record that cannot be read is reported as a problem.
    let declaration = owner.declaration.flatMap { record -> ModuleDeclaration? in
      guard case .routingClass(let schema)? = try? DeclaredRecord(record).declaration()
      else { return nil }
      return ModuleDeclaration(
        name: record.key, schema: schema,
        location: CodeLocation(fileID: record.fileID, line: record.line))
    }
    declarations[key] = .some(declaration)
    return declaration
  }
}

extension KhalaDeclaration {
  /// Wraps a record of this process.
  init?(_ record: Record) {
    let record = DeclaredRecord(record)
    self.init(record, Result { () throws(RecordFault) in try record.declaration() })
  }
}

extension RoutingClassSchema.Function {
  /// Returns whether the table entry was made from this function.
  fileprivate func isSame(as function: RouteTarget) -> Bool {
    let parameters = parameters ?? []
    guard name == function.name, parameters.count == function.parameters.count else { return false }
    return zip(parameters, function.parameters).allSatisfy { detail, parameter in
      switch parameter {
      case .info: detail.role == RoutingClassSchema.Parameter.info
      case .closure: detail.role == RoutingClassSchema.Parameter.closure
      case .value(let name, let type, _):
        detail.role == nil && detail.name == name && detail.type == type
      }
    } && (routes ?? []).map(\.pattern) == function.routes.map(\.pattern)
  }
}

extension KhalaRouteMap.Function {
  /// Describes a function without a record, from its table entry.
  fileprivate init(_ function: RouteTarget) {
    self.init(
      name: function.name,
      parameters: function.parameters.map { parameter in
        switch parameter {
        case .info:
          KhalaRouteMap.Parameter(role: .info, type: "[String: Any]", isRequired: false)
        case .closure(let isRequired):
          KhalaRouteMap.Parameter(
            role: .closure, type: isRequired ? "KhalaClosure" : "KhalaClosure?",
            isRequired: isRequired)
        case .value(let name, let type, let isRequired):
          KhalaRouteMap.Parameter(name: name, label: name, type: type, isRequired: isRequired)
        }
      },
      isAwaited: function.isAsync)
  }
}
