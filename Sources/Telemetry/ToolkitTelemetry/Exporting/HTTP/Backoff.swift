#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The pauses between attempts: from one second, doubled each time, to half a minute.
struct Backoff: Sendable {
  private var pause = Duration.seconds(1)

  /// Returns the next pause, times a factor that is random, so that many processes do not retry
  /// at once.
  ///
  /// The pause that the collector asks for can only lengthen it: a collector that asks for none
  /// would get requests without end.
  mutating func next(asked wish: Duration? = nil, jitter: Double) -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return max(wish ?? .zero, pause * jitter)
  }

  /// Returns the pause that a header `Retry-After` asks for, in seconds or by a date, or `nil`
  /// if the text has another form.
  static func pause(retryAfter text: String, at date: Date) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(seconds) }
    guard let due = HTTPDate.date(text) else { return nil }
    return .seconds(max(0, due.timeIntervalSince(date)))
  }
}

/// The form of dates in headers of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date, or returns `nil` if the text has another form.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      (1...31).contains(day), (1...9_999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return Calendar(identifier: .gregorian).date(
      from: DateComponents(
        timeZone: .gmt, year: year, month: month + 1, day: day, hour: hour, minute: minute,
        second: second))
  }
}
