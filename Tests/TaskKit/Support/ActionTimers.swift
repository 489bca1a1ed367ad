import Synchronization

@testable import TaskKit

/// A function to run at a deadline.
struct TimerAction: Sendable {
  let run: @Sendable () -> Void
}

/// Timers whose elements are functions.
typealias ActionTimers = Timers<TimerAction>

extension Timers {
  /// What time it is.
  var now: Duration { .nanoseconds(clock.now()) }

  /// The number of elements, including those that are due but have not fired.
  var count: Int { state.withLock(\.wheel.count) }

  /// Cancels an element.
  ///
  /// - Returns: `false` if it has already fired or been cancelled.
  @discardableResult
  func cancel(_ handle: Handle) -> Bool {
    let (wasThere, setting) = remove(handle)
    apply(setting)
    return wasThere
  }
}

extension Timers where Element == TimerAction {
  typealias Action = @Sendable () -> Void

  convenience init(clock: ScheduleClock) {
    self.init(clock: clock, fire: { $0.run() })
  }

  /// Schedules a function.
  @discardableResult
  func schedule(at deadline: Duration, _ action: @escaping Action) -> Handle {
    let (handle, setting) = insert(TimerAction(run: action), at: deadline)
    apply(setting)
    return handle
  }
}
