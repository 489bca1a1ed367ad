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
