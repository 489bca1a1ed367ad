/// A rule with fields of the calendar, as in a cron expression.
///
/// The fields are bit sets. A search moves from one set bit to the next: from time to time, day to
/// day, month to month and year to year.
struct CalendarRule: Sendable, Hashable, LocalTimes {
  var times: TimeRule
  var days = DayRule()
  /// The months, 1 to 12.
  var months: UInt16 = .bits(1...12)
  /// The years, or `nil` for all years.
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

  /// A Boolean value that indicates whether any day of any year matches.
  ///
  /// - Complexity: A match is found within a few years. If no day matches, the search covers 400
  ///   years, after which the calendar repeats.
  var hasDays: Bool {
    let start = years.map { _ in YearSet.years.lowerBound } ?? 2000
    let end = years.map { _ in YearSet.years.upperBound } ?? 2399
    let first = GregorianCalendar.dayNumber(year: start, month: 1, day: 1)
    return firstDay(atOrAfter: first, through: end) != nil
  }

  /// Returns the first matching day from a day on.
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

  /// Returns the last matching day up to a day.
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

/// The times of day that a rule matches.
struct TimeRule: Sendable, Hashable {
  /// The seconds of a minute.
  var seconds: UInt64 = 1
  /// The minutes of an hour.
  var minutes: UInt64
  /// The hours of a day.
  var hours: UInt32

  /// The first time of every day.
  var first: Int {
    3600 * hours.trailingZeroBitCount + 60 * minutes.trailingZeroBitCount
      + seconds.trailingZeroBitCount
  }

  /// The last time of every day.
  var last: Int {
    3600 * (31 - hours.leadingZeroBitCount) + 60 * (63 - minutes.leadingZeroBitCount)
      + 63 - seconds.leadingZeroBitCount
  }

  /// Returns the first matching time of a day from a time on.
  func first(atOrAfter secondOfDay: Int) -> Int? {
    let hour = secondOfDay / 3600
    if hours.hasBit(hour) {
      let minute = secondOfDay / 60 % 60
      if minutes.hasBit(minute), let second = seconds.firstBit(atOrAbove: secondOfDay % 60) {
        return 3600 * hour + 60 * minute + second
      }
      if let later = minutes.firstBit(atOrAbove: minute + 1) {
        return 3600 * hour + 60 * later + seconds.trailingZeroBitCount
      }
    }
    guard let later = hours.firstBit(atOrAbove: hour + 1) else { return nil }
    return 3600 * later + 60 * minutes.trailingZeroBitCount + seconds.trailingZeroBitCount
  }

  /// Returns the last matching time of a day up to a time.
  func last(atOrBefore secondOfDay: Int) -> Int? {
    let hour = secondOfDay / 3600
    if hours.hasBit(hour) {
      let minute = secondOfDay / 60 % 60
      if minutes.hasBit(minute), let second = seconds.lastBit(atOrBelow: secondOfDay % 60) {
        return 3600 * hour + 60 * minute + second
      }
      if let earlier = minutes.lastBit(atOrBelow: minute - 1) {
        return 3600 * hour + 60 * earlier + 63 - seconds.leadingZeroBitCount
      }
    }
    guard let earlier = hours.lastBit(atOrBelow: hour - 1) else { return nil }
    return 3600 * earlier + 60 * (63 - minutes.leadingZeroBitCount)
      + 63 - seconds.leadingZeroBitCount
  }
}

/// A time of day every *n* days, weeks, months or years, counted from a day.
struct CalendarStride: Sendable, Hashable, LocalTimes {
  let count: Int
  let unit: CalendarUnit
  let anchor: CalendarDate
  let time: TimeOfDay
  /// The rule for months that are too short for the anchor's day.
  let shortMonths: ShortMonths

  func first(atOrAfter time: Int64) -> Int64? {
    var number = step(at: time)
    while true {
      let (year, found) = occurrence(number)
      guard year <= GregorianCalendar.years.upperBound else { return nil }
      if let found, found >= time { return found }
      number += 1
    }
  }

  func last(atOrBefore time: Int64) -> Int64? {
    var number = step(at: time)
    while true {
      let (year, found) = occurrence(number)
      guard year >= GregorianCalendar.years.lowerBound else { return nil }
      if let found, found <= time { return found }
      number -= 1
    }
  }

  /// Returns the number of whole steps from the anchor to a time, ignoring times of day and days of
  /// months.
  private func step(at time: Int64) -> Int {
    let day = Int(time.dividedDown(by: Instants.secondsPerDay).quotient)
    if let length = unit.days {
      return (day - anchor.dayNumber).dividedDown(by: count * length).quotient
    }
    let (year, month, _) = GregorianCalendar.date(ofDay: day)
    return (12 * year + month - anchorMonth).dividedDown(by: count * unit.months).quotient
  }

  private var anchorMonth: Int { 12 * anchor.year + anchor.month }

  /// Returns the occurrence with a number, which is 0 for the anchor.
  ///
  /// - Returns: Its year, and its time. The time is `nil` if the month is too short and must be
  ///   skipped.
  private func occurrence(_ number: Int) -> (year: Int, time: Int64?) {
    if let length = unit.days {
      let day = anchor.dayNumber + number * count * length
      return (GregorianCalendar.date(ofDay: day).year, time(on: day))
    }
    let (year, month) = (anchorMonth - 1 + number * count * unit.months).dividedDown(by: 12)
    let length = GregorianCalendar.length(ofMonth: month + 1, year: year)
    guard anchor.day <= length || shortMonths == .lastDay else { return (year, nil) }
    let day = min(anchor.day, length)
    return (
      year, time(on: GregorianCalendar.dayNumber(year: year, month: month + 1, day: day))
    )
  }

  private func time(on day: Int) -> Int64 {
    Int64(day) * Instants.secondsPerDay + Int64(time.secondOfDay)
  }
}

/// The unit of a schedule's interval.
public enum CalendarUnit: String, Sendable, Hashable, Codable, CaseIterable {
  case days
  case weeks
  case months
  case years

  /// The number of days, or `nil` if it varies.
  var days: Int? {
    switch self {
    case .days: 1
    case .weeks: 7
    case .months, .years: nil
    }
  }

  /// The default anchor: 1 January 1970, or for weeks the first Monday after it.
  var usualAnchor: CalendarDate { self == .weeks ? "1970-01-05" : "1970-01-01" }

  /// The number of months, for units of months and years.
  var months: Int { self == .years ? 12 : 1 }
}

/// A rule for months without a certain day.
public enum ShortMonths: String, Sendable, Hashable, Codable, CaseIterable {
  /// Skips such a month.
  case skip
  /// Uses the last day of the month.
  case lastDay
}

/// The times of a rule on a clock without changes.
///
/// A time is a number of seconds since 1970 on that clock. Times are therefore ordered, and each
/// day has 86,400 seconds. ``ZonedTimes`` converts them to moments in a time zone.
protocol LocalTimes {
  /// Returns the rule's first time from a time on.
  func first(atOrAfter time: Int64) -> Int64?

  /// Returns the rule's last time up to a time.
  func last(atOrBefore time: Int64) -> Int64?
}
