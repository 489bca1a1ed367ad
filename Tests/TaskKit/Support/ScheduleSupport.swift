import Foundation
import ModularityTestSupport
import Synchronization

@testable import TaskKit

/// Lanes on which work waits until a test runs it, in the order in which it came.
final class FirstInLanes: Lanes {
  let workerCount = 2
  let isStepwise = false
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let starts = Counter()

  /// How many asynchronous tasks have been started.
  var startCount: Int { starts.count }

  var isOnMain: Bool { false }
  func onMain(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0.append(work) } }
  func onWorker(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0.append(work) } }
  func start(_ task: SuspendingTask) -> StartedTask {
    starts.add()
    return Task.detached { await task.run() }
  }
  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask {
    Task.detached(operation: work)
  }

  @MainActor func runAll() {
    while let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
  }
}

/// A clock on the wall, which a test sets.
final class TestWall: Sendable {
  private let time: Mutex<Duration>

  init(_ seconds: Double) {
    time = Mutex(Duration(rounding: seconds))
  }

  /// What it shows, since 1970.
  var seconds: Double {
    get { Date(since1970: time.withLock { $0 }).timeIntervalSince1970 }
    set { time.withLock { $0 = Duration(rounding: newValue) } }
  }

  /// The same, exactly.
  var now: Duration { time.withLock { $0 } }

  /// Time that passes by ticks, and this clock for dates.
  func ticks(of interval: Duration) -> ScheduleClock { dating(.ticks(of: interval)) }

  /// Time that passes by a clock, and this one for dates.
  func beside(_ clock: ManualClock) -> ScheduleClock {
    var both = dating(.clock(clock, isPolled: true))
    both.polling = .shortlyBefore
    return both
  }

  private func dating(_ clock: ScheduleClock) -> ScheduleClock {
    var clock = clock
    clock.wallTime = { self.now }
    return clock
  }
}
