import Synchronization
import TaskPlanning
import ToolkitTrace

/// The pauses of a manager's tasks before another attempt.
///
/// A test whose time only passes by command must not wait for the end of such a run: the run waits
/// for the test.
///
/// - Concurrency: May be used from any thread.
final class TaskPauses: Sendable {
  private struct State {
    /// The ends of the pauses, in nanoseconds of the manager's clock.
    var ends: [Int: Int64] = [:]
    /// The number of pauses so far.
    var count = 0
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// The number of pauses so far.
  var count: Int { state.withLock(\.count) }

  /// Returns the ends of the pauses that have not ended at a time.
  func ends(after now: Int64) -> [Int64] {
    state.withLock { $0.ends.values.filter { $0 > now } }
  }

  /// Pauses a task.
  func pause(for duration: Duration, _ time: ErasedClock) async throws {
    let end = time.nanoseconds() + duration.nanosecondsPassed
    let (number, actions) = state.withLock { state in
      state.count += 1
      state.ends[state.count] = end
      defer { state.actions = [] }
      return (state.count, state.actions)
    }
    for action in actions { action() }
    defer { state.withLock { _ = $0.ends.removeValue(forKey: number) } }
    try await time.sleepUntil(.nanoseconds(end))
  }

  /// Calls a closure when a task pauses, or immediately if one has since a number of pauses.
  func whenPaused(since count: Int, _ action: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      guard state.count == count else { return true }
      state.actions.append(action)
      return false
    }
    if isNow { action() }
  }
}

extension TaskManager {
  /// Waits for the runs in progress, and for the runs that these cause, unless all of their tasks
  /// in progress wait for the clock.
  ///
  /// - Returns: A Boolean value that indicates whether it has waited.
  package func waitForRunsOrPauses() async -> Bool {
    var hasWaited = false
    while true {
      let count = pauses.count
      let runs = withLock { $0.queue.foregroundRuns }
      guard let run = runs.first, !waitForClock(runs) else { return hasWaited }
      hasWaited = true
      let change = FirstResult<Void>()
      run.whenEnded { _ in change.set(.success(())) }
      pauses.whenPaused(since: count) { change.set(.success(())) }
      // The result is never an error.
      _ = try? await change.value
    }
  }

  /// Returns whether the tasks in progress of some runs all pause before another attempt.
  private func waitForClock(_ runs: [TaskRun]) -> Bool {
    let states = runs.flatMap { run in run.state.withLock { $0.execution.states } }
    let paused = pauses.ends(after: time.nanoseconds()).count
    return paused > 0 && !states.contains(.ready) && states.count { $0 == .running } == paused
  }
}
