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

extension Khala {
  /// Explains where a URL leads now, and why.
  ///
  /// The rewrite filters are asked, since they decide where calls go. No other code of
  /// the program runs: nothing is called, no instance is made, and no interceptor,
  /// fallback or stub is asked.
  ///
  /// - Parameter url: The URL.
  /// - Returns: A report, whose parts are values too.
  /// - Complexity: O(*n*) in all routes; for people and errors, not for every call.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ url: String) -> KhalaExplanation {
    KhalaState.current.routes.board.explain(url, rewrite: rewrite)
  }
}

extension RouteBoard {
  /// Explains where a URL leads, and why.
  func explain(_ url: String, rewrite: any KhalaRewrite) -> KhalaExplanation {
    var address: RouteAddress
    do throws(RouteAddressError) {
      address = try RouteAddress(url)
    } catch {
      return KhalaExplanation(url: url, fault: error.description)
    }
    var explanation = KhalaExplanation(url: url)
    explanation.version = version
    do {
      let rewritten = try rewrite.redirect(KhalaNode(CallContents(address: address))).address
      if rewritten.text != address.text { explanation.rewrittenURL = rewritten.text }
      address = rewritten
    } catch {
      explanation.refusal = "\(error)"
      explanation.parts = KhalaExplanation.Parts(address)
      return explanation
    }
    explanation.parts = KhalaExplanation.Parts(address)
    explain(address, in: &explanation)
    return explanation
  }

  private func explain(_ address: RouteAddress, in explanation: inout KhalaExplanation) {
    var reader = RouteReader(board: self)
    let found = table.explain(address)
    explanation.steps = found.narration
    explanation.candidates = found.candidates.flatMap { candidate in
      // Functions of one name are one candidate.
      reader.routes(ofEntry: candidate.entry).prefix(1).map { route in
        KhalaExplanation.Candidate(candidate, route: route)
      }
    }
    if let match = table.match(address) {
      explanation.routes = reader.routes(ofEntry: match.entry)
      explanation.captures = KhalaExplanation.captures(match.captures)
      return
    }
    let hints = RouteHints(address, in: self)
    explanation.hint = hints.sentence.text
    explanation.nearestClasses = hints.classes
    explanation.nearestFunctions = hints.functions
    explanation.nearestLiterals = found.suggestions
    explanation.registered = hints.className.map { map.routes(ofClass: $0) } ?? []
  }
}
