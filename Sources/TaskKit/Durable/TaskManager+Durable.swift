import Synchronization
import ToolkitTrace

extension TaskManager {
  /// A description of the store of durable schedules and its guarantees, or `nil` without a store.
  public var storeSummary: String? {
    get async { await scheduler.durable.scheduling?.summary }
  }

  /// Returns the records of fires of durable schedules, in all processes that share the store.
  ///
  /// The latest fire time comes first. Without a store, the list is empty. The fires of this
  /// process alone are in ``ledger``.
  ///
  /// - Parameters:
  ///   - task: The name of a task, or `nil` for all.
  ///   - limit: The maximum number of records.
  /// - Returns: The records, except for unreadable ones.
  /// - Throws: An error of the store.
  public func storedLedger(
    of task: String? = nil, limit: Int = 100
  ) async throws -> [LedgerRecord] {
    let stored = scheduler.durable.storedNames
    let current = Dictionary(stored.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let records = try await scheduler.durable.scheduling?.ledger(
      of: task.map { stored[$0] ?? $0 }, limit: limit)
    return (records ?? []).map { record in
      var record = record
      record.task = current[record.task] ?? record.task
      return record
    }
  }

  /// The durable tasks, in the order in which they were declared or added.
  package var durableTasks: [TaskDescription] {
    let names = withState { state in
      Set(state.catalog.entries.lazy.filter(\.definition.isDurable).map(\.name))
    }
    return list.filter { names.contains($0.name) }
  }

  /// The scheduling of durable tasks, or `nil` until a store is open.
  package var durableScheduling: (any DurableScheduling)? { scheduler.durable.scheduling }

  /// Records that a store is being opened, so that durable tasks are not reported as errors.
  ///
  /// - Returns: `false` if a store is already open or being opened.
  package func expectStore() -> Bool { scheduler.durable.expectStore() }

  /// Records that the expected store could not be opened, and reports its tasks.
  package func storeFailed() { reportOnce(scheduler.durable.storeFailed().map { .noStore($0) }) }

  /// Lets a scheduling decide about the fires of durable tasks.
  package func use(_ scheduling: any DurableScheduling) {
    // Reads declared tasks that have not been read yet.
    withState { _ in }
    scheduler.durable.use(scheduling)
  }

  /// Starts no more runs of durable tasks, at the end of the process.
  package func stopStore() { scheduler.durable.end() }

  /// Waits for jobs in progress, at the end of the process.
  func finishStore() async { await scheduler.durable.scheduling?.finish() }

  /// Reports an error of a store to the error handler.
  package func reportStoreError(_ error: TaskError) { report(error) }

  /// Applies a pause or resumption from another process.
  func notePause(_ isPaused: Bool, _ entry: TaskEntry) {
    withState { state in _ = state.catalog.setPaused(isPaused, entry) }
  }

  /// Runs a durable task for a fire.
  func runDurably(
    _ entry: TaskEntry, _ occasion: Occasion, _ fire: TaskFire, late: Duration,
    whenEnded: @escaping @Sendable (TaskOutcome) -> Void
  ) {
    submit(
      RunRequest(
        occasion: occasion, context: context(fire: fire), location: entry.location,
        states: ownStates,
        begin: { [weak self] in
          self?.scheduler.note(
            TaskLedger.Entry(
              task: entry.name, fireTime: fire.fireTime, count: 1, fate: .ran(late: late)))
        }
      ) { report, error in
        // A task that was destroyed before its turn is in no report.
        let ended = report?.tasks.first { $0.name == entry.name }?.outcome
        whenEnded(ended ?? error.map(TaskOutcome.failed) ?? .cancelled)
      })
  }
}
