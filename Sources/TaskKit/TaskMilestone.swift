/// A point that is reached when certain tasks are over, and that any code can wait
/// for.
///
/// ```swift
/// extension TaskMilestone {
///   static let firstScreen: TaskMilestone = "firstScreen"
/// }
/// ```
public struct TaskMilestone: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  __TaskConstant
{
  /// The text that distinguishes this milestone from others.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral name: String) {
    rawValue = name
  }
}

extension TaskMilestone: CustomStringConvertible {
  /// The text itself.
  public var description: String { rawValue }
}
