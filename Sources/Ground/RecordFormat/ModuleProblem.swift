/// A problem in the declarations of an app's modules: an error, or something unexpected.
///
/// Each product lists its own as `problems`; a graph lists those of all.
public struct ModuleProblem: Error, Sendable, Hashable {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Something does not work as it is declared.
    case error
    /// Something probably does not do what was meant.
    case warning
    /// Something that is good to know.
    case notice

    /// Returns whether the left one matters less.
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

  /// A sentence that says what is wrong, and what to do about it.
  public let message: String

  /// The source locations of the declarations concerned; the one to change comes first.
  public let locations: [CodeLocation]

  /// The ids of the concerned nodes of a `ModuleGraph`; empty if no graph has found the problem.
  public let nodes: [String]

  /// The names that may have been meant, the nearest first.
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

  /// Creates a problem from an error that has been reported.
  package init(_ error: some ModularityError, at locations: [CodeLocation]? = nil) {
    self.init(
      Code(rawValue: "\(error.code)"), .error, error.message,
      locations: locations ?? [error.location].compactMap(\.self))
  }
}

extension ModuleProblem: CustomStringConvertible {
  /// The problem as compilers print theirs: `Feed/Wires.swift:12: error: the wire …`.
  public var description: String {
    (locations.first.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
  }
}
