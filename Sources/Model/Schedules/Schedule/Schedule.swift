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
