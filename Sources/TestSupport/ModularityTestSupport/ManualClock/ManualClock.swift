import Synchronization

/// A clock that stands still until a test moves it.
///
/// Give it to the code under test in place of a `ContinuousClock`, and move it
/// with ``advance(by:)``. Everything that becomes due on the way runs before
/// `advance` returns, in order of deadline and, at one deadline, in the order in
/// which it began to wait. While it runs, ``now`` is its deadline, and what it
/// schedules within the window runs in the same advance.
///
/// ```swift
/// let clock = ManualClock()
/// let rings = EventRecorder<String>()
/// Task(executorPreference: clock.executor) {
///   try await clock.sleep(for: .seconds(60))
///   rings.record("alarm at \(clock.now)")
/// }
/// clock.advance(by: .seconds(60))
/// #expect(rings.events == ["alarm at 60.0 seconds"])
/// ```
///
/// What a sleeping task does when it wakes is part of the advance only if the
/// task runs on the clock's ``executor``: then it has run until it suspends
/// again before the next sleeper wakes. See <doc:Testing-Code-That-Sleeps> for
/// how to bring tasks there, and for what holds for those that run elsewhere.
///
/// - Concurrency: All methods may be called from any thread. One thread at a
///   time moves the clock or runs jobs of its executor; another that wants to
///   waits until it has finished. No lock is held while jobs and callbacks run.
public final class ManualClock: Clock {
  /// A waiter on a clock.
  enum Sleeper {
    case task(Waiter)
    case callback(@Sendable () -> Void)

    func wake() {
      switch self {
      case .task(let waiter): waiter.resume()
      case .callback(let action): action()
      }
    }
  }

  private struct State {
    var now: Instant
    var agenda = Agenda<Instant, Sleeper>()
    var observers = CountWaiters()

    /// Adds a sleeper; the observers that are returned have waited for it.
    mutating func insert(
      _ sleeper: Sleeper, at deadline: Instant, as ticket: Ticket
    ) -> [Waiter] {
      agenda.insert(sleeper, at: deadline, as: ticket)
      return observers.takeSatisfied(by: agenda.count)
    }

    /// Moves to the first deadline up to `limit` and takes its sleeper out, or
    /// moves to `limit` if there is none.
    ///
    /// Both in one step, so that no sleeper can slip in behind the clock. Time
    /// never moves back: an advance inside this one may have gone further, and a
    /// callback may have been scheduled for a moment long gone.
    mutating func moveToNextSleeper(until limit: Instant) -> Sleeper? {
      let next = agenda.popFirst(until: max(now, limit))
      now = max(now, next?.deadline ?? limit)
      return next?.item
    }
  }

  /// The executor on which tasks must run for their work after a sleep to be part of
  /// ``advance(by:)``.
  public let executor: ManualExecutor

  private let state: Mutex<State>

  /// Creates a clock that stands still.
  ///
  /// - Parameters:
  ///   - now: Where it stands.
  ///   - executor: Where its tasks run. Give several clocks one executor if one
  ///     task sleeps on several of them.
  public init(now: Instant = .zero, executor: ManualExecutor = ManualExecutor()) {
    self.executor = executor
    state = Mutex(State(now: now))
  }

  // MARK: Clock

  /// The moment at which the clock stands.
  public var now: Instant { state.withLock(\.now) }

  /// The smallest step that a `Duration` can express.
  public var minimumResolution: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 1)
  }

  /// Suspends the task until the clock has been moved to `deadline`.
  ///
  /// Returns at once if the clock is there already.
  ///
  /// - Parameters:
  ///   - deadline: When to go on.
  ///   - tolerance: Not used: the task is woken at `deadline` exactly.
  /// - Throws: `CancellationError` as soon as the task is cancelled. The clock
  ///   then no longer counts it as a sleeper.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = Ticket.next()
    try await wait(
      keep: { waiter in
        let (result, observers) = state.withLock { state -> (Result<Void, any Error>?, [Waiter]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          return (nil, state.insert(.task(waiter), at: deadline, as: ticket))
        }
        for observer in observers { observer.resume() }
        return result
      },
      withdraw: {
        guard case .task(let waiter)? = self.remove(ticket) else { return nil }
        return waiter
      })
  }

  // MARK: Moving

  /// Moves the clock by a duration and runs everything that becomes due.
  ///
  /// A duration of zero runs what is ready to run now. See ``advance(to:)``.
  ///
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Duration) {
    executor.exclusively {
      precondition(
        duration >= .zero,
        """
        A ManualClock cannot go back: it stands at \(now) and was to be advanced by \(duration). \
        Advance by zero or more, or start over with a new clock.
        """)
      moveOn(to: now.advanced(by: duration))
    }
  }

  /// Moves the clock to a moment and runs everything that becomes due.
  ///
  /// Before the clock moves at all, the jobs that are ready on ``executor`` run,
  /// so that a task created just now gets to its first sleep. Then sleepers are
  /// woken one by one; after each, the jobs on ``executor`` run until none is
  /// ready, before the next is woken.
  ///
  /// A callback or a task on ``executor`` may advance the clock itself. That
  /// advance does its whole work before it returns; the one it is part of then
  /// goes on to where it was going, unless the clock is already past that.
  ///
  /// - Precondition: `deadline` is not before ``now``.
  /// - Concurrency: Callbacks and jobs run on the calling thread. If another
  ///   thread is moving the clock or running jobs of its executor, the call
  ///   waits for it first.
  public func advance(to deadline: Instant) {
    executor.exclusively {
      precondition(
        deadline >= now,
        """
        A ManualClock cannot go back: it stands at \(now) and was to be advanced to \(deadline). \
        Advance to a later moment, or start over with a new clock.
        """)
      moveOn(to: deadline)
    }
  }

  private func moveOn(to deadline: Instant) {
    executor.runReadyJobs()
    while let sleeper = state.withLock({ $0.moveToNextSleeper(until: deadline) }) {
      sleeper.wake()
      executor.runReadyJobs()
    }
  }

  // MARK: Tasks

  /// Runs `body` on the clock's executor, and the jobs that become ready there
  /// until it has finished.
  ///
  /// This is ``ManualExecutor/run(_:)`` of ``executor``.
  public func run<Success: Sendable, Failure: Error>(
    _ body: @concurrent @Sendable () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await executor.run(body)
  }

  // MARK: Callbacks

  /// Has `action` called when the clock is moved to `deadline`.
  ///
  /// A deadline that the clock has reached already is due in the next advance,
  /// even one by zero, or in the one in progress.
  ///
  /// - Returns: The means to cancel it.
  /// - Concurrency: `action` runs on the thread that moves the clock, inside its
  ///   call of ``advance(by:)``, with no lock held.
  @discardableResult
  public func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
    schedule(action) { _ in deadline }
  }

  /// Has `action` called when the clock has been moved by `duration` from now.
  ///
  /// - Returns: The means to cancel it.
  /// - Concurrency: As for ``schedule(at:_:)``.
  @discardableResult
  public func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Timer
  {
    schedule(action) { $0.advanced(by: duration) }
  }

  private func schedule(
    _ action: @escaping @Sendable () -> Void, deadline: (Instant) -> Instant
  ) -> Timer {
    let ticket = Ticket.next()
    let observers = state.withLock { state in
      state.insert(.callback(action), at: deadline(state.now), as: ticket)
    }
    for observer in observers { observer.resume() }
    return Timer(clock: self, ticket: ticket)
  }

  // MARK: Sleepers

  /// The number of sleepers: tasks that sleep and callbacks that wait.
  public var sleeperCount: Int { state.withLock(\.agenda.count) }

  /// When the first sleeper is due, or `nil` if there is none.
  public var nextDeadline: Instant? { state.withLock(\.agenda.nextDeadline) }

  /// Waits until at least `count` sleepers wait on the clock.
  ///
  /// This is how a test meets code that does not run on ``executor``: once its
  /// sleep is counted, the code has done what comes before it, and an advance
  /// will wake it.
  ///
  /// - Parameter count: How many tasks that sleep and callbacks that wait.
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleepers(atLeast count: Int) async throws {
    let ticket = Ticket.next()
    try await wait(
      keep: { waiter in
        state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.agenda.count >= count { return .success(()) }
          state.observers.add(waiter, until: count, as: ticket)
          return nil
        }
      },
      withdraw: { self.state.withLock { $0.observers.remove(ticket) } })
  }

  /// Takes a sleeper out, or returns `nil` if it no longer waits.
  func remove(_ ticket: Ticket) -> Sleeper? {
    state.withLock { $0.agenda.remove(ticket) }
  }
}
