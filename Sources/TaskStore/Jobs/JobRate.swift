/// The maximum number of jobs of a queue that begin within a time.
///
/// ```swift
/// JobQueueLimit(of: "mail", rateInAll: JobRate(100, per: .seconds(60)))
/// ```
///
/// In no minute begin more than 100 of these jobs, wherever the minute starts. Up to `burst` of
/// them begin at once after a pause, the rest evenly. The more may begin at once, the fewer begin
/// in the long run, as each minute must have room for a burst: `count - burst + 1` in each period.
/// With the tenth of the count that is the default, that is nine tenths of it; a burst of 1 uses
/// all of it, and one of `count` lets one job begin in each period after that.
public struct JobRate: Sendable, Hashable {
  /// The maximum number of jobs that begin within any ``period``.
  public let count: Int

  /// The time within which no more than ``count`` jobs begin.
  public let period: Duration

  /// The maximum number of jobs that begin at once.
  public let burst: Int

  /// The time in which one more job may begin, in nanoseconds.
  let spacing: Int64

  /// The longest period, about 31 years: sums with a time of day stay within 64 bits.
  private static let longestPeriod: Int64 = 1_000_000_000_000_000_000

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - count: The maximum number of jobs that begin within the period, at least 1.
  ///   - period: The period, from a nanosecond to 31 years.
  ///   - burst: How many of them may begin at once, from 1 to `count`; a tenth without it.
  public init(_ count: Int, per period: Duration, burst: Int? = nil) {
    let count = max(1, count)
    let burst = min(max(1, burst ?? count / 10), count)
    let nanoseconds = Self.nanoseconds(of: period)
    // Rounded up, so that a period never has room for one job more.
    let shares = Int64(count - burst) + 1
    spacing = (nanoseconds - 1) / shares + 1
    self.count = count
    self.period = .nanoseconds(nanoseconds)
    // What a burst takes up is limited as the period is.
    self.burst = min(burst, Int(Self.longestPeriod / spacing))
  }

  private static func nanoseconds(of period: Duration) -> Int64 {
    let limited = min(max(.nanoseconds(1), period), .nanoseconds(longestPeriod))
    let (seconds, attoseconds) = limited.components
    let fraction = attoseconds / 1_000_000_000
    // Rounded up, as a longer period is the stricter one.
    return min(
      longestPeriod,
      seconds * 1_000_000_000 + fraction + (fraction * 1_000_000_000 < attoseconds ? 1 : 0))
  }
}
