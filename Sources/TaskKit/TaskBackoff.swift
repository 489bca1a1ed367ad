/// The pauses between attempts of a task.
public struct TaskBackoff: Sendable, Hashable {
  private let first: Duration
  private let factor: Double
  private let limit: Duration

  /// Try again at once.
  public static let none = constant(.zero)

  /// Wait for the same time before each attempt.
  public static func constant(_ delay: Duration) -> TaskBackoff {
    TaskBackoff(first: delay, factor: 1, limit: delay)
  }

  /// Wait longer from attempt to attempt.
  ///
  /// - Parameters:
  ///   - first: Before the second attempt.
  ///   - factor: How many times as long before each further one.
  ///   - limit: At most so long.
  /// - Returns: The backoff.
  public static func exponential(
    _ first: Duration, factor: Double = 2, upTo limit: Duration = .seconds(60)
  ) -> TaskBackoff {
    TaskBackoff(first: first, factor: max(1, factor), limit: limit)
  }

  /// Returns the pause after this many failed attempts.
  package func delay(afterAttempt failed: Int) -> Duration {
    var delay = first
    for _ in 1..<max(1, failed) where delay < limit { delay = delay * factor }
    return min(delay, limit)
  }
}
