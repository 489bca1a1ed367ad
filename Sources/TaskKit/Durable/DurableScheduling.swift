import Foundation
import Synchronization

/// Decides about the fires of durable tasks, instead of the manager's own scheduler.
///
/// The module that knows stores implements it, above TaskKit.
///
/// - Concurrency: Called from any thread, with no lock held. No call may block a thread.
package protocol DurableScheduling: Sendable {
  /// Schedules a task from now on.
  func add(_ task: DurableTask)

  /// Stops scheduling a task in this process.
  ///
  /// Other processes continue.
  func remove(_ task: DurableTask)

  /// Pauses or resumes a task in all processes.
  func setPaused(_ isPaused: Bool, _ task: DurableTask)

  /// Computes the next fire time of a task again, after the rules of time zones have changed.
  func replan(_ task: DurableTask)

  /// Starts no more runs and jobs, and gives those in progress some time, because the process ends.
  func end()

  /// Waits until the jobs in progress have finished or were given back, after ``end()``.
  func finish() async

  /// A description of the store, for people.
  var summary: String { get async }

  /// Returns the latest records of fires in the store, the latest fire time first.
  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord]
}

/// The durable tasks of a manager, and the scheduling that decides about them, once a store is
/// open.
///
/// - Concurrency: May be used from any thread. No lock is held while the scheduling, tasks or error
///   handlers run.
final class DurableTasks: Sendable {
  private struct State {
    var tasks: [ObjectIdentifier: DurableTask] = [:]
    var scheduling: (any DurableScheduling)?
    /// A Boolean value that indicates whether a store is being opened.
    var isExpecting = false
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether a store is open or being opened.
  var hasStore: Bool { state.withLock { $0.scheduling != nil || $0.isExpecting } }

  /// The scheduling, or `nil` until a store is open.
  var scheduling: (any DurableScheduling)? { state.withLock { $0.scheduling } }

  /// The next fire times that the store has reported, by the name of the task.
  var nextFires: [String: Date] {
    let tasks = state.withLock { Array($0.tasks.values) }
    return Dictionary(
      tasks.compactMap { task in task.next.map { (task.name, $0.date) } }, uniquingKeysWith: { $1 })
  }

  /// The names in the store of tasks that have another name there, by the names of the tasks.
  var storedNames: [String: String] {
    let tasks = state.withLock { Array($0.tasks.values) }
    return Dictionary(
      tasks.filter { $0.storedName != $0.name }.map { ($0.name, $0.storedName) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Stores

  /// Records that a store is being opened, so that its tasks are not reported as errors.
  ///
  /// - Returns: `false` if a store is already open or being opened.
  func expectStore() -> Bool {
    state.withLock { state in
      guard state.scheduling == nil, !state.isExpecting else { return false }
      state.isExpecting = true
      return true
    }
  }

  /// Records that the store could not be opened.
  ///
  /// - Returns: The tasks without a store.
  func storeFailed() -> [TaskDefinition] {
    state.withLock { state in
      state.isExpecting = false
      return state.tasks.values.map(\.entry.definition)
    }
  }

  /// Lets a scheduling decide about all tasks from now on.
  func use(_ scheduling: any DurableScheduling) {
    let tasks = state.withLock { state in
      state.isExpecting = false
      state.scheduling = scheduling
      return Array(state.tasks.values)
    }
    for task in tasks { scheduling.add(task) }
  }

  // MARK: - Tasks

  /// Schedules tasks, or reports them if no store is open or being opened.
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

  /// Adapts fire times to changed rules of time zones.
  func zonesHaveChanged() {
    let (tasks, scheduling) = state.withLock { (Array($0.tasks.values), $0.scheduling) }
    for task in tasks { scheduling?.replan(task) }
  }

  /// Stops all schedules, at the end of the process.
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
