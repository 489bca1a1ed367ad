import Declarations

/// The declarations of a program, read without running it.
///
/// ```swift
/// let found = KhalaDeclarations(records.compactMap { record in
///   KhalaDeclaration(recordKind: …, key: …, detail: …, location: …)
/// })
/// for problem in found.problems { print(problem) }
/// ```
public struct KhalaDeclarations: Sendable {
  /// The routes of all routing classes.
  public let routes: KhalaRouteMap

  /// The functions with `@KhalaCall`.
  public let contracts: [Contract]

  /// The problems of single declarations, and of several with one name.
  package let ownProblems: [ModuleProblem]

  /// Reads declarations.
  ///
  /// - Parameter declarations: All of a program, in the order in which the
  ///   registry of a process has them: by priority from the highest, then file,
  ///   line, column and id. Of two classes of one name the first is called.
  public init(_ declarations: some Sequence<KhalaDeclaration>) {
    var routes: [KhalaRouteMap.Route] = []
    var contracts: [Contract] = []
    var problems: [ModuleProblem] = []
    var firsts: [String: CodeLocation] = [:]
    for declaration in declarations {
      do throws(RecordFault) {
        switch try declaration.content.get() {
        case .contract(let schema):
          contracts.append(Contract(schema, url: declaration.key, location: declaration.location))
        case .routingClass(let schema):
          if let first = firsts[declaration.key] {
            problems.append(
              .duplicateClass(declaration.key, at: declaration.location, after: first))
            continue
          }
          firsts[declaration.key] = declaration.location
          let found = ModuleDeclaration(
            name: declaration.key, schema: schema, location: declaration.location
          ).routes()
          routes += found.routes
          problems += found.problems
        default: break
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
  public var problems: [ModuleProblem] {
    let table = RouteMapTable(routes)
    return ownProblems + table.problems + table.problems(of: contracts).problems
  }
}
