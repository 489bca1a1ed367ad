import Dispatch
import Synchronization

/// Detects ``ProcessEvent/idle`` by sampling the main queue.
///
/// Without listeners, it does nothing.
final class IdleSource: EventSource {
  private static let sharedGracePeriod = Mutex(ProcessLifecycle.defaultIdleGracePeriod)

  /// The grace period of this process.
  static var gracePeriod: Duration {
    get { sharedGracePeriod.withLock { $0 } }
    set { sharedGracePeriod.withLock { $0 = max(newValue, .milliseconds(1)) } }
  }

  /// The environment of the source, which tests replace.
  struct Surroundings: Sendable {
    /// Returns the time of a clock that only moves forward.
    var now: @Sendable () -> Duration
    /// Runs a block after a delay.
    var after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    /// Runs a block on the watched queue.
    var enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Returns the current grace period.
    var gracePeriod: @Sendable () -> Duration
  }

  private struct Watch {
    var detector: IdleDetector
    var interval: Duration
  }

  private let surroundings: Surroundings
  private let deliveries: @Sendable () -> UInt64
  private let watch = Mutex<Watch?>(nil)

  init(
    surroundings: Surroundings = .process,
    deliveries: @escaping @Sendable () -> UInt64
  ) {
    self.surroundings = surroundings
    self.deliveries = deliveries
  }

  func availability() -> EventAvailability {
    .available(by: "probes of the main queue")
  }

  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError) {
    let first = newWatch()
    watch.withLock { $0 = first }
    sendProbeLater(deliver)
  }

  func stop() {
    watch.withLock { $0 = nil }
  }

  private func newWatch() -> Watch {
    let gracePeriod = surroundings.gracePeriod()
    return Watch(
      detector: IdleDetector(
        gracePeriod: gracePeriod, now: surroundings.now(), deliveries: deliveries()),
      interval: IdleDetector.interval(of: gracePeriod))
  }

  private func sendProbeLater(_ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery) {
    guard let interval = watch.withLock({ $0?.interval }) else { return }
    surroundings.after(interval) { [self] in
      let sent = surroundings.now()
      surroundings.enqueue { [self] in probeRan(sent: sent, deliver) }
    }
  }

  private func probeRan(
    sent: Duration,
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) {
    let ran = surroundings.now()
    let deliveries = deliveries()
    let verdict = watch.withLock {
      $0?.detector.probed(sent: sent, ran: ran, deliveries: deliveries)
    }
    switch verdict {
    case nil: return
    case .wait?: sendProbeLater(deliver)
    case .idle?:
      // The work of the listeners does not count as inactivity, so the next period begins after it.
      deliver(ProcessEventContext(.idle)).whenFinished { [self] in
        let next = newWatch()
        // The last listener may have been cancelled.
        watch.withLock { $0 = $0 == nil ? nil : next }
        sendProbeLater(deliver)
      }
    }
  }
}

extension IdleSource.Surroundings {
  /// The main queue and the clock of this process.
  static let process = IdleSource.Surroundings(
    now: {
      .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
    },
    after: { delay, block in
      let nanoseconds = Int(clamping: Int64(delay / .nanoseconds(1)))
      DispatchQueue.global(qos: .utility)
        .asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: block)
    },
    enqueue: MainQueue.enqueue,
    gracePeriod: { IdleSource.gracePeriod })
}
