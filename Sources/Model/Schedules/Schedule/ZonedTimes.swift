/// The fire times at which the clocks of a zone show the times of a rule.
///
/// In a stretch without changes (a ``ZoneSegment``) local time is real time and a
/// number. So the fire times of a rule in a stretch are its local times in a window,
/// less the number; the policy says how wide the window is where the stretch begins
/// or ends with a double hour, and whether the gap before it is asked too. A search
/// goes from stretch to stretch, and leaps over those in which nothing can be.
struct ZonedTimes<Times: LocalTimes> {
  let times: Times
  let zone: ZoneRules
  let policy: DaylightSavingPolicy

  /// The first fire time after this one.
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
      // A local time below `open + offset` that the clocks show again, they show
      // within this span. What comes later is `local` or behind it.
      if segment.end > open + zone.offsetSpan {
        guard let local else { return nil }
        earliest = max(earliest, local - zone.greatestOffset)
      }
    }
    return nil
  }

  /// The last fire time before this one.
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

  /// From when on the local times of a stretch count.
  private func regularWindowStart(of segment: ZoneSegment) -> Int64 {
    policy.fold == .runFirst && segment.start != .min
      ? segment.start + segment.foldAtStart : segment.start
  }

  /// Until when the local times of a stretch count.
  private func regularWindowEnd(of segment: ZoneSegment) -> Int64 {
    policy.fold == .runLast && segment.end != .max
      ? segment.end - segment.foldAtEnd : segment.end
  }

  /// The first fire time, not before this one, for a time in the gap before a stretch.
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

  /// The last fire time, not after this one, for a time in the gap before a stretch.
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

  /// Until when times of the gap are moved into a stretch.
  private func endOfMoved(in segment: ZoneSegment) -> Int64 {
    min(segment.start + segment.gapAtStart, segment.end)
  }

  /// Returns whether the rule names any time that the gap before a stretch leaves out.
  private func isGapNamed(before segment: ZoneSegment) -> Bool {
    let first = times.first(atOrAfter: segment.start + segment.offsetBefore)
    return first.map { $0 < segment.start + segment.offset } ?? false
  }
}
