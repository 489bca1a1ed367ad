/// What the declarations of a program come to, without running it.
///
/// ```swift
/// let found = KhalaDeclarations(records.compactMap { record in
///   KhalaDeclaration(recordKind: …, key: …, detail: …, place: …)
/// })
/// for problem in found.problems { print(problem) }
/// ```
public struct KhalaDeclarations: Sendable {
  /// The routes of all routing classes.
  public let routes: KhalaRouteMap

  /// The functions with `@KhalaCall`.
  public let contracts: [Contract]

  /// What is wrong with single declarations, and with several of one name.
  let ownProblems: [KhalaProblem]

  /// Reads declarations.
  ///
  /// - Parameter declarations: All of a program, in the order in which the
  ///   registry of a process has them: by priority from the highest, then file,
  ///   line, column and id. Of two classes of one name the first is called.
  public init(_ declarations: some Sequence<KhalaDeclaration>) {
    var routes: [KhalaRouteMap.Route] = []
    var contracts: [Contract] = []
    var problems: [KhalaProblem] = []
    var firsts: [String: KhalaPlace] = [:]
    for declaration in declarations {
      do {
        switch declaration.kind {
        case .contract:
          contracts.append(try Contract(declaration))
        case .module:
          if let first = firsts[declaration.key] {
            problems.append(.duplicateClass(declaration.key, at: declaration.place, after: first))
            continue
          }
          firsts[declaration.key] = declaration.place
          let found = try ModuleDeclaration(declaration).routes()
          routes += found.routes
          problems += found.problems
        }
      } catch {
        problems.append(.unreadableDeclaration(declaration, because: error))
      }
    }
    self.routes = KhalaRouteMap(routes: routes)
    self.contracts = contracts
    ownProblems = problems
  }

  /// Everything that is wrong with them: see ``Khala/problems``.
  ///
  /// - Complexity: O(*n*) in routes and contracts; compute it once.
  public var problems: [KhalaProblem] {
    ownProblems + routes.problems + routes.problems(of: contracts)
  }
}
