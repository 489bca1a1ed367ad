import Spelling

// Names such as `@daily`, and the forms of other systems that are rejected.
extension CronParser {
  /// The expressions that have a name.
  private static let names = [
    "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *",
    "weekly": "0 0 * * 0", "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
  ]

  /// Suggestions for names that other systems have and no calendar does.
  private static let otherForms = [
    "every":
      "'@every' counts an interval, and an expression names times of the calendar. Write the "
      + "schedule '.every(.minutes(5))' instead, as in "
      + "#schedule(\"poll\", on: try .every(.minutes(5))).",
    "reboot":
      "'@reboot' is no time of the calendar. Declare a task of the launch instead, as in "
      + "#task(\"warm up\", on: .didFinishLaunching).",
  ]

  /// Rejects `TZ=Europe/Stockholm` in front of the fields.
  func rejectZone() throws(CronError) {
    let rest = bytes[offset...]
    for prefix in ["TZ=", "CRON_TZ="] where rest.starts(with: prefix.utf8) {
      let zone = rest.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") && $0 != 9 }
      throw error(
        .timeZone, at: offset,
        "a time zone is no field of an expression. Take '\(prefix)' out and write "
          + "zone: \"\(String(decoding: zone, as: UTF8.self))\" beside it.")
    }
  }

  /// Reads `@daily` and its like.
  mutating func named(
    _ combination: CronExpression.DayCombination
  ) throws(CronError) -> CronExpression {
    let start = offset
    while !isAtEnd, !isSpace(offset) { offset += 1 }
    let name = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self).lowercased()
    skipSpaces()
    guard isAtEnd || Self.otherForms[name] != nil else {
      throw error(
        .wrongFieldCount, at: offset, "'@\(name)' stands alone. Remove what is behind it.")
    }
    guard let fields = Self.names[name] else {
      if let form = Self.otherForms[name] {
        throw error(.unknownName, at: start, form)
      }
      let known = Self.names.keys.sorted()
      let nearest = EditDistance.nearest(to: name, among: known, atMost: 1).first
      throw error(
        .unknownName, at: start,
        "there is no '@\(name)'. "
          + (nearest.map { "Did you mean '@\($0)'?" }
            ?? "Known are \(known.map { "@" + $0 }.joined(separator: ", "))."))
    }
    var parser = CronParser(fields)
    return try parser.parse(combination)
  }
}
