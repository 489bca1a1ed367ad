import Spelling

/// Reads a cron expression from its front to its end, and stops at the first thing
/// that is wrong.
struct CronParser {
  let text: String
  private let bytes: [UInt8]
  /// Where the next character is.
  private var offset = 0
  /// The field that is being read.
  private var field: CronField?
  private var expression = CronExpression(rule: CalendarRule(times: TimeRule(minutes: 1, hours: 1)))
  /// Where the field of the days of the month is.
  private var dayOffset = 0
  /// Whether a `+` asks for days that fit both fields.
  private var needsBothDays = false
  /// The name whose hash `H` stands for.
  private let name: String?

  init(_ text: String, hashing name: String? = nil) {
    self.text = text
    self.name = name
    bytes = Array(text.utf8)
  }

  mutating func parse(
    _ combination: CronExpression.DayCombination
  ) throws(CronError) -> CronExpression {
    expression.rule.days.combination = combination
    skipSpaces()
    if next == UInt8(ascii: "@") { return try named(combination) }
    try rejectZone()
    let starts = fieldStarts()
    guard let fields = CronField.fields(count: starts.count) else {
      throw wrongCount(starts)
    }
    for (field, start) in zip(fields, starts) {
      self.field = field
      offset = start
      if field == .dayOfMonth { dayOffset = start }
      try parseField(field)
    }
    if needsBothDays, !expression.rule.days.isDayOfMonthOpen, !expression.rule.days.isDayOfWeekOpen
    {
      expression.rule.days.combination = .both
    }
    guard expression.rule.hasDays else { throw neverComes() }
    return expression
  }

  // MARK: - Fields

  /// Where fields begin.
  private func fieldStarts() -> [Int] {
    bytes.indices.filter { !isSpace($0) && ($0 == 0 || isSpace($0 - 1)) }
  }

  /// Reads a field to its end.
  private mutating func parseField(_ field: CronField) throws(CronError) {
    var items = CronFieldItems()
    if next == UInt8(ascii: "+") { try parsePlus(of: field) }
    repeat {
      try parseItem(of: field, into: &items)
    } while skip(",")
    guard isAtEnd || isSpace(offset) else { throw unexpectedCharacter() }
    expression.set(field, to: items)
  }

  /// Reads one item of a list.
  private mutating func parseItem(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    switch next {
    case UInt8(ascii: "*"):
      offset += 1
      items.isOpen = true
      let step = try parseStep(of: field)
      items.insert(field.values.lowerBound, through: field.values.upperBound, step: step, of: field)
    case UInt8(ascii: "?"):
      offset += 1
      items.isOpen = true
      items.insert(field.values.lowerBound, through: field.values.upperBound, step: 1, of: field)
    case UInt8(ascii: "H"), UInt8(ascii: "h"):
      try parseHash(of: field, into: &items)
    case UInt8(ascii: "L"), UInt8(ascii: "l"):
      try parseLast(of: field, into: &items)
    default:
      try parseRange(of: field, into: &items)
    }
  }

  /// Reads the `+` in front of the days of the week.
  private mutating func parsePlus(of field: CronField) throws(CronError) {
    guard field == .dayOfWeek else {
      throw misplaced(
        "'+' asks for days that fit both fields of days", at: offset,
        wayOut: "Write it in front of the day of the week: '0 0 13 * +FRI'.")
    }
    offset += 1
    needsBothDays = true
  }

  /// Reads `L`, `LW`, `L-3` or `L-3W`.
  private mutating func parseLast(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    guard field == .dayOfMonth else {
      let wayOut =
        field == .dayOfWeek
        ? "Write the day in front: '5L' is the last Friday of the month." : "Write a number."
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

  /// Reads a value and what may be behind it.
  private mutating func parseRange(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    let start = offset
    let (value, isLast) = try parseValue(of: field)
    if isLast || next == UInt8(ascii: "L") || next == UInt8(ascii: "l") {
      if !isLast { offset += 1 }
      guard field == .dayOfWeek else {
        throw misplaced(
          "'L' behind a value is the last such day of the week in a month", at: start,
          wayOut: field == .dayOfMonth ? "Write 'L', or 'L-3' for days before it." : "Leave it out."
        )
      }
      items.lastWeekdays |= 1 << UInt8(value % 7)
    } else if skip("W") || skip("w") {
      guard field == .dayOfMonth else {
        throw misplaced(
          "'W' is the working day nearest to a day of the month", at: offset - 1,
          wayOut: field == .dayOfWeek ? "Write 'MON-FRI' for working days." : "Leave it out.")
      }
      items.nearestWeekdays |= 1 << UInt32(value)
    } else if skip("#") {
      try parseOccurrence(of: [value % 7], in: field, into: &items)
    } else if skip("-") {
      let endOffset = offset
      let (end, isLast) = try parseRangeEnd(of: field)
      if field == .dayOfWeek, isLast || isAtSpecialWeekday {
        try parseSpecialWeekdays(value, through: end, isLast: isLast, into: &items)
        return
      }
      guard value <= end || field != .year else {
        throw error(
          .backwardRange, at: endOffset,
          "the year \(end) is before \(value). Write \(end)-\(value).")
      }
      let step = try parseStep(of: field)
      items.insert(value, through: end, step: step, of: field)
    } else if next == UInt8(ascii: "/") {
      let step = try parseStep(of: field)
      items.insert(
        value % (field.values.upperBound + 1), through: field.values.upperBound,
        step: step, of: field)
    } else {
      items.insert(value, through: value, step: 1, of: field)
    }
  }

  /// Reads the end of a range: a value, or `L` for the last day of the month.
  ///
  /// No month has a day behind its last one, so that the 31st is as good an end.
  private mutating func parseRangeEnd(
    of field: CronField
  ) throws(CronError) -> (value: Int, isLast: Bool) {
    if field == .dayOfMonth, skip("L") || skip("l") { return (field.values.upperBound, false) }
    return try parseValue(of: field)
  }

  /// Whether `L` or `#` comes next.
  private var isAtSpecialWeekday: Bool {
    next == UInt8(ascii: "L") || next == UInt8(ascii: "l") || next == UInt8(ascii: "#")
  }

  /// Reads what is behind a range of days of the week, `L` or `#2`, which holds for each
  /// of them.
  private mutating func parseSpecialWeekdays(
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

  /// Reads what is behind `#`: a number, or `L` for the last.
  private mutating func parseOccurrence(
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

  /// Reads `H`, `H/15`, `H(0-29)` or `H(0-29)/10`.
  private mutating func parseHash(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    let start = offset
    guard let values = field.hashedValues else {
      throw misplaced("'H' spreads tasks over a period", at: start, wayOut: "Write '*'.")
    }
    guard let name else {
      throw error(
        .missingName, at: start,
        "'H' stands for a value that a name decides, and there is no name here. "
          + "Give one as 'hashing:'.")
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

  /// Reads `/` and a number, if they are there.
  private mutating func parseStep(of field: CronField) throws(CronError) -> Int {
    guard skip("/") else { return 1 }
    let start = offset
    let step = try parseNumber("the step")
    let size = field.values.count
    guard step > 0 else {
      throw error(.invalidStep, at: start, "a step of 0 leads nowhere. Write 1 or more.")
    }
    guard step <= size else {
      throw error(
        .invalidStep, at: start,
        "the step \(step) is longer than the field, which has \(size) values, so it would "
          + "never be taken. A step ends with its field; for other distances there are intervals.")
    }
    return step
  }

  // MARK: - Values

  /// Reads a number or a name of a field.
  ///
  /// - Returns: Also whether there is an `L` at the end of the name.
  private mutating func parseValue(
    of field: CronField
  ) throws(CronError) -> (value: Int, isLast: Bool) {
    let start = offset
    if !isAtEnd, isLetter(bytes[offset]) {
      while !isAtEnd, isLetter(bytes[offset]) { offset += 1 }
      return try name(bytes[start..<offset], of: field, at: start)
    }
    let value = try parseNumber("the \(field.name)")
    guard value >= field.numbers.lowerBound else {
      throw error(
        .outOfRange, at: start,
        "the \(field.name) \(written(from: start)) is below \(field.numbers.lowerBound).")
    }
    guard value <= field.numbers.upperBound else {
      throw error(
        .outOfRange, at: start,
        "the \(field.name) \(written(from: start)) is above \(field.numbers.upperBound).")
    }
    return (value, false)
  }

  /// What a name stands for.
  private func name(
    _ letters: ArraySlice<UInt8>, of field: CronField, at start: Int
  ) throws(CronError) -> (value: Int, isLast: Bool) {
    if let value = value(of: letters, in: field) { return (value, false) }
    if field == .dayOfWeek, letters.last.map({ $0 | 0x20 }) == UInt8(ascii: "l"),
      let value = value(of: letters.dropLast(), in: field)
    {
      return (value, true)
    }
    let text = String(decoding: letters, as: UTF8.self)
    guard !field.names.isEmpty else {
      throw error(
        .unknownValue, at: start,
        "the \(field.name) '\(text)' is no number. Write \(field.numbers.lowerBound) to "
          + "\(field.numbers.upperBound).")
    }
    let short = field.names.map { $0.prefix(3).uppercased() }
    let nearest =
      EditDistance.nearest(to: text, among: short, atMost: 1).first
      ?? EditDistance.nearest(to: text, among: field.names, atMost: 1).first
      .map { $0.prefix(3).uppercased() }
    throw error(
      .unknownValue, at: start,
      "there is no \(field.name) '\(text)'. "
        + (nearest.map { "Did you mean '\($0)'?" } ?? "Known are \(short.joined(separator: ", ")).")
    )
  }

  /// The value of a name of three letters, or of a whole one.
  private func value(of letters: ArraySlice<UInt8>, in field: CronField) -> Int? {
    guard letters.count >= 3 else { return nil }
    let index = field.names.firstIndex { name in
      (letters.count == 3 || letters.count == name.utf8.count)
        && zip(letters, name.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    return index.map { $0 + field.values.lowerBound }
  }

  /// Reads digits.
  private mutating func parseNumber(_ what: String) throws(CronError) -> Int {
    let start = offset
    var number = 0
    while !isAtEnd, bytes[offset] &- 0x30 < 10 {
      // Greater than every limit, and without an end.
      number = min(number * 10 + Int(bytes[offset] &- 0x30), 1_000_000)
      offset += 1
    }
    guard offset == start else { return number }
    guard isAtEnd || isSpace(offset) || bytes[offset] == UInt8(ascii: ",") else {
      throw unexpectedCharacter()
    }
    throw error(.missingValue, at: start, "\(what) is missing.")
  }

  // MARK: - Names

  /// The expressions that have a name.
  private static let names = [
    "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *",
    "weekly": "0 0 * * 0", "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
  ]

  /// What to write instead of the names that other systems have and no calendar does.
  private static let otherForms = [
    "every":
      "'@every' counts an interval, and an expression names times of the calendar. Write the "
      + "schedule '.every(.minutes(5))' instead, as in #schedule(\"poll\", on: .every(.minutes(5))).",
    "reboot":
      "'@reboot' is no time of the calendar. Declare a task of the launch instead, as in "
      + "#task(\"warm up\", on: .didFinishLaunching).",
  ]

  /// Rejects `TZ=Europe/Stockholm` in front of the fields.
  private func rejectZone() throws(CronError) {
    let rest = bytes[offset...]
    for prefix in ["TZ=", "CRON_TZ="] where rest.starts(with: prefix.utf8) {
      let zone = rest.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") && $0 != 9 }
      throw error(
        .timeZone, at: offset,
        "a time zone is no field of an expression. Take '\(prefix)' out and write "
          + "zone: \"\(String(decoding: zone, as: UTF8.self))\" beside it.")
    }
  }

  /// Reads `@daily` and its like.
  private mutating func named(
    _ combination: CronExpression.DayCombination
  ) throws(CronError) -> CronExpression {
    let start = offset
    while !isAtEnd, !isSpace(offset) { offset += 1 }
    let name = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self).lowercased()
    skipSpaces()
    guard isAtEnd || Self.otherForms[name] != nil else {
      throw error(
        .wrongFieldCount, at: offset, "'@\(name)' stands alone. Remove what is behind it.")
    }
    guard let fields = Self.names[name] else {
      if let form = Self.otherForms[name] {
        throw error(.unknownName, at: start, form)
      }
      let known = Self.names.keys.sorted()
      let nearest = EditDistance.nearest(to: name, among: known, atMost: 1).first
      throw error(
        .unknownName, at: start,
        "there is no '@\(name)'. "
          + (nearest.map { "Did you mean '@\($0)'?" }
            ?? "Known are \(known.map { "@" + $0 }.joined(separator: ", "))."))
    }
    var parser = CronParser(fields)
    return try parser.parse(combination)
  }

  // MARK: - Characters

  private var isAtEnd: Bool { offset == bytes.count }

  private var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  private func isSpace(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t")
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private mutating func skipSpaces() {
    while !isAtEnd, isSpace(offset) { offset += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private func written(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  // MARK: - Errors

  private func error(_ code: CronError.Code, at offset: Int, _ message: String) -> CronError {
    CronError(code: code, expression: text, field: field, offset: offset, message: message)
  }

  private func misplaced(_ meaning: String, at offset: Int, wayOut: String) -> CronError {
    error(
      .misplacedSpecial, at: offset,
      "\(meaning), which means nothing in the \(field?.name ?? "expression"). \(wayOut)")
  }

  private func unexpectedCharacter() -> CronError {
    let rest = String(decoding: bytes[offset...], as: UTF8.self)
    return error(
      .unexpectedCharacter, at: offset,
      "'\(rest.prefix(1))' means nothing here in the \(field?.name ?? "expression"). "
        + "A field is a list of values, ranges and steps, such as '1,5-9,*/15'.")
  }

  private func wrongCount(_ starts: [Int]) -> CronError {
    let offset = starts.count > 7 ? starts[7] : bytes.count
    let found =
      starts.isEmpty
      ? "there are no fields"
      : "there \(starts.count == 1 ? "is 1 field" : "are \(starts.count) fields")"
    return error(
      .wrongFieldCount, at: offset,
      "\(found). Write five — minute, hour, day of the month, month, day of the week — "
        + "six with the second in front, or seven with the year at the end.")
  }

  private func neverComes() -> CronError {
    CronError(
      code: .neverComes, expression: text, field: .dayOfMonth, offset: dayOffset,
      message:
        "no day ever fits: the days of the month, the months"
        + (expression.rule.years == nil ? "" : ", the years")
        + (expression.rule.days.combination == .both ? ", the days of the week" : "")
        + " exclude each other. 30 February never comes, and 29 February only in leap years; "
        + "'L' is the last day of every month.")
  }
}
