public import Foundation
import Synchronization

/// The clock of a manager's scheduled tasks.
///
/// ```swift
/// TaskManager.shared.clock = .none
/// // … whenever a unit of time has passed:
/// NotificationCenter.default.post(name: RWAppClockTicktockNotificationKey, object: nil)
/// ```
public struct TaskClock: Sendable {
  /// Makes the clocks, once for each manager that it is given to.
  let make: @Sendable () -> ScheduleClock

  /// Time as the system has it, while the machine sleeps too: the default.
  public static let system = TaskClock { .system() }

  /// No clock: a second passes whenever `RWAppClockTicktockNotificationKey` is posted.
  ///
  /// That is so however long it took. Dates are those of the system, looked at with each
  /// tick: a task with a date is due by real seconds, for its repeats too.
  public static let none = ticks(of: .seconds(1))

  /// No clock: time passes whenever `RWAppClockTicktockNotificationKey` is posted.
  ///
  /// - Parameter interval: How much time passes with a tick; above zero.
  /// - Returns: The clock.
  public static func ticks(of interval: Duration) -> TaskClock {
    precondition(
      interval > .zero,
      "A clock cannot tick every \(interval): the interval must be longer than zero.")
    return TaskClock { .ticks(of: interval) }
  }

  /// Time as another clock has it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: What date it is when the clock is taken into use, from where dates pass as
  ///     the clock does; nothing for the date of the system then.
  /// - Returns: The clock.
  public static func clock<Source: Clock>(
    _ clock: Source, startingAt date: Date? = nil
  ) -> TaskClock where Source.Duration == Duration {
    TaskClock { .clock(clock, startingAt: date ?? Date()) }
  }
}

/// The name of the notification with which an app lets time pass for scheduled tasks, if
/// their clock is ``TaskClock/none``.
public let RWAppClockTicktockNotificationKey = Notification.Name(
  "RWAppClockTicktockNotificationKey")

/// The clock of scheduled tasks: the passing time, which timers go by, and the time of day.
///
/// The only place that knows where time comes from. The system, a clock that a test moves, and
/// ticks that a program counts differ in nothing else: in how an alarm is set, if time passes by
/// itself.
struct ScheduleClock: Sendable {
  /// When to read the time of day for a date, besides when it is due by passing time.
  enum Polling: Sendable {
    /// Never: the time of day passes as time does.
    case never
    /// Shortly before it is due, as clocks are steered.
    case shortlyBefore
    /// At this interval: ticks do not tell when a date is due.
    case every(Duration)
  }

  /// The time by both clocks, read together.
  struct Reading: Sendable {
    let timers: Duration
    let wall: Duration

    /// The time of day for dates, and the passing time otherwise.
    func time(isByDate: Bool) -> Duration { isByDate ? wall : timers }
  }

  /// Returns the passing time, in nanoseconds since the clock was made.
  var now: @Sendable () -> Int64

  /// Makes an alarm, which is not set and calls back when it rings.
  ///
  /// Returns `nil` if the owner of the timers looks at the time by itself.
  var makeAlarm: @Sendable (_ ring: @escaping @Sendable () -> Void) -> (any TimerAlarm)? = {
    _ in nil
  }

  /// Returns the time of day, since the beginning of 1970.
  var wallTime: @Sendable () -> Duration = { Date().since1970 }

  var polling = Polling.never

  /// Lets a unit of time pass, if time passes by hand.
  var tick: (@Sendable () -> Void)?

  /// The time by both clocks now.
  var reading: Reading {
    Reading(timers: .nanoseconds(now()), wall: wallTime())
  }

  /// The time of the machine since it started, sleep included, and the system's dates.
  static func continuous() -> ScheduleClock {
    var clock = clock(ContinuousClock())
    clock.wallTime = { Date().since1970 }
    clock.polling = .shortlyBefore
    return clock
  }

  /// Time that passes by hand, tick by tick, and the dates of the system.
  static func ticks(of interval: Duration) -> ScheduleClock {
    final class Ticks: Sendable {
      let count = Atomic(0)
    }
    let ticks = Ticks()
    let rate = FixedRate(start: .zero, interval: interval)
    return ScheduleClock(
      now: { rate.time(ticks.count.load(ordering: .acquiring)).nanosecondsPassed },
      polling: .every(interval),
      tick: { ticks.count.add(1, ordering: .acquiringAndReleasing) })
  }

  /// The time of a clock, and dates that pass with it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: The date now.
  ///   - executor: Where it is slept and rung, by default the concurrent pool. With the executor
  ///     of a manual clock, everything happens inside the advance of the clock.
  ///   - isPolled: Whether the owner calls `settle`, so that no alarm is needed.
  /// - Returns: Both clocks.
  static func clock<Source: Clock>(
    _ clock: Source, startingAt date: Date = Date(), executor: (any TaskExecutor)? = nil,
    isPolled: Bool = false
  ) -> ScheduleClock where Source.Duration == Duration {
    let (start, first) = (clock.now, date.since1970)
    return ScheduleClock(
      now: { start.duration(to: clock.now).nanosecondsPassed },
      makeAlarm: { ring in
        guard !isPolled else { return nil }
        return SleepingAlarm(
          executor: executor,
          sleep: { deadline in
            try await clock.sleep(
              until: start.advanced(by: .nanoseconds(deadline)), tolerance: nil)
          }, ring: ring)
      }, wallTime: { first + start.duration(to: clock.now) })
  }
}
