/// The name of a log file: `2018-12-01.log`, then `2018-12-01.1.log` and so on.
struct LogFileName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The day whose lines are in the file.
  let day: LogDay
  /// The number of earlier files of that day.
  let index: Int

  init(day: LogDay, index: Int) {
    self.day = day
    self.index = index
  }

  /// Reads what ``description`` writes, and nothing else.
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
