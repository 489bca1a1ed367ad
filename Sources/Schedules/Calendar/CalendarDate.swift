/// A day of the calendar, wherever it is: 2026-12-25.
///
/// It is written as a literal, or read from a text that comes from elsewhere with
/// ``init(parsing:)``.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The number of the day, where 1 January 1970 is 0.
  package let dayNumber: Int

  public var year: Int { GregorianCalendar.date(ofDay: dayNumber).year }
  public var month: Int { GregorianCalendar.date(ofDay: dayNumber).month }
  public var day: Int { GregorianCalendar.date(ofDay: dayNumber).day }
  public var weekday: Weekday {
    Weekday.allCases[GregorianCalendar.weekday(ofDay: dayNumber)]
  }

  package init(dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// Creates a date from its parts.
  ///
  /// - Throws: A ``ScheduleError``, if there is no such day: 2026 has no 29 February.
  public init(year: Int, month: Int, day: Int) throws(ScheduleError) {
    guard GregorianCalendar.years ~= year, 1...12 ~= month, day >= 1,
      day <= GregorianCalendar.length(ofMonth: month, year: year)
    else { throw .invalidDate("\(year)-\(twoDigits(month))-\(twoDigits(day))") }
    dayNumber = GregorianCalendar.dayNumber(year: year, month: month, day: day)
  }

  /// Reads a date: `2026-12-25`.
  ///
  /// - Throws: A ``ScheduleError``, if the text is no date.
  public init(parsing text: String) throws(ScheduleError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = decimal(in: parts[0], digits: 4...4),
      let month = decimal(in: parts[1], digits: 2...2),
      let day = decimal(in: parts[2], digits: 2...2),
      let date = try? CalendarDate(year: year, month: month, day: day)
    else { throw .invalidDate(text) }
    self = date
  }

  public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
    one.dayNumber < other.dayNumber
  }
}

extension CalendarDate: ExpressibleByStringLiteral {
  /// Creates a date from a literal, and traps if it is none.
  public init(stringLiteral text: String) {
    do throws(ScheduleError) {
      try self.init(parsing: text)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as year, month and day.
  public var description: String {
    let (year, month, day) = GregorianCalendar.date(ofDay: dayNumber)
    let digits = String(year)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(padding)\(digits)-\(twoDigits(month))-\(twoDigits(day))"
  }
}
