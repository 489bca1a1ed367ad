/// The rule for the clocks of a zone behind the end of its table: the last line of its
/// file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixZoneRule: Sendable, Hashable {
  /// Standard time less UTC, in seconds.
  let standardOffset: Int64
  /// When and how far the clocks change; nothing if they never do.
  let daylightSaving: DaylightSaving?

  /// The two changes of every year.
  struct DaylightSaving: Sendable, Hashable {
    /// Daylight-saving time less UTC, which may be less than standard time.
    let offset: Int64
    let start: Change
    let end: Change
  }

  /// A moment that comes every year.
  struct Change: Sendable, Hashable {
    enum Day: Sendable, Hashable {
      /// The days 1 to 365, where 29 February has no number.
      case julian(Int)
      /// The days 0 to 365.
      case ordinal(Int)
      /// A day of the week in a month, where week 5 is the last.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    /// When on that day, in seconds from its midnight; days away, if need be.
    let secondOfDay: Int64
  }

  /// A change of the clocks, and the offset from UTC after it.
  struct Transition {
    let instant: Int64
    let offset: Int64
  }

  /// The two changes of a year, the earlier one first.
  ///
  /// - Returns: Nothing if the clocks never change.
  func transitions(inYear year: Int) -> (Transition, Transition)? {
    guard let daylightSaving else { return nil }
    let start = Transition(
      instant: daylightSaving.start.localTime(inYear: year) - standardOffset,
      offset: daylightSaving.offset)
    let end = Transition(
      instant: daylightSaving.end.localTime(inYear: year) - daylightSaving.offset,
      offset: standardOffset)
    return start.instant < end.instant ? (start, end) : (end, start)
  }

  /// The stretch around a moment behind the end of a table.
  ///
  /// - Parameters:
  ///   - instant: A moment that is not before the start.
  ///   - last: The stretch that the table ends with.
  /// - Returns: The stretch by the rule, which begins with that one.
  func segment(at instant: Int64, behind last: ZoneSegment) -> ZoneSegment {
    var (start, offset, offsetBefore) = (last.start, last.offset, last.offsetBefore)
    let localDay = (instant + standardOffset).dividedDown(by: Instants.secondsPerDay).quotient
    let year = GregorianCalendar.date(ofDay: Int(localDay)).year
    // A change may come days before or after its year, so it takes two years before
    // this one to be sure of what was last.
    for year in year - 2...year + 2 {
      guard let (first, second) = transitions(inYear: year) else { break }
      for change in [first, second] where change.instant > start && change.offset != offset {
        if change.instant > instant {
          return ZoneSegment(
            start: start, end: change.instant, offset: offset, offsetBefore: offsetBefore,
            offsetAfter: change.offset)
        }
        (start, offset, offsetBefore) = (change.instant, change.offset, offset)
      }
    }
    return ZoneSegment(
      start: start, end: .max, offset: offset, offsetBefore: offsetBefore, offsetAfter: offset)
  }
}

extension PosixZoneRule.Change {
  /// The moment of a year by the clocks before the change.
  func localTime(inYear year: Int) -> Int64 {
    Int64(dayNumber(inYear: year)) * Instants.secondsPerDay + secondOfDay
  }

  private func dayNumber(inYear year: Int) -> Int {
    switch day {
    case .julian(let day):
      let leap = day > 59 && GregorianCalendar.isLeap(year: year) ? 1 : 0
      return GregorianCalendar.dayNumber(year: year, month: 1, day: 1) + day - 1 + leap
    case .ordinal(let day):
      return GregorianCalendar.dayNumber(year: year, month: 1, day: 1) + day
    case .weekday(let month, let week, let weekday):
      let first = GregorianCalendar.dayNumber(year: year, month: month, day: 1)
      let shift = weekday - GregorianCalendar.weekday(ofDay: first)
      var day = (shift < 0 ? shift + 7 : shift) + 7 * (week - 1)
      if day >= GregorianCalendar.length(ofMonth: month, year: year) { day -= 7 }
      return first + day
    }
  }
}
