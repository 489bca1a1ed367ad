import Foundation
import Synchronization

/// Decides about the due times of durable tasks, in the place of the manager's own scheduler.
///
/// Implemented above TaskKit, by the target that knows stores.
///
/// - Concurrency: Called from any thread, with no lock held. No call may block a thread.
package protocol DurableScheduling: Sendable {
  /// Schedules a task from now on.
  func add(_ task: DurableTask)

  /// Leaves a task to other processes.
  func remove(_ task: DurableTask)

  /// Pauses or resumes a task in all processes.
  func setPaused(_ isPaused: Bool, _ task: DurableTask)

  /// Computes the next due time of a task again: the rules of time zones have changed.
  func replan(_ task: DurableTask)

  /// Begins no more runs and jobs, and leaves those in progress some time: the process ends.
  func end()

  /// Returns when the jobs in progress have ended or were given back, after ``end()``.
  func finish() async

  /// A description of the store, for people.
  var summary: String { get async }

  /// Returns the latest records of due times in the store, the latest due time first.
  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord]
}

/// The durable tasks of a manager, and the scheduling that decides about them once there is one.
///
/// - Concurrency: May be used from any thread. No lock is held while the scheduling, tasks or
///   error handlers run.
final class DurableTasks: Sendable {
  private struct State {
    var tasks: [ObjectIdentifier: DurableTask] = [:]
    var scheduling: (any DurableScheduling)?
    /// A Boolean value that indicates whether a store is being opened.
    var isExpecting = false
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether there is a store, or one is being opened.
  var hasStore: Bool { state.withLock { $0.scheduling != nil || $0.isExpecting } }

  /// The scheduling, once there is a store.
  var scheduling: (any DurableScheduling)? { state.withLock { $0.scheduling } }

  /// The next due times that the store has reported, by name of the task.
  var nextFires: [String: Date] {
    let tasks = state.withLock { Array($0.tasks.values) }
    return Dictionary(
      tasks.compactMap { task in task.next.map { (task.name, $0.date) } }, uniquingKeysWith: { $1 })
  }

  // MARK: - Stores

  /// Notes that a store is being opened, so that its tasks are no error meanwhile.
  ///
  /// - Returns: `false` if there is a store already.
  func expectStore() -> Bool {
    state.withLock { state in
      guard state.scheduling == nil, !state.isExpecting else { return false }
      state.isExpecting = true
      return true
    }
  }

  /// Notes that the store could not be opened.
  ///
  /// - Returns: The tasks that are without a store.
  func storeFailed() -> [TaskDefinition] {
    state.withLock { state in
      state.isExpecting = false
      return state.tasks.values.map(\.entry.definition)
    }
  }

  /// Lets a scheduling decide about all tasks that are due from now on.
  func use(_ scheduling: any DurableScheduling) {
    let tasks = state.withLock { state in
      state.isExpecting = false
      state.scheduling = scheduling
      return Array(state.tasks.values)
    }
    for task in tasks { scheduling.add(task) }
  }

  // MARK: - Tasks

  /// Schedules tasks, and reports them if there is no store.
  func add(_ entries: [TaskEntry], of manager: TaskManager) {
    let new = entries.filter {
      $0.definition.durableMisfit == nil && $0.definition.trigger.misfit == nil
    }.map { DurableTask($0, of: manager) }
    guard !new.isEmpty else { return }
    let (scheduling, isExpecting) = state.withLock { state in
      guard !state.hasEnded else { return (nil as (any DurableScheduling)?, true) }
      for task in new { state.tasks[ObjectIdentifier(task.entry)] = task }
      return (state.scheduling, state.isExpecting)
    }
    if let scheduling {
      for task in new { scheduling.add(task) }
    } else if !isExpecting {
      manager.reportOnce(new.map { .noStore($0.entry.definition) })
    }
  }

  func remove(_ entries: [TaskEntry]) {
    let (removed, scheduling) = state.withLock { state in
      let removed = entries.compactMap { state.tasks.removeValue(forKey: ObjectIdentifier($0)) }
      return (removed, state.scheduling)
    }
    for task in removed { scheduling?.remove(task) }
  }

  func setPaused(_ isPaused: Bool, _ entry: TaskEntry) {
    let (task, scheduling) = state.withLock { state in
      (state.tasks[ObjectIdentifier(entry)], state.scheduling)
    }
    if let task { scheduling?.setPaused(isPaused, task) }
  }

  /// Adapts due times to other rules of time zones.
  func zonesHaveChanged() {
    let (tasks, scheduling) = state.withLock { (Array($0.tasks.values), $0.scheduling) }
    for task in tasks { scheduling?.replan(task) }
  }

  /// Ends the scheduling of all tasks, as the process ends.
  func end() {
    let (scheduling, tasks) = state.withLock { state in
      state.hasEnded = true
      defer { state.tasks = [:] }
      return (state.scheduling, state.tasks)
    }
    scheduling?.end()
    withExtendedLifetime(tasks) {}
  }
}
