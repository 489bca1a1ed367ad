/// A problem in the declarations of the modules of an app: an error, a likely mistake, or a notice.
///
/// The `problems` property of each product lists its own problems. A graph lists the problems of
/// all products.
public struct ModuleProblem: Error, Sendable, Hashable {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A declaration does not work.
    case error
    /// A declaration probably does something other than intended.
    case warning
    /// A fact that is useful to know.
    case notice

    /// Returns whether the left severity is lower.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .notice: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The kind of problem.
  public let code: Code

  /// The severity of the problem.
  public let severity: Severity

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source locations of the declarations with the problem.
  ///
  /// The one to change comes first.
  public let locations: [CodeLocation]

  /// The identifiers of the affected nodes of a `ModuleGraph`.
  ///
  /// Empty if the problem was not found in a graph.
  public let nodes: [String]

  /// Suggestions for a misspelled name, with the nearest first.
  public let suggestions: [String]

  /// Creates a problem.
  public init(
    _ code: Code, _ severity: Severity, _ message: String, locations: [CodeLocation] = [],
    nodes: [String] = [], suggestions: [String] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.locations = locations
    self.nodes = nodes
    self.suggestions = suggestions
  }

  /// Creates a problem from a reported error.
  package init(_ error: some ModularityError, at locations: [CodeLocation]? = nil) {
    self.init(
      Code(rawValue: "\(error.code)"), .error, error.message,
      locations: locations ?? [error.location].compactMap(\.self))
  }
}

extension ModuleProblem: CustomStringConvertible {
  /// The problem in the format of compilers: `Feed/Wires.swift:12: error: the wire …`.
  public var description: String {
    (locations.first.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
  }
}
