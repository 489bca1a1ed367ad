import Spelling

// The characters for special days (`L`, `W`, `#`, `+`) and hashed values (`H`).
extension CronParser {
  /// Parses the `+` before the days of the week.
  mutating func parsePlus(of field: CronField) throws(CronError) {
    guard field == .dayOfWeek else {
      throw misplaced(
        "'+' asks for days that fit both fields of days", at: offset,
        wayOut: "Write it before the day of the week: '0 0 13 * +FRI'.")
    }
    offset += 1
    needsBothDays = true
  }

  /// Parses `L`, `LW`, `L-3` or `L-3W`.
  mutating func parseLast(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    guard field == .dayOfMonth else {
      let wayOut =
        field == .dayOfWeek
        ? "Write the day before it: '5L' is the last Friday of the month." : "Write a number."
      throw misplaced("'L' is the last day of a month", at: offset, wayOut: wayOut)
    }
    offset += 1
    if skip("W") || skip("w") {
      items.nearestBeforeLast |= 1
    } else if skip("-") {
      let start = offset
      let days = try parseNumber("the number of days before the last one")
      guard days <= 30 else {
        throw error(.outOfRange, at: start, "no month has a day \(days) before its last one.")
      }
      if skip("W") || skip("w") {
        items.nearestBeforeLast |= 1 << UInt32(days)
      } else {
        items.daysBeforeLast |= 1 << UInt32(days)
      }
    } else {
      items.daysBeforeLast |= 1
    }
  }

  /// A Boolean value that indicates whether the next character is `L` or `#`.
  var isAtSpecialWeekday: Bool {
    next == UInt8(ascii: "L") || next == UInt8(ascii: "l") || next == UInt8(ascii: "#")
  }

  /// Parses `L` or `#2` after a range of days of the week.
  ///
  /// It applies to each of these days.
  mutating func parseSpecialWeekdays(
    _ start: Int, through end: Int, isLast: Bool, into items: inout CronFieldItems
  ) throws(CronError) {
    var days = CronFieldItems()
    days.insert(start, through: end, step: 1, of: .dayOfWeek)
    if isLast || skip("L") || skip("l") {
      items.lastWeekdays |= UInt8(truncatingIfNeeded: days.values)
    } else {
      offset += 1
      try parseOccurrence(of: days.values.bitNumbers, in: .dayOfWeek, into: &items)
    }
  }

  /// Parses the number after `#`, or `L` for the last occurrence.
  mutating func parseOccurrence(
    of weekdays: [Int], in field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    guard field == .dayOfWeek else {
      throw misplaced(
        "'#' counts days of the week in a month", at: offset - 1,
        wayOut: "Write it in the field of the day of the week: '5#3' is the third Friday.")
    }
    if skip("L") || skip("l") {
      for day in weekdays { items.lastWeekdays |= 1 << UInt8(day) }
      return
    }
    let start = offset
    let name = Weekday.names[weekdays[0]]
    let number = try parseNumber("which \(name) of the month")
    guard 1...5 ~= number else {
      throw error(
        .outOfRange, at: start,
        "no month has a \(name) number \(number). Write 1 to 5, or 'L' for the last one.")
    }
    for day in weekdays { items.numberedWeekdays |= 1 << UInt64(day * 5 + number - 1) }
  }

  /// Parses `H`, `H/15`, `H(0-29)` or `H(0-29)/10`.
  mutating func parseHash(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    let start = offset
    guard let values = field.hashedValues else {
      throw misplaced("'H' spreads tasks over a period", at: start, wayOut: "Write '*'.")
    }
    guard let name else {
      throw error(
        .missingName, at: start,
        "'H' stands for a value that depends on a name, but no name is given. "
          + "Pass one as 'hashing:'.")
    }
    offset += 1
    var range = values
    if skip("(") {
      let lowOffset = offset
      let (low, _) = try parseValue(of: field)
      guard skip("-") else { throw unexpectedCharacter() }
      let (high, _) = try parseValue(of: field)
      guard low <= high else {
        throw error(
          .backwardRange, at: lowOffset, "\(high) is before \(low). Write H(\(high)-\(low)).")
      }
      guard skip(")") else { throw unexpectedCharacter() }
      range = low...high
    }
    let hash = CronHash.value(of: name, in: field)
    guard next == UInt8(ascii: "/") else {
      let value = range.lowerBound + Int(hash % UInt64(range.count))
      items.insert(value, through: value, step: 1, of: field)
      return
    }
    let step = try parseStep(of: field)
    let first = range.lowerBound + Int(hash % UInt64(min(step, range.count)))
    items.insert(first, through: range.upperBound, step: step, of: field)
  }
}

// Names such as `@daily`, and the forms of other systems that are rejected.
extension CronParser {
  /// The named expressions.
  private static let names = [
    "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *",
    "weekly": "0 0 * * 0", "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
  ]

  /// The suggestions for names of other systems that are not calendar expressions.
  private static let otherForms = [
    "every":
      "'@every' is an interval, but an expression names times of the calendar. Write the "
      + "schedule '.every(.minutes(5))' instead, as in "
      + "#schedule(\"poll\", on: try .every(.minutes(5))).",
    "reboot":
      "'@reboot' is not a time of the calendar. Declare a task of the launch instead, as in "
      + "#task(\"warm up\", on: .didFinishLaunching).",
  ]

  /// Rejects `TZ=Europe/Stockholm` before the fields.
  func rejectZone() throws(CronError) {
    let rest = bytes[offset...]
    for prefix in ["TZ=", "CRON_TZ="] where rest.starts(with: prefix.utf8) {
      let zone = rest.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") && $0 != 9 }
      throw error(
        .timeZone, at: offset,
        "a time zone is not a field of an expression. Remove '\(prefix)' and add the argument "
          + "zone: \"\(String(decoding: zone, as: UTF8.self))\".")
    }
  }

  /// Parses a named expression such as `@daily`.
  mutating func named(
    _ combination: CronExpression.DayCombination
  ) throws(CronError) -> CronExpression {
    let start = offset
    while !isAtEnd, !isSpace(offset) { offset += 1 }
    let name = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self).lowercased()
    skipSpaces()
    guard isAtEnd || Self.otherForms[name] != nil else {
      throw error(
        .wrongFieldCount, at: offset,
        "'@\(name)' takes no fields. Remove the rest of the expression.")
    }
    guard let fields = Self.names[name] else {
      if let form = Self.otherForms[name] {
        throw error(.unknownName, at: start, form)
      }
      let known = Self.names.keys.sorted()
      let nearest = EditDistance.nearest(to: name, among: known, atMost: 1).first
      throw error(
        .unknownName, at: start,
        "no expression is named '@\(name)'. "
          + (nearest.map { "Did you mean '@\($0)'?" }
            ?? "Known are \(known.map { "@" + $0 }.joined(separator: ", "))."))
    }
    var parser = CronParser(fields)
    return try parser.parse(combination)
  }
}
