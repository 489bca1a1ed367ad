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
