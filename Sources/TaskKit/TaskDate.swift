#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time at which a task is due.
///
/// A literal counts seconds since the beginning of 1970: `at: 1448873913`.
public struct TaskDate: Sendable, Hashable, Codable, __TaskConstant {
  /// The seconds since the beginning of 1970, UTC.
  public let secondsSince1970: Double

  /// The time so many seconds after the beginning of 1970, UTC.
  public init(secondsSince1970: Double) {
    self.secondsSince1970 = secondsSince1970
  }

  /// The time that a date stands for.
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

/// The number of runs of a task in all.
///
/// A literal counts the runs, the first included: `repeat: 5`.
public struct TaskRepeat: Sendable, Hashable, Codable, __TaskConstant {
  /// The number of runs; nothing for no end of them.
  public let times: Int?

  /// So many runs, the first included.
  public init(_ times: Int) {
    self.times = times
  }

  private init() {
    times = nil
  }

  /// Runs without end.
  public static let forever = TaskRepeat()
}

extension TaskRepeat: ExpressibleByIntegerLiteral {
  public init(integerLiteral times: Int) {
    self.times = times
  }
}
