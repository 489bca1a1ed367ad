import SectionRegistry

extension Khala {
  /// All routes of the process at this moment, with the version of their table.
  ///
  /// Nothing is called and no instance is made.
  ///
  /// - Complexity: O(*n*) in the records of all routing classes, whose details are
  ///   read anew; for people and tools, not for every call.
  /// - Concurrency: May be used from any thread.
  public static var routes: KhalaRouteMap { RouteDirectory.process.board.map }

  /// Everything that is wrong with the routes of the process at this moment.
  ///
  /// These are routes in each other's way, routes that are never reached, routing
  /// classes of one name, patterns that cannot be read, and functions with
  /// `@KhalaCall` that no route fulfils: whose URL leads nowhere (rewriting aside),
  /// or to a function that takes or returns something else. A healthy program has
  /// none, which makes a good test:
  ///
  /// ```swift
  /// #expect(Khala.problems.isEmpty)
  /// ```
  ///
  /// - Complexity: O(*n*) in routes and contracts.
  /// - Concurrency: May be used from any thread.
  public static var problems: [KhalaProblem] {
    let map = routes
    let records = SectionRegistry.records(of: .khalaContract)
    let declarations = (SectionRegistry.records(of: .khala) + records)
      .compactMap { KhalaDeclaration($0) }
    let contracts = records.compactMap { record -> KhalaDeclarations.Contract? in
      // What cannot be read is a problem of the declarations.
      guard let declaration = KhalaDeclaration(record),
        var contract = try? KhalaDeclarations.Contract(declaration)
      else { return nil }
      if let types = record.load(as: __KhalaContract.self) { contract.resolve(by: types) }
      return contract
    }
    return KhalaDeclarations(declarations).ownProblems + map.problems
      + map.problems(of: contracts)
  }
}

extension RecordKind {
  /// The kind of the records that declare functions with `@KhalaCall`.
  static let khalaContract: RecordKind = "khct"
}
