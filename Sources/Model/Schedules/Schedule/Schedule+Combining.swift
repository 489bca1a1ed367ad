#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
