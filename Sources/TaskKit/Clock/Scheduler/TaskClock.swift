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
