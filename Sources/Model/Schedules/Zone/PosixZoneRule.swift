/// The rule for a zone's clocks after the end of its table.
///
/// It is the last line of the zone's file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixZoneRule: Sendable, Hashable {
  /// Standard time minus UTC, in seconds.
  let standardOffset: Int64
  /// The clock changes, or `nil` if the clocks never change.
  let daylightSaving: DaylightSaving?

  /// The two clock changes of every year.
  struct DaylightSaving: Sendable, Hashable {
    /// Daylight-saving time minus UTC, which may be less than standard time.
    let offset: Int64
    let start: Change
    let end: Change
  }

  /// A moment that occurs every year.
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
    /// The time on that day, in seconds from its midnight.
    ///
    /// It may be days away.
    let secondOfDay: Int64
  }

  /// A clock change, with the offset from UTC after it.
  struct Transition {
    let instant: Int64
    let offset: Int64
  }

  /// Returns the two changes of a year, in their order.
  ///
  /// - Returns: The changes, or `nil` if the clocks never change.
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

  /// Returns the stretch around a moment after the end of a table.
  ///
  /// - Parameters:
  ///   - instant: A moment that is not before the start.
  ///   - last: The last stretch of the table.
  /// - Returns: The stretch by the rule. It starts where the last one does.
  func segment(at instant: Int64, behind last: ZoneSegment) -> ZoneSegment {
    var (start, offset, offsetBefore) = (last.start, last.offset, last.offsetBefore)
    let localDay = (instant + standardOffset).dividedDown(by: Instants.secondsPerDay).quotient
    let year = GregorianCalendar.date(ofDay: Int(localDay)).year
    // A change may occur days before or after its year, so the search starts two years earlier.
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
  /// Returns the moment in a year by the clocks before the change.
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

extension PosixZoneRule {
  /// Parses a rule in the POSIX format of the variable `TZ`, with times up to a week before or
  /// after the day.
  ///
  /// - Returns: The rule, or `nil` if the string is invalid.
  init?(parsing text: some Collection<UInt8>) {
    var reader = Reader(rest: Array(text)[...])
    guard reader.skipName(), let west = reader.time(hours: 0...24) else { return nil }
    let standard = -west
    if reader.rest.isEmpty {
      self.init(standardOffset: standard, daylightSaving: nil)
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standard + 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let west = reader.time(hours: 0...24) else { return nil }
      offset = -west
    }
    guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    let rule = PosixZoneRule(
      standardOffset: standard,
      daylightSaving: DaylightSaving(offset: offset, start: start, end: end))
    // Some zones use daylight-saving time all year. Their rule ends each period when the next one
    // starts.
    self =
      rule.neverIsStandardTime ? PosixZoneRule(standardOffset: offset, daylightSaving: nil) : rule
  }

  /// A Boolean value that indicates whether daylight-saving time ends only after the next one has
  /// started, in years of either length.
  private var neverIsStandardTime: Bool {
    guard let daylightSaving else { return false }
    return [2023, 2024].allSatisfy { year in
      daylightSaving.end.localTime(inYear: year) - daylightSaving.offset
        >= daylightSaving.start.localTime(inYear: year + 1) - standardOffset
    }
  }
}

/// A parser for the string of a rule.
private struct Reader {
  var rest: ArraySlice<UInt8>

  /// Skips an abbreviation: letters, or any characters in angle brackets.
  mutating func skipName() -> Bool {
    let name: ArraySlice<UInt8>
    if skip("<") {
      name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && skip(">")
    }
    name = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Parses a time: an optional sign, hours, and optional minutes and seconds.
  mutating func time(hours: ClosedRange<Int>) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hour = number(hours) else { return nil }
    var seconds = hour * 3600
    if skip(":") {
      guard let minute = number(0...59) else { return nil }
      seconds += minute * 60
      if skip(":") {
        guard let second = number(0...59) else { return nil }
        seconds += second
      }
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Parses a comma, a day and an optional time, which is 02:00 by default.
  mutating func change() -> PosixZoneRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return PosixZoneRule.Change(day: day, secondOfDay: 7200) }
    return time(hours: 0...167).map { PosixZoneRule.Change(day: day, secondOfDay: $0) }
  }

  private mutating func day() -> PosixZoneRule.Change.Day? {
    if skip("J") { return number(1...365).map { .julian($0) } }
    guard skip("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0 &- 0x30 < 10 }
    rest = rest.dropFirst(digits.count)
    return decimal(in: digits, digits: 1...3).flatMap { range ~= $0 ? $0 : nil }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
