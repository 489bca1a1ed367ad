import Spelling

/// Parses a cron expression from left to right, and stops at the first error.
struct CronParser {
  /// The expression.
  let text: String
  let bytes: [UInt8]
  /// The offset of the next character.
  var offset = 0
  /// The field that is being parsed.
  var field: CronField?
  var expression = CronExpression(rule: CalendarRule(times: TimeRule(minutes: 1, hours: 1)))
  /// The offset of the field for the day of the month.
  private var dayOffset = 0
  /// A Boolean value that indicates whether a `+` requires days that match both fields.
  var needsBothDays = false
  /// The name that `H` hashes.
  let name: String?

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

  /// Returns the offsets at which fields start.
  private func fieldStarts() -> [Int] {
    bytes.indices.filter { !isSpace($0) && ($0 == 0 || isSpace($0 - 1)) }
  }

  /// Parses a field to its end.
  private mutating func parseField(_ field: CronField) throws(CronError) {
    var items = CronFieldItems()
    if next == UInt8(ascii: "+") { try parsePlus(of: field) }
    repeat {
      try parseItem(of: field, into: &items)
    } while skip(",")
    guard isAtEnd || isSpace(offset) else { throw unexpectedCharacter() }
    expression.set(field, to: items)
  }

  /// Parses one item of a list.
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

  /// Parses a value and its suffixes.
  private mutating func parseRange(
    of field: CronField, into items: inout CronFieldItems
  ) throws(CronError) {
    let start = offset
    let (value, isLast) = try parseValue(of: field)
    if isLast || next == UInt8(ascii: "L") || next == UInt8(ascii: "l") {
      if !isLast { offset += 1 }
      guard field == .dayOfWeek else {
        throw misplaced(
          "'L' after a value is the last such day of the week in a month", at: start,
          wayOut: field == .dayOfMonth ? "Write 'L', or 'L-3' for days before it." : "Remove it."
        )
      }
      items.lastWeekdays |= 1 << UInt8(value % 7)
    } else if skip("W") || skip("w") {
      guard field == .dayOfMonth else {
        throw misplaced(
          "'W' is the working day nearest to a day of the month", at: offset - 1,
          wayOut: field == .dayOfWeek ? "Write 'MON-FRI' for working days." : "Remove it.")
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

  /// Parses the end of a range: a value, or `L` for the last day of the month.
  ///
  /// `L` is treated as the 31st, because no month has days after its last one.
  private mutating func parseRangeEnd(
    of field: CronField
  ) throws(CronError) -> (value: Int, isLast: Bool) {
    if field == .dayOfMonth, skip("L") || skip("l") { return (field.values.upperBound, false) }
    return try parseValue(of: field)
  }

  /// Parses `/` and a number, if they come next.
  mutating func parseStep(of field: CronField) throws(CronError) -> Int {
    guard skip("/") else { return 1 }
    let start = offset
    let step = try parseNumber("the step")
    let size = field.values.count
    guard step > 0 else {
      throw error(.invalidStep, at: start, "a step of 0 selects no values. Write 1 or more.")
    }
    guard step <= size else {
      throw error(
        .invalidStep, at: start,
        "the step \(step) is longer than the field, which has \(size) values. A step "
          + "restarts with each field. Use an interval for longer distances.")
    }
    return step
  }

  // MARK: - Values

  /// Parses a number or a name of a field.
  ///
  /// - Returns: The value, and whether the name ends with `L`.
  mutating func parseValue(
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

  /// Returns the value of a name.
  func name(
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
        "the \(field.name) '\(text)' is not a number. Write \(field.numbers.lowerBound) to "
          + "\(field.numbers.upperBound).")
    }
    let short = field.names.map { $0.prefix(3).uppercased() }
    let nearest =
      EditDistance.nearest(to: text, among: short, atMost: 1).first
      ?? EditDistance.nearest(to: text, among: field.names, atMost: 1).first
      .map { $0.prefix(3).uppercased() }
    throw error(
      .unknownValue, at: start,
      "no \(field.name) is named '\(text)'. "
        + (nearest.map { "Did you mean '\($0)'?" } ?? "Known are \(short.joined(separator: ", ")).")
    )
  }

  /// Returns the value of a name, which has three letters or is complete.
  func value(of letters: ArraySlice<UInt8>, in field: CronField) -> Int? {
    guard letters.count >= 3 else { return nil }
    let index = field.names.firstIndex { name in
      (letters.count == 3 || letters.count == name.utf8.count)
        && zip(letters, name.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    return index.map { $0 + field.values.lowerBound }
  }

  /// Parses digits.
  mutating func parseNumber(_ what: String) throws(CronError) -> Int {
    let start = offset
    var number = 0
    while !isAtEnd, bytes[offset] &- 0x30 < 10 {
      // Exceeds every limit, and cannot overflow.
      number = min(number * 10 + Int(bytes[offset] &- 0x30), 1_000_000)
      offset += 1
    }
    guard offset == start else { return number }
    guard isAtEnd || isSpace(offset) || bytes[offset] == UInt8(ascii: ",") else {
      throw unexpectedCharacter()
    }
    throw error(.missingValue, at: start, "\(what) is missing.")
  }

  // MARK: - Characters

  var isAtEnd: Bool { offset == bytes.count }

  var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  func isSpace(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t")
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  mutating func skipSpaces() {
    while !isAtEnd, isSpace(offset) { offset += 1 }
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  func written(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  // MARK: - Errors

  func error(_ code: CronError.Code, at offset: Int, _ message: String) -> CronError {
    CronError(code: code, expression: text, field: field, offset: offset, message: message)
  }

  func misplaced(_ meaning: String, at offset: Int, wayOut: String) -> CronError {
    error(
      .misplacedSpecial, at: offset,
      "\(meaning), which is invalid in the \(field?.name ?? "expression"). \(wayOut)")
  }

  func unexpectedCharacter() -> CronError {
    let rest = String(decoding: bytes[offset...], as: UTF8.self)
    return error(
      .unexpectedCharacter, at: offset,
      "'\(rest.prefix(1))' is invalid here in the \(field?.name ?? "expression"). "
        + "A field is a list of values, ranges and steps, such as '1,5-9,*/15'.")
  }

  private func wrongCount(_ starts: [Int]) -> CronError {
    let offset = starts.count > 7 ? starts[7] : bytes.count
    let found =
      starts.isEmpty
      ? "the expression is empty"
      : "the expression has \(starts.count == 1 ? "1 field" : "\(starts.count) fields")"
    return error(
      .wrongFieldCount, at: offset,
      "\(found). Write five — minute, hour, day of the month, month, day of the week — "
        + "six with the second first, or seven with the year last.")
  }

  private func neverComes() -> CronError {
    CronError(
      code: .neverComes, expression: text, field: .dayOfMonth, offset: dayOffset,
      message:
        "no day ever matches: the days of the month, the months"
        + (expression.rule.years == nil ? "" : ", the years")
        + (expression.rule.days.combination == .both ? ", the days of the week" : "")
        + " exclude each other. 30 February never comes, and 29 February only in leap years. "
        + "'L' is the last day of every month.")
  }
}
