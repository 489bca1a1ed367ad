import Foundation

/// A day of the calendar, in UTC.
struct LogDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  let number: Int

  /// Creates the day with a number, clamped to the years 1970 to 9999.
  init(number: Int) {
    self.number = min(max(number, 0), 2_932_896)
  }

  static func < (left: LogDay, right: LogDay) -> Bool { left.number < right.number }

  /// The year, month and day, counted from 1.
  var civil: (year: Int, month: Int, day: Int) {
    // Years that start in March end with the leap day, so that the lengths of the months before a
    // given one follow a straight line. 400 such years always have 146,097 days.
    let shifted = number + 719_468  // days since 0000-03-01
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}

extension LogDay: CustomStringConvertible {
  /// The day as `yyyy-MM-dd`.
  var description: String {
    var bytes: [UInt8] = []
    bytes.append(day: self)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a ``description``.
  ///
  /// Any other string fails.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch / 400
    let yearOfEra = yearFromMarch % 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    // Rejects the 31st of April, and signs in place of digits.
    guard description == text else { return nil }
  }
}

/// A second in UTC.
///
/// It does not use a formatter, because that would depend on the user's language, calendar and time
/// zone.
struct LogMoment: Sendable, Hashable {
  let day: LogDay
  /// The seconds since the start of the day.
  let secondOfDay: Int

  /// Creates the second of a date, clamped to the years 1970 to 9999.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    let whole = seconds.isNaN ? 0 : Int(min(max(seconds, 0), 253_402_300_799).rounded(.down))
    day = LogDay(number: whole / 86_400)
    secondOfDay = whole % 86_400
  }

  /// Returns the time from a date until the next day starts.
  static func untilMidnight(from date: Date) -> Duration {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return .seconds(86_400) }
    let passed = seconds - (seconds / 86_400).rounded(.down) * 86_400
    // A millisecond more, so that rounding never ends the wait before midnight.
    return .seconds(86_400 - passed) + .milliseconds(1)
  }
}

/// The name of a log file: `2018-12-01.log`, then `2018-12-01.1.log` and so on.
struct LogFileName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The day of the lines in the file.
  let day: LogDay
  /// The number of earlier files of that day.
  let index: Int

  init(day: LogDay, index: Int) {
    self.day = day
    self.index = index
  }

  /// Parses a ``description``.
  ///
  /// Any other string fails.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.last == "log", let day = LogDay(parts[0]),
      let index = parts.count == 2 ? 0 : Int(parts[1]), index >= 0
    else { return nil }
    self.init(day: day, index: index)
    // Rejects leading zeros and signs.
    guard description == text else { return nil }
  }

  static func < (left: LogFileName, right: LogFileName) -> Bool {
    (left.day, left.index) < (right.day, right.index)
  }

  var description: String {
    index == 0 ? "\(day).log" : "\(day).\(index).log"
  }
}

extension [UInt8] {
  /// Appends a day as `yyyy-MM-dd`.
  mutating func append(day: LogDay) {
    let (start, end) = Self.digits(of: day)
    append((start, end, 0), count: 10)
  }

  /// Appends a moment as `yyyy-MM-dd HH:mm:ss`.
  mutating func append(moment: LogMoment) {
    let (start, end) = Self.digits(of: moment.day)
    let (minute, second) = moment.secondOfDay.quotientAndRemainder(dividingBy: 60)
    let colon = UInt64(ASCII.colon)
    let hours = Self.twoDigits(minute / 60)
    // One append, because each one checks the capacity.
    append(
      (
        start,
        end | UInt64(ASCII.space) << 16 | hours << 24 | colon << 40
          | Self.twoDigits(minute % 60) << 48,
        colon | Self.twoDigits(second) << 8
      ), count: 19)
  }

  /// Returns the first eight bytes of a day, and the last two.
  private static func digits(of day: LogDay) -> (UInt64, UInt64) {
    let (year, month, dayOfMonth) = day.civil
    let minus = UInt64(ASCII.minus)
    return (
      twoDigits(year / 100) | twoDigits(year % 100) << 16 | minus << 32
        | twoDigits(month) << 40 | minus << 56, twoDigits(dayOfMonth)
    )
  }

  /// Returns the two digits of a number below 100, the first one lowest.
  private static func twoDigits(_ number: Int) -> UInt64 {
    UInt64(number / 10 | (number % 10) << 8) | 0x3030
  }

  /// Appends the first `count` bytes of three words, the lowest byte of each word first.
  private mutating func append(_ words: (UInt64, UInt64, UInt64), count: Int) {
    let words = (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian)
    unsafe Swift.withUnsafeBytes(of: words) {
      unsafe append(contentsOf: UnsafeRawBufferPointer(start: $0.baseAddress, count: count))
    }
  }
}
