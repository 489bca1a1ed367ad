/// A time on the clock of any day: 02:30.
///
/// It is written as a literal, or read from a text that comes from elsewhere with
/// ``init(parsing:)``. A literal that is no time has a ``problem``, which a schedule made
/// with it reports; the macros of TaskKit reject it when the program is compiled.
public struct TimeOfDay: Sendable, Hashable, Comparable {
  /// The seconds since midnight on a day without changes of the clock.
  package let secondOfDay: Int
  /// The text of a literal that is no time.
  private let invalidText: String?

  public var hour: Int { secondOfDay / 3600 }
  public var minute: Int { secondOfDay / 60 % 60 }
  public var second: Int { secondOfDay % 60 }

  /// The first moment of a day.
  public static let midnight = TimeOfDay(secondOfDay: 0)

  /// Why this is no time of day, or `nil` if it is one.
  public var problem: ScheduleError? { invalidText.map(ScheduleError.invalidTime) }

  package init(secondOfDay: Int) {
    self.secondOfDay = secondOfDay
    invalidText = nil
  }

  /// Creates a time from its parts.
  ///
  /// - Throws: A ``ScheduleError``, if a part is none: there is no hour 24.
  public init(hour: Int, minute: Int, second: Int = 0) throws(ScheduleError) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else {
      throw .invalidTime("\(hour):\(minute):\(second)")
    }
    self.init(secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// Reads a time: `2:30`, `02:30` or `02:30:15`.
  ///
  /// - Throws: A ``ScheduleError``, if the text is no time between 00:00 and 23:59:59.
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
  /// If the text is no time, the value is midnight and has a ``problem``.
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
  /// The time with two digits each; seconds only if there are any.
  public var description: String {
    if let invalidText { return "'\(invalidText)'" }
    let text = "\(twoDigits(hour)):\(twoDigits(minute))"
    return second == 0 ? text : "\(text):\(twoDigits(second))"
  }
}

/// A number with at least two digits.
func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : String(number)
}

/// The number that these characters are, if they are so many digits.
func decimal(in text: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
  guard digits ~= text.count, text.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
  return text.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
}
