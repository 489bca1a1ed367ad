import Schedules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Schedules as people read them.
enum ScheduleWords {
  /// Returns an expression of cron in words, or `nil` if it cannot be read.
  static func words(ofCron text: String) -> String? {
    (try? CronExpression(text))?.words
  }

  /// A date as ISO 8601 has it; the number where that has none.
  static func date(_ secondsSince1970: Double) -> String {
    // The years 1 to 9999.
    guard -62_135_596_800...253_402_300_799 ~= secondsSince1970 else {
      return "\(secondsSince1970) seconds after 1970"
    }
    return Date(timeIntervalSince1970: secondsSince1970).ISO8601Format()
  }
}
