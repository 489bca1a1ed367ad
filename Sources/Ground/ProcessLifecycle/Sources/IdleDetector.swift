/// The rules that determine when a queue is idle, without clocks or threads.
///
/// The queue is regularly requested to run a probe. It is inactive while probes run without delay
/// and no events are delivered. If it is inactive for the whole grace period, it is idle, and a new
/// period starts.
///
/// Times are durations on a clock that only moves forward.
struct IdleDetector: Sendable {
  /// The number of probes in a grace period.
  static let probesPerPeriod = 4

  /// The step to take after a probe.
  enum Verdict: Sendable, Equatable {
    /// The queue is not idle yet.
    case wait
    /// The queue is idle, which is reported.
    case idle
  }

  /// The time for which the queue must be inactive.
  private let gracePeriod: Duration
  private var quietSince: Duration
  private var deliveriesSeen: UInt64

  /// Starts a grace period.
  init(gracePeriod: Duration, now: Duration, deliveries: UInt64) {
    self.gracePeriod = gracePeriod
    self.quietSince = now
    self.deliveriesSeen = deliveries
  }

  /// Returns the time between the probes of a grace period.
  static func interval(of gracePeriod: Duration) -> Duration {
    gracePeriod / probesPerPeriod
  }

  /// Notes that a probe ran.
  ///
  /// - Parameters:
  ///   - sent: The time at which it was added to the queue.
  ///   - ran: The time at which the queue ran it.
  ///   - deliveries: The number of events that have been delivered so far.
  /// - Returns: `idle` if the queue was inactive for the whole period.
  mutating func probed(sent: Duration, ran: Duration, deliveries: UInt64) -> Verdict {
    let isPrompt = ran - sent <= Self.interval(of: gracePeriod) / 2
    guard isPrompt, deliveries == deliveriesSeen else {
      deliveriesSeen = deliveries
      quietSince = ran
      return .wait
    }
    guard ran - quietSince >= gracePeriod else { return .wait }
    quietSince = ran
    return .idle
  }
}
