extension Schedule {
  /// The first fire time after this one.
  func next(after instant: Int64) -> Int64? {
    switch rule {
    case .calendar(let expression, let zone, let policy):
      ZonedTimes(times: expression.rule, zone: zone.rules, policy: policy).next(after: instant)
    case .stride(let stride, let zone, let policy):
      ZonedTimes(times: stride, zone: zone.rules, policy: policy).next(after: instant)
    case .interval(let seconds, let anchor):
      Instants.known(anchor + ((instant - anchor).dividedDown(by: seconds).quotient + 1) * seconds)
    case .once(let moment):
      moment > instant ? moment : nil
    case .any(let schedules):
      schedules.compactMap { $0.next(after: instant) }.min()
    case .all(let schedules):
      nextCommon(of: schedules, after: instant)
    case .excludingDays, .excludingDaysOf:
      nextOnOtherDay(after: instant)
    case .bounded(let schedule, let start, let end):
      schedule.next(after: max(instant, start - 1)).flatMap { $0 <= end ? $0 : nil }
    case .unusable: nil
    }
  }

  /// The last fire time before this one.
  func previous(before instant: Int64) -> Int64? {
    switch rule {
    case .calendar(let expression, let zone, let policy):
      ZonedTimes(times: expression.rule, zone: zone.rules, policy: policy).previous(before: instant)
    case .stride(let stride, let zone, let policy):
      ZonedTimes(times: stride, zone: zone.rules, policy: policy).previous(before: instant)
    case .interval(let seconds, let anchor):
      Instants.known(anchor + (instant - 1 - anchor).dividedDown(by: seconds).quotient * seconds)
    case .once(let moment):
      moment < instant ? moment : nil
    case .any(let schedules):
      schedules.compactMap { $0.previous(before: instant) }.max()
    case .all(let schedules):
      previousCommon(of: schedules, before: instant)
    case .excludingDays, .excludingDaysOf:
      previousOnOtherDay(before: instant)
    case .bounded(let schedule, let start, let end):
      schedule.previous(before: min(instant, end + 1)).flatMap { $0 >= start ? $0 : nil }
    case .unusable: nil
    }
  }

  /// Returns whether this fire time is one of the schedule.
  func fires(at instant: Int64) -> Bool {
    next(after: instant - 1) == instant
  }

  // MARK: - What several have in common

  /// Lets the one that is behind catch up with the others, until none is.
  private func nextCommon(of schedules: [Schedule], after instant: Int64) -> Int64? {
    var candidate = instant + 1
    for _ in 0..<Self.patience {
      var latest = candidate
      for schedule in schedules {
        guard let next = schedule.next(after: latest - 1) else { return nil }
        latest = next
      }
      if schedules.allSatisfy({ $0.fires(at: latest) }) { return latest }
      candidate = latest
    }
    return nil
  }

  private func previousCommon(of schedules: [Schedule], before instant: Int64) -> Int64? {
    var candidate = instant - 1
    for _ in 0..<Self.patience {
      var earliest = candidate
      for schedule in schedules {
        guard let previous = schedule.previous(before: earliest + 1) else { return nil }
        earliest = previous
      }
      if schedules.allSatisfy({ $0.fires(at: earliest) }) { return earliest }
      candidate = earliest
    }
    return nil
  }

  // MARK: - Days that are excluded

  private func nextOnOtherDay(after instant: Int64) -> Int64? {
    guard let exclusion else { return nil }
    var instant = instant
    for _ in 0..<Self.patience {
      guard let candidate = exclusion.schedule.next(after: instant) else { return nil }
      guard let day = exclusion.excludedDay(at: candidate) else { return candidate }
      instant = max(candidate, day.upperBound - 1)
    }
    return nil
  }

  private func previousOnOtherDay(before instant: Int64) -> Int64? {
    guard let exclusion else { return nil }
    var instant = instant
    for _ in 0..<Self.patience {
      guard let candidate = exclusion.schedule.previous(before: instant) else { return nil }
      guard let day = exclusion.excludedDay(at: candidate) else { return candidate }
      instant = min(candidate, day.lowerBound)
    }
    return nil
  }

  private var exclusion: Exclusion? {
    switch rule {
    case .excludingDays(let schedule, let days, let zone):
      Exclusion(schedule: schedule, zone: zone.rules, days: days, other: nil)
    case .excludingDaysOf(let schedule, let other, let zone):
      Exclusion(schedule: schedule, zone: zone.rules, days: [], other: other)
    default: nil
    }
  }
}

/// A schedule, and the days on which it rests.
private struct Exclusion {
  let schedule: Schedule
  let zone: ZoneRules
  let days: Set<CalendarDate>
  let other: Schedule?

  /// The stretch of an excluded day around a fire time; nothing if the day is none.
  ///
  /// A day on which the clocks change is taken up to the change, and from it on.
  func excludedDay(at instant: Int64) -> Range<Int64>? {
    let offset = zone.segment(at: instant).offset
    let day = (instant + offset).dividedDown(by: Instants.secondsPerDay).quotient
    let stretches = zone.stretches(ofDay: day)
    let isExcluded =
      if let other {
        stretches.contains { stretch in
          other.next(after: stretch.lowerBound - 1).map(stretch.contains) ?? false
        }
      } else {
        days.contains(CalendarDate(dayNumber: Int(day)))
      }
    return isExcluded ? stretches.first { $0.contains(instant) } : nil
  }
}
