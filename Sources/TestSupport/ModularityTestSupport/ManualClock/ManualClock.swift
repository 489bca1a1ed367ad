import Synchronization

/// A clock that only moves when a test moves it.
///
/// Pass it to the tested code instead of a `ContinuousClock`, and move it with ``advance(by:)``.
/// All sleepers whose deadlines are reached run before `advance` returns. They run in the order of
/// their deadlines and, if these are equal, in the order in which they started to wait. While one
/// runs, ``now`` is its deadline. If it schedules others within the same period, these also run in
/// the same advance.
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
/// The work of a sleeping task after it wakes is only part of the advance if the task runs on the
/// clock's ``executor``. In this case, it runs until its next suspension before the next sleeper
/// wakes. See <doc:Testing-Code-That-Sleeps> for how to run tasks there, and for the rules for
/// other tasks.
///
/// - Concurrency: All functions can be called from any thread. Only one thread at a time moves the
///   clock or runs jobs of its executor, and others wait until it has finished. Jobs and callbacks
///   run without a lock.
public final class ManualClock: Clock {
  /// A sleeping task or a waiting callback.
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

    /// Adds a sleeper.
    ///
    /// Returns the observers that waited for it.
    mutating func insert(
      _ sleeper: Sleeper, at deadline: Instant, as ticket: Ticket
    ) -> [Waiter] {
      agenda.insert(sleeper, at: deadline, as: ticket)
      return observers.takeSatisfied(by: agenda.count)
    }

    /// Moves to the first deadline up to `limit` and removes its sleeper.
    ///
    /// If no such deadline exists, moves to `limit`.
    ///
    /// This is a single step, so that no sleeper can be added in between. Time never moves back: a
    /// nested advance may have moved further, and a callback may have been scheduled for an earlier
    /// time.
    mutating func moveToNextSleeper(until limit: Instant) -> Sleeper? {
      let next = agenda.popFirst(until: max(now, limit))
      now = max(now, next?.deadline ?? limit)
      return next?.item
    }
  }

  /// The executor of the clock.
  ///
  /// The work of a task after a sleep is only part of ``advance(by:)`` if the task runs on this
  /// executor.
  public let executor: ManualExecutor

  private let state: Mutex<State>

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - now: The current time of the clock.
  ///   - executor: The executor of its tasks. Use the same executor for several clocks if a task
  ///     sleeps on several of them.
  public init(now: Instant = .zero, executor: ManualExecutor = ManualExecutor()) {
    self.executor = executor
    state = Mutex(State(now: now))
  }

  // MARK: Clock

  /// The current time of the clock.
  public var now: Instant { state.withLock(\.now) }

  /// The smallest duration that `Duration` can represent.
  public var minimumResolution: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 1)
  }

  /// Suspends the task until the clock is moved to `deadline`.
  ///
  /// If the clock has already reached it, the function returns immediately.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the task continues.
  ///   - tolerance: Ignored. The task is resumed exactly at `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled. The clock then no longer counts it
  ///   as a sleeper.
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

  /// Moves the clock by a duration and runs all sleepers whose deadlines are reached.
  ///
  /// A duration of zero runs everything that is ready now. See ``advance(to:)``.
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

  /// Moves the clock to a time and runs all sleepers whose deadlines are reached.
  ///
  /// Before the clock moves, the ready jobs on ``executor`` run, so a new task reaches its first
  /// sleep. Then sleepers are resumed one by one. After each one, all ready jobs on ``executor``
  /// run before the next one is resumed.
  ///
  /// A callback or a task on ``executor`` can also advance the clock. This nested advance finishes
  /// before it returns. The outer one then continues to its target, unless the clock is already
  /// past it.
  ///
  /// - Precondition: `deadline` is not before ``now``.
  /// - Concurrency: Callbacks and jobs run on the calling thread. If another thread moves the clock
  ///   or runs jobs of its executor, the call waits for it first.
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

  /// Runs `body` on the clock's executor.
  ///
  /// Until it has finished, also runs the jobs that become ready there.
  ///
  /// This calls ``ManualExecutor/run(_:)`` of ``executor``.
  public func run<Success: Sendable, Failure: Error>(
    _ body: @concurrent @Sendable () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await executor.run(body)
  }

  // MARK: Callbacks

  /// Calls `action` when the clock is moved to `deadline`.
  ///
  /// If the clock has already reached the deadline, the action runs in the current advance or the
  /// next one, which may be by zero.
  ///
  /// - Returns: A timer, which you can use to cancel the action.
  /// - Concurrency: `action` runs on the thread that moves the clock, inside of its call of
  ///   ``advance(by:)``, without a lock.
  @discardableResult
  public func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
    schedule(action) { _ in deadline }
  }

  /// Calls `action` when the clock has been moved by `duration` from now.
  ///
  /// - Returns: A timer, which you can use to cancel the action.
  /// - Concurrency: See ``schedule(at:_:)``.
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

  /// The number of sleepers: sleeping tasks and waiting callbacks.
  public var sleeperCount: Int { state.withLock(\.agenda.count) }

  /// The deadline of the first sleeper, or `nil` if the clock has none.
  public var nextDeadline: Instant? { state.withLock(\.agenda.nextDeadline) }

  /// Waits until the clock has at least `count` sleepers.
  ///
  /// Use it to test code that does not run on ``executor``. When its sleep is counted, all code
  /// before the sleep has run, and an advance will resume it.
  ///
  /// - Parameter count: The number of sleeping tasks and waiting callbacks.
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

  /// Removes and returns a sleeper, or `nil` if it no longer waits.
  func remove(_ ticket: Ticket) -> Sleeper? {
    state.withLock { $0.agenda.remove(ticket) }
  }
}
