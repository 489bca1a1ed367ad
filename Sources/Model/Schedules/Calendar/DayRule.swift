/// The days of a month that a rule matches.
struct DayRule: Sendable, Hashable {
  /// Days by their numbers, 1 to 31.
  var daysOfMonth: UInt32 = .bits(1...31)
  /// Days counted back from the last day, which is 0.
  var daysBeforeLast: UInt32 = 0
  /// Days by their numbers.
  ///
  /// In a month that is too short, its last day is used.
  var clampedDays: UInt32 = 0
  /// Days, 1 to 31, each replaced by the nearest working day.
  var nearestWeekdays: UInt32 = 0
  /// Days counted back from the last day, each replaced by the nearest working day.
  var nearestBeforeLast: UInt32 = 0
  /// Days of the week, starting with Sunday as 0.
  var weekdays: UInt8 = .bits(0...6)
  /// Days of the week, of which only the last one in the month matches.
  var lastWeekdays: UInt8 = 0
  /// The *n*-th occurrences of days of the week, as the numbers 5 · day + *n* − 1.
  var numberedWeekdays: UInt64 = 0
  /// A Boolean value that indicates whether the field for the day of the month is open: it starts
  /// with `*`.
  var isDayOfMonthOpen = true
  /// A Boolean value that indicates whether the field for the day of the week is open.
  var isDayOfWeekOpen = true
  /// The rule for combining both fields of days.
  var combination = CronExpression.DayCombination.either

  /// A Boolean value that indicates whether any day is replaced by the nearest working day.
  private var hasNearest: Bool { nearestWeekdays != 0 || nearestBeforeLast != 0 }

  /// A Boolean value that indicates whether the rule matches every day.
  var isEveryDay: Bool { self == DayRule(combination: combination) }

  /// Returns the matching days of a month, as a set of the numbers 1 to 31.
  func days(year: Int, month: Int) -> UInt32 {
    let length = GregorianCalendar.length(ofMonth: month, year: year)
    let all = UInt32.bits(1...length)
    let needsWeekdays = !isDayOfWeekOpen || weekdays != .bits(0...6) || hasNearest
    let firstDay = GregorianCalendar.dayNumber(year: year, month: month, day: 1)
    let weekday = needsWeekdays ? GregorianCalendar.weekday(ofDay: firstDay) : 0
    let named = namedDays(length: length, firstWeekday: weekday) & all
    guard needsWeekdays else { return named }
    let ofWeek = namedWeekdays(length: length, firstWeekday: weekday) & all
    if isDayOfMonthOpen || isDayOfWeekOpen || combination == .both { return named & ofWeek }
    return named | ofWeek
  }

  /// Returns the days that the field for the day of the month names.
  private func namedDays(length: Int, firstWeekday: Int) -> UInt32 {
    var days = daysOfMonth
    if daysBeforeLast != 0 {
      days |= daysBeforeLast.subtracted(from: length)
    }
    if clampedDays != 0 {
      days |= clampedDays
      if clampedDays >> UInt32(length + 1) != 0 { days |= 1 << UInt32(length) }
    }
    if hasNearest {
      let wanted = nearestWeekdays | nearestBeforeLast.subtracted(from: length)
      for day in 1...length where wanted.hasBit(day) {
        days |= 1 << UInt32(workingDay(nearest: day, length: length, firstWeekday: firstWeekday))
      }
    }
    return days
  }

  /// Returns the nearest day from Monday to Friday in the same month.
  private func workingDay(nearest day: Int, length: Int, firstWeekday: Int) -> Int {
    switch (firstWeekday + day - 1) % 7 {
    case 0: day == length ? day - 2 : day + 1
    case 6: day == 1 ? day + 2 : day - 1
    default: day
    }
  }

  /// Returns the days that the field for the day of the week names.
  private func namedWeekdays(length: Int, firstWeekday: Int) -> UInt32 {
    // The days of one week, starting with the weekday of the first day, repeated five times.
    let doubled = UInt64(weekdays) | UInt64(weekdays) << 7
    let week = doubled >> UInt64(firstWeekday) & 0x7F
    var days = UInt32(
      truncatingIfNeeded: (week | week << 7 | week << 14 | week << 21 | week << 28) << 1)
    if lastWeekdays != 0 {
      for day in length - 6...length where lastWeekdays.hasBit((firstWeekday + day - 1) % 7) {
        days |= 1 << UInt32(day)
      }
    }
    if numberedWeekdays != 0 {
      for day in 1...length
      where numberedWeekdays.hasBit((firstWeekday + day - 1) % 7 * 5 + (day - 1) / 7) {
        days |= 1 << UInt32(day)
      }
    }
    return days
  }
}

extension UInt32 {
  /// Returns the set of `length - n` for every number *n* of this set below `length`.
  fileprivate func subtracted(from length: Int) -> UInt32 {
    var result: UInt32 = 0
    for number in 0..<length where hasBit(number) { result |= 1 << UInt32(length - number) }
    return result
  }
}

/// A day that every month has, such as the last day or the third Friday.
public struct MonthDay: Sendable, Hashable {
  /// The matching days.
  let days: DayRule

  private init(ofMonth change: (inout DayRule) -> Void) {
    var days = DayRule()
    days.daysOfMonth = 0
    days.isDayOfMonthOpen = false
    change(&days)
    self.days = days
  }

  private init(ofWeek change: (inout DayRule) -> Void) {
    var days = DayRule()
    days.weekdays = 0
    days.isDayOfWeekOpen = false
    change(&days)
    self.days = days
  }

  /// The last day.
  public static let last = MonthDay(ofMonth: { $0.daysBeforeLast = 1 })

  /// The last day from Monday to Friday.
  public static let lastWorkingDay = MonthDay(ofMonth: { $0.nearestBeforeLast = 1 })

  /// Returns the first occurrence of a day of the week.
  public static func first(_ weekday: Weekday) -> MonthDay { number(1, weekday) }

  /// Returns the second occurrence of a day of the week.
  public static func second(_ weekday: Weekday) -> MonthDay { number(2, weekday) }

  /// Returns the third occurrence of a day of the week.
  public static func third(_ weekday: Weekday) -> MonthDay { number(3, weekday) }

  /// Returns the fourth occurrence of a day of the week.
  public static func fourth(_ weekday: Weekday) -> MonthDay { number(4, weekday) }

  /// Returns the last occurrence of a day of the week.
  public static func last(_ weekday: Weekday) -> MonthDay {
    MonthDay(ofWeek: { $0.lastWeekdays = 1 << UInt8(weekday.rawValue) })
  }

  private static func number(_ number: Int, _ weekday: Weekday) -> MonthDay {
    MonthDay(ofWeek: { $0.numberedWeekdays = 1 << UInt64(5 * weekday.rawValue + number - 1) })
  }
}
