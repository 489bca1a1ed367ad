import Dispatch
import Synchronization
import ToolkitTrace

/// Catches a signal and reports it.
///
/// Afterwards, handles the signal as if it had not been caught.
final class SignalSource: EventSource {
  private typealias Deliver = @Sendable (ProcessEventContext) -> Delivery

  /// The actions in effect while the signal is caught.
  private struct Catch: Sendable {
    var source: SharedSource<any DispatchSourceSignal>
    /// The action to restore.
    var previous: SignalAction
    /// The action with which Dispatch detects the signal.
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

  /// Creates the source of a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - traffic: The signals of the process that are being handled.
  ///   - isHostInCharge: Returns whether a host decides what happens after the signal.
  ///   - isAnswered: Returns whether a listener replaces the default action.
  ///   - waitForDispatch: Waits until Dispatch watches the signal.
  ///   - now: Returns the time of a clock that only moves forward.
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

  /// The maximum time in seconds until Dispatch watches the signal.
  static let patience = 5

  func availability() -> EventAvailability {
    if SignalAction.staysIgnored(signal) {
      return .unavailable(
        reason: """
          the process was started with \(signal.name) ignored, as a shell starts 'app &', and \
          continues to ignore it
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
    // On Linux, Dispatch installs its handler later, on another thread. The signal is only caught,
    // and the handler known, after that.
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
          '\(signal.event)' will not be reported: Dispatch has not started to watch \(signal.name) \
          for \(Self.patience) seconds. Most likely the process has reached its limit of threads \
          or memory: check 'ulimit -v' and 'ulimit -u'.
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
      // An action that was installed later than ours is not replaced.
      if SignalAction.isInEffect(stopped.caught, for: signal) {
        stopped.previous.install(for: signal)
      }
      return stopped
    }
    guard let source = stopped?.source.source else { return }
    // Dispatch unregisters the signal later, on another thread. If a new source were created before
    // that, it would not install the handler again.
    let forgotten = DispatchSemaphore(value: 0)
    source.setCancelHandler { forgotten.signal() }
    source.cancel()
    forgotten.wait()
  }

  // MARK: - What happens to a signal

  private func arrived(_ deliver: Deliver) {
    // The action at the time of the signal is decisive, even if a listener is cancelled during the
    // delivery.
    guard let caught = current.withLock({ $0 }) else {
      // All listeners were cancelled, so the signal is handled as if it had come a moment later.
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
      // The host is notified now and not after the listeners have returned, because they wait for
      // the main actor, which may be blocked. It is not notified earlier either, because it could
      // end the process before a delivery exists that it can wait for.
      tellHost(signal.event)
      delivery.whenFinished { [self] in
        let inCharge = isHostInCharge()
        let repeats = traffic.update {
          $0.finished(signal, previous: previous, hostInCharge: inCharge)
        }
        guard repeats else { return }
        queue.async {
          // If a signal ends the process, buffered output is lost. Flushing it is allowed here,
          // because listeners are not signal handlers.
          SignalAction.flushOutput()
          self.repeatSignal()
        }
      }
    }
  }

  /// Raises the signal again for its previous action.
  ///
  /// It is raised for this thread and not blocked. When `raise` returns, the process has therefore
  /// ended or was suspended, or the handler of the program has returned.
  private func repeatSignal() {
    current.withLock { $0?.previous.install(for: signal) }
    SignalAction.raiseUnblocked(signal)
    // The process continues. If there are still listeners, the next signal is caught again.
    current.withLock { $0?.caught.install(for: signal) }
  }
}

/// The signals of this process that are being handled.
///
/// They are considered together, because Ctrl-C may follow a `SIGTERM`.
///
/// - Concurrency: Can be used from any thread.
final class SignalTraffic: Sendable {
  private let disposition = Mutex(SignalDisposition())

  /// Applies a rule.
  func update<Result: Sendable>(_ rule: (inout SignalDisposition) -> Result) -> Result {
    disposition.withLock { rule(&$0) }
  }
}
