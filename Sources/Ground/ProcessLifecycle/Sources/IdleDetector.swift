/// When a queue counts as idle: the rules, without clocks or threads.
///
/// The queue is asked now and then to run a probe. It is quiet while probes
/// run promptly and nothing is delivered; quiet for the whole grace period, it
/// is idle, and a new period begins.
///
/// Moments are durations on one clock that only goes forward.
struct IdleDetector: Sendable {
  /// The number of probes in a grace period.
  static let probesPerPeriod = 4

  /// The step to take after a probe.
  enum Verdict: Sendable, Equatable {
    /// Nothing yet.
    case wait
    /// The queue is idle: report it.
    case idle
  }

  /// The time for which the quiet must last.
  private let gracePeriod: Duration
  private var quietSince: Duration
  private var deliveriesSeen: UInt64

  /// Begins a grace period.
  init(gracePeriod: Duration, now: Duration, deliveries: UInt64) {
    self.gracePeriod = gracePeriod
    self.quietSince = now
    self.deliveriesSeen = deliveries
  }

  /// Returns the time between the probes of a grace period.
  static func interval(of gracePeriod: Duration) -> Duration {
    gracePeriod / probesPerPeriod
  }

  /// A probe ran.
  ///
  /// - Parameters:
  ///   - sent: When it was put on the queue.
  ///   - ran: When the queue ran it.
  ///   - deliveries: How many events have been delivered by now.
  /// - Returns: Whether the queue has been quiet for the whole period.
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
