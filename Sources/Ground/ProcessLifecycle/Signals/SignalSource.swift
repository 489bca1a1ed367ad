import Dispatch
import Synchronization
import ToolkitTrace

/// Catches one signal, reports it, and then does with it what would have been
/// done without us.
final class SignalSource: EventSource {
  private typealias Deliver = @Sendable (ProcessEventContext) -> Delivery

  /// The actions in effect while the signal is caught.
  private struct Catch: Sendable {
    var source: SharedSource<any DispatchSourceSignal>
    /// The action to give back.
    var previous: SignalAction
    /// The action that makes Dispatch notice the signal.
    var caught: SignalAction
    var kindOfPrevious: SignalDisposition.Previous
  }

  private let signal: ProcessSignal
  private let traffic: SignalTraffic
  private let isHostInCharge: @Sendable () -> Bool
  private let isAnswered: @Sendable () -> Bool
  private let waitForDispatch: @Sendable (DispatchSemaphore) -> DispatchTimeoutResult
  private let now: @Sendable () -> TraceInstant
  private let tellHost: @Sendable (ProcessEvent) -> Void
  private let queue: DispatchQueue
  private let current = Mutex<Catch?>(nil)

  /// Makes the source of a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - traffic: The signals of the process that are being handled.
  ///   - isHostInCharge: Whether a host decides what follows the signal.
  ///   - isAnswered: Whether a listener takes the place of the default action.
  ///   - waitForDispatch: Waits until Dispatch watches the signal.
  ///   - now: The time of a clock that only moves forward.
  ///   - tellHost: Notifies the host of the signal.
  init(
    _ signal: ProcessSignal,
    traffic: SignalTraffic,
    isHostInCharge: @escaping @Sendable () -> Bool,
    isAnswered: @escaping @Sendable () -> Bool = { false },
    waitForDispatch: @escaping @Sendable (DispatchSemaphore) -> DispatchTimeoutResult = {
      $0.wait(timeout: .now() + .seconds(SignalSource.patience))
    },
    now: @escaping @Sendable () -> TraceInstant = { MonotonicTime.now() },
    tellHost: @escaping @Sendable (ProcessEvent) -> Void
  ) {
    self.signal = signal
    self.traffic = traffic
    self.isHostInCharge = isHostInCharge
    self.isAnswered = isAnswered
    self.waitForDispatch = waitForDispatch
    self.now = now
    self.tellHost = tellHost
    self.queue = DispatchQueue(label: "ProcessLifecycle.\(signal.name)")
  }

  /// The time in seconds in which Dispatch must begin to watch the signal.
  static let patience = 5

  func availability() -> EventAvailability {
    if SignalAction.staysIgnored(signal) {
      return .unavailable(
        reason: """
          the process was started with \(signal.name) ignored, as a shell starts 'app &', and \
          goes on to ignore it
          """)
    }
    return .available(by: signal.name)
  }

  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError) {
    if SignalAction.staysIgnored(signal) { return }
    let previous = try SignalAction.inEffect(for: signal)
    let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
    // On Linux Dispatch installs its handler later, on a thread of its own:
    // only after that is the signal caught and its handler known.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.setEventHandler { [self] in
      for _ in 0..<max(source.data, 1) { arrived(deliver) }
    }
    source.activate()
    guard waitForDispatch(registered) == .success else {
      source.cancel()
      throw ProcessLifecycleError(
        .systemCallFailed, event: signal.event,
        message: """
          '\(signal.event)' will not be reported: Dispatch has not begun to watch \(signal.name) for \
          \(Self.patience) seconds. Most likely the process may have no more threads or memory: \
          look at 'ulimit -v' and 'ulimit -u'.
          """)
    }
    do throws(ProcessLifecycleError) {
      let caught = try SignalAction.catchingAction(for: signal)
      current.withLock {
        $0 = Catch(
          source: SharedSource(source: source), previous: previous, caught: caught,
          kindOfPrevious: previous.kind(caughtBy: caught))
      }
    } catch {
      source.cancel()
      throw error
    }
  }

  func stop() {
    let stopped = current.withLock { current -> Catch? in
      guard let stopped = current else { return nil }
      current = nil
      // An action that was installed after ours stays.
      if SignalAction.isInEffect(stopped.caught, for: signal) {
        stopped.previous.install(for: signal)
      }
      return stopped
    }
    guard let source = stopped?.source.source else { return }
    // Dispatch forgets the signal later, on a thread of its own. A new source
    // that came before that would not install the handler again.
    let forgotten = DispatchSemaphore(value: 0)
    source.setCancelHandler { forgotten.signal() }
    source.cancel()
    forgotten.wait()
  }

  // MARK: - What happens to a signal

  private func arrived(_ deliver: Deliver) {
    // What follows is decided by what was there when the signal came, even if
    // a listener stops listening meanwhile.
    guard let caught = current.withLock({ $0 }) else {
      // There are no listeners any more: it is as if the signal came a moment later.
      return SignalAction.raiseUnblocked(signal)
    }
    let inCharge = isHostInCharge()
    let previous: SignalDisposition.Previous =
      caught.kindOfPrevious == .systemDefault && isAnswered() ? .answered : caught.kindOfPrevious
    let time = now()
    let arrival = traffic.update {
      $0.arrived(signal, previous: previous, hostInCharge: inCharge, at: time)
    }
    switch arrival {
    case .ignore: break
    case .forceDefaultAction:
      repeatSignal()
    case .tellListeners:
      let delivery = deliver(ProcessEventContext(signal.event))
      // Now, and not when the listeners have returned: they wait for the main
      // actor, which may hang. Not before either, or the host could end before
      // there is a delivery to wait for.
      tellHost(signal.event)
      delivery.whenFinished { [self] in
        let inCharge = isHostInCharge()
        let repeats = traffic.update {
          $0.finished(signal, previous: previous, hostInCharge: inCharge)
        }
        guard repeats else { return }
        queue.async {
          // A process that dies of a signal loses what it has printed and not yet
          // written, and its listeners are no handlers in which that were forbidden.
          SignalAction.flushOutput()
          self.repeatSignal()
        }
      }
    }
  }

  /// Raises the signal again for the action that was in effect before us.
  ///
  /// Raised for this very thread and not blocked in it, so that the process is
  /// dead, or stopped, or the program's handler has returned, when `raise`
  /// does.
  private func repeatSignal() {
    current.withLock { $0?.previous.install(for: signal) }
    SignalAction.raiseUnblocked(signal)
    // Still alive; unless the last listener has gone meanwhile, catch the
    // next one.
    current.withLock { $0?.caught.install(for: signal) }
  }
}

/// The signals of this process that are being handled, seen together: a Ctrl-C
/// may follow a `SIGTERM`.
///
/// - Concurrency: May be used from any thread.
final class SignalTraffic: Sendable {
  private let disposition = Mutex(SignalDisposition())

  /// Applies a rule.
  func update<Result: Sendable>(_ rule: (inout SignalDisposition) -> Result) -> Result {
    disposition.withLock { rule(&$0) }
  }
}
