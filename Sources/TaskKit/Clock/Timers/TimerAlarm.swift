import Synchronization

/// Calls back at a moment.
///
/// - Concurrency: May be used from any thread. It calls back with no lock held,
///   and never while it is being set.
protocol TimerAlarm: AnyObject, Sendable {
  /// Has the alarm ring at another moment, or no more.
  ///
  /// Callers on several threads decide in some order, and number the decisions: one
  /// that is overtaken by a later one does nothing.
  ///
  /// It may ring once more for a moment that it was set to before.
  func set(_ setting: AlarmSetting)
}

/// When an alarm rings.
struct AlarmSetting: Sendable, Hashable {
  /// The moment, or nothing for none.
  var deadline: Int64?
  /// Greater than that of every decision before.
  var number: UInt64
}

/// An alarm that sleeps on a clock.
final class SleepingAlarm: TimerAlarm {
  private struct State {
    var number: UInt64 = 0
    /// The task that sleeps until the alarm.
    var sleeper: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let executor: (any TaskExecutor)?
  private let sleep: @Sendable (_ deadline: Int64) async throws -> Void
  private let ring: @Sendable () -> Void

  /// Makes an alarm that is not set.
  ///
  /// - Parameters:
  ///   - executor: Where it sleeps and rings.
  ///   - sleep: Sleeps until a moment.
  ///   - ring: What it calls.
  init(
    executor: (any TaskExecutor)?,
    sleep: @escaping @Sendable (_ deadline: Int64) async throws -> Void,
    ring: @escaping @Sendable () -> Void
  ) {
    self.executor = executor
    self.sleep = sleep
    self.ring = ring
  }

  deinit {
    state.withLock { $0.sleeper.take() }?.cancel()
  }

  func set(_ setting: AlarmSetting) {
    // A task that is cancelled runs code of its clock: never under the lock.
    let sleeper = setting.deadline.map(makeSleeper)
    let outdated = state.withLock { state in
      guard setting.number > state.number else { return sleeper }
      state.number = setting.number
      defer { state.sleeper = sleeper }
      return state.sleeper
    }
    outdated?.cancel()
  }

  private func makeSleeper(until deadline: Int64) -> Task<Void, Never> {
    Task(executorPreference: executor) { [sleep, ring] in
      do {
        try await sleep(deadline)
      } catch {
        // Either the alarm was set anew, or the clock has ended the sleep; who is
        // rung looks what time it is.
        if Task.isCancelled { return }
      }
      ring()
    }
  }
}
