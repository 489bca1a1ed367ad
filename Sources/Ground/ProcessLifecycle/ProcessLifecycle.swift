/// The events that the operating system sends to this process, for listeners.
///
/// ```swift
/// ProcessLifecycle.on(.terminate) { _ in await saveEverything() }
/// ```
///
/// - Concurrency: Everything here may be called from any thread. Listeners run
///   on the main actor, which on Linux is not one thread. No lock is held while
///   they run.
public enum ProcessLifecycle {
  /// Runs `body` each time `event` happens, until the result is cancelled.
  ///
  /// Listeners of one event are started in the order in which they were added:
  /// each runs up to its first suspension before the next is started. Then all
  /// of them are waited for.
  ///
  /// Listening to a signal catches it. When its listeners have returned the
  /// process does what it would have done without them (it dies of `SIGTERM`,
  /// stops on `SIGTSTP`, runs the handler it had), unless a host has taken
  /// charge; see <doc:ProcessLifecycle#Signals>.
  ///
  /// A launch phase that has begun already is reported to a new listener at once:
  /// before this call returns if it is made on the initial thread or in a task
  /// of the main actor, otherwise as soon as the main actor is free.
  ///
  /// If the event cannot come to this process, that is reported to
  /// ``errorHandler``; ``availability(of:)`` says so beforehand.
  ///
  /// - Parameters:
  ///   - event: What to listen to.
  ///   - body: Runs on the main actor; may suspend.
  /// - Returns: A handle with which to stop listening. It need not be kept.
  @discardableResult
  public static func on(
    _ event: ProcessEvent,
    _ body: @escaping LifecycleListener.Body
  ) -> LifecycleListener {
    LifecycleEngine.shared.on(event, body)
  }

  /// Runs `body` each time `event` happens, in place of the signal's default action: the
  /// process lives on.
  @discardableResult
  package static func answer(
    _ event: ProcessEvent,
    _ body: @escaping LifecycleListener.Body
  ) -> LifecycleListener {
    LifecycleEngine.shared.on(event, replacesDefaultAction: true, body)
  }

  /// Returns whether listeners were notified of this event in this process, simulations aside.
  ///
  /// For a launch phase: whether it has begun.
  public static func hasHappened(_ event: ProcessEvent) -> Bool {
    LifecycleEngine.shared.hasHappened(event)
  }

  /// Returns whether `event` can come to this process, and from which source.
  ///
  /// Asks the operating system, without starting to listen.
  public static func availability(of event: ProcessEvent) -> EventAvailability {
    LifecycleEngine.shared.availability(of: event)
  }

  /// A Boolean value that indicates whether the calling code runs on the main actor.
  ///
  /// True in the main actor's tasks, in blocks of the main queue, before
  /// `main`, and in a synchronous `main`. Where it is true,
  /// `MainActor.assumeIsolated` passes. Costs a few nanoseconds on the initial
  /// thread and less than two hundred anywhere else.
  ///
  /// It is false in a block that the main queue, once it runs on Dispatch's
  /// workers, waits for with `sync` on another queue.
  public static var isOnMain: Bool { MainQueue.isCurrent }
}

extension ProcessLifecycle {
  /// A Boolean value that indicates whether Swift code may do more than the least before `main`.
  ///
  /// Not in a program with the standard library linked in. Its constructors come
  /// after ours there: the seed of all hashing changes under every set and
  /// dictionary made before, `CommandLine` is empty and stays so, and Dispatch does
  /// not know the main queue's thread.
  package static var canRunBeforeMain: Bool { MainQueue.areLibrariesShared }

  /// Runs what modules declare to run before `main`, unless that has begun: for code that
  /// causes something of the kind itself, and must not be first.
  package static func runDeclaredBeforeMain() {
    DeclaredListeners.runBeforeMain()
  }
}

// MARK: - Simulation

extension ProcessLifecycle {
  /// Notifies the listeners of `event` as if it had happened, and does nothing
  /// else.
  ///
  /// No default action follows, so that a test of what a program does on
  /// `SIGTERM` does not end the test. A simulated launch phase is not
  /// remembered: ``hasHappened(_:)`` stays as it is.
  ///
  /// - Returns: The delivery, to wait for: `await delivery.finished()`.
  @discardableResult
  public static func simulate(_ event: ProcessEvent) -> Delivery {
    simulate(ProcessEventContext(event))
  }

  /// Notifies the listeners of the event with what comes with it, as if it had
  /// happened, and does nothing else.
  @discardableResult
  public static func simulate(_ context: ProcessEventContext) -> Delivery {
    LifecycleEngine.shared.simulate(context)
  }
}

// MARK: - Launching

extension ProcessLifecycle {
  /// Takes charge of the process: launch phases and what follows a signal are
  /// the host's business from now on.
  ///
  /// - Parameters:
  ///   - name: How messages call the host.
  ///   - fileID: Where the charge is taken; leave it out.
  ///   - line: Where the charge is taken; leave it out.
  /// - Returns: The charge; it lasts until it is released or let go.
  /// - Throws: ``ProcessLifecycleError`` that names the holder, if there is one.
  public static func takeCharge(
    named name: String,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(ProcessLifecycleError) -> ProcessHost {
    try LifecycleEngine.shared.takeCharge(named: name, fileID: fileID, line: line)
  }

  /// Runs both launch phases now, or joins them if they have begun.
  ///
  /// For a synchronous program that never runs a main loop; everywhere else
  /// they come by themselves. Called on the main actor, every listener that
  /// does not suspend has returned when this returns. Without a main loop, one
  /// that does suspend never goes on.
  ///
  /// A host that is in charge is not asked: the call is meant.
  @discardableResult
  public static func launch() -> Delivery {
    LifecycleEngine.shared.launch()
  }
}

// MARK: - Problems

extension ProcessLifecycle {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (ProcessLifecycleError) -> Void

  /// The function that is called for errors between the process and the operating system.
  ///
  /// The default writes one line to standard error.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { LifecycleEngine.shared.problemLog.handler }
    set { LifecycleEngine.shared.problemLog.handler = newValue }
  }

  /// The latest problems, oldest first; a hundred at most.
  public static var problems: [ModuleProblem] {
    LifecycleEngine.shared.problemLog.latest.map { ModuleProblem($0) }
  }
}

// MARK: - Idleness

extension ProcessLifecycle {
  /// The default of ``idleGracePeriod``.
  static let defaultIdleGracePeriod = Duration.milliseconds(500)

  /// The time for which the main queue must be quiet before ``ProcessEvent/idle`` happens,
  /// and the interval at which it happens while the quiet lasts.
  ///
  /// Half a second unless it is set. Takes effect with the next period. Values below
  /// a millisecond count as one.
  public static var idleGracePeriod: Duration {
    get { IdleSource.gracePeriod }
    set { IdleSource.gracePeriod = newValue }
  }
}

/// The availability of an event in this process.
public enum EventAvailability: Sendable, Hashable, CustomStringConvertible {
  /// The event is delivered; `by` says through what.
  case available(by: String)

  /// The event never comes; `reason` says why.
  case unavailable(reason: String)

  /// A Boolean value that indicates whether the event can come at all.
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
