extension PosixZoneRule {
  /// Reads a rule as POSIX writes it in the variable `TZ`, with times up to a week
  /// before or after the day.
  ///
  /// - Returns: Nothing if this is none.
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
    // Some zones keep daylight-saving time all year, which is written as one that
    // ends when the next begins.
    self =
      rule.neverIsStandardTime ? PosixZoneRule(standardOffset: offset, daylightSaving: nil) : rule
  }

  /// A Boolean value that indicates whether daylight-saving time ends only when that of
  /// the next year has begun, in years of either length.
  private var neverIsStandardTime: Bool {
    guard let daylightSaving else { return false }
    return [2023, 2024].allSatisfy { year in
      daylightSaving.end.localTime(inYear: year) - daylightSaving.offset
        >= daylightSaving.start.localTime(inYear: year + 1) - standardOffset
    }
  }
}

/// Takes the text of a rule apart from its front.
private struct Reader {
  var rest: ArraySlice<UInt8>

  /// Passes by an abbreviation: letters, or anything but the end in angle brackets.
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

  /// A time: hours, and maybe minutes and seconds, with a sign in front or without.
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

  /// A comma, a day and maybe a time, which is 02:00 otherwise.
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
