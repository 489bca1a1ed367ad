/// A day of the calendar, wherever it is: 2026-12-25.
///
/// It is written as a literal, or read from a text that comes from elsewhere with
/// ``init(parsing:)``. A literal that is no date has a ``problem``, which a schedule made
/// with it reports; the macros of TaskKit reject it when the program is compiled.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The number of the day, where 1 January 1970 is 0.
  package let dayNumber: Int
  /// The text of a literal that is no date.
  private let invalidText: String?

  public var year: Int { GregorianCalendar.date(ofDay: dayNumber).year }
  public var month: Int { GregorianCalendar.date(ofDay: dayNumber).month }
  public var day: Int { GregorianCalendar.date(ofDay: dayNumber).day }
  public var weekday: Weekday {
    Weekday.allCases[GregorianCalendar.weekday(ofDay: dayNumber)]
  }

  /// Why this is no date, or `nil` if it is one.
  public var problem: ScheduleError? { invalidText.map(ScheduleError.invalidDate) }

  package init(dayNumber: Int) {
    self.dayNumber = dayNumber
    invalidText = nil
  }

  /// Creates a date from its parts.
  ///
  /// - Throws: A ``ScheduleError``, if there is no such day: 2026 has no 29 February.
  public init(year: Int, month: Int, day: Int) throws(ScheduleError) {
    guard GregorianCalendar.years ~= year, 1...12 ~= month, day >= 1,
      day <= GregorianCalendar.length(ofMonth: month, year: year)
    else { throw .invalidDate("\(year)-\(twoDigits(month))-\(twoDigits(day))") }
    self.init(dayNumber: GregorianCalendar.dayNumber(year: year, month: month, day: day))
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

  // The number alone: a search looks dates up, and those that are none are rejected before.
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
  /// If the text is no date, the value is 1 January 1970 and has a ``problem``.
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
