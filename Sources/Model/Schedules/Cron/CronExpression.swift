/// A schedule with fields of the calendar, such as `30 2 * * MON-FRI`.
///
/// It has five fields: minute, hour, day of the month, month and day of the week. A six-field
/// expression starts with the second, and a seven-field expression also ends with the year.
///
/// | syntax | meaning |
/// |---|---|
/// | `*`, `?` | every value |
/// | `1,15` | a list |
/// | `9-17`, `22-2`, `FRI-MON` | a range, which may wrap around |
/// | `*/5`, `10-50/7`, `3/15` | every *n*-th value: of all, of a range, or from a value on |
/// | `JAN`–`DEC`, `SUN`–`SAT` | names, short or complete, in either case; Sunday is 0 and 7 |
/// | `L`, `L-3`, `29-L` | the last day of the month, days before it, a range up to it |
/// | `15W`, `LW`, `L-3W` | the working day nearest to a day, without leaving the month |
/// | `5L`, `FRI#L`, `5#3` | the last, and the third, Friday of the month |
/// | `MON-FRI#1`, `SAT-SUNL` | the first or last occurrence of each of these days in the month |
/// | `+FRI` | before the days of the week: the day of the month must match as well |
/// | `H`, `H/15`, `H(0-29)` | a value that the name of the task determines, which spreads tasks |
/// | `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight`, `@hourly` | as in cron |
///
/// A field is *open* if one of its items starts with `*` or is `?`. If both the day of the month
/// and the day of the week are not open, a day matches if it matches either field
/// (``DayCombination``). Otherwise it must match both.
///
/// Expressions are equal if they have the same meaning, even if they are written differently.
public struct CronExpression: Sendable, Hashable {
  /// A rule for days if both fields of days name some.
  public enum DayCombination: String, Sendable, Hashable, Codable, CaseIterable {
    /// A day matches if it matches one of the two fields, as in cron.
    case either
    /// A day matches if it matches both fields: `0 0 13 * FRI` is Friday the 13th.
    case both
  }

  var rule: CalendarRule

  /// A Boolean value that indicates whether the second, the minute or the hour is open, so that the
  /// expression repeats within a day.
  ///
  /// For a repeating schedule, a clock change leaves no times to make up for. Its default is
  /// therefore ``DaylightSavingPolicy/realTime``, and the default of others is
  /// ``DaylightSavingPolicy/onceADay``. Cron makes the same distinction.
  package var repeatsWithinDay: Bool { openTimes != 0 }

  /// The open fields among second, minute and hour, as bits 0 to 2.
  var openTimes: UInt8

  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - text: The fields, separated by spaces.
  ///   - combination: The rule if both fields of days name some. A `+` in the expression also
  ///     requires both.
  ///   - name: The name that determines the values of `H`, which are the same on every machine and
  ///     in every version. Without a name, an expression with `H` is an error.
  /// - Throws: An error if the string is invalid. An expression for days that never occur, such as
  ///   `0 0 30 2 *`, is also invalid.
  public init(
    _ text: String, days combination: DayCombination = .either, hashing name: String? = nil
  ) throws(CronError) {
    var parser = CronParser(text, hashing: name)
    self = try parser.parse(combination)
  }
}

/// The hash for `H`.
///
/// It is part of the meaning of an expression: a task keeps its times across builds, machines and
/// versions, so the hash must never change.
enum CronHash {
  /// Returns a number for a name and a field.
  ///
  /// The fields of one name have different numbers.
  ///
  /// It is FNV-1a over the name and the field's name, with the finalizer of SplitMix64. The
  /// remainders of FNV-1a alone are uneven for names that differ only in their last letters.
  static func value(of name: String, in field: CronField) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(field.rawValue) \(name)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}

extension CronExpression: CustomStringConvertible {
  /// The shortest equivalent expression, with as few fields as possible, and numbers instead of
  /// names.
  public var description: String {
    var fields = [
      text(of: UInt64(rule.times.minutes), in: .minute, isOpen: openTimes & 2 != 0),
      text(of: UInt64(rule.times.hours), in: .hour, isOpen: openTimes & 4 != 0),
      dayOfMonthText,
      text(of: UInt64(rule.months), in: .month, isOpen: rule.months == .bits(1...12)),
      dayOfWeekText,
    ]
    let hasSeconds = rule.times.seconds != 1 || openTimes & 1 != 0
    if hasSeconds || rule.years != nil {
      fields.insert(
        text(of: rule.times.seconds, in: .second, isOpen: openTimes & 1 != 0), at: 0)
    }
    if let years = rule.years { fields.append(Self.list(years.numbers)) }
    return fields.joined(separator: " ")
  }

  private var dayOfMonthText: String {
    let days = rule.days
    var items: [String] = []
    if days.daysOfMonth != 0 {
      items.append(
        text(of: UInt64(days.daysOfMonth), in: .dayOfMonth, isOpen: days.isDayOfMonthOpen))
    }
    items += days.daysBeforeLast.bitNumbers.map { $0 == 0 ? "L" : "L-\($0)" }
    items += days.nearestBeforeLast.bitNumbers.map { $0 == 0 ? "LW" : "L-\($0)W" }
    items += days.nearestWeekdays.bitNumbers.map { "\($0)W" }
    return items.joined(separator: ",")
  }

  private var dayOfWeekText: String {
    let days = rule.days
    var items: [String] = []
    if days.weekdays != 0 {
      items.append(text(of: UInt64(days.weekdays), in: .dayOfWeek, isOpen: days.isDayOfWeekOpen))
    }
    items += days.lastWeekdays.bitNumbers.map { "\($0)L" }
    items += days.numberedWeekdays.bitNumbers.map { "\($0 / 5)#\($0 % 5 + 1)" }
    let needsBoth = days.combination == .both && !days.isDayOfMonthOpen && !days.isDayOfWeekOpen
    return (needsBoth ? "+" : "") + items.joined(separator: ",")
  }

  /// Returns the values of a field, starting with the open part.
  private func text(of values: UInt64, in field: CronField, isOpen: Bool) -> String {
    guard isOpen else { return Self.list(values.bitNumbers) }
    let step = values.openStep(in: field)
    let all = stride(from: field.values.lowerBound, through: field.values.upperBound, by: step)
    let rest = all.reduce(values) { $0 & ~(1 << UInt64($1)) }
    let open = step == 1 ? "*" : "*/\(step)"
    return rest == 0 ? open : "\(open),\(Self.list(rest.bitNumbers))"
  }

  /// Returns numbers as ranges, or as one range with a step.
  private static func list(_ numbers: [Int]) -> String {
    if numbers.count > 2, let first = numbers.first, let last = numbers.last {
      let step = numbers[1] - first
      if step > 1, numbers.elementsEqual(stride(from: first, through: last, by: step)) {
        return "\(first)-\(last)/\(step)"
      }
    }
    return numbers.runs().map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound),\(run.upperBound)"
      default: "\(run.lowerBound)-\(run.upperBound)"
      }
    }.joined(separator: ",")
  }
}

extension UInt64 {
  /// Returns the smallest step from the lowest value of the field that stays in the set.
  func openStep(in field: CronField) -> Int {
    let (low, high) = (field.values.lowerBound, field.values.upperBound)
    return (1..<field.values.count).first { step in
      stride(from: low, through: high, by: step).allSatisfy(hasBit)
    } ?? field.values.count
  }
}

extension [Int] {
  /// Returns the runs of consecutive numbers in a sorted array.
  func runs() -> [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}

/// An error in a cron expression, with its position and a fix.
public struct CronError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The number of fields is not five, six or seven.
    public static let wrongFieldCount = Code(name: "wrongFieldCount")
    /// The `@` name is unknown.
    public static let unknownName = Code(name: "unknownName")
    /// A number or a name is missing.
    public static let missingValue = Code(name: "missingValue")
    /// A character is not allowed at this place.
    public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
    /// A name is not a month or a day.
    public static let unknownValue = Code(name: "unknownValue")
    /// A number is out of the field's range.
    public static let outOfRange = Code(name: "outOfRange")
    /// A range goes backwards in a field that cannot wrap around.
    public static let backwardRange = Code(name: "backwardRange")
    /// A step is zero, or exceeds the field.
    public static let invalidStep = Code(name: "invalidStep")
    /// `L`, `W`, `#`, `H` or `+` is not allowed at this place.
    public static let misplacedSpecial = Code(name: "misplacedSpecial")
    /// `H` without a name to hash.
    public static let missingName = Code(name: "missingName")
    /// A time zone comes before the fields.
    public static let timeZone = Code(name: "timeZone")
    /// No day of any year matches.
    public static let neverComes = Code(name: "neverComes")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The expression.
  public let expression: String

  /// The field, or `nil` if the error concerns the whole expression.
  public let field: CronField?

  /// The UTF-8 offset of the error in the expression.
  public let offset: Int

  /// A sentence with the problem and the fix.
  public let message: String

  public var description: String {
    "the cron expression '\(expression)' is wrong at offset \(offset): \(message)"
  }
}
