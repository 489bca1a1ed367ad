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

/// The state of a rate: the generic cell rate algorithm, with one number to keep.
///
/// It knows no clock. All times are nanoseconds of one that the caller has chosen.
package struct JobRateLimiter: Sendable, Hashable {
  package let rate: JobRate

  /// The earliest time at which the next job may begin, or `nil` if none has begun yet.
  ///
  /// The further it lies back, the more jobs may begin at once.
  package private(set) var nextBegin: Int64?

  package init(_ rate: JobRate, nextBegin: Int64? = nil) {
    self.rate = rate
    self.nextBegin = nextBegin
  }

  /// Returns how many jobs may begin at a time.
  package func permits(at now: Int64) -> Int {
    guard let next = nextBegin else { return rate.burst }
    guard next <= now else { return 0 }
    // Times of opposite signs may lie further apart than 64 bits reach.
    let (passed, overflow) = now.subtractingReportingOverflow(next)
    guard !overflow, passed / rate.spacing < rate.burst else { return rate.burst }
    return Int(passed / rate.spacing) + 1
  }

  /// Returns the time until another job may begin, which is zero if one may now.
  package func wait(at now: Int64) -> Duration {
    guard let next = nextBegin, next > now else { return .zero }
    return .nanoseconds(next) - .nanoseconds(now)
  }

  /// Counts jobs that begin at a time, no more than ``permits(at:)`` says.
  package mutating func begin(_ count: Int, at now: Int64) {
    guard count > 0 else { return }
    let earliest = saturatingSum(now, -Int64(rate.burst - 1) * rate.spacing)
    let from = nextBegin.map { max($0, earliest) } ?? earliest
    nextBegin = saturatingSum(from, Int64(clamping: Int128(count) * Int128(rate.spacing)))
  }

  /// Accepts that the clock was set back.
  ///
  /// Right after a burst, the next job may begin after one ``JobRate/spacing``. A later time is
  /// from before the clock was set back, and waiting for it could take as long as that was. The
  /// longest wait keeps the rate whatever had begun before.
  ///
  /// - Returns: A Boolean value that indicates whether the state has changed.
  package mutating func adjust(to now: Int64) -> Bool {
    let latest = saturatingSum(now, rate.spacing)
    guard let next = nextBegin, next > latest else { return false }
    nextBegin = latest
    return true
  }

  private func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min : .max) : sum
  }
}

/// The maximum number of jobs of a queue that run at once, and that begin within a time.
public struct JobQueueLimit: Sendable, Hashable {
  public var queue: String

  /// The maximum number at once in this process.
  public var inProcess: Int

  /// The maximum number at once in all processes that share the store, or `nil` for no limit.
  public var inAll: Int?

  /// The maximum number that begin within a time in this process, or `nil` for no limit.
  public var rateInProcess: JobRate?

  /// The maximum number that begin within a time in all processes that share the store, or `nil`
  /// for no limit.
  ///
  /// Give all of these processes the same rate: each applies its own to what began in all.
  public var rateInAll: JobRate?

  /// Creates a limit; a queue without one has ten jobs at once in a process.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - inProcess: The maximum number of its jobs at once in this process, at least 1.
  ///   - inAll: The maximum number of them at once in all processes, at least 1.
  ///   - rateInProcess: The rate at which they begin in this process. An attempt that begins
  ///     counts, also if it is another one of a job or is given back.
  ///   - rateInAll: The rate at which they begin in all processes, by the store's clock.
  public init(
    of queue: String, inProcess: Int = 10, inAll: Int? = nil, rateInProcess: JobRate? = nil,
    rateInAll: JobRate? = nil
  ) {
    self.queue = queue
    self.inProcess = max(1, inProcess)
    self.inAll = inAll.map { max(1, $0) }
    self.rateInProcess = rateInProcess
    self.rateInAll = rateInAll
  }
}
