import Synchronization
import TaskKit
import ToolkitTrace

/// The observers of the jobs of a manager.
///
/// They are there before the manager has a store, as wires are connected earlier.
///
/// - Concurrency: May be used from any thread. Observers run with no lock held.
final class JobWatchers: Sendable {
  private typealias Watcher = (number: Int, delivery: OrderedDelivery<JobChange>)

  private struct State: Sendable {
    /// By the name of the jobs that they observe; `nil` for all.
    var watchers: [String?: [Watcher]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// The observers of a manager's jobs.
  static func of(_ manager: TaskManager) -> JobWatchers {
    manager.companion.object { JobWatchers() }
  }

  /// Delivers a change; one relaxed load if there are no observers.
  func tell(
    _ change: @autoclosure () -> JobChange,
    cause: @autoclosure () -> TraceSpanID? = Trace.currentCause
  ) {
    guard hasAny.load(ordering: .relaxed) else { return }
    let change = change()
    let cause = cause()
    let watchers = state.withLock { state in
      (state.watchers[change.name] ?? []) + (state.watchers[nil] ?? [])
    }
    for watcher in watchers { watcher.delivery.send(change, cause: cause) }
  }

  /// Adds an observer of the jobs of a name, or of all.
  ///
  /// - Returns: The number to remove it by.
  func add(of name: String?, _ delivery: OrderedDelivery<JobChange>) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.watchers[name, default: []].append((state.lastNumber, delivery))
      hasAny.store(true, ordering: .relaxed)
      return state.lastNumber
    }
  }

  /// Removes an observer, and drops what has not been delivered to it.
  func remove(_ number: Int, of name: String?) {
    let removed = state.withLock { state -> Watcher? in
      guard let index = state.watchers[name]?.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      let removed = state.watchers[name]?.remove(at: index)
      if state.watchers[name]?.isEmpty == true { state.watchers[name] = nil }
      hasAny.store(!state.watchers.isEmpty, ordering: .relaxed)
      return removed
    }
    removed?.delivery.cancel()
  }
}
