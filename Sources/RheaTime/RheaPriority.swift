/// The rank of a callback among the callbacks of the same event.
///
/// Higher priorities run earlier.
///
/// Any integer is allowed, including negative ones. Callbacks with the same priority run in the
/// order of their declaration: by file, then by line.
public struct RheaPriority: RawRepresentable, Hashable, Sendable, __RheaConstant {
  /// The number to compare.
  public let rawValue: Int

  /// Creates the priority with a number.
  @inlinable
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension RheaPriority {
  /// The number 1.
  @inlinable public static var veryLow: RheaPriority { 1 }
  /// The number 3.
  @inlinable public static var low: RheaPriority { 3 }
  /// The number 5, which is the default.
  @inlinable public static var normal: RheaPriority { 5 }
  /// The number 7.
  @inlinable public static var high: RheaPriority { 7 }
  /// The number 9.
  @inlinable public static var veryHigh: RheaPriority { 9 }
}

extension RheaPriority: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension RheaPriority: Comparable {
  @inlinable
  public static func < (left: RheaPriority, right: RheaPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension RheaPriority: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}

extension RheaPriority {
  /// The task priority of a callback that runs off the main actor.
  ///
  /// Each named level has its own task priority, in the same order. Numbers between two levels have
  /// the task priority of the lower level.
  var taskPriority: TaskPriority {
    switch rawValue {
    case RheaPriority.veryHigh.rawValue...: .userInteractive
    case RheaPriority.high.rawValue...: .high
    case RheaPriority.normal.rawValue...: .medium
    case RheaPriority.low.rawValue...: .low
    default: .background
    }
  }
}

extension TaskPriority {
  /// The priority that Dispatch calls user-interactive, one level above `high`, without a public
  /// name.
  static var userInteractive: TaskPriority { TaskPriority(rawValue: 0x21) }
}
