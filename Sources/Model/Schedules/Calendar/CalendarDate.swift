/// A day of the calendar in any time zone, such as 2026-12-25.
///
/// Write it as a literal, or parse a string with ``init(parsing:)``. A literal that is not a valid
/// date has a ``problem``, which its schedule reports. The macros of TaskKit reject such a literal
/// at compile time.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The number of the day, where 1 January 1970 is 0.
  package let dayNumber: Int
  /// The string of a literal that is not a date.
  private let invalidText: String?

  public var year: Int { GregorianCalendar.date(ofDay: dayNumber).year }
  public var month: Int { GregorianCalendar.date(ofDay: dayNumber).month }
  public var day: Int { GregorianCalendar.date(ofDay: dayNumber).day }
  public var weekday: Weekday {
    Weekday.allCases[GregorianCalendar.weekday(ofDay: dayNumber)]
  }

  /// The error of an invalid literal, or `nil` for a valid date.
  public var problem: ScheduleError? { invalidText.map(ScheduleError.invalidDate) }

  package init(dayNumber: Int) {
    self.dayNumber = dayNumber
    invalidText = nil
  }

  /// Creates a date from its parts.
  ///
  /// - Throws: A ``ScheduleError`` if the day does not exist, such as 29 February 2026.
  public init(year: Int, month: Int, day: Int) throws(ScheduleError) {
    guard GregorianCalendar.years ~= year, 1...12 ~= month, day >= 1,
      day <= GregorianCalendar.length(ofMonth: month, year: year)
    else { throw .invalidDate("\(year)-\(twoDigits(month))-\(twoDigits(day))") }
    self.init(dayNumber: GregorianCalendar.dayNumber(year: year, month: month, day: day))
  }

  /// Parses a date: `2026-12-25`.
  ///
  /// - Throws: A ``ScheduleError`` if the string is not a date.
  public init(parsing text: String) throws(ScheduleError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = decimal(in: parts[0], digits: 4...4),
      let month = decimal(in: parts[1], digits: 2...2),
      let day = decimal(in: parts[2], digits: 2...2),
      let date = try? CalendarDate(year: year, month: month, day: day)
    else { throw .invalidDate(text) }
    self = date
  }

  // Only the number, because searches look dates up, and invalid dates are rejected before.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(dayNumber)
  }

  public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
    one.dayNumber < other.dayNumber
  }
}

extension CalendarDate: ExpressibleByStringLiteral {
  /// Creates a date from a literal.
  ///
  /// If the string is not a date, the value is 1 January 1970 and has a ``problem``.
  public init(stringLiteral text: String) {
    if let date = try? CalendarDate(parsing: text) {
      self = date
    } else {
      dayNumber = 0
      invalidText = text
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as year, month and day.
  public var description: String {
    if let invalidText { return "'\(invalidText)'" }
    let (year, month, day) = GregorianCalendar.date(ofDay: dayNumber)
    let digits = String(year)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(padding)\(digits)-\(twoDigits(month))-\(twoDigits(day))"
  }
}
