import Synchronization

/// The implementation of ``ProcessLifecycle``.
///
/// Tests create instances with their own sources.
///
/// - Concurrency: Can be used from any thread. Listeners run on the main actor without a lock.
final class LifecycleEngine: Sendable {
  /// The engine of this process.
  static let shared = LifecycleEngine.makeForProcess()

  private struct State {
    var listeners: [ProcessEvent: [LifecycleListener]] = [:]
    var launch = LaunchPhases()
    /// The latest delivery of each event.
    ///
    /// Late listeners of a launch phase join it, and a host waits for it.
    var deliveries: [ProcessEvent: Delivery] = [:]
    var happened: Set<ProcessEvent> = []
    var host: HostClaim?
  }

  /// The host in charge, for the error message to another host.
  private struct HostClaim {
    var name: String
    var fileID: String
    var line: Int
    /// The identity of the host, or `nil` until the host is created.
    var host: ObjectIdentifier?
    var signalHandler: (@Sendable (ProcessEvent) -> Void)?
  }

  let problemLog: ProblemLog
  private let state = Mutex(State())
  private let sources: SourceControl
  private let declaredListeners: @Sendable (ProcessEvent) -> [LifecycleListener.Body]
  private let launchDelivery = Delivery()
  private let deliveryCount = Atomic<UInt64>(0)

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - problemLog: The log of problems.
  ///   - declaredListeners: Returns the listeners that modules declared for a launch phase.
  ///   - makeSource: Returns the source of an event, or `nil` for events that only the program
  ///     itself causes.
  init(
    problemLog: ProblemLog = ProblemLog(),
    declaredListeners: @escaping @Sendable (ProcessEvent) -> [LifecycleListener.Body] = { _ in [] },
    makeSource: @escaping @Sendable (ProcessEvent) -> (any EventSource)?
  ) {
    self.problemLog = problemLog
    self.declaredListeners = declaredListeners
    self.sources = SourceControl(makeSource: makeSource)
  }

  // MARK: - Listening

  func on(
    _ event: ProcessEvent, replacesDefaultAction: Bool = false,
    _ body: @escaping LifecycleListener.Body
  ) -> LifecycleListener {
    let listener = LifecycleListener(
      event: event, replacesDefaultAction: replacesDefaultAction, engine: self, body: body)
    // Either the delivery of the phase finds the listener in the table, or the listener finds that
    // the phase has begun. Exactly one of these is true.
    let missed = state.withLock { state -> Delivery? in
      state.listeners[event, default: []].append(listener)
      return state.launch.hasBegun(event) ? state.deliveries[event] : nil
    }
    reconcileSource(of: event)
    if let missed { tell(listener, of: event, missed: missed) }
    return listener
  }

  func remove(_ listener: LifecycleListener) {
    state.withLock { state in
      state.listeners[listener.event]?.removeAll { $0 === listener }
      if state.listeners[listener.event]?.isEmpty == true {
        state.listeners[listener.event] = nil
      }
    }
    reconcileSource(of: listener.event)
  }

  /// Returns whether a listener replaces the default action of the event.
  func isAnswered(_ event: ProcessEvent) -> Bool {
    state.withLock { $0.listeners[event]?.contains(where: \.replacesDefaultAction) ?? false }
  }

  func hasHappened(_ event: ProcessEvent) -> Bool {
    state.withLock { $0.happened.contains(event) }
  }

  func availability(of event: ProcessEvent) -> EventAvailability {
    if event.isLaunchPhase { return .available(by: "the main queue's first run, or a host") }
    return sources.availability(of: event)
      ?? .unavailable(
        reason: "the system never triggers '\(event)'; only simulate(_:) does")
  }

  private func reconcileSource(of event: ProcessEvent) {
    if event.isLaunchPhase { return }
    do throws(ProcessLifecycleError) {
      try sources.reconcile(
        event,
        isWanted: { state.withLock { $0.listeners[event] != nil } },
        deliver: { [self] in deliver($0) })
    } catch {
      problemLog.report(error)
    }
  }

  /// Notifies a listener that was added after its launch phase started.
  ///
  /// If the phase still waits for other listeners, it also waits for this one.
  private func tell(_ listener: LifecycleListener, of event: ProcessEvent, missed: Delivery) {
    let delivery = missed.hold() ? missed : Delivery()
    start(LifecycleCalls(listeners: [listener]), with: ProcessEventContext(event), on: delivery)
  }

  // MARK: - Delivering

  /// The number of delivered events.
  ///
  /// The idle source uses it to detect activity.
  var deliveries: UInt64 { deliveryCount.load(ordering: .relaxed) }

  /// Notifies all listeners of an event.
  @discardableResult
  func deliver(_ context: ProcessEventContext) -> Delivery {
    let delivery = Delivery()
    let event = context.event
    let listeners = state.withLock { state in
      if !context.isSimulated {
        state.happened.insert(event)
        state.launch.began(event)
        state.deliveries[event] = delivery
      }
      return state.listeners[event] ?? []
    }
    deliveryCount.add(1, ordering: .relaxed)
    let declared = event.isLaunchPhase ? declaredListeners(event) : []
    start(LifecycleCalls(declared: declared, listeners: listeners), with: context, on: delivery)
    return delivery
  }

  func latestDelivery(of event: ProcessEvent) -> Delivery? {
    state.withLock { $0.deliveries[event] }
  }

  @discardableResult
  func simulate(_ context: ProcessEventContext) -> Delivery {
    var context = context
    context.isSimulated = true
    return deliver(context)
  }

  /// Starts the calls on the main actor, and reverses one hold of `delivery` when all have started.
  private func start(
    _ calls: LifecycleCalls,
    with context: ProcessEventContext,
    on delivery: Delivery
  ) {
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { calls.start(with: context, on: delivery) }
    } else {
      // This uses a task and not a block, because child tasks start immediately only inside a task.
      Task { @MainActor in calls.start(with: context, on: delivery) }
    }
  }

  // MARK: - Launching

  /// Called when the main queue runs its first block.
  func mainQueueStarted() {
    let starts = state.withLock { $0.launch.mainQueueStarted(hostInCharge: $0.host != nil) }
    if starts { runLaunchPhases() }
  }

  func launch() -> Delivery {
    if state.withLock({ $0.launch.launchRequested() }) { runLaunchPhases() }
    return launchDelivery
  }

  private func runLaunchPhases() {
    deliver(ProcessEventContext(.willFinishLaunching)).whenFinished { [self] in
      deliver(ProcessEventContext(.didFinishLaunching)).whenFinished { [self] in
        launchDelivery.letGo()
      }
    }
  }

  // MARK: - Who is in charge

  /// A Boolean value that indicates whether a host decides what happens after a signal.
  var isHostInCharge: Bool { state.withLock { $0.host != nil } }

  func takeCharge(
    named name: String,
    fileID: String,
    line: Int
  ) throws(ProcessLifecycleError) -> ProcessHost {
    let holder = state.withLock { state -> HostClaim? in
      if let holder = state.host { return holder }
      state.host = HostClaim(name: name, fileID: fileID, line: line)
      return nil
    }
    if let holder {
      throw ProcessLifecycleError(
        .hostAlreadyInCharge,
        message: """
          '\(name)' cannot become the host of the process, because '\(holder.name)' is the host \
          since \(holder.fileID):\(holder.line). Release that host first.
          """,
        at: CodeLocation(fileID: fileID, line: line))
    }
    let host = ProcessHost(name: name, engine: self)
    state.withLock { $0.host?.host = ObjectIdentifier(host) }
    return host
  }

  func releaseCharge() {
    // The claim is released without the lock, because the captured values of its handler may run
    // code when they are released.
    let (starts, released) = state.withLock { state in
      let released = state.host
      state.host = nil
      return (state.launch.hostReleased(), released)
    }
    withExtendedLifetime(released) {}
    if starts { runLaunchPhases() }
  }

  /// Sets the function that notifies the host in charge of signals.
  func setSignalHandler(_ body: @escaping @Sendable (ProcessEvent) -> Void, of host: ProcessHost) {
    let replaced = state.withLock { state -> (@Sendable (ProcessEvent) -> Void)? in
      guard state.host?.host == ObjectIdentifier(host) else { return nil }
      let replaced = state.host?.signalHandler
      state.host?.signalHandler = body
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }

  /// Notifies the host in charge of a signal.
  func tellHost(of event: ProcessEvent) {
    state.withLock { $0.host?.signalHandler }?(event)
  }
}

extension LifecycleEngine {
  /// Creates the engine of this process, with the sources of this platform.
  static func makeForProcess() -> LifecycleEngine {
    let signals = SignalTraffic()
    InitEntry.armAtFirstUse()
    return LifecycleEngine(
      declaredListeners: { event in
        if event == .willFinishLaunching {
          DeclaredListeners.problems().forEach(shared.problemLog.report)
          DeclaredListeners.runBeforeMain()
        }
        return DeclaredListeners.listeners(for: event)
      },
      makeSource: { event in
        if let signal = ProcessSignal(event) {
          return SignalSource(
            signal, traffic: signals, isHostInCharge: { shared.isHostInCharge },
            isAnswered: { shared.isAnswered(event) },
            tellHost: { shared.tellHost(of: $0) })
        }
        switch event {
        case .idle: return IdleSource { shared.deliveries }
        case .exit: return ExitSource(engine: { shared })
        default: return SystemSources.makeSource(of: event)
        }
      })
  }
}
