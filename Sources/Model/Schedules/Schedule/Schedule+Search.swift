extension Schedule {
  /// Returns the first fire time after a moment.
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

  /// Returns the last fire time before a moment.
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

  /// Returns whether the schedule fires at a moment.
  func fires(at instant: Int64) -> Bool {
    next(after: instant - 1) == instant
  }

  // MARK: - What several have in common

  /// Advances the schedules that are behind until all agree.
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

/// A schedule with excluded days.
private struct Exclusion {
  let schedule: Schedule
  let zone: ZoneRules
  let days: Set<CalendarDate>
  let other: Schedule?

  /// Returns the excluded stretch of time around a fire time, or `nil` if its day is not excluded.
  ///
  /// If the clocks change on a day, the stretches before and after the change are separate.
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

/// The fire times at which the clocks of a zone show the times of a rule.
///
/// Within a stretch without changes (a ``ZoneSegment``), local time is real time plus a constant
/// offset. The fire times in a stretch are therefore the rule's local times in a window, minus the
/// offset. The policy determines the window if the stretch starts or ends with a repeated hour, and
/// whether the gap before it is included. A search moves from stretch to stretch, and skips
/// stretches that cannot contain a fire time.
struct ZonedTimes<Times: LocalTimes> {
  let times: Times
  let zone: ZoneRules
  let policy: DaylightSavingPolicy

  /// Returns the first fire time after a moment.
  func next(after instant: Int64) -> Int64? {
    var earliest = max(instant, Instants.first) + 1
    while earliest <= Instants.last {
      let segment = zone.segment(at: earliest)
      let open = max(earliest, regularWindowStart(of: segment))
      let local = times.first(atOrAfter: open + segment.offset)
      let regular = local.map { $0 - segment.offset }
      let moved = segment.gapAtStart > 0 ? firstMoved(in: segment, from: earliest) : nil
      if let regular, regular < regularWindowEnd(of: segment) {
        return Instants.known(min(regular, moved ?? regular))
      }
      if let moved { return Instants.known(moved) }
      guard segment.end != .max else { return nil }
      earliest = segment.end
      // If the clocks show a local time below `open + offset` again, they do so within this span.
      // Later ones are at or after `local`.
      if segment.end > open + zone.offsetSpan {
        guard let local else { return nil }
        earliest = max(earliest, local - zone.greatestOffset)
      }
    }
    return nil
  }

  /// Returns the last fire time before a moment.
  func previous(before instant: Int64) -> Int64? {
    var latest = min(instant, Instants.last) - 1
    while latest >= Instants.first {
      let segment = zone.segment(at: latest)
      let close = min(latest, regularWindowEnd(of: segment) - 1)
      let local = times.last(atOrBefore: close + segment.offset)
      let regular = local.map { $0 - segment.offset }
      let moved = segment.gapAtStart > 0 ? lastMoved(in: segment, through: latest) : nil
      if let regular, regular >= regularWindowStart(of: segment) {
        return Instants.known(max(regular, moved ?? regular))
      }
      if let moved { return Instants.known(moved) }
      guard segment.start != .min else { return nil }
      latest = segment.start - 1
      if segment.start < close - zone.offsetSpan {
        guard let local else { return nil }
        latest = min(latest, local - zone.leastOffset)
      }
    }
    return nil
  }

  /// Returns the start of the window in which the local times of a stretch count.
  private func regularWindowStart(of segment: ZoneSegment) -> Int64 {
    policy.fold == .runFirst && segment.start != .min
      ? segment.start + segment.foldAtStart : segment.start
  }

  /// Returns the end of the window in which the local times of a stretch count.
  private func regularWindowEnd(of segment: ZoneSegment) -> Int64 {
    policy.fold == .runLast && segment.end != .max
      ? segment.end - segment.foldAtEnd : segment.end
  }

  /// Returns the first fire time, from a moment on, for a time in the gap before a stretch.
  private func firstMoved(in segment: ZoneSegment, from earliest: Int64) -> Int64? {
    switch policy.gap {
    case .skip: return nil
    case .shiftForward:
      let found = times.first(atOrAfter: earliest + segment.offsetBefore)
        .map { $0 - segment.offsetBefore }
      return found.flatMap { $0 < endOfMoved(in: segment) ? $0 : nil }
    case .runAtChange:
      return earliest == segment.start && isGapNamed(before: segment) ? segment.start : nil
    }
  }

  /// Returns the last fire time, up to a moment, for a time in the gap before a stretch.
  private func lastMoved(in segment: ZoneSegment, through latest: Int64) -> Int64? {
    switch policy.gap {
    case .skip: return nil
    case .shiftForward:
      let close = min(latest, endOfMoved(in: segment) - 1)
      let found = times.last(atOrBefore: close + segment.offsetBefore)
        .map { $0 - segment.offsetBefore }
      return found.flatMap { $0 >= segment.start ? $0 : nil }
    case .runAtChange:
      return isGapNamed(before: segment) ? segment.start : nil
    }
  }

  /// Returns the end of the range into which times of the gap are moved.
  private func endOfMoved(in segment: ZoneSegment) -> Int64 {
    min(segment.start + segment.gapAtStart, segment.end)
  }

  /// Returns whether the rule matches any time in the gap before a stretch.
  private func isGapNamed(before segment: ZoneSegment) -> Bool {
    let first = times.first(atOrAfter: segment.start + segment.offsetBefore)
    return first.map { $0 < segment.start + segment.offset } ?? false
  }
}
