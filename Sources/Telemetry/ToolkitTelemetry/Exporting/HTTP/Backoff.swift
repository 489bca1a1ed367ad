#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The pauses between attempts.
///
/// The first is one second, and each following one is twice as long, up to half a minute.
struct Backoff: Sendable {
  private var pause = Duration.seconds(1)

  /// Returns the next pause.
  ///
  /// It is multiplied by a random factor, so that many processes do not retry at the same time.
  ///
  /// The pause that the collector requests can only make it longer. Otherwise, a collector that
  /// requests no pause would receive requests continuously.
  mutating func next(asked wish: Duration? = nil, jitter: Double) -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return max(wish ?? .zero, pause * jitter)
  }

  /// Returns the pause in a `Retry-After` header, which contains seconds or a date.
  ///
  /// Returns `nil` if the format is invalid.
  static func pause(retryAfter text: String, at date: Date) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(seconds) }
    guard let due = HTTPDate.date(text) else { return nil }
    return .seconds(max(0, due.timeIntervalSince(date)))
  }
}

/// Parses dates in HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date.
  ///
  /// Returns `nil` if the format is invalid.
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
