/// Times by the fields of a calendar: `30 2 * * MON-FRI`.
///
/// There are five fields — minute, hour, day of the month, month, day of the week —
/// six with the second in front, or seven with the year at the end.
///
/// | written | means |
/// |---|---|
/// | `*`, `?` | every value |
/// | `1,15` | a list |
/// | `9-17`, `22-2`, `FRI-MON` | a range, which may go around |
/// | `*/5`, `10-50/7`, `3/15` | every so many, of all, of a range, from a value to the end |
/// | `JAN`–`DEC`, `SUN`–`SAT` | names, also whole ones, in either case; Sunday is 0 and 7 |
/// | `L`, `L-3`, `29-L` | the last day of the month, days before it, a range up to it |
/// | `15W`, `LW`, `L-3W` | the working day nearest to a day, without leaving the month |
/// | `5L`, `FRI#L`, `5#3` | the last, and the third, Friday of the month |
/// | `MON-FRI#1`, `SAT-SUNL` | the first, and the last, of each of these in the month |
/// | `+FRI` | in front of the days of the week: the day of the month must fit, too |
/// | `H`, `H/15`, `H(0-29)` | a value that the name of the task decides, so that tasks spread |
/// | `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight`, `@hourly` | as usual |
///
/// A field is *open* if one of its items begins with `*` or is `?`. If neither the
/// day of the month nor the day of the week is open, a day that fits either of them
/// fits (``DayCombination``); otherwise it must fit both.
///
/// Expressions are equal if they mean the same, however they are written.
public struct CronExpression: Sendable, Hashable {
  /// When a day fits, if both of its fields name days.
  public enum DayCombination: String, Sendable, Hashable, Codable, CaseIterable {
    /// A day fits that one of the two fields names, as cron has always had it.
    case either
    /// A day fits that both fields name: `0 0 13 * FRI` is Friday the 13th.
    case both
  }

  var rule: CalendarRule

  /// A Boolean value that indicates whether the second, the minute or the hour is open:
  /// the expression repeats, and does not name times of day.
  ///
  /// A change of the clocks then leaves nothing to make up for: by default such a
  /// schedule keeps to ``DaylightSavingPolicy/realTime``, any other to
  /// ``DaylightSavingPolicy/onceADay``. This is how cron has always distinguished them.
  package var repeatsWithinDay: Bool { openTimes != 0 }

  /// Which of second, minute and hour (as bits 0 to 2) are open.
  var openTimes: UInt8

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: The fields, with spaces between them.
  ///   - combination: What must fit if both fields of days name some. A `+` in the
  ///     expression asks for both, too.
  ///   - name: Decides the values that `H` stands for, the same on every machine and in
  ///     every version. Without a name, an expression with `H` is wrong.
  /// - Throws: What is wrong with the text. An expression for days that never come,
  ///   such as `0 0 30 2 *`, is wrong too.
  public init(
    _ text: String, days combination: DayCombination = .either, hashing name: String? = nil
  ) throws(CronError) {
    var parser = CronParser(text, hashing: name)
    self = try parser.parse(combination)
  }
}

/// The hash that `H` stands for.
///
/// It is part of what an expression means: a task keeps its times across builds, machines
/// and versions, so this never changes.
enum CronHash {
  /// A number that a name gives to a field; the fields of one name have different ones.
  ///
  /// FNV-1a over the name and the field's, with the finalizer of SplitMix64, because the
  /// remainders of FNV-1a alone are uneven for names that differ in their last letters.
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
  /// The expression in its shortest form, which means the same: with as few fields as
  /// it needs, and numbers for names.
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

  /// The values of a field, the open part of them in front.
  private func text(of values: UInt64, in field: CronField, isOpen: Bool) -> String {
    guard isOpen else { return Self.list(values.bitNumbers) }
    let step = values.openStep(in: field)
    let all = stride(from: field.values.lowerBound, through: field.values.upperBound, by: step)
    let rest = all.reduce(values) { $0 & ~(1 << UInt64($1)) }
    let open = step == 1 ? "*" : "*/\(step)"
    return rest == 0 ? open : "\(open),\(Self.list(rest.bitNumbers))"
  }

  /// Numbers as ranges, or as one range with a step.
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
  /// The smallest step from the lowest value of the field that stays in the set.
  func openStep(in field: CronField) -> Int {
    let (low, high) = (field.values.lowerBound, field.values.upperBound)
    return (1..<field.values.count).first { step in
      stride(from: low, through: high, by: step).allSatisfy(hasBit)
    } ?? field.values.count
  }
}

extension [Int] {
  /// The stretches of consecutive numbers in these, which are sorted.
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
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// There are not five, six or seven fields.
    public static let wrongFieldCount = Code(name: "wrongFieldCount")
    /// There is no `@` name like this.
    public static let unknownName = Code(name: "unknownName")
    /// Something is missing where a number or a name must be.
    public static let missingValue = Code(name: "missingValue")
    /// A character that means nothing here.
    public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
    /// A name that is none of a month or a day.
    public static let unknownValue = Code(name: "unknownValue")
    /// A number that the field does not have.
    public static let outOfRange = Code(name: "outOfRange")
    /// A range that goes backwards where none can go around.
    public static let backwardRange = Code(name: "backwardRange")
    /// A step of nothing, or one longer than the field.
    public static let invalidStep = Code(name: "invalidStep")
    /// `L`, `W`, `#`, `H` or `+` where it has no meaning.
    public static let misplacedSpecial = Code(name: "misplacedSpecial")
    /// `H` without a name to hash.
    public static let missingName = Code(name: "missingName")
    /// A time zone in front of the fields.
    public static let timeZone = Code(name: "timeZone")
    /// No day of any year fits.
    public static let neverComes = Code(name: "neverComes")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The expression.
  public let expression: String

  /// The field, if it is one.
  public let field: CronField?

  /// The offset of the error in the UTF-8 of the expression.
  public let offset: Int

  /// A sentence that says what is wrong and what can be done about it.
  public let message: String

  public var description: String {
    "the cron expression '\(expression)' is wrong at offset \(offset): \(message)"
  }
}
