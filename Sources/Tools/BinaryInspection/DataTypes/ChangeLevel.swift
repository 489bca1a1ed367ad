/// The effect of a change between two builds of a program, from the worst one.
package enum ChangeLevel: String, Sendable, Hashable, Encodable, CaseIterable {
  /// Names or values that the old build stored cannot be used by the new build.
  case storedData
  /// In a rolling deployment, the old build cannot use names or values of the new build.
  case neighbor
  /// Code that uses the declaration may not compile or may find nothing.
  case source
  /// The form of a type is unknown, so that a change of its values may go unnoticed.
  case unknown
  case harmless

  package var words: String {
    switch self {
    case .storedData: "breaks stored data"
    case .neighbor: "breaks the running neighbor"
    case .source: "breaks source"
    case .unknown: "unknown"
    case .harmless: "harmless"
    }
  }

  package var isBreaking: Bool { self != .unknown && self != .harmless }
}

extension ChangeLevel: Comparable {
  /// Returns whether a level is worse than another one.
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  private var number: Int {
    switch self {
    case .storedData: 0
    case .neighbor: 1
    case .source: 2
    case .unknown: 3
    case .harmless: 4
    }
  }
}
