/// What a cron expression means, by trying: slow, and without a thought of the code
/// that it checks.
struct NaiveCron {
  private let fields: [String]
  private static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Seconds, minutes, hours, days, months, days of the week, years.
  init(_ text: String) {
    var fields = text.lowercased().split(separator: " ").map(String.init)
    if fields.count == 5 { fields.insert("0", at: 0) }
    if fields.count == 6 { fields.append("*") }
    self.fields = fields
  }

  /// Whether second, minute or hour begins with an asterisk.
  var repeats: Bool {
    fields[..<3].contains { $0.split(separator: ",").contains { $0.hasPrefix("*") } }
  }

  var seconds: [Int] { (0...59).filter { Self.matches($0, fields[0], 0...59) } }

  func matches(hour: Int, minute: Int) -> Bool {
    Self.matches(minute, fields[1], 0...59) && Self.matches(hour, fields[2], 0...23)
  }

  /// Whether the day fits, where Sunday is 0.
  func matches(year: Int, month: Int, day: Int, weekday: Int) -> Bool {
    guard Self.matches(month, fields[4], 1...12), Self.matches(year, fields[6], 1970...2199) else {
      return false
    }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = Self.lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
    let ofMonth = fields[3].split(separator: ",").contains { item in
      if item.hasPrefix("l-"), item.hasSuffix("w") {
        return isNearest(
          to: length - (Int(item.dropFirst(2).dropLast()) ?? 99), day, weekday, length)
      }
      if item == "l" { return day == length }
      if item.hasPrefix("l-") { return day == length - (Int(item.dropFirst(2)) ?? 99) }
      if item == "lw" { return isNearest(to: length, day, weekday, length) }
      if item.hasSuffix("w") {
        return isNearest(to: Int(item.dropLast()) ?? 0, day, weekday, length)
      }
      return Self.matches(day, String(item.replacing("-l", with: "-31")), 1...31)
    }
    let isBoth = fields[5].hasPrefix("+")
    let weekField = isBoth ? fields[5].dropFirst() : fields[5][...]
    let ofWeek = weekField.split(separator: ",").contains { item in
      if item.hasSuffix("#l") {
        return Self.matches(weekday, String(item.dropLast(2)), 0...6) && day + 7 > length
      }
      if item.hasSuffix("l") {
        return Self.matches(weekday, String(item.dropLast()), 0...6) && day + 7 > length
      }
      if let mark = item.firstIndex(of: "#") {
        let number = Int(item[item.index(after: mark)...]) ?? 0
        return Self.matches(weekday, String(item[..<mark]), 0...6) && (day + 6) / 7 == number
      }
      return Self.matches(weekday, String(item), 0...6)
    }
    let isOpen = [fields[3], String(weekField)].contains { field in
      field.split(separator: ",").contains { $0.hasPrefix("*") || $0 == "?" }
    }
    return isOpen || isBoth ? ofMonth && ofWeek : ofMonth || ofWeek
  }

  /// Whether a working day is the nearest to a day.
  private func isNearest(to wanted: Int, _ day: Int, _ weekday: Int, _ length: Int) -> Bool {
    guard 1...length ~= wanted, 1...5 ~= weekday else { return false }
    func isWorking(_ other: Int) -> Bool {
      1...length ~= other && 1...5 ~= ((weekday + other - day) % 7 + 7) % 7
    }
    // Nearer ones first; of two as near, that before.
    let order = [0, -1, 1, -2, 2].map { wanted + $0 }
    return order.first(where: isWorking) == day
  }

  /// Whether a list of values, ranges and steps has the value.
  private static func matches(_ value: Int, _ field: String, _ all: ClosedRange<Int>) -> Bool {
    field.split(separator: ",").contains { item in
      let parts = item.split(separator: "/")
      let step = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
      let ends = parts[0].split(separator: "-").map { number($0) }
      if parts[0] == "*" || parts[0] == "?" { return (value - all.lowerBound) % step == 0 }
      var start = ends[0]
      var end = ends.count == 2 ? ends[1] : parts.count == 2 ? all.upperBound : start
      if all.upperBound == 6, start == 7, end != 7 { start = 0 }
      if end < start { end += all.count }
      return stride(from: start, through: end, by: step).contains { number in
        (number - all.lowerBound) % all.count + all.lowerBound == value
      }
    }
  }

  private static func number(_ text: Substring) -> Int {
    if let number = Int(text) { return number }
    let short = String(text.prefix(3))
    return dayNames.firstIndex(of: short) ?? (monthNames.firstIndex(of: short) ?? -100) + 1
  }
}
