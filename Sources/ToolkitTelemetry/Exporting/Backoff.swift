#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The pauses between attempts: from one second, doubled each time, to half a minute.
struct Backoff: Sendable {
  private var pause = Duration.seconds(1)

  /// Returns the next pause.
  ///
  /// - Parameter jitter: A factor, random so that many processes do not retry at once.
  mutating func next(jitter: Double) -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return pause * jitter
  }

  /// The pause that a header `Retry-After` asks for, or `nil` if the text has another form.
  ///
  /// - Parameters:
  ///   - text: Seconds, or a date.
  ///   - date: The time of day now.
  static func pause(retryAfter text: String, at date: Date) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(seconds) }
    guard let due = HTTPDate.date(text) else { return nil }
    return .seconds(max(0, due.timeIntervalSince(date)))
  }
}
