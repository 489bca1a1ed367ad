import Foundation

/// What scheduled tasks go by: passing time, and the time of day.
struct AgendaClock: Sendable {
  /// When to look whether a date has come, beside when it should have.
  enum Looking: Sendable {
    /// Not at all: the time of day passes as time does.
    case never
    /// Shortly before, as clocks are steered.
    case shortlyBefore
    /// Again and again: nobody can say when it will have come.
    case every(Duration)
  }

  /// Passing time.
  let timers: TimerClock

  /// The time of day, since the beginning of 1970.
  let wallTime: @Sendable () -> Duration

  let looking: Looking

  /// What makes the time pass, if somebody does by hand.
  var ticks: TickClock?

  /// What time it is.
  var reading: Reading {
    Reading(timers: .nanoseconds(timers.now()), wall: wallTime())
  }

  /// The time by both clocks at one moment.
  struct Reading: Sendable {
    let timers: Duration
    let wall: Duration

    /// What time it is for what goes by dates, or by passing time.
    func time(isByDate: Bool) -> Duration { isByDate ? wall : timers }
  }

  /// The clocks of the system.
  static func system() -> AgendaClock {
    AgendaClock(
      timers: .system(), wallTime: { Date().since1970 }, looking: .shortlyBefore)
  }

  /// Time that passes when somebody says so, and dates as the system has them.
  static func ticks(of interval: Duration) -> AgendaClock {
    let clock = TickClock(interval: interval)
    return AgendaClock(
      timers: .ticks(clock), wallTime: { Date().since1970 }, looking: .every(interval),
      ticks: clock)
  }

  /// A clock, and dates that pass with it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: What date it is now.
  ///   - isPolled: Whether somebody looks what is due, so that nothing rings by itself.
  /// - Returns: Both.
  static func clock<Source: Clock>(
    _ clock: Source, startingAt date: Date, isPolled: Bool = false
  ) -> AgendaClock where Source.Duration == Duration {
    let (start, first) = (clock.now, date.since1970)
    return AgendaClock(
      timers: isPolled ? .polled(clock) : .clock(clock),
      wallTime: { first + start.duration(to: clock.now) }, looking: .never)
  }
}

extension TimerClock {
  /// Time as a clock tells it, which somebody asks again and again.
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
