import Declarations
import RoutePatterns

/// Something that is wrong with the routes of a program.
public struct KhalaProblem: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem; the list may grow.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Two routes match the same addresses with the same precedence.
    public static let conflictingRoutes = Kind(name: "conflictingRoutes")
    /// Whatever a route matches, another one gets.
    public static let unreachableRoute = Kind(name: "unreachableRoute")
    /// Some routes were not compared with those of higher priorities.
    public static let routesNotCompared = Kind(name: "routesNotCompared")
    /// Two routing classes have one name.
    public static let duplicateClass = Kind(name: "duplicateClass")
    /// A pattern cannot be read.
    public static let invalidPattern = Kind(name: "invalidPattern")
    /// The detail of a record cannot be read.
    public static let unreadableDeclaration = Kind(name: "unreadableDeclaration")
    /// The URL of a contract leads to no route.
    public static let missingRoute = Kind(name: "missingRoute")
    /// A contract and its route do not agree.
    public static let brokenContract = Kind(name: "brokenContract")

    public var description: String { name }
  }

  /// The kind of the problem.
  public let kind: Kind

  /// The declarations that are concerned, the one to change first.
  public let places: [CodeLocation]

  /// A sentence that says what is wrong and what to do about it.
  public let message: String

  /// The place of the first declaration, and what is wrong with it.
  public var description: String {
    (places.first.map { "\($0): " } ?? "") + message
  }
}

extension KhalaProblem {
  static func invalidPattern(
    _ error: RoutePatternError, of function: String, at place: CodeLocation?
  ) -> KhalaProblem {
    KhalaProblem(
      kind: .invalidPattern, places: [place].compactMap(\.self),
      message: "\(function) has a path that leads nowhere: \(error)")
  }

  static func routesNotCompared(_ count: Int) -> KhalaProblem {
    KhalaProblem(
      kind: .routesNotCompared, places: [],
      message: """
        not every route was compared with those of higher priorities (left out: \(count)), because \
        too many patterns have captures between literals in one place. Give the patterns more \
        segments, or the routes one priority.
        """)
  }

  static func duplicateClass(
    _ name: String, at place: CodeLocation, after first: CodeLocation
  ) -> KhalaProblem {
    KhalaProblem(
      kind: .duplicateClass, places: [place, first],
      message: """
        the routing class '\(name)' is never called, since \(first) declares one of this name too. \
        Give one of them another: '@KhalaModule("…")'.
        """)
  }

  static func unreadableDeclaration(
    _ declaration: KhalaDeclaration, because fault: RecordFault
  ) -> KhalaProblem {
    KhalaProblem(
      kind: .unreadableDeclaration, places: [declaration.place],
      message: """
        the record of '\(declaration.key)' cannot be read: \(fault). \
        Build it with the release of ModularityKit that reads it.
        """)
  }
}
