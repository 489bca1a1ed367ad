/// The rank of a callback among those of the same event: a higher one runs earlier.
///
/// Any integer will do, negative ones too. Callbacks of one priority run in the
/// order in which they are declared: by file, then by line.
public struct RheaPriority: RawRepresentable, Hashable, Sendable, __RheaConstant {
  /// The number that is compared.
  public let rawValue: Int

  /// Makes the priority with this number.
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
  /// The number 5: what a callback has unless something else is said.
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
  /// The urgency with which a callback runs off the main actor.
  ///
  /// Each named level has one of its own, in the same order, and numbers between
  /// two levels share that of the lower one.
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
  /// The priority that Dispatch calls user-interactive: the step above `high`, which has no
  /// public name.
  static var userInteractive: TaskPriority { TaskPriority(rawValue: 0x21) }
}
