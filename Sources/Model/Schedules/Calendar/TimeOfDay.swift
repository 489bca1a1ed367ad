/// A time on the clock of any day, such as 02:30.
///
/// Write it as a literal, or parse a string with ``init(parsing:)``. A literal that is not a valid
/// time has a ``problem``, which its schedule reports. The macros of TaskKit reject such a literal
/// at compile time.
public struct TimeOfDay: Sendable, Hashable, Comparable {
  /// The seconds since midnight on a day without clock changes.
  package let secondOfDay: Int
  /// The string of a literal that is not a time.
  private let invalidText: String?

  public var hour: Int { secondOfDay / 3600 }
  public var minute: Int { secondOfDay / 60 % 60 }
  public var second: Int { secondOfDay % 60 }

  /// The first moment of a day.
  public static let midnight = TimeOfDay(secondOfDay: 0)

  /// The error of an invalid literal, or `nil` for a valid time.
  public var problem: ScheduleError? { invalidText.map(ScheduleError.invalidTime) }

  package init(secondOfDay: Int) {
    self.secondOfDay = secondOfDay
    invalidText = nil
  }

  /// Creates a time from its parts.
  ///
  /// - Throws: A ``ScheduleError`` if a part is out of range, such as the hour 24.
  public init(hour: Int, minute: Int, second: Int = 0) throws(ScheduleError) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else {
      throw .invalidTime("\(hour):\(minute):\(second)")
    }
    self.init(secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// Parses a time: `2:30`, `02:30` or `02:30:15`.
  ///
  /// - Throws: A ``ScheduleError`` if the string is not a time between 00:00 and 23:59:59.
  public init(parsing text: String) throws(ScheduleError) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal(in: $0, digits: 1...2) }
    guard 2...3 ~= parts.count, numbers.count == parts.count, parts[1].count == 2,
      parts.last?.count == 2,
      let time = try? TimeOfDay(
        hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    else { throw .invalidTime(text) }
    self = time
  }

  public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
    one.secondOfDay < other.secondOfDay
  }
}

extension TimeOfDay: ExpressibleByStringLiteral {
  /// Creates a time from a literal.
  ///
  /// If the string is not a time, the value is midnight and has a ``problem``.
  public init(stringLiteral text: String) {
    if let time = try? TimeOfDay(parsing: text) {
      self = time
    } else {
      secondOfDay = 0
      invalidText = text
    }
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time with two digits per part.
  ///
  /// Seconds are omitted if they are 0.
  public var description: String {
    if let invalidText { return "'\(invalidText)'" }
    let text = "\(twoDigits(hour)):\(twoDigits(minute))"
    return second == 0 ? text : "\(text):\(twoDigits(second))"
  }
}

/// Returns a number with at least two digits.
func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : String(number)
}

/// Returns the decimal number that a string contains, or `nil` if it has another number of digits
/// or other characters.
func decimal(in text: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
  guard digits ~= text.count, text.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
  return text.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
}
