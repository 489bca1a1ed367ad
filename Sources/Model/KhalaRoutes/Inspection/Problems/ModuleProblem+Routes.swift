import Declarations
import RoutePatterns

extension ModuleProblem {
  static func invalidPattern(
    _ error: RoutePatternError, of function: String, at location: CodeLocation?
  ) -> ModuleProblem {
    ModuleProblem(
      .invalidPattern, .error,
      "\(function) has a path that matches nothing: \(error)",
      locations: [location].compactMap(\.self))
  }

  static func routesNotCompared(_ count: Int) -> ModuleProblem {
    ModuleProblem(
      .routesNotCompared, .notice,
      """
      not every route was compared with those of higher priorities (left out: \(count)), because \
      too many patterns have captures between literals in one place. Give the patterns more \
      segments, or the routes one priority.
      """)
  }

  static func duplicateClass(
    _ name: String, at location: CodeLocation, after first: CodeLocation
  ) -> ModuleProblem {
    ModuleProblem(
      .duplicateClass, .error,
      """
      the routing class '\(name)' is never called, since \(first) declares one of this name too. \
      Give one of them another: '@KhalaModule("…")'.
      """,
      locations: [location, first])
  }

  static func unreadableDeclaration(
    _ declaration: KhalaDeclaration, because fault: RecordFault
  ) -> ModuleProblem {
    ModuleProblem(
      .unreadableDetail, .error,
      """
      the record of '\(declaration.key)' cannot be read: \(fault). \
      Build it with the release of ModularityKit that reads it.
      """,
      locations: [declaration.location])
  }
}
