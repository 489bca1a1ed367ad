/// The maximum number of jobs of a queue that start within a period.
///
/// ```swift
/// JobQueueLimit(of: "mail", rateInAll: JobRate(100, per: .seconds(60)))
/// ```
///
/// In this example, at most 100 jobs start in any minute, regardless of when the minute starts.
/// After a pause, up to `burst` jobs start at once, and the others are evenly distributed.
///
/// A larger burst lowers the long-term rate, because each period must have room for a burst: the
/// long-term rate is `count - burst + 1` per period. The default burst of a tenth gives nine tenths
/// of the count. A burst of 1 gives the full count, and a burst of `count` gives one job per period
/// after the burst.
public struct JobRate: Sendable, Hashable {
  /// The maximum number of jobs that start within any ``period``.
  public let count: Int

  /// The period in which at most ``count`` jobs start.
  public let period: Duration

  /// The maximum number of jobs that start at once.
  public let burst: Int

  /// The time between two jobs at the long-term rate, in nanoseconds.
  let spacing: Int64

  /// The longest period, about 31 years, so that sums with a time of day fit into 64 bits.
  private static let longestPeriod: Int64 = 1_000_000_000_000_000_000

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - count: The maximum number of jobs that start within the period, at least 1.
  ///   - period: The period, from a nanosecond to 31 years.
  ///   - burst: The maximum number of jobs that start at once, from 1 to `count`. The default is a
  ///     tenth of `count`.
  public init(_ count: Int, per period: Duration, burst: Int? = nil) {
    let count = max(1, count)
    let burst = min(max(1, burst ?? count / 10), count)
    let nanoseconds = Self.nanoseconds(of: period)
    // Rounded up, so that a period never has room for one more job.
    let shares = Int64(count - burst) + 1
    spacing = (nanoseconds - 1) / shares + 1
    self.count = count
    self.period = .nanoseconds(nanoseconds)
    // The time of a burst has the same limit as the period.
    self.burst = min(burst, Int(Self.longestPeriod / spacing))
  }

  private static func nanoseconds(of period: Duration) -> Int64 {
    let limited = min(max(.nanoseconds(1), period), .nanoseconds(longestPeriod))
    let (seconds, attoseconds) = limited.components
    let fraction = attoseconds / 1_000_000_000
    // Rounded up, because a longer period is stricter.
    return min(
      longestPeriod,
      seconds * 1_000_000_000 + fraction + (fraction * 1_000_000_000 < attoseconds ? 1 : 0))
  }
}

/// The state of a rate: the generic cell rate algorithm, whose state is one number.
///
/// It has no clock. All times are nanoseconds of a clock that the caller chooses.
package struct JobRateLimiter: Sendable, Hashable {
  package let rate: JobRate

  /// The earliest time at which the next job may start, or `nil` if none has started yet.
  ///
  /// The further this time is in the past, the more jobs may start at once.
  package private(set) var nextBegin: Int64?

  package init(_ rate: JobRate, nextBegin: Int64? = nil) {
    self.rate = rate
    self.nextBegin = nextBegin
  }

  /// Returns the number of jobs that may start at a time.
  package func permits(at now: Int64) -> Int {
    guard let next = nextBegin else { return rate.burst }
    guard next <= now else { return 0 }
    // The difference of times with opposite signs may exceed 64 bits.
    let (passed, overflow) = now.subtractingReportingOverflow(next)
    guard !overflow, passed / rate.spacing < rate.burst else { return rate.burst }
    return Int(passed / rate.spacing) + 1
  }

  /// Returns the time until another job may start, or zero if one may start now.
  package func wait(at now: Int64) -> Duration {
    guard let next = nextBegin, next > now else { return .zero }
    return .nanoseconds(next) - .nanoseconds(now)
  }

  /// Counts jobs that start at a time, at most as many as ``permits(at:)`` returns.
  package mutating func begin(_ count: Int, at now: Int64) {
    guard count > 0 else { return }
    let earliest = saturatingSum(now, -Int64(rate.burst - 1) * rate.spacing)
    let from = nextBegin.map { max($0, earliest) } ?? earliest
    nextBegin = saturatingSum(from, Int64(clamping: Int128(count) * Int128(rate.spacing)))
  }

  /// Corrects the state after the clock was set back.
  ///
  /// Right after a burst, the next job may start after one ``JobRate/spacing``. A later time comes
  /// from before the clock was set back, and waiting for it could take as long as the adjustment.
  /// This longest regular wait keeps the rate in any case.
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

/// The maximum number of jobs of a queue that run at once, and that start within a period.
public struct JobQueueLimit: Sendable, Hashable {
  public var queue: String

  /// The maximum number of concurrent jobs in this process.
  public var inProcess: Int

  /// The maximum number of concurrent jobs in all processes that share the store, or `nil` for no
  /// limit.
  public var inAll: Int?

  /// The maximum number of jobs that start within a period in this process, or `nil` for no limit.
  public var rateInProcess: JobRate?

  /// The maximum number of jobs that start within a period in all processes that share the store,
  /// or `nil` for no limit.
  ///
  /// Use the same rate in all of these processes: each applies its own rate to the starts in all.
  public var rateInAll: JobRate?

  /// Creates a limit.
  ///
  /// The default for a queue without one is ten concurrent jobs per process.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - inProcess: The maximum number of its concurrent jobs in this process, at least 1.
  ///   - inAll: The maximum number of its concurrent jobs in all processes, at least 1.
  ///   - rateInProcess: The rate at which its jobs start in this process. Every attempt that starts
  ///     counts, including retries and attempts of returned jobs.
  ///   - rateInAll: The rate at which its jobs start in all processes, by the store's clock.
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
