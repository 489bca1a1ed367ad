import Dispatch
import Synchronization

/// Detects ``ProcessEvent/idle`` by sampling the main queue; wakes nothing while there are
/// no listeners.
final class IdleSource: EventSource {
  private static let sharedGracePeriod = Mutex(ProcessLifecycle.defaultIdleGracePeriod)

  /// The grace period of this process.
  static var gracePeriod: Duration {
    get { sharedGracePeriod.withLock { $0 } }
    set { sharedGracePeriod.withLock { $0 = max(newValue, .milliseconds(1)) } }
  }

  /// The surroundings of the source; tests bring their own.
  struct Surroundings: Sendable {
    /// The time on a clock that only goes forward.
    var now: @Sendable () -> Duration
    /// Runs a block after this long.
    var after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    /// Runs a block on the queue that is watched.
    var enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// The grace period as it is set now.
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
      // The work of the listeners is no quiet: the next period begins after it.
      deliver(ProcessEventContext(.idle)).whenFinished { [self] in
        let next = newWatch()
        // The last listener may have gone.
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
