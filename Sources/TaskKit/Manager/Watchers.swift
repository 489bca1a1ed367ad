import Synchronization

/// The watchers of a manager's tasks, or of one of them.
///
/// - Concurrency: May be used from any thread. Watchers run with no lock held.
final class Watchers: Sendable {
  typealias Body = @Sendable (TaskChange) -> Void

  private struct State: Sendable {
    /// By the name of the task that they watch; nothing for all.
    var bodies: [String?: [(number: Int, body: Body)]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// A Boolean value that indicates whether there are watchers: one relaxed load, which
  /// is all that a task costs when there are none.
  var areThere: Bool { hasAny.load(ordering: .relaxed) }

  /// Tells the watchers where a task stands.
  @inline(never)
  func tell(_ change: TaskChange) {
    let (own, others) = state.withLock { ($0.bodies[change.task], $0.bodies[nil]) }
    for watcher in own ?? [] { watcher.body(change) }
    for watcher in others ?? [] { watcher.body(change) }
  }

  /// Adds a watcher of a task, or of all.
  ///
  /// - Returns: The number to remove it by.
  func add(of task: String?, _ body: @escaping Body) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.bodies[task, default: []].append((state.lastNumber, body))
      hasAny.store(true, ordering: .relaxed)
      return state.lastNumber
    }
  }

  /// Removes a watcher; what it captured goes when the lock is open.
  func remove(_ number: Int, of task: String?) {
    _ = state.withLock { state in
      guard let index = state.bodies[task]?.firstIndex(where: { $0.number == number }) else {
        return nil as Body?
      }
      let removed = state.bodies[task]?.remove(at: index)
      if state.bodies[task]?.isEmpty == true { state.bodies[task] = nil }
      hasAny.store(!state.bodies.isEmpty, ordering: .relaxed)
      return removed?.body
    }
  }
}
