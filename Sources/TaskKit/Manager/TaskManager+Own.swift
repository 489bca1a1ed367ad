import CausalContext
import Foundation

extension TaskManager {
  /// Makes a manager of one's own, for a test or for a part of a program: it knows
  /// only the tasks that are given to it, and hears nothing of the process.
  ///
  /// - Parameters:
  ///   - clock: What it measures and waits by. Dates pass with it, too, from the date on at
  ///     which the manager is made.
  ///   - workers: How many tasks that do not suspend may run at once beside the main
  ///     actor; as many as there are processors if nothing is said.
  ///   - launchOptions: How the process was started, for the tasks.
  public convenience init<C: Clock>(
    clock: C = ContinuousClock(), workers: Int? = nil, launchOptions: TaskLaunchOptions? = nil
  ) where C.Duration == Duration {
    self.init(
      world: World(
        time: RunClock(clock), lanes: workers.map(ProcessLanes.init) ?? ProcessLanes(),
        launchOptions: launchOptions ?? .current,
        clock: clock is ContinuousClock ? .system() : .clock(clock, startingAt: Date()),
        states: .current))
  }
}
