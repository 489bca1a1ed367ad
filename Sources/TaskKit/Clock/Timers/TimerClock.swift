/// The time that timers go by: what it is now, and how to be notified when it is
/// later.
///
/// All moments are nanoseconds since the clock was made.
struct TimerClock: Sendable {
  /// Returns the current time, in nanoseconds.
  let now: @Sendable () -> Int64

  /// Makes an alarm, which is not set, and calls back when it rings.
  let makeAlarm: @Sendable (_ ring: @escaping @Sendable () -> Void) -> any TimerAlarm

  /// Time as a clock tells it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - executor: Where it is slept and rung; nothing for the concurrent pool.
  ///     With the executor of a manual clock, everything happens inside the
  ///     advance of the clock.
  /// - Returns: The time since now.
  static func clock<Source: Clock>(
    _ clock: Source, executor: (any TaskExecutor)? = nil
  ) -> TimerClock where Source.Duration == Duration {
    let start = clock.now
    return TimerClock(
      now: { start.duration(to: clock.now).nanosecondsPassed },
      makeAlarm: { ring in
        SleepingAlarm(
          executor: executor,
          sleep: { deadline in
            try await clock.sleep(
              until: start.advanced(by: .nanoseconds(deadline)), tolerance: nil)
          }, ring: ring)
      })
  }

  /// Time that passes tick by tick, when it is moved by hand.
  static func ticks(_ clock: TickClock) -> TimerClock {
    TimerClock(now: { clock.now }, makeAlarm: { clock.makeAlarm(ring: $0) })
  }
}

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
