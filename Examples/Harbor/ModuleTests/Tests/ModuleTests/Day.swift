import BridgeTestSupport
import HarborContracts

extension DayLog {
  /// The texts of the lines in the state of the test.
  static var texts: [String] { SharedRelay.of(.log, default: []).value.map(\.text) }
}

extension DayClock {
  /// Moves the clock whenever a task waits for it, so that no task of a test waits.
  func passWhenTasksWait() {
    whenTaskWaits { [self] in
      if let next = nextDeadline { advance(to: next) }
      while wakeNext() {}
    }
  }
}
