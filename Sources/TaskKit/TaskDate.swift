#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time of a task's first run.
///
/// A literal counts seconds since the start of 1970: `at: 1448873913`.
public struct TaskDate: Sendable, Hashable, Codable, __TaskConstant {
  /// The seconds since the start of 1970, UTC.
  public let secondsSince1970: Double

  /// Creates a time from the seconds since the start of 1970, UTC.
  public init(secondsSince1970: Double) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Creates a time from a date.
  public init(_ date: Date) {
    secondsSince1970 = date.timeIntervalSince1970
  }

  /// The time as a date.
  public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}

extension TaskDate: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral seconds: Int) {
    secondsSince1970 = Double(seconds)
  }

  public init(floatLiteral seconds: Double) {
    secondsSince1970 = seconds
  }
}

/// The total number of runs of a task.
///
/// A literal counts the runs, including the first: `repeat: 5`.
public struct TaskRepeat: Sendable, Hashable, Codable, __TaskConstant {
  /// The number of runs, or `nil` for no limit.
  public let times: Int?

  /// Creates a number of runs, including the first.
  public init(_ times: Int) {
    self.times = times
  }

  private init() {
    times = nil
  }

  /// Repeats without a limit.
  public static let forever = TaskRepeat()
}

extension TaskRepeat: ExpressibleByIntegerLiteral {
  public init(integerLiteral times: Int) {
    self.times = times
  }
}
