/// A time of day every so many days, weeks, months or years, counted from a day.
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

  /// Returns the number of whole steps between a time and the anchor, without regard to
  /// times of day and days of months.
  private func step(at time: Int64) -> Int {
    let day = Int(time.dividedDown(by: Instants.secondsPerDay).quotient)
    if let length = unit.days {
      return (day - anchor.dayNumber).dividedDown(by: count * length).quotient
    }
    let (year, month, _) = GregorianCalendar.date(ofDay: day)
    return (12 * year + month - anchorMonth).dividedDown(by: count * unit.months).quotient
  }

  private var anchorMonth: Int { 12 * anchor.year + anchor.month }

  /// The occurrence of a number, which is 0 for the anchor.
  ///
  /// - Returns: Its year, and no time if its month is too short and shall be left out.
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

/// The unit in which a schedule counts.
public enum CalendarUnit: String, Sendable, Hashable, Codable, CaseIterable {
  case days
  case weeks
  case months
  case years

  /// The number of days, if it always has the same.
  var days: Int? {
    switch self {
    case .days: 1
    case .weeks: 7
    case .months, .years: nil
    }
  }

  /// The day to count from if none is named: the first of 1970, and for weeks the
  /// first Monday, with which they begin.
  var usualAnchor: CalendarDate { self == .weeks ? "1970-01-05" : "1970-01-01" }

  /// The number of months, if it is counted in months.
  var months: Int { self == .years ? 12 : 1 }
}

/// A rule for months that lack a day.
public enum ShortMonths: String, Sendable, Hashable, Codable, CaseIterable {
  /// Leave such a month out.
  case skip
  /// Take its last day.
  case lastDay
}
