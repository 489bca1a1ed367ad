#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// When something shall happen, again and again or once.
///
/// ```swift
/// let backup = try Schedule.cron("30 2 * * *", in: ScheduleZone("Europe/Stockholm"))
/// let report = Schedule.weekdays(at: "09:00").excluding("2026-12-25", "2026-12-26")
/// backup.next(after: .now)
/// ```
///
/// A schedule is a value and knows no clock: it says which fire times are its own, before
/// or after any other. They are whole seconds of the years 1 to 9999, each after the
/// one before it, whatever the clocks of its time zone do.
///
/// Times of day are kept in the zone that the schedule is made with; without one it is
/// that of the process. What happens to times that a change of the clocks leaves out
/// or has twice is said by a ``DaylightSavingPolicy``. If none is given, then
///
/// * a schedule of times of day (`30 2 * * *`, ``daily(at:_:in:daylightSaving:)`` and
///   all other typed ones) fires once for each of them every day:
///   ``DaylightSavingPolicy/onceADay``;
/// * a cron expression whose second, minute or hour begins with `*`, such as
///   `*/30 * * * *`, repeats through real time: ``DaylightSavingPolicy/realTime``.
public struct Schedule: Sendable, Hashable {
  /// The rule of a schedule.
  indirect enum Rule: Sendable, Hashable {
    /// Fields of the calendar.
    case calendar(CronExpression, ScheduleZone, DaylightSavingPolicy)
    /// Every so many days, weeks, months or years.
    case stride(CalendarStride, ScheduleZone, DaylightSavingPolicy)
    /// Every so many seconds, counted from a date.
    case interval(seconds: Int64, anchor: Int64)
    /// One fire time.
    case once(Int64)
    /// All fire times of several.
    case any([Schedule])
    /// The fire times that several have in common.
    case all([Schedule])
    /// All fire times but those on some days.
    case excludingDays(Schedule, Set<CalendarDate>, ScheduleZone)
    /// All fire times but those on the days of another schedule.
    case excludingDaysOf(Schedule, Schedule, ScheduleZone)
    /// The fire times of a time.
    case bounded(Schedule, from: Int64, through: Int64)
    /// No fire times, because it was made with a time or a date that is none.
    case unusable(ScheduleError)
  }

  let rule: Rule

  init(_ rule: Rule) {
    self.rule = rule
  }

  /// Why the schedule never fires, because a literal in it is no time or no date.
  ///
  /// `nil` if it is as it should be.
  /// A task of such a schedule is reported, and does not run.
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

  /// The number of candidates in a row that a combination may reject before it counts as
  /// without an end: the days of the 400 years after which the calendar repeats.
  static let patience = GregorianCalendar.daysPerCycle
}

extension Schedule {
  /// The first fire time after a date.
  ///
  /// - Returns: A whole second, later than the date; nothing if there is none in the
  ///   years that schedules know. A combination (``and(_:)``, ``excluding(_:in:)``)
  ///   has none either once it has rejected as many candidates in a row as 400 years
  ///   have days.
  /// - Complexity: O(log *n*) for a zone of *n* changes: no step is taken for what
  ///   lies between.
  public func next(after date: Date) -> Date? {
    next(after: Instants.rounded(down: date)).map(Instants.date)
  }

  /// The last fire time before a date.
  ///
  /// - Returns: A whole second, earlier than the date; nothing if there is none.
  public func previous(before date: Date) -> Date? {
    previous(before: Instants.rounded(up: date)).map(Instants.date)
  }

  /// The first fire times after a date, at most so many.
  public func next(_ count: Int, after date: Date) -> [Date] {
    Array(dates(after: date).prefix(count))
  }

  /// The last fire times before a date, at most so many; the latest first.
  public func previous(_ count: Int, before date: Date) -> [Date] {
    let start = Instants.rounded(up: date)
    return Array(
      sequence(state: start) { instant -> Date? in
        guard let previous = previous(before: instant) else { return nil }
        instant = previous
        return Instants.date(previous)
      }.prefix(count))
  }

  /// The fire times after a date, one after the other as they are asked for.
  public func dates(after date: Date) -> some Sequence<Date> & Sendable {
    ScheduleDates(schedule: self, instant: Instants.rounded(down: date))
  }

  /// All fire times from the first date on that are before the second.
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
  /// The fire times of either schedule; what both have counts once.
  public func or(_ other: Schedule) -> Schedule {
    var schedules = [self, other]
    if case .any(let own) = rule { schedules = own + [other] }
    return Schedule(.any(schedules))
  }

  /// The fire times that both schedules have.
  public func and(_ other: Schedule) -> Schedule {
    var schedules = [self, other]
    if case .all(let own) = rule { schedules = own + [other] }
    return Schedule(.all(schedules))
  }

  /// All fire times but those on some days, such as holidays.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - zone: Whose days they are; those of the schedule's own zone if there is none.
  /// - Returns: The schedule that rests on those days.
  public func excluding(_ days: some Sequence<CalendarDate>, in zone: ScheduleZone? = nil)
    -> Schedule
  {
    let days = Set(days)
    if let problem = days.lazy.compactMap(\.problem).first { return Schedule(.unusable(problem)) }
    return Schedule(.excludingDays(self, days, zone ?? self.zone))
  }

  /// All fire times but those on these days.
  public func excluding(_ days: CalendarDate...) -> Schedule {
    excluding(days)
  }

  /// All fire times but those on the days on which another schedule fires, such as
  /// holidays of every year.
  ///
  /// - Parameters:
  ///   - other: The schedule that names the days, by any fire time of them.
  ///   - zone: Whose days they are; those of the schedule's own zone if there is none.
  /// - Returns: The schedule that rests on those days.
  public func excluding(daysOf other: Schedule, in zone: ScheduleZone? = nil) -> Schedule {
    Schedule(.excludingDaysOf(self, other, zone ?? self.zone))
  }

  /// The fire times that are not before a date.
  public func starting(at date: Date) -> Schedule {
    Schedule(.bounded(self, from: Instants.rounded(up: date), through: Instants.last))
  }

  /// The fire times that are not after a date.
  public func ending(at date: Date) -> Schedule {
    Schedule(.bounded(self, from: Instants.first, through: Instants.rounded(down: date)))
  }

  /// The zone whose clocks show the schedule's times.
  ///
  /// Of several that are combined it is the first one's, and UTC for intervals and
  /// single fire times.
  public var zone: ScheduleZone {
    switch rule {
    case .calendar(_, let zone, _), .stride(_, let zone, _): zone
    case .interval, .once, .unusable: .utc
    case .any(let schedules), .all(let schedules): schedules.first?.zone ?? .utc
    case .excludingDays(_, _, let zone), .excludingDaysOf(_, _, let zone): zone
    case .bounded(let schedule, _, _): schedule.zone
    }
  }

  /// The same schedule with the rules of its zones as they were read last
  /// (``ScheduleZone/reload()``), and in the zone of the system as it is now where it was
  /// made with ``ScheduleZone/current``.
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
