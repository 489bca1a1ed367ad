import CGround
import Foundation
import TaskKit

/// The clocks of a store that is in the process: dates, and the leases of one machine.
package struct StoreClock: Sendable {
  /// Returns the time of day.
  package let now: @Sendable () -> TaskTime

  /// Returns nanoseconds of a clock that is never set, and that all processes of the machine
  /// share until it is started again.
  package let monotonic: @Sendable () -> Int64

  /// Identifies the start of the machine from which ``monotonic`` counts.
  package let boot: String

  package init(
    now: @escaping @Sendable () -> TaskTime, monotonic: @escaping @Sendable () -> Int64,
    boot: String
  ) {
    self.now = now
    self.monotonic = monotonic
    self.boot = boot
  }

  /// The clocks of the system.
  package static let system = StoreClock(
    now: { TaskTime(Date()) }, monotonic: { task_store_monotonic_nanoseconds() },
    boot: bootIdentifier())

  private static func bootIdentifier() -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return "unknown" }
      unsafe start.initialize(repeating: 0, count: text.count)
      return unsafe task_store_boot_identifier(start, text.count)
        ? String(cString: start) : "unknown"
    }
  }
}
