/// A day of the calendar, in UTC.
struct LogDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  let number: Int

  /// The last day that a file name can hold.
  private static let last = 2_932_896  // 9999-12-31

  /// The day that has this number, or the nearest that a file name can hold.
  init(number: Int) {
    self.number = min(max(number, 0), Self.last)
  }

  static func < (left: LogDay, right: LogDay) -> Bool { left.number < right.number }

  /// The year, month and day, counted as people count them.
  var civil: (year: Int, month: Int, day: Int) {
    // Years that begin in March end with the leap day, so that the lengths of
    // the months before a given one follow a straight line. 400 such years
    // always have 146,097 days.
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

  /// Reads what ``description`` writes, and nothing else.
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
    // Rejects the 31st of April, and signs where digits belong.
    guard description == text else { return nil }
  }
}

extension [UInt8] {
  /// Appends a day as `yyyy-MM-dd`.
  mutating func append(day: LogDay) {
    let (start, end) = Self.digits(of: day)
    append((start, end, 0), count: 10)
  }

  /// The bytes of a day: eight, and the two behind them.
  static func digits(of day: LogDay) -> (UInt64, UInt64) {
    let (year, month, dayOfMonth) = day.civil
    let minus = UInt64(ASCII.minus)
    return (
      twoDigits(year / 100) | twoDigits(year % 100) << 16 | minus << 32
        | twoDigits(month) << 40 | minus << 56, twoDigits(dayOfMonth)
    )
  }

  /// The two digits of a number below 100, the first one lowest.
  static func twoDigits(_ number: Int) -> UInt64 {
    UInt64(number / 10 | (number % 10) << 8) | 0x3030
  }

  /// Appends so many bytes of three words, the lowest one of each first.
  mutating func append(_ words: (UInt64, UInt64, UInt64), count: Int) {
    let words = (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian)
    unsafe Swift.withUnsafeBytes(of: words) {
      unsafe append(contentsOf: UnsafeRawBufferPointer(start: $0.baseAddress, count: count))
    }
  }
}
