/// Listens to the events that the operating system sends to this process.
///
/// ```swift
/// ProcessLifecycle.on(.terminate) { _ in await saveEverything() }
/// ```
///
/// Rejected:
/// * Signal handlers in each product. A signal has one handler, so the last product would replace
///   the others.
/// * Listeners that run inside the signal handler. Almost no function may be called there, not even
///   one that allocates memory. Dispatch detects the signal instead, and listeners run on the main
///   actor.
///
/// - Concurrency: Can be used from any thread. Listeners run on the main actor, which on Linux does
///   not always use the same thread. No lock is held while they run.
public enum ProcessLifecycle {
  /// Runs `body` each time `event` happens, until the listener is cancelled.
  ///
  /// Listeners of an event are started in the order in which they were added. Each one runs up to
  /// its first suspension before the next one starts. The delivery finishes when all of them have
  /// returned.
  ///
  /// A listener for a signal catches this signal. When all listeners have returned, the process
  /// performs the action that the signal would have without listeners: it ends after `SIGTERM`,
  /// stops after `SIGTSTP`, or runs its previous handler. If a host controls the process, the host
  /// decides instead. See <doc:ProcessLifecycle#Signals>.
  ///
  /// If a launch phase has already started, it is reported to a new listener immediately. If the call
  /// is made on the initial thread or in a task of the main actor, this happens before it returns,
  /// and otherwise as soon as the main actor is free.
  ///
  /// If this process cannot receive the event, ``errorHandler`` is called. Use
  /// ``availability(of:)`` to check this in advance.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - body: Runs on the main actor, and may suspend.
  /// - Returns: The listener, which you can use to stop listening. You do not need to store it.
  @discardableResult
  public static func on(
    _ event: ProcessEvent,
    _ body: @escaping LifecycleListener.Body
  ) -> LifecycleListener {
    LifecycleEngine.shared.on(event, body)
  }

  /// Runs `body` each time `event` happens, instead of the default action of the signal.
  ///
  /// The process continues.
  @discardableResult
  package static func answer(
    _ event: ProcessEvent,
    _ body: @escaping LifecycleListener.Body
  ) -> LifecycleListener {
    LifecycleEngine.shared.on(event, replacesDefaultAction: true, body)
  }

  /// Returns whether listeners were notified of this event in this process.
  ///
  /// Simulations are ignored.
  ///
  /// For a launch phase, returns whether the phase has started.
  public static func hasHappened(_ event: ProcessEvent) -> Bool {
    LifecycleEngine.shared.hasHappened(event)
  }

  /// Returns whether this process can receive `event`, and from which source.
  ///
  /// It checks this with the operating system, without starting to listen.
  public static func availability(of event: ProcessEvent) -> EventAvailability {
    LifecycleEngine.shared.availability(of: event)
  }

  /// A Boolean value that indicates whether the calling code runs on the main actor.
  ///
  /// It is `true` in tasks of the main actor, in blocks of the main queue, before `main`, and in a
  /// synchronous `main`. If it is `true`, `MainActor.assumeIsolated` succeeds. It takes a few
  /// nanoseconds on the initial thread and less than 200 nanoseconds on other threads.
  ///
  /// When the main queue runs on Dispatch's worker threads, the value is `false` in a block that
  /// the main queue runs on another queue with `sync`.
  public static var isOnMain: Bool { MainQueue.isCurrent }
}

extension ProcessLifecycle {
  /// A Boolean value that indicates whether Swift code can use most of the standard library before
  /// `main`.
  ///
  /// It is `false` in a program with a statically linked standard library, because its constructors
  /// run after the code of the toolkit. There, the seed of hashing changes after sets and
  /// dictionaries were created, `CommandLine` is empty and remains empty, and Dispatch does not
  /// know the thread of the main queue.
  package static var canRunBeforeMain: Bool { MainQueue.areLibrariesShared }

  /// Runs the code that modules declare to run before `main`, unless it has already started.
  ///
  /// Call it before other code that must not run first.
  package static func runDeclaredBeforeMain() {
    DeclaredListeners.runBeforeMain()
  }
}

// MARK: - Simulation

extension ProcessLifecycle {
  /// Notifies the listeners of `event` as if it had happened.
  ///
  /// The default action does not follow, so a test of `SIGTERM` does not end the test process. A
  /// simulated launch phase does not change ``hasHappened(_:)``.
  ///
  /// - Returns: The delivery. Use `await delivery.finished` to wait for the listeners.
  @discardableResult
  public static func simulate(_ event: ProcessEvent) -> Delivery {
    simulate(ProcessEventContext(event))
  }

  /// Notifies the listeners of an event with its data, as if it had happened.
  @discardableResult
  public static func simulate(_ context: ProcessEventContext) -> Delivery {
    LifecycleEngine.shared.simulate(context)
  }
}

// MARK: - Launching

extension ProcessLifecycle {
  /// Takes control of the process.
  ///
  /// From now on, the host controls the launch phases and the actions after signals.
  ///
  /// - Parameters:
  ///   - name: The name of the host in messages.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The host. It controls the process until it is released.
  /// - Throws: ``ProcessLifecycleError`` with the name of another host, if one controls the
  ///   process.
  public static func takeCharge(
    named name: String,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(ProcessLifecycleError) -> ProcessHost {
    try LifecycleEngine.shared.takeCharge(named: name, fileID: fileID, line: line)
  }

  /// Starts both launch phases now, or joins them if they have already started.
  ///
  /// Use it in a synchronous program that never runs a main loop. In all other programs, the phases
  /// start on their own. If it is called on the main actor, every listener that does not suspend
  /// has returned when this function returns. Without a main loop, a listener that suspends never
  /// continues.
  ///
  /// The phases start even if a host controls the process.
  @discardableResult
  public static func launch() -> Delivery {
    LifecycleEngine.shared.launch()
  }
}

// MARK: - Problems

extension ProcessLifecycle {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (ProcessLifecycleError) -> Void

  /// The function that is called for errors of ProcessLifecycle.
  ///
  /// By default, it writes a line to standard error.
  ///
  /// - Concurrency: Called on the thread on which the error occurred, without a lock.
  public static var errorHandler: ErrorHandler {
    get { LifecycleEngine.shared.problemLog.handler }
    set { LifecycleEngine.shared.problemLog.handler = newValue }
  }

  /// The latest problems, with the oldest first, up to 100.
  public static var problems: [ModuleProblem] {
    LifecycleEngine.shared.problemLog.latest.map { ModuleProblem($0) }
  }
}

// MARK: - Idleness

extension ProcessLifecycle {
  /// The default value of ``idleGracePeriod``.
  static let defaultIdleGracePeriod = Duration.milliseconds(500)

  /// The time for which the main queue must be inactive before ``ProcessEvent/idle`` happens.
  ///
  /// While it remains inactive, the event is repeated with this interval.
  ///
  /// The default is half a second, and the minimum is a millisecond. A change takes effect with the
  /// next period.
  public static var idleGracePeriod: Duration {
    get { IdleSource.gracePeriod }
    set { IdleSource.gracePeriod = newValue }
  }
}

/// The availability of an event in this process.
public enum EventAvailability: Sendable, Hashable, CustomStringConvertible {
  /// The process can receive the event from this source.
  case available(by: String)

  /// The process cannot receive the event for this reason.
  case unavailable(reason: String)

  /// A Boolean value that indicates whether the process can receive the event.
  public var isAvailable: Bool {
    if case .available = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .available(let means): "available by \(means)"
    case .unavailable(let reason): "unavailable: \(reason)"
    }
  }
}
