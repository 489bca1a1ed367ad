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
  /// Creates the clocks, once for each manager that uses them.
  let make: @Sendable () -> ScheduleClock

  /// The system's time, which includes the sleep of the machine.
  ///
  /// This is the default.
  public static let system = TaskClock { .system() }

  /// A clock that the program advances: a second passes whenever
  /// `RWAppClockTicktockNotificationKey` is posted.
  ///
  /// The real time between two posts does not matter. Dates are the system's, checked at each tick.
  /// So a task with a date fires by real time, and so do its repeats.
  public static let none = ticks(of: .seconds(1))

  /// Returns a clock that the program advances: time passes whenever
  /// `RWAppClockTicktockNotificationKey` is posted.
  ///
  /// - Parameter interval: The time that passes with a tick, longer than zero.
  /// - Returns: The clock.
  public static func ticks(of interval: Duration) -> TaskClock {
    precondition(
      interval > .zero,
      "A clock cannot tick every \(interval): the interval must be longer than zero.")
    return TaskClock { .ticks(of: interval) }
  }

  /// Returns a clock for scheduled tasks from another clock.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: The date when a manager starts to use the clock. Dates advance with the clock. If
  ///     `nil`, it is the date of the system at that time.
  /// - Returns: The clock.
  public static func clock<Source: Clock>(
    _ clock: Source, startingAt date: Date? = nil
  ) -> TaskClock where Source.Duration == Duration {
    TaskClock { .clock(clock, startingAt: date ?? Date()) }
  }
}

/// The name of the notification that advances the clock ``TaskClock/none``.
public let RWAppClockTicktockNotificationKey = Notification.Name(
  "RWAppClockTicktockNotificationKey")

/// The clock of scheduled tasks, which consists of the elapsed time for timers and the time of day.
///
/// All knowledge about the source of time is here. The system's clock, a clock that a test advances
/// and ticks that a program counts differ in nothing else. If time passes by itself, the clock also
/// knows how to set an alarm. A clock of ticks needs no alarm, because the scheduler runs the due
/// tasks after each tick.
///
/// It is a struct of closures and not a protocol with a type for each source, because the sources
/// share most of their parts.
struct ScheduleClock: Sendable {
  /// When to check the time of day for a date, in addition to its deadline by elapsed time.
  enum Polling: Sendable {
    /// Never, because the time of day advances with the elapsed time.
    case never
    /// Shortly before the deadline, because the system's clock may be slewed.
    case shortlyBefore
    /// At this interval, because ticks do not tell when a date is reached.
    case every(Duration)
  }

  /// The time by both clocks, read together.
  struct Reading: Sendable {
    let timers: Duration
    let wall: Duration

    /// Returns the time of day for dates, and the elapsed time otherwise.
    func time(isByDate: Bool) -> Duration { isByDate ? wall : timers }
  }

  /// Returns the elapsed time, in nanoseconds since the creation of the clock.
  var now: @Sendable () -> Int64

  /// Creates an alarm that is not set and calls `ring` when it rings.
  ///
  /// Returns `nil` if the owner of the timers checks the time by itself.
  var makeAlarm: @Sendable (_ ring: @escaping @Sendable () -> Void) -> (any TimerAlarm)? = {
    _ in nil
  }

  /// Returns the time of day, as a duration since the start of 1970.
  var wallTime: @Sendable () -> Duration = { Date().since1970 }

  var polling = Polling.never

  /// Advances the time by one tick, if the program advances the clock.
  var tick: (@Sendable () -> Void)?

  /// The current time by both clocks.
  var reading: Reading {
    Reading(timers: .nanoseconds(now()), wall: wallTime())
  }

  /// Returns the time since the start of the machine, including its sleep, and the system's dates.
  static func continuous() -> ScheduleClock {
    var clock = clock(ContinuousClock())
    clock.wallTime = { Date().since1970 }
    clock.polling = .shortlyBefore
    return clock
  }

  /// Returns time that advances tick by tick, and the system's dates.
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

  /// Returns the time of a clock, and dates that advance with it.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - date: The current date.
  ///   - executor: The executor that sleeps and rings, by default the concurrent pool. With the
  ///     executor of a manual clock, everything happens inside the clock's advance.
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
