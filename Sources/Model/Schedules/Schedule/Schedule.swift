#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A set of fire times, such as every night at 02:30.
///
/// ```swift
/// let backup = try Schedule.cron("30 2 * * *", in: ScheduleZone("Europe/Stockholm"))
/// let report = Schedule.weekdays(at: "09:00").excluding("2026-12-25", "2026-12-26")
/// backup.next(after: .now)
/// ```
///
/// A schedule is a value without a clock. It computes its fire times before or after any date. Fire
/// times are whole seconds of the years 1 to 9999, in ascending order, even across clock changes.
///
/// Times of day are in the time zone of the schedule, which is the zone of the process by default.
/// A ``DaylightSavingPolicy`` decides about times that a clock change skips or repeats. Its default
/// depends on the schedule:
///
/// * A schedule with times of day (`30 2 * * *`, ``daily(at:_:in:daylightSaving:)`` and all other
///   typed ones) fires once a day for each of them: ``DaylightSavingPolicy/onceADay``.
/// * A cron expression whose second, minute or hour starts with `*`, such as `*/30 * * * *`,
///   follows real time: ``DaylightSavingPolicy/realTime``.
public struct Schedule: Sendable, Hashable {
  /// The rule of a schedule.
  indirect enum Rule: Sendable, Hashable {
    /// Fields of the calendar.
    case calendar(CronExpression, ScheduleZone, DaylightSavingPolicy)
    /// Every *n* days, weeks, months or years.
    case stride(CalendarStride, ScheduleZone, DaylightSavingPolicy)
    /// Every *n* seconds, counted from a date.
    case interval(seconds: Int64, anchor: Int64)
    /// One fire time.
    case once(Int64)
    /// All fire times of several schedules.
    case any([Schedule])
    /// The common fire times of several schedules.
    case all([Schedule])
    /// All fire times except on some days.
    case excludingDays(Schedule, Set<CalendarDate>, ScheduleZone)
    /// All fire times except on the days of another schedule.
    case excludingDaysOf(Schedule, Schedule, ScheduleZone)
    /// The fire times within a period.
    case bounded(Schedule, from: Int64, through: Int64)
    /// No fire times, because a literal in the schedule is not a valid time or date.
    case unusable(ScheduleError)
  }

  let rule: Rule

  init(_ rule: Rule) {
    self.rule = rule
  }

  /// The error if the schedule never fires because a literal in it is not a valid time or date.
  ///
  /// It is `nil` for a valid schedule. A task with an invalid schedule is reported and does not
  /// run.
  public var problem: ScheduleError? {
    switch rule {
    case .unusable(let problem): problem
    case .calendar, .stride, .interval, .once: nil
    case .any(let schedules), .all(let schedules):
      schedules.lazy.compactMap(\.problem).first
    case .excludingDays(let schedule, _, _), .bounded(let schedule, _, _): schedule.problem
    case .excludingDaysOf(let schedule, let other, _): schedule.problem ?? other.problem
    }
  }

  /// The number of consecutive candidates that a combination may reject before the search ends.
  ///
  /// It equals the number of days in 400 years, after which the calendar repeats.
  static let patience = GregorianCalendar.daysPerCycle
}

extension Schedule {
  /// Returns the first fire time after a date.
  ///
  /// - Returns: A whole second after the date, or `nil` if the supported years contain none. A
  ///   combination (``and(_:)``, ``excluding(_:in:)``) also returns `nil` after it has rejected as
  ///   many consecutive candidates as 400 years have days.
  /// - Complexity: O(log *n*) for a zone with *n* changes. The search skips the time in between.
  public func next(after date: Date) -> Date? {
    next(after: Instants.rounded(down: date)).map(Instants.date)
  }

  /// Returns the last fire time before a date.
  ///
  /// - Returns: A whole second before the date, or `nil` if none exists.
  public func previous(before date: Date) -> Date? {
    previous(before: Instants.rounded(up: date)).map(Instants.date)
  }

  /// Returns the first fire times after a date, up to a number.
  public func next(_ count: Int, after date: Date) -> [Date] {
    Array(dates(after: date).prefix(count))
  }

  /// Returns the last fire times before a date, up to a number, starting with the latest.
  public func previous(_ count: Int, before date: Date) -> [Date] {
    let start = Instants.rounded(up: date)
    return Array(
      sequence(state: start) { instant -> Date? in
        guard let previous = previous(before: instant) else { return nil }
        instant = previous
        return Instants.date(previous)
      }.prefix(count))
  }

  /// Returns the fire times after a date as a lazy sequence.
  public func dates(after date: Date) -> some Sequence<Date> & Sendable {
    ScheduleDates(schedule: self, instant: Instants.rounded(down: date))
  }

  /// Returns all fire times in a range of dates.
  public func dates(in range: Range<Date>) -> [Date] {
    let before = Instants.rounded(up: range.lowerBound) - 1
    return Array(
      ScheduleDates(schedule: self, instant: before).prefix { $0 < range.upperBound })
  }

  /// Returns whether the schedule fires at this second.
  public func fires(at date: Date) -> Bool {
    let instant = Instants.rounded(down: date)
    return Instants.date(instant) == date && fires(at: instant)
  }
}

/// The fire times of a schedule.
private struct ScheduleDates: Sequence, IteratorProtocol, Sendable {
  let schedule: Schedule
  var instant: Int64

  mutating func next() -> Date? {
    guard let next = schedule.next(after: instant) else { return nil }
    instant = next
    return Instants.date(next)
  }
}

extension Schedule {
  /// Returns a schedule that fires when either schedule does.
  ///
  /// Common fire times count once.
  public func or(_ other: Schedule) -> Schedule {
    var schedules = [self, other]
    if case .any(let own) = rule { schedules = own + [other] }
    return Schedule(.any(schedules))
  }

  /// Returns a schedule with the common fire times of both schedules.
  public func and(_ other: Schedule) -> Schedule {
    var schedules = [self, other]
    if case .all(let own) = rule { schedules = own + [other] }
    return Schedule(.all(schedules))
  }

  /// Returns a schedule without the fire times on some days, such as holidays.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - zone: The time zone of the days, by default the zone of the schedule.
  /// - Returns: The schedule without these days.
  public func excluding(_ days: some Sequence<CalendarDate>, in zone: ScheduleZone? = nil)
    -> Schedule
  {
    let days = Set(days)
    if let problem = days.lazy.compactMap(\.problem).first { return Schedule(.unusable(problem)) }
    return Schedule(.excludingDays(self, days, zone ?? self.zone))
  }

  /// Returns a schedule without the fire times on these days.
  public func excluding(_ days: CalendarDate...) -> Schedule {
    excluding(days)
  }

  /// Returns a schedule without the days on which another schedule fires, such as annual holidays.
  ///
  /// - Parameters:
  ///   - other: The schedule of the excluded days, each with at least one fire time.
  ///   - zone: The time zone of the days, by default the zone of the schedule.
  /// - Returns: The schedule without these days.
  public func excluding(daysOf other: Schedule, in zone: ScheduleZone? = nil) -> Schedule {
    Schedule(.excludingDaysOf(self, other, zone ?? self.zone))
  }

  /// Returns a schedule with the fire times from a date on.
  public func starting(at date: Date) -> Schedule {
    Schedule(.bounded(self, from: Instants.rounded(up: date), through: Instants.last))
  }

  /// Returns a schedule with the fire times up to a date.
  public func ending(at date: Date) -> Schedule {
    Schedule(.bounded(self, from: Instants.first, through: Instants.rounded(down: date)))
  }

  /// The time zone of the schedule's times.
  ///
  /// A combination has the zone of its first schedule. Intervals and single fire times have UTC.
  public var zone: ScheduleZone {
    switch rule {
    case .calendar(_, let zone, _), .stride(_, let zone, _): zone
    case .interval, .once, .unusable: .utc
    case .any(let schedules), .all(let schedules): schedules.first?.zone ?? .utc
    case .excludingDays(_, _, let zone), .excludingDaysOf(_, _, let zone): zone
    case .bounded(let schedule, _, _): schedule.zone
    }
  }

  /// Returns a copy of the schedule with the current rules of its zones
  /// (``ScheduleZone/reload()``).
  ///
  /// If it was created with ``ScheduleZone/current``, the copy uses the current zone of the system.
  public func withCurrentZones() -> Schedule {
    switch rule {
    case .calendar(let expression, let zone, let policy):
      Schedule(.calendar(expression, zone.renewed, policy))
    case .stride(let stride, let zone, let policy):
      Schedule(.stride(stride, zone.renewed, policy))
    case .interval, .once, .unusable: self
    case .any(let schedules): Schedule(.any(schedules.map { $0.withCurrentZones() }))
    case .all(let schedules): Schedule(.all(schedules.map { $0.withCurrentZones() }))
    case .excludingDays(let schedule, let days, let zone):
      Schedule(.excludingDays(schedule.withCurrentZones(), days, zone.renewed))
    case .excludingDaysOf(let schedule, let other, let zone):
      Schedule(
        .excludingDaysOf(schedule.withCurrentZones(), other.withCurrentZones(), zone.renewed))
    case .bounded(let schedule, let start, let end):
      Schedule(.bounded(schedule.withCurrentZones(), from: start, through: end))
    }
  }
}
