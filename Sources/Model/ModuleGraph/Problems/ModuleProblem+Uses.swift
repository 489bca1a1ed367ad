import KhalaRoutes
import Spelling

extension ModuleProblem {
  /// Returns the problem of code that uses an unknown route, task or job.
  static func unresolvedUse(
    _ uses: [ModuleGraph.Use], of id: ModuleGraph.Node.ID, nearest: [String]
  ) -> ModuleProblem {
    let use = uses[0]
    let isRoute = use.target == .route
    let verb = isRoute ? use.kind.words : "\(use.kind.words) the \(use.target)"
    return ModuleProblem(
      .unresolvedUse, .error,
      """
      \(mention(uses)) \(verb) '\(use.name)', but no \(use.target) \
      \(isRoute ? "matches it" : "has this name").\(NearestNames.question(nearest)) Correct the \
      \(isRoute ? "URL" : "name"), or link the module that declares the \(use.target). If the \
      program adds it at run time, keep this finding in the baseline.
      """,
      locations: uses.compactMap(\.location), nodes: [id], suggestions: nearest)
  }

  /// Returns the problem of code that calls a string that is not a URL.
  static func unreadableURL(
    _ uses: [ModuleGraph.Use], of id: ModuleGraph.Node.ID, _ error: RouteAddressError,
    fix: String?
  ) -> ModuleProblem {
    ModuleProblem(
      .unresolvedUse, .error,
      """
      \(mention(uses)) \(uses[0].kind.words) '\(uses[0].name)', which is not a URL: \(error)\
      \(fix.map { " Write '\($0)'." } ?? "")
      """,
      locations: uses.compactMap(\.location), nodes: [id], suggestions: fix.map { [$0] } ?? [])
  }

  /// Returns the problem of code that uses an unknown name that nearly equals another one.
  static func misspelledUse(
    _ uses: [ModuleGraph.Use], of node: ModuleGraph.Node, nearest: [String]
  ) -> ModuleProblem {
    ModuleProblem(
      .unresolvedUse,
      // The system and other libraries have their own notifications.
      node.kind == .notification ? .notice : .warning,
      """
      \(mention(uses)) \(uses[0].kind.words) the \(node.kind) '\(node.name)', but no declaration \
      names it.\(NearestNames.question(nearest)) Correct the name. If both names are intended, \
      add a declaration that takes this one.
      """,
      locations: uses.compactMap(\.location), nodes: [node.id], suggestions: nearest)
  }

  /// Returns the problem of a declaration without uses.
  ///
  /// - Parameters:
  ///   - node: The declaration.
  ///   - takers: The declarations that wait for it, if it has no declaration of its own.
  ///   - verb: The missing use, as the end of a sentence: `enqueues it`.
  /// - Returns: A notice.
  static func unusedDeclaration(
    _ node: ModuleGraph.Node, takers: [ModuleGraph.Node], verb: String
  ) -> ModuleProblem {
    let locations =
      takers.isEmpty ? Array(node.locations.prefix(1)) : takers.compactMap(\.locations.first)
    let place = locations.first.map { " (\($0))" } ?? ""
    return ModuleProblem(
      .unusedDeclaration, .notice,
      """
      the \(node.kind) '\(node.name)'\(place) is declared, but nothing in the program \(verb). \
      Remove it. Ignore this if another program or a name created at run time uses it.
      """,
      locations: locations.uniqued(), nodes: [node.id])
  }

  /// Returns the first of some uses in a sentence, and the number of the others.
  private static func mention(_ uses: [ModuleGraph.Use]) -> String {
    let first = uses[0]
    let place = first.location.map { "\($0)" } ?? "module \(first.module)"
    let others = uses.count - 1
    let more = others == 0 ? "" : " (and at \(others) other location\(others == 1 ? "" : "s"))"
    return "code at \(place)\(more)"
  }
}
