public import Foundation
import ToolkitTrace

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
        time: RunClock(clock), lanes: SeededLanes(seed: seed, workerCount: workers),
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
