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
  mutating func next(jitter: Double) -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return pause * jitter
  }

  /// Returns the pause that a header `Retry-After` asks for, in seconds or by a date, or `nil`
  /// if the text has another form.
  static func pause(retryAfter text: String, at date: Date) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(seconds) }
    guard let due = HTTPDate.date(text) else { return nil }
    return .seconds(max(0, due.timeIntervalSince(date)))
  }
}
