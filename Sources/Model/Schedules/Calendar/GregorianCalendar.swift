#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as whole seconds since 1970 in UTC.
///
/// Schedules fire at whole seconds. A `Date` may lie between two of them. It is rounded at the
/// public API, in the direction that keeps the result correct.
enum Instants {
  static let secondsPerDay: Int64 = 86_400

  /// The first moment of the year 1, minus a day for zones behind UTC.
  static let first: Int64 = -62_135_596_800 - secondsPerDay

  /// The last moment of the year 9999, plus a day for zones ahead of UTC.
  static let last: Int64 = 253_402_300_799 + secondsPerDay

  /// Returns the moment if its year is supported, or `nil`.
  static func known(_ instant: Int64) -> Int64? { first...last ~= instant ? instant : nil }

  /// Returns the last whole second up to a date.
  static func rounded(down date: Date) -> Int64 {
    clamped(date.timeIntervalSince1970.rounded(.down))
  }

  /// Returns the first whole second from a date on.
  static func rounded(up date: Date) -> Int64 {
    clamped(date.timeIntervalSince1970.rounded(.up))
  }

  static func date(_ instant: Int64) -> Date {
    Date(timeIntervalSince1970: Double(instant))
  }

  /// Returns the seconds, clamped to the supported range.
  private static func clamped(_ seconds: Double) -> Int64 {
    Int64(min(max(seconds, Double(first)), Double(last)))
  }
}

/// The arithmetic of days, months and years.
///
/// Days are numbered from 1 January 1970, which is 0. All years use the Gregorian calendar, like
/// the tables of time zones.
package enum GregorianCalendar {
  /// The supported years, which have up to four digits.
  package static let years = 1...9999

  /// The number of days in 400 years, after which the calendar repeats itself.
  package static let daysPerCycle = 146_097

  /// The number of days from 1 March 0000, where the computation starts, to 1 January 1970.
  private static let daysBefore1970 = 719_468

  /// Returns the number of a day.
  ///
  /// Years are counted from March, so that the leap day is the last day of its year and the lengths
  /// of the months before it repeat every five months.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let monthSinceMarch = month > 2 ? month - 3 : month + 9
    let (cycle, yearOfCycle) = marchYear.dividedDown(by: 400)
    let dayOfYear = (153 * monthSinceMarch + 2) / 5 + day - 1
    let dayOfCycle = 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * daysPerCycle + dayOfCycle - daysBefore1970
  }

  /// Returns the year, month and day for a day number.
  package static func date(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let (cycle, dayOfCycle) = (dayNumber + daysBefore1970).dividedDown(by: daysPerCycle)
    // Without the leap days passed so far, every year has 365 days.
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthSinceMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthSinceMarch + 2) / 5 + 1
    let month = monthSinceMarch < 10 ? monthSinceMarch + 3 : monthSinceMarch - 9
    return (400 * cycle + yearOfCycle + (month > 2 ? 0 : 1), month, day)
  }

  /// Returns the day of the week, where Sunday is 0.
  package static func weekday(ofDay dayNumber: Int) -> Int {
    // 1 January 1970 was a Thursday.
    (dayNumber + 4).dividedDown(by: 7).remainder
  }

  package static func isLeap(year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// Returns the number of days of a month.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year: year) ? 29 : 28 }
    // Long and short months alternate, and the pattern restarts in August.
    return 30 + (month + month / 8) % 2
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// Returns the quotient rounded down, and the remainder, which is never negative.
  @inline(__always)
  func dividedDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A day of the week.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable {
  case sunday = 0
  case monday
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday

  /// The name in English.
  package var name: String { Self.names[rawValue] }

  /// The names of all days, starting with Sunday.
  package static let names = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

/// A month of the year.
public enum Month: Int, Sendable, Hashable, Codable, CaseIterable {
  case january = 1
  case february
  case march
  case april
  case may
  case june
  case july
  case august
  case september
  case october
  case november
  case december

  /// The name in English.
  package var name: String { Self.names[rawValue - 1] }

  /// The names of all months, starting with January.
  package static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
