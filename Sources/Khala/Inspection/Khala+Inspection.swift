import Declarations
import SectionRegistry

extension Khala {
  /// All routes of the process at this moment, with the version of their table.
  ///
  /// Nothing is called and no instance is made.
  ///
  /// - Complexity: O(*n*) in the records of all routing classes, whose details are
  ///   read anew; for people and tools, not for every call.
  /// - Concurrency: May be used from any thread.
  public static var routes: KhalaRouteMap { KhalaState.current.routes.board.map }

  /// Everything that is wrong with the routes of the process at this moment.
  ///
  /// These are routes in each other's way, routes that are never reached, routing
  /// classes of one name, patterns that cannot be read, and functions with
  /// `@KhalaCall` that no route fulfils: whose URL matches nothing (rewriting aside),
  /// or to a function that takes or returns something else. A healthy program has
  /// none, which makes a good test:
  ///
  /// ```swift
  /// #expect(Khala.problems.isEmpty)
  /// ```
  ///
  /// - Complexity: O(*n*) in routes and contracts.
  /// - Concurrency: May be used from any thread.
  public static var problems: [ModuleProblem] {
    let map = routes
    let records = SectionRegistry.records(of: .contract)
    let declarations = (SectionRegistry.records(of: .routingClass) + records)
      .compactMap { KhalaDeclaration($0) }
    let contracts = records.compactMap { record -> KhalaDeclarations.Contract? in
      // What cannot be read is a problem of the declarations.
      guard let declaration = KhalaDeclaration(record),
        case .success(.contract(let schema)) = declaration.content
      else { return nil }
      var contract = KhalaDeclarations.Contract(
        schema, url: declaration.key, location: declaration.location)
      if let types = record.load(as: __KhalaContract.self) { contract.resolve(by: types) }
      return contract
    }
    let table = RouteMapTable(map)
    return KhalaDeclarations(declarations).ownProblems + table.problems
      + table.problems(of: contracts).problems
  }
}

extension KhalaRouteMap {
  /// Reads a map that ``json()`` wrote.
  ///
  /// - Throws: A ``KhalaError`` of the code ``KhalaError/Code/unreadableRouteMap``
  ///   that says what is wrong and where.
  public init(json: String) throws(KhalaError) {
    do {
      try self.init(decoding: json)
    } catch {
      throw KhalaError(
        .unreadableRouteMap, url: "",
        message: "[Khala] this is no route map: \(DecodingError.reason(of: error))",
        underlyingError: error)
    }
  }
}

extension KhalaError.Code {
  /// A text is no route map in JSON.
  public static let unreadableRouteMap = Self(name: "unreadableRouteMap")
}

extension KhalaDeclarations.Contract {
  /// Adds what the types are in this process.
  fileprivate mutating func resolve(by contract: __KhalaContract) {
    for (index, parameter) in parameters.enumerated() {
      let resolved = contract.parameters.first { $0.name == parameter.name }
      parameters[index].resolvedType = resolved.map { String(reflecting: $0.type) }
    }
    resolvedResult = String(reflecting: contract.result)
  }
}
