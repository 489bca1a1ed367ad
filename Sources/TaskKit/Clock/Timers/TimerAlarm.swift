import Synchronization

/// An alarm that calls back at a given time.
///
/// - Concurrency: May be used from any thread. It calls back with no lock held, and never while it
///   is being set.
protocol TimerAlarm: AnyObject, Sendable {
  /// Sets the alarm to another time, or clears it.
  ///
  /// Callers on several threads number their settings in the order in which they decide. If a later
  /// setting arrives first, the earlier one has no effect.
  ///
  /// The alarm may ring once more for a previous setting.
  func set(_ setting: AlarmSetting)
}

/// The setting of an alarm.
struct AlarmSetting: Sendable, Hashable {
  /// The time, or `nil` to clear the alarm.
  var deadline: Int64?
  /// The number, which is greater than the number of every earlier setting.
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

  /// Creates an alarm that is not set.
  ///
  /// - Parameters:
  ///   - executor: The executor that sleeps and rings.
  ///   - sleep: Sleeps until a time.
  ///   - ring: Called when the alarm rings.
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
    // Cancelling a task may run code of its clock, so it never happens under the lock.
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
        // Either the alarm was set again, or the clock has ended the sleep early. In the second
        // case, the callback checks the time.
        if Task.isCancelled { return }
      }
      ring()
    }
  }
}
