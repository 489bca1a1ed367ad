import Synchronization
import TaskKit

/// The errors of a store that have been reported, until the store works again.
///
/// - Concurrency: May be used from any thread.
final class StoreOutage: Sendable {
  private let reported = Mutex<Set<String>>([])
  private let report: @Sendable (TaskError) -> Void

  init(report: @escaping @Sendable (TaskError) -> Void) { self.report = report }

  /// Reports an error of the store once, and not at each retry.
  func note(_ error: any Error) {
    guard !Task.isCancelled,
      reported.withLock({ $0.insert("\(error)").inserted })
    else { return }
    report(
      TaskError(
        .storeFailed,
        "the store of schedules and jobs failed, and is retried every second: \(error)", at: nil,
        underlyingError: error))
  }

  /// Notes that the store works.
  func end() { reported.withLock { $0 = [] } }
}
