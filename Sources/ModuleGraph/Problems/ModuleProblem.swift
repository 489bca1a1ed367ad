/// Something that is wrong or surprising in what the modules of an app declare.
public struct ModuleProblem: Error, Sendable, Hashable, Codable {
  /// The kind of a problem; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }
  }

  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Something will not work as it is declared.
    case error
    /// Something probably does not do what was meant.
    case warning
    /// Something that is good to know.
    case notice

    /// Returns whether one matters less than the other.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .notice: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  public let code: Code

  public let severity: Severity

  /// A sentence that says what is wrong, and what to do about it.
  public let message: String

  /// The declarations that are concerned, the one to change first.
  public let places: [CodeLocation]

  /// The nodes that are concerned, by id.
  public let nodes: [ModuleGraph.Node.ID]

  /// The names that may have been meant, the nearest first.
  public let suggestions: [String]

  /// Describes a problem.
  public init(
    _ code: Code, _ severity: Severity, _ message: String, places: [CodeLocation] = [],
    nodes: [ModuleGraph.Node.ID] = [], suggestions: [String] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.places = places
    self.nodes = nodes
    self.suggestions = suggestions
  }
}

extension ModuleProblem: CustomStringConvertible {
  /// The problem as compilers write theirs:
  /// `Feed/Wires.swift:12: error: the wire …`.
  public var description: String {
    (places.first.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
  }
}
