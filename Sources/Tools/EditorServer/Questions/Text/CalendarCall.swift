import Schedules

/// A call in the source that creates a calendar schedule, such as `.daily(at: "09:00")`.
///
/// Only literal arguments can be read.
struct CalendarCall {
  /// The name of the function, such as `daily`.
  let name: String
  /// The arguments with their labels.
  ///
  /// An argument without a label has the label of the previous argument.
  let arguments: [(label: String, value: String)]

  /// Finds the call around an offset of a text.
  ///
  /// - Returns: `nil` unless the call creates a calendar schedule.
  init?(around offset: Int, in text: String) {
    let bytes = Array(text.utf8)
    guard let open = Self.openBracket(before: min(offset, bytes.count), in: bytes) else {
      return nil
    }
    var start = open
    while start > 0, Self.isLetter(bytes[start - 1]) { start -= 1 }
    name = String(decoding: bytes[start..<open], as: UTF8.self)
    guard ["daily", "weekdays", "weekly", "monthly", "yearly"].contains(name) else { return nil }
    arguments = Self.arguments(in: bytes[(open + 1)...])
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Returns the offset of the innermost parenthesis that is still open at an offset.
  private static func openBracket(before offset: Int, in bytes: [UInt8]) -> Int? {
    var depth = 0
    for index in (0..<offset).reversed() {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      guard bytes[index] == UInt8(ascii: "(") else { continue }
      if depth == 0 { return index }
      depth -= 1
    }
    return nil
  }

  /// Reads the arguments up to the closing parenthesis.
  private static func arguments(in bytes: ArraySlice<UInt8>) -> [(label: String, value: String)] {
    var depth = 0
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")") where depth == 0:
        parts.append(bytes[start..<index])
        return labeled(parts)
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    return labeled(parts)
  }

  private static func labeled(_ parts: [ArraySlice<UInt8>]) -> [(label: String, value: String)] {
    var label = ""
    return parts.map { part in
      var text = Substring(String(decoding: part, as: UTF8.self)).drop(while: \.isWhitespace)
      let word = text.prefix { $0.isLetter }
      if !word.isEmpty, text[word.endIndex...].hasPrefix(":") {
        label = String(word)
        text = text[word.endIndex...].dropFirst().drop(while: \.isWhitespace)
      }
      return (label, String(text))
    }
  }
}

extension CalendarCall {
  /// The name of the time zone, or `nil` unless the call names one with a literal.
  var zone: String? {
    arguments.first { $0.label == "in" && $0.value.contains("\"") }
      .flatMap { $0.value.split(separator: "\"").dropFirst().first.map(String.init) }
  }

  /// Returns the schedule in a time zone, or `nil` if an argument is missing or not a valid
  /// literal.
  func schedule(in zone: ScheduleZone) -> Schedule? {
    let written = values("at").filter { $0.hasPrefix("\"") }
    let times = written.compactMap { try? TimeOfDay(parsing: String($0.dropFirst().dropLast())) }
    guard times.count == values("at").count, !times.isEmpty else { return nil }
    let schedules = times.compactMap { schedule(at: $0, in: zone) }
    guard schedules.count == times.count, let first = schedules.first else { return nil }
    return schedules.dropFirst().reduce(first) { $0.or($1) }
  }

  private func values(_ label: String) -> [String] {
    arguments.filter { $0.label == label }.map(\.value)
  }

  private func schedule(at time: TimeOfDay, in zone: ScheduleZone) -> Schedule? {
    switch name {
    case "daily": return .daily(at: time, in: zone)
    case "weekdays": return .weekdays(at: time, in: zone)
    case "weekly":
      let days = values("on").compactMap { value in
        Weekday.allCases.first { ".\($0)" == value }
      }
      guard days.count == values("on").count, let first = days.first else { return nil }
      return days.dropFirst().reduce(.weekly(on: first, at: time, in: zone)) {
        $0.or(.weekly(on: $1, at: time, in: zone))
      }
    case "monthly":
      guard let day = values("on").first.flatMap({ Int($0) }) else { return nil }
      return try? .monthly(on: day, inShortMonths: .skip, at: time, in: zone)
    case "yearly":
      guard let day = values("on").first.flatMap({ Int($0) }),
        let month = Month.allCases.first(where: { values("in").contains(".\($0)") })
      else { return nil }
      return try? .yearly(in: month, on: day, inShortMonths: .skip, at: time, in: zone)
    default: return nil
    }
  }
}
