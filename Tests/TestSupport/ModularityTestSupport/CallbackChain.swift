import ModularityTestSupport
import Synchronization

/// Callbacks of which each schedules the next.
final class CallbackChain: Sendable {
  private let name: Int
  private let clock: ManualClock
  private let log: EventRecorder<String>
  private let state: Mutex<(delays: ArraySlice<Int>, timer: ManualClock.Timer?)>

  init(name: Int, delays: [Int], clock: ManualClock, log: EventRecorder<String>) {
    self.name = name
    self.clock = clock
    self.log = log
    state = Mutex((delays[...], nil))
  }

  /// Schedules the next callback, if there is one left.
  func schedule() {
    guard let delay = state.withLock({ $0.delays.popFirst() }) else { return }
    let timer = clock.schedule(after: .seconds(delay)) {
      self.log.record("\(self.name) at \(self.clock.now)")
      self.schedule()
    }
    state.withLock { $0.timer = timer }
  }

  /// Cancels the callback that waits.
  ///
  /// - Returns: Whether there was one.
  func cancel() -> Bool {
    state.withLock(\.timer)?.cancel() == true
  }
}
