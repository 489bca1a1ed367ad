/// A day that every month has, or most: the last one, the third Friday.
public struct MonthDay: Sendable, Hashable {
  /// The days it is.
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

  /// The first of a day of the week.
  public static func first(_ weekday: Weekday) -> MonthDay { number(1, weekday) }

  /// The second of a day of the week.
  public static func second(_ weekday: Weekday) -> MonthDay { number(2, weekday) }

  /// The third of a day of the week.
  public static func third(_ weekday: Weekday) -> MonthDay { number(3, weekday) }

  /// The fourth of a day of the week.
  public static func fourth(_ weekday: Weekday) -> MonthDay { number(4, weekday) }

  /// The last of a day of the week.
  public static func last(_ weekday: Weekday) -> MonthDay {
    MonthDay(ofWeek: { $0.lastWeekdays = 1 << UInt8(weekday.rawValue) })
  }

  private static func number(_ number: Int, _ weekday: Weekday) -> MonthDay {
    MonthDay(ofWeek: { $0.numberedWeekdays = 1 << UInt64(5 * weekday.rawValue + number - 1) })
  }
}
