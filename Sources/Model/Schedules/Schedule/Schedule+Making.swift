#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// MARK: - Cron

extension Schedule {
  /// Returns a schedule from the string of a cron expression.
  ///
  /// - Parameters:
  ///   - text: The expression, in the syntax of ``CronExpression``.
  ///   - days: The rule if both fields of days name some.
  ///   - name: The name that determines the values of `H`.
  ///   - zone: The time zone of the times.
  ///   - policy: The policy for times that a clock change skips or repeats.
  /// - Returns: The schedule.
  /// - Throws: An error with the problem and its position in the expression.
  public static func cron(
    _ text: String, days: CronExpression.DayCombination = .either, hashing name: String? = nil,
    in zone: ScheduleZone = .current, daylightSaving policy: DaylightSavingPolicy? = nil
  ) throws(CronError) -> Schedule {
    cron(try CronExpression(text, days: days, hashing: name), in: zone, daylightSaving: policy)
  }

  /// Returns a schedule from a cron expression.
  public static func cron(
    _ expression: CronExpression, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy? = nil
  ) -> Schedule {
    let usual: DaylightSavingPolicy = expression.repeatsWithinDay ? .realTime : .onceADay
    return Schedule(.calendar(expression, zone, policy ?? usual))
  }
}

// MARK: - Times of day

extension Schedule {
  /// Returns a schedule with these times on every day.
  public static func daily(
    at time: TimeOfDay, _ more: TimeOfDay..., in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time] + more, zone, policy)
  }

  /// The days from Monday to Friday at midnight, in the time zone of the process.
  ///
  /// Combine it with other schedules in the same zone: `.and(.weekdays)` with schedules that fire
  /// at midnight, and ``excluding(daysOf:in:)`` with any schedule.
  public static var weekdays: Schedule { weekdays(at: .midnight) }

  /// Returns a schedule with these times from Monday to Friday.
  public static func weekdays(
    at time: TimeOfDay, _ more: TimeOfDay..., in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time] + more, zone, policy) { $0.days = DayRule(weekdays: .bits(1...5)) }
  }

  /// Returns a schedule with a time on these days of the week.
  public static func weekly(
    on day: Weekday, _ more: Weekday..., at time: TimeOfDay, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    let weekdays = ([day] + more).reduce(UInt8()) { $0 | 1 << UInt8($1.rawValue) }
    return calendar([time], zone, policy) { $0.days = DayRule(weekdays: weekdays) }
  }

  /// Returns a schedule with a time on a day of every month.
  ///
  /// - Parameters:
  ///   - day: The day, 1 to 31.
  ///   - shortMonths: The rule for months without this day. It is required for the days 29, 30 and
  ///     31.
  ///   - time: The time of day.
  ///   - zone: The time zone of the time.
  ///   - policy: The policy for times that a clock change skips or repeats.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError`` if the day does not exist, or the rule for short months is
  ///   missing.
  public static func monthly(
    on day: Int, inShortMonths shortMonths: ShortMonths? = nil, at time: TimeOfDay,
    in zone: ScheduleZone = .current, daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) throws(ScheduleError) -> Schedule {
    let days = try DayRule(day: day, of: nil, longest: 31, always: 28, inShortMonths: shortMonths)
    return calendar([time], zone, policy) { $0.days = days }
  }

  /// Returns a schedule with a time on a day of every month, such as the third Friday.
  public static func monthly(
    on day: MonthDay, at time: TimeOfDay, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time], zone, policy) { $0.days = day.days }
  }

  /// Returns a schedule with a time on a day of every year.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - day: The day of the month.
  ///   - shortMonths: The rule for years without 29 February. It is required for this day.
  ///   - time: The time of day.
  ///   - zone: The time zone of the time.
  ///   - policy: The policy for times that a clock change skips or repeats.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError`` if the month does not have the day, or the rule for 29 February
  ///   is missing.
  public static func yearly(
    in month: Month, on day: Int, inShortMonths shortMonths: ShortMonths? = nil,
    at time: TimeOfDay, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) throws(ScheduleError) -> Schedule {
    let longest = GregorianCalendar.length(ofMonth: month.rawValue, year: 2024)
    let always = GregorianCalendar.length(ofMonth: month.rawValue, year: 2023)
    let days = try DayRule(
      day: day, of: month, longest: longest, always: always, inShortMonths: shortMonths)
    return calendar([time], zone, policy) { rule in
      rule.days = days
      rule.months = 1 << UInt16(month.rawValue)
    }
  }

  /// Returns one rule if the times form a grid of hours, minutes and seconds, or otherwise one rule
  /// for each time.
  private static func calendar(
    _ times: [TimeOfDay], _ zone: ScheduleZone, _ policy: DaylightSavingPolicy,
    _ change: (inout CalendarRule) -> Void = { _ in }
  ) -> Schedule {
    if let problem = times.lazy.compactMap(\.problem).first { return Schedule(.unusable(problem)) }
    func schedule(_ times: TimeRule) -> Schedule {
      var rule = CalendarRule(times: times)
      change(&rule)
      return Schedule(.calendar(CronExpression(rule: rule), zone, policy))
    }
    let grid = TimeRule(containing: times)
    if grid.count == Set(times).count { return schedule(grid) }
    return Schedule(.any(Set(times).sorted().map { schedule(TimeRule(containing: [$0])) }))
  }
}

extension TimeRule {
  /// Creates the grid of the hours, minutes and seconds of some times.
  fileprivate init(containing times: [TimeOfDay]) {
    self.init(seconds: 0, minutes: 0, hours: 0)
    for time in times {
      seconds |= 1 << UInt64(time.second)
      minutes |= 1 << UInt64(time.minute)
      hours |= 1 << UInt32(time.hour)
    }
  }

  /// The number of times per day.
  fileprivate var count: Int {
    seconds.nonzeroBitCount * minutes.nonzeroBitCount * hours.nonzeroBitCount
  }
}

extension DayRule {
  /// Creates a rule for days of the week.
  fileprivate init(weekdays: UInt8) {
    self.init()
    self.weekdays = weekdays
    isDayOfWeekOpen = false
  }

  /// Creates a rule for a day of a month, or of every month if `month` is `nil`.
  fileprivate init(
    day: Int, of month: Month?, longest: Int, always: Int, inShortMonths shortMonths: ShortMonths?
  ) throws(ScheduleError) {
    guard 1...longest ~= day else { throw .invalidDay(day, of: month) }
    guard day <= always || shortMonths != nil else { throw .openDay(day, of: month) }
    self.init()
    isDayOfMonthOpen = false
    daysOfMonth = 0
    switch shortMonths {
    // A day that only the longest month has becomes its last day.
    case .lastDay? where day == longest && day > always: daysBeforeLast = 1
    case .lastDay? where day > always: clampedDays = 1 << UInt32(day)
    default: daysOfMonth = 1 << UInt32(day)
    }
  }
}

// MARK: - Intervals

extension Schedule {
  /// Returns a schedule that fires every *n* days, weeks, months or years.
  ///
  /// - Parameters:
  ///   - count: The number of units between fires.
  ///   - unit: The unit.
  ///   - anchor: One of the days, which determines the day of the week, month or year. The schedule
  ///     also fires before it (see ``starting(at:)``). The default is 1 January 1970, and for weeks
  ///     Monday 5 January 1970.
  ///   - time: The time of day, midnight by default.
  ///   - shortMonths: The rule for months without the anchor's day. It is required for the days 29
  ///     to 31 with months or years.
  ///   - zone: The time zone of the time.
  ///   - policy: The policy for times that a clock change skips or repeats.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError`` if the number is out of range, or the rule for short months is
  ///   missing.
  public static func every(
    _ count: Int, _ unit: CalendarUnit, anchor: CalendarDate? = nil,
    at time: TimeOfDay = .midnight, inShortMonths shortMonths: ShortMonths? = nil,
    in zone: ScheduleZone = .current, daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) throws(ScheduleError) -> Schedule {
    let anchor = anchor ?? unit.usualAnchor
    if let problem = anchor.problem ?? time.problem { throw problem }
    guard 1...1_000_000 ~= count else {
      throw .invalidInterval("\(count) \(unit)", wayOut: "Write a number from 1 to 1000000.")
    }
    let needsShortMonths =
      unit == .months && anchor.day > 28
      || unit == .years && anchor.month == 2 && anchor.day == 29
    guard !needsShortMonths || shortMonths != nil else {
      throw .openDay(anchor.day, of: unit == .years ? .february : nil)
    }
    let stride = CalendarStride(
      count: count, unit: unit, anchor: anchor, time: time, shortMonths: shortMonths ?? .skip)
    return Schedule(.stride(stride, zone, policy))
  }

  /// Returns a schedule that fires at an interval of real time, independent of clock changes.
  ///
  /// - Parameters:
  ///   - interval: The interval between fires, such as `.minutes(15)`.
  ///   - anchor: One of the fire times, rounded up to a whole second. The schedule also fires
  ///     before it. By default, intervals that divide an hour or a day fire at full hours or days
  ///     of UTC.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError`` if the interval is out of range.
  public static func every(
    _ interval: ScheduleInterval, anchor: Date = Date(timeIntervalSince1970: 0)
  ) throws(ScheduleError) -> Schedule {
    guard 1...ScheduleInterval.longest ~= interval.seconds else {
      throw .invalidInterval(
        "\(interval.seconds) seconds",
        wayOut: "Use at least a second and at most 1000 years.")
    }
    return Schedule(
      .interval(seconds: interval.seconds, anchor: Instants.rounded(up: anchor)))
  }

  /// Returns a schedule with a single fire time, rounded up to a whole second.
  public static func once(at date: Date) -> Schedule {
    Schedule(.once(Instants.rounded(up: date)))
  }
}

/// An interval of real time between two fires of a schedule.
public struct ScheduleInterval: Sendable, Hashable {
  /// The interval in seconds.
  let seconds: Int64

  /// The longest supported interval, a thousand years.
  static let longest: Int64 = 31_556_952_000

  public static func seconds(_ count: Int) -> ScheduleInterval {
    ScheduleInterval(count, times: 1)
  }

  public static func minutes(_ count: Int) -> ScheduleInterval {
    ScheduleInterval(count, times: 60)
  }

  public static func hours(_ count: Int) -> ScheduleInterval {
    ScheduleInterval(count, times: 3600)
  }

  private init(_ count: Int, times factor: Int64) {
    let (seconds, isTooLong) = Int64(count).multipliedReportingOverflow(by: factor)
    self.seconds = isTooLong ? .max : seconds
  }
}
