public import Foundation

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

/// The two clocks of scheduled tasks: passing time, and the time of day.
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

  /// Passing time.
  let timers: TimerClock

  /// The time of day, since the beginning of 1970.
  let wallTime: @Sendable () -> Duration

  let polling: Polling

  /// The clock to tick, if time passes by hand.
  var ticks: TickClock?

  /// The time by both clocks now.
  var reading: Reading {
    Reading(timers: .nanoseconds(timers.now()), wall: wallTime())
  }

  /// The time by both clocks, read together.
  struct Reading: Sendable {
    let timers: Duration
    let wall: Duration

    /// The time of day for dates, and the passing time otherwise.
    func time(isByDate: Bool) -> Duration { isByDate ? wall : timers }
  }

  /// The clocks of the system.
  static func system() -> ScheduleClock {
    ScheduleClock(
      timers: .system(), wallTime: { Date().since1970 }, polling: .shortlyBefore)
  }

  /// Time that passes by hand, tick by tick, and the dates of the system.
  static func ticks(of interval: Duration) -> ScheduleClock {
    let clock = TickClock(interval: interval)
    return ScheduleClock(
      timers: .ticks(clock), wallTime: { Date().since1970 }, polling: .every(interval),
      ticks: clock)
  }

  /// The time of a clock, and dates that pass with it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: The date now.
  ///   - isPolled: Whether the owner calls `settle`, so that no alarm is needed.
  /// - Returns: Both clocks.
  static func clock<Source: Clock>(
    _ clock: Source, startingAt date: Date, isPolled: Bool = false
  ) -> ScheduleClock where Source.Duration == Duration {
    let (start, first) = (clock.now, date.since1970)
    return ScheduleClock(
      timers: isPolled ? .polled(clock) : .clock(clock),
      wallTime: { first + start.duration(to: clock.now) }, polling: .never)
  }
}

extension TimerClock {
  /// The time of a clock, with no alarm: the owner polls it.
  fileprivate static func polled<Source: Clock>(_ clock: Source) -> TimerClock
  where Source.Duration == Duration {
    let start = clock.now
    return TimerClock(
      now: { start.duration(to: clock.now).nanosecondsPassed }, makeAlarm: { _ in SilentAlarm() })
  }
}

/// An alarm that never rings.
private final class SilentAlarm: TimerAlarm {
  func set(_ setting: AlarmSetting) {}
}
