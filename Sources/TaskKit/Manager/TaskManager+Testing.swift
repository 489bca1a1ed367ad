public import Foundation
package import ToolkitTrace

extension TaskManager {
  /// Runs a body in a fresh state, where ``shared`` is a new manager that has run no task.
  ///
  /// Inside, the declared tasks have not run, no other tasks have been added, and events of the
  /// process do not arrive. Tests that run at the same time do not affect each other. Events come
  /// from `trigger` and `run`. With ``simulate(_:options:fileID:line:)``, a test can repeat any
  /// event, and with ``simulate(_:fileID:line:)``, it can post notifications.
  ///
  /// ```swift
  /// @Test func `The catalog is loaded with the launch`() async throws {
  ///   try await TaskManager.withFreshState {
  ///     try await TaskManager.shared.run([.willFinishLaunching, .didFinishLaunching])
  ///     #expect(Catalog.isLoaded)
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that the body starts belong to the state. Detached tasks and blocks on dispatch queues
  /// do not. Tasks of the manager belong to it on any thread, and see the other fresh states around
  /// the body, such as relays and events. Effects outside the manager, such as changes to static
  /// variables, are not undone.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part. By default, all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Runs a body in a fresh state whose time passes only by ``FreshTime/advance(by:)``.
  package nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool, time: FreshTime?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(fresh(including: isIncluded, time: time), body)
  }

  /// Runs a synchronous body in a fresh state, where ``shared`` is a new manager that has run no
  /// task.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part. By default, all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Triggers an event, even if it happens only once in a process and has happened.
  ///
  /// It is for tests. On the manager of the process, it is the same as `trigger`, and events that
  /// happen once cannot be repeated.
  ///
  /// - Parameters:
  ///   - event: The event, or a set of several.
  ///   - options: The values for the tasks, as ``TaskContext/otherOptions``.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle to wait for the tasks.
  @discardableResult
  public func simulate(
    _ event: TaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(
        event, options: options, at: CodeLocation(fileID: fileID, line: line),
        isSimulated: self !== Self.process, reportsErrors: true))
  }

  /// Delivers a notification to the tasks of this manager only, for tests.
  ///
  /// - Parameters:
  ///   - notification: The notification for the tasks.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle to wait for the tasks.
  @discardableResult
  public func simulate(
    _ notification: Notification, fileID: String = #fileID, line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(
        .notification(notification.name), notification: notification,
        at: CodeLocation(fileID: fileID, line: line)))
  }

  private static func fresh(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool, time: FreshTime? = nil
  ) -> TaskManager {
    let outer = shared
    return TaskManager(
      world: World(
        time: time?.clock ?? ErasedClock(ContinuousClock()), lanes: ProcessLanes(),
        launchOptions: outer.world.launchOptions,
        clock: time?.scheduleClock ?? .system(),
        declared: {
          (process.world.declared().definitions.filter { isIncluded(DeclaredItem($0)) }, [])
        },
        declarationFilter: isIncluded, revision: process.world.revision, isShared: true,
        states: .current),
      errorHandler: outer.errorHandler)
  }
}

/// The time of a fresh state, which passes only when a test says so.
package struct FreshTime: Sendable {
  /// The clock for measuring and waiting.
  package let clock: ErasedClock
  /// The date at which the state starts.
  package let start: Date
  let scheduleClock: ScheduleClock

  /// Creates the time of a state.
  ///
  /// - Parameters:
  ///   - clock: The clock, which the test moves.
  ///   - start: The date at which the state starts. Dates advance with the clock.
  package init(_ clock: some Clock<Duration>, startingAt start: Date) {
    self.clock = ErasedClock(clock)
    self.start = start
    scheduleClock = .clock(clock, startingAt: start, isPolled: true)
  }
}

extension TaskManager {
  /// Starts the runs of all schedules that are due, in a state with ``FreshTime``.
  package func runDueSchedules() async { await scheduler.settle() }

  /// The time until the next fire of a schedule in memory or the next attempt of a task, or `nil` if
  /// none follows.
  package var timeToNextFire: Duration? {
    let now = time.nanoseconds()
    let attempt = pauses.ends(after: now).min().map { Duration.nanoseconds($0 - now) }
    return [scheduler.timeToNextWake, attempt].compactMap(\.self).min()
  }
}

extension DeclaredItem {
  /// Creates the item of a declared task.
  fileprivate init(_ task: TaskDefinition) {
    self.init(name: task.name, location: task.location, priority: task.priority.rawValue)
  }
}

extension TaskManager {
  /// Creates a manager for a test, in which a seed decides the order of work.
  ///
  /// Nothing runs until ``runUntilIdle()`` is called. It then runs one piece of work after another,
  /// in an order that follows from the seed. If the rules leave the order of tasks open, any of
  /// them may be first. The same seed gives the same order in every run, so a failure can be
  /// reproduced.
  ///
  /// ```swift
  /// @Test(arguments: 0..<1_000 as Range<UInt64>)
  /// func `Orders survive any order of tasks`(seed: UInt64) async throws {
  ///   let clock = ManualClock()
  ///   let manager = TaskManager.deterministic(seed: seed, clock: clock)
  ///   try manager.injectEventTask(name: "orders", event: .reserved1) { _ in … }
  ///   manager.trigger(.reserved1)
  ///   await manager.runUntilIdle()
  ///   clock.advance(by: .seconds(5))
  ///   await manager.runUntilIdle()
  /// }
  /// ```
  ///
  /// The order covers the functions of tasks, their child tasks, and actors without an executor of
  /// their own. Work that tasks start with `Task { }` runs elsewhere. Tasks of the main actor run
  /// there, but not before `trigger` returns.
  ///
  /// - Parameters:
  ///   - seed: The seed of the order.
  ///   - clock: The clock for measuring and waiting, which the test advances.
  ///   - workers: The maximum number of started tasks without suspension beside the main actor.
  ///   - date: The date at the creation of the manager. Dates advance with the clock.
  ///   - launchOptions: The launch options that the tasks see.
  /// - Returns: A manager without declared tasks, which receives no events from the process.
  public static func deterministic<C: Clock>(
    seed: UInt64, clock: C, workers: Int = 4,
    startingAt date: Date = Date(timeIntervalSince1970: 0),
    launchOptions: LaunchOptions? = nil
  ) -> TaskManager where C.Duration == Duration {
    TaskManager(
      world: World(
        time: ErasedClock(clock), lanes: SeededLanes(seed: seed, workerCount: workers),
        launchOptions: launchOptions ?? .current,
        clock: .clock(clock, startingAt: date, isPolled: true), seed: seed,
        states: .current))
  }

  /// Runs work until none is left, or until all remaining work waits for the clock or something
  /// else outside the manager.
  ///
  /// - Precondition: The manager was made by
  ///   ``deterministic(seed:clock:workers:startingAt:launchOptions:)``. Other managers run by
  ///   themselves.
  @MainActor
  public func runUntilIdle() async {
    guard let lanes = lanes as? SeededLanes else {
      preconditionFailure(
        """
        'runUntilIdle' needs a manager from 'TaskManager.deterministic(seed:clock:)', but this one \
        runs its tasks by itself: wait with 'run' or 'finished'.
        """)
    }
    repeat {
      await scheduler.settle()
      await lanes.runUntilIdle()
    } while scheduler.timeToNextWake == .zero
  }

  /// Advances the clock from one fire time to the next, and runs the work that is due at each.
  ///
  /// ```swift
  /// await manager.runUntilIdle(through: .seconds(365 * 86_400)) { clock.advance(by: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The total time to advance.
  ///   - advance: Advances the clock of the manager by a duration.
  /// - Precondition: The manager was made by
  ///   ``deterministic(seed:clock:workers:startingAt:launchOptions:)``.
  @MainActor
  public func runUntilIdle(
    through duration: Duration, advancing advance: (Duration) -> Void
  ) async {
    await runUntilIdle()
    var rest = duration
    while let next = scheduler.timeToNextWake, next <= rest {
      advance(next)
      rest -= next
      await runUntilIdle()
    }
    advance(rest)
    await runUntilIdle()
  }
}
