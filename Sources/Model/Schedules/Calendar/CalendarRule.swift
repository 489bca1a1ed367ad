/// Times by the fields of a calendar: what a cron expression says.
///
/// The fields are bit sets, and a search goes from one set bit to the next: from
/// time to time, day to day, month to month and year to year.
struct CalendarRule: Sendable, Hashable, LocalTimes {
  var times: TimeRule
  var days = DayRule()
  /// The months, 1 to 12.
  var months: UInt16 = .bits(1...12)
  /// The years; all if there is none.
  var years: YearSet?

  func first(atOrAfter time: Int64) -> Int64? {
    let (day, second) = time.dividedDown(by: Instants.secondsPerDay)
    guard let found = firstDay(atOrAfter: Int(day)) else { return nil }
    if found > day { return Int64(found) * Instants.secondsPerDay + Int64(times.first) }
    if let second = times.first(atOrAfter: Int(second)) {
      return day * Instants.secondsPerDay + Int64(second)
    }
    guard let later = firstDay(atOrAfter: found + 1) else { return nil }
    return Int64(later) * Instants.secondsPerDay + Int64(times.first)
  }

  func last(atOrBefore time: Int64) -> Int64? {
    let (day, second) = time.dividedDown(by: Instants.secondsPerDay)
    guard let found = lastDay(atOrBefore: Int(day)) else { return nil }
    if found < day { return Int64(found) * Instants.secondsPerDay + Int64(times.last) }
    if let second = times.last(atOrBefore: Int(second)) {
      return day * Instants.secondsPerDay + Int64(second)
    }
    guard let earlier = lastDay(atOrBefore: found - 1) else { return nil }
    return Int64(earlier) * Instants.secondsPerDay + Int64(times.last)
  }

  /// A Boolean value that indicates whether any day of any year fits.
  ///
  /// - Complexity: What fits at all is found in a few years; that nothing does is
  ///   known after 400, when the calendar repeats itself.
  var hasDays: Bool {
    let start = years.map { _ in YearSet.years.lowerBound } ?? 2000
    let end = years.map { _ in YearSet.years.upperBound } ?? 2399
    let first = GregorianCalendar.dayNumber(year: start, month: 1, day: 1)
    return firstDay(atOrAfter: first, through: end) != nil
  }

  /// The first day that is not before this one.
  private func firstDay(
    atOrAfter dayNumber: Int, through lastYear: Int = GregorianCalendar.years.upperBound
  ) -> Int? {
    var (year, month, day) = GregorianCalendar.date(ofDay: dayNumber)
    while year <= lastYear {
      if let years {
        guard let next = years.first(atOrAfter: year) else { return nil }
        if next > year { (year, month, day) = (next, 1, 1) }
      }
      while let next = months.firstBit(atOrAbove: month) {
        if next > month { (month, day) = (next, 1) }
        if let found = days.days(year: year, month: month).firstBit(atOrAbove: day) {
          return GregorianCalendar.dayNumber(year: year, month: month, day: found)
        }
        (month, day) = (month + 1, 1)
      }
      (year, month, day) = (year + 1, 1, 1)
    }
    return nil
  }

  /// The last day that is not after this one.
  private func lastDay(atOrBefore dayNumber: Int) -> Int? {
    var (year, month, day) = GregorianCalendar.date(ofDay: dayNumber)
    while year >= GregorianCalendar.years.lowerBound {
      if let years {
        guard let next = years.last(atOrBefore: year) else { return nil }
        if next < year { (year, month, day) = (next, 12, 31) }
      }
      while let next = months.lastBit(atOrBelow: month) {
        if next < month { (month, day) = (next, 31) }
        if let found = days.days(year: year, month: month).lastBit(atOrBelow: day) {
          return GregorianCalendar.dayNumber(year: year, month: month, day: found)
        }
        (month, day) = (month - 1, 31)
      }
      (year, month, day) = (year - 1, 12, 31)
    }
    return nil
  }
}
