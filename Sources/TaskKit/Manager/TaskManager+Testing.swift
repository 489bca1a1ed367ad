public import Foundation
import ToolkitTrace

extension TaskManager {
  /// Runs a body in a fresh state: with a manager of its own as ``shared``, which has run no task
  /// yet.
  ///
  /// Inside, the declared tasks wait as if the program had just been built, no others
  /// have been added, and nothing of what the process says arrives: tests that run at
  /// the same time do not meet. Events come by `trigger` and `run`, and by
  /// ``simulate(_:options:fileID:line:)`` as often as a test likes, notifications by
  /// ``simulate(_:fileID:line:)``.
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
  /// Tasks that the body starts belong to it; detached tasks and blocks of queues do not. Tasks
  /// of the manager belong to it wherever they run, and see the other fresh states around the
  /// body, such as relays and events. What tasks do outside the manager, such as to static
  /// variables, stays done.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Runs a synchronous body in a fresh state: with a manager of its own as ``shared``, which
  /// has run no task yet.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Brings an event about as often as it is called, also one that comes once in a
  /// process, for tests.
  ///
  /// On the manager of the process it is the same as `trigger`: there, what comes once
  /// comes once.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
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
  ///   - notification: What they get.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
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
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool
  ) -> TaskManager {
    let outer = shared
    return TaskManager(
      world: World(
        time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(),
        launchOptions: outer.world.launchOptions,
        declared: {
          (process.world.declared().definitions.filter { isIncluded(DeclaredItem($0)) }, [])
        },
        revision: process.world.revision, isShared: true, states: .current),
      errorHandler: outer.errorHandler)
  }
}

extension DeclaredItem {
  /// Creates the item of a declared task.
  fileprivate init(_ task: TaskDefinition) {
    self.init(name: task.name, location: task.location, priority: task.priority.rawValue)
  }
}

extension TaskManager {
  /// Makes a manager for a test, in which a seed decides what runs next.
  ///
  /// Whatever may run waits until ``runUntilIdle()`` is called, which takes one thing
  /// after the other, in an order that the seed decides: of tasks for which the rules
  /// leave the order open, each may be the first. The same seed gives the same order in
  /// every run, so that a failure that was found with one can be looked at again.
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
  /// It holds for what tasks do here: in their functions, in the child tasks of these and
  /// on actors without an executor of their own. What they start with `Task { }` runs
  /// elsewhere. Tasks of the main actor run there, though not before `trigger` returns.
  ///
  /// - Parameters:
  ///   - seed: Decides the order.
  ///   - clock: What it measures and waits by: one that a test moves.
  ///   - workers: How many tasks that do not suspend may have begun beside the main actor.
  ///   - date: What date it is when the manager is made, from where dates pass as the clock
  ///     does.
  ///   - launchOptions: How the process was started, for the tasks.
  /// - Returns: A manager that declares nothing and hears nothing of the process.
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

  /// Runs what can run, one thing after the other, until nothing is left or all that is
  /// left waits for the clock or for something else outside.
  ///
  /// - Precondition: The manager was made by
  ///   ``deterministic(seed:clock:workers:startingAt:launchOptions:)``; any other one runs by itself.
  @MainActor
  public func runUntilIdle() async {
    guard let lanes = lanes as? SeededLanes else {
      preconditionFailure(
        """
        'runUntilIdle' is for a manager made by 'TaskManager.deterministic(seed:clock:)'; this \
        one runs its tasks by itself: wait with 'run' or 'finished'.
        """)
    }
    repeat {
      await scheduler.settle()
      await lanes.runUntilIdle()
    } while scheduler.timeToNextWake == .zero
  }

  /// Lets time pass, from one moment at which something is due to the next, and runs what
  /// can run at each.
  ///
  /// ```swift
  /// await manager.runUntilIdle(through: .seconds(365 * 86_400)) { clock.advance(by: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How much time passes.
  ///   - advance: Moves the clock that the manager was made with.
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
