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
