#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// MARK: - Cron

extension Schedule {
  /// The times of a cron expression.
  ///
  /// - Parameters:
  ///   - text: The expression; see ``CronExpression`` for how it is written.
  ///   - days: What must fit if both fields of days name some.
  ///   - name: Decides the values that `H` stands for.
  ///   - zone: Whose clocks show the times.
  ///   - policy: What becomes of times that a change of the clocks leaves out or has
  ///     twice.
  /// - Returns: The schedule.
  /// - Throws: What is wrong with the expression, and where.
  public static func cron(
    _ text: String, days: CronExpression.DayCombination = .either, hashing name: String? = nil,
    in zone: ScheduleZone = .current, daylightSaving policy: DaylightSavingPolicy? = nil
  ) throws(CronError) -> Schedule {
    cron(try CronExpression(text, days: days, hashing: name), in: zone, daylightSaving: policy)
  }

  /// The times of a cron expression.
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
  /// These times on every day.
  public static func daily(
    at time: TimeOfDay, _ more: TimeOfDay..., in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time] + more, zone, policy)
  }

  /// The days from Monday to Friday, each at midnight, by the clocks of the process.
  ///
  /// It is there to be combined with others: `.and(.weekdays)` with what fires at
  /// midnight, ``excluding(daysOf:in:)`` with everything that is kept in the same zone.
  public static var weekdays: Schedule { weekdays(at: .midnight) }

  /// These times from Monday to Friday.
  public static func weekdays(
    at time: TimeOfDay, _ more: TimeOfDay..., in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time] + more, zone, policy) { $0.days = DayRule(weekdays: .bits(1...5)) }
  }

  /// A time on these days of the week.
  public static func weekly(
    on day: Weekday, _ more: Weekday..., at time: TimeOfDay, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    let weekdays = ([day] + more).reduce(UInt8()) { $0 | 1 << UInt8($1.rawValue) }
    return calendar([time], zone, policy) { $0.days = DayRule(weekdays: weekdays) }
  }

  /// A time on a day of every month.
  ///
  /// - Parameters:
  ///   - day: The day, 1 to 31.
  ///   - shortMonths: What becomes of it in months that do not have it; must be said
  ///     for the days 29, 30 and 31.
  ///   - time: When on that day.
  ///   - zone: Whose clocks show the time.
  ///   - policy: What becomes of times that a change of the clocks leaves out or has
  ///     twice.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError``, if there is no such day, or nothing is said about
  ///   short months.
  public static func monthly(
    on day: Int, inShortMonths shortMonths: ShortMonths? = nil, at time: TimeOfDay,
    in zone: ScheduleZone = .current, daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) throws(ScheduleError) -> Schedule {
    let days = try DayRule(day: day, of: nil, longest: 31, always: 28, inShortMonths: shortMonths)
    return calendar([time], zone, policy) { $0.days = days }
  }

  /// A time on a day of every month, such as the third Friday.
  public static func monthly(
    on day: MonthDay, at time: TimeOfDay, in zone: ScheduleZone = .current,
    daylightSaving policy: DaylightSavingPolicy = .onceADay
  ) -> Schedule {
    calendar([time], zone, policy) { $0.days = day.days }
  }

  /// A time on a day of every year.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - day: The day of the month.
  ///   - shortMonths: What becomes of 29 February in other years; must be said for it.
  ///   - time: When on that day.
  ///   - zone: Whose clocks show the time.
  ///   - policy: What becomes of times that a change of the clocks leaves out or has
  ///     twice.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError``, if the month has no such day, or nothing is said
  ///   about 29 February.
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

  /// One rule for times that form a grid of hours, minutes and seconds, or else one
  /// for each of them.
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
  /// The grid of the hours, minutes and seconds of some times.
  fileprivate init(containing times: [TimeOfDay]) {
    self.init(seconds: 0, minutes: 0, hours: 0)
    for time in times {
      seconds |= 1 << UInt64(time.second)
      minutes |= 1 << UInt64(time.minute)
      hours |= 1 << UInt32(time.hour)
    }
  }

  /// The number of times of a day.
  fileprivate var count: Int {
    seconds.nonzeroBitCount * minutes.nonzeroBitCount * hours.nonzeroBitCount
  }
}

extension DayRule {
  /// Days of the week.
  fileprivate init(weekdays: UInt8) {
    self.init()
    self.weekdays = weekdays
    isDayOfWeekOpen = false
  }

  /// A day of a month, or of all if there is none.
  fileprivate init(
    day: Int, of month: Month?, longest: Int, always: Int, inShortMonths shortMonths: ShortMonths?
  ) throws(ScheduleError) {
    guard 1...longest ~= day else { throw .invalidDay(day, of: month) }
    guard day <= always || shortMonths != nil else { throw .openDay(day, of: month) }
    self.init()
    isDayOfMonthOpen = false
    daysOfMonth = 0
    switch shortMonths {
    // What is longer than every other month is its last day.
    case .lastDay? where day == longest && day > always: daysBeforeLast = 1
    case .lastDay? where day > always: clampedDays = 1 << UInt32(day)
    default: daysOfMonth = 1 << UInt32(day)
    }
  }
}

// MARK: - Intervals

extension Schedule {
  /// Every so many days, weeks, months or years.
  ///
  /// - Parameters:
  ///   - count: How many of them.
  ///   - unit: What is counted.
  ///   - anchor: One of the days. It gives the day of the week, month or year; the
  ///     schedule goes on before it as it does after it (see ``starting(at:)``). If
  ///     left out it is 1 January 1970, and Monday 5 January 1970 for weeks.
  ///   - time: When on the day; at midnight if left out.
  ///   - shortMonths: What becomes of the anchor's day in months that do not have it;
  ///     must be said for days 29 to 31, if months or years are counted.
  ///   - zone: Whose clocks show the time.
  ///   - policy: What becomes of times that a change of the clocks leaves out or has
  ///     twice.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError``, if the number is none that can repeat, or nothing
  ///   is said about short months.
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

  /// Every so many seconds of real time, whatever clocks show.
  ///
  /// - Parameters:
  ///   - interval: How far the fire times are apart: `.minutes(15)`.
  ///   - anchor: One of the fire times, rounded up to a whole second; the schedule goes on
  ///     before it as it does after it. By default full hours and days of UTC are
  ///     fire times of intervals that divide them.
  /// - Returns: The schedule.
  /// - Throws: A ``ScheduleError``, if the interval is none.
  public static func every(
    _ interval: ScheduleInterval, anchor: Date = Date(timeIntervalSince1970: 0)
  ) throws(ScheduleError) -> Schedule {
    guard 1...ScheduleInterval.longest ~= interval.seconds else {
      throw .invalidInterval(
        "\(interval.seconds) seconds",
        wayOut: "Take at least a second and at most 1000 years.")
    }
    return Schedule(
      .interval(seconds: interval.seconds, anchor: Instants.rounded(up: anchor)))
  }

  /// A single fire time, rounded up to a whole second.
  public static func once(at date: Date) -> Schedule {
    Schedule(.once(Instants.rounded(up: date)))
  }
}

/// A stretch of real time between two fire times of a schedule.
public struct ScheduleInterval: Sendable, Hashable {
  /// The duration of the unit in seconds.
  let seconds: Int64

  /// The longest that makes sense: a thousand years.
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
