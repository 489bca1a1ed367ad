import Declarations
import SectionRegistry

extension Khala {
  /// The current routes of the process, with the version of their table.
  ///
  /// Reading it calls no function and creates no instance.
  ///
  /// - Complexity: O(*n*) in the records of all routing classes, whose details are read each time.
  ///   Use it for people and tools, not in every call.
  /// - Concurrency: May be used from any thread.
  public static var routes: KhalaRouteMap { KhalaState.current.routes.board.map }

  /// The current problems with the routes of the process.
  ///
  /// These are routes that conflict, routes that are never reached, routing classes with the same
  /// name, and invalid patterns. Functions with `@KhalaCall` are problems if their URL matches no
  /// route (before rewriting), or if the route has other parameters or another result. A healthy
  /// program has no problems, which makes a good test:
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
      // The declarations report unreadable records themselves.
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
  /// Parses a map that ``json()`` wrote.
  ///
  /// - Throws: A ``KhalaError`` with the code ``KhalaError/Code/unreadableRouteMap`` that describes
  ///   the problem and its position.
  public init(json: String) throws(KhalaError) {
    do {
      try self.init(decoding: json)
    } catch {
      throw KhalaError(
        .unreadableRouteMap, url: "",
        message: "[Khala] this is not a route map: \(DecodingError.reason(of: error))",
        underlyingError: error)
    }
  }
}

extension KhalaError.Code {
  /// A string is not a route map in JSON.
  public static let unreadableRouteMap = Self(name: "unreadableRouteMap")
}

extension KhalaDeclarations.Contract {
  /// Adds the resolved types of this process.
  fileprivate mutating func resolve(by contract: __KhalaContract) {
    for (index, parameter) in parameters.enumerated() {
      let resolved = contract.parameters.first { $0.name == parameter.name }
      parameters[index].resolvedType = resolved.map { String(reflecting: $0.type) }
    }
    resolvedResult = String(reflecting: contract.result)
  }
}

extension Khala {
  /// Explains to which route a URL currently leads, and why.
  ///
  /// It applies the rewrite filters, because they decide the destination of calls. No other code of
  /// the program runs: it calls no function, creates no instance, and asks no interceptor, fallback
  /// or stub.
  ///
  /// - Parameter url: The URL.
  /// - Returns: A report, whose parts can be read separately.
  /// - Complexity: O(*n*) in all routes. Use it for people and errors, not in every call.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ url: String) -> KhalaExplanation {
    KhalaState.current.routes.board.explain(url, rewrite: rewrite)
  }
}

extension RouteBoard {
  /// Explains to which route a URL leads, and why.
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
      // Overloaded functions are one candidate.
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
