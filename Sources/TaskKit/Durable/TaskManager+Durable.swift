import Synchronization
import ToolkitTrace

extension TaskManager {
  /// A description of the store of durable schedules and the guarantees it has chosen, or `nil`
  /// if there is none.
  public var storeSummary: String? {
    get async { await scheduler.durable.scheduling?.summary }
  }

  /// Returns what became of due times of durable schedules, in all processes that share the
  /// store, the latest due time first; nothing without a store.
  ///
  /// The runs and misses of this process alone are in ``ledger``.
  ///
  /// - Parameters:
  ///   - task: The name of a task, or `nil` for all.
  ///   - limit: The maximum number of records.
  /// - Returns: The records; one that cannot be read is left out.
  /// - Throws: An error of the store.
  public func storedLedger(
    of task: String? = nil, limit: Int = 100
  ) async throws -> [LedgerRecord] {
    try await scheduler.durable.scheduling?.ledger(of: task, limit: limit) ?? []
  }

  /// The tasks that are durable, in the order in which they were declared or added.
  package var durableTasks: [TaskDescription] {
    let names = withState { state in
      Set(state.catalog.entries.lazy.filter(\.definition.isDurable).map(\.name))
    }
    return list.filter { names.contains($0.name) }
  }

  /// The scheduling of durable tasks, once there is a store.
  package var durableScheduling: (any DurableScheduling)? { scheduler.durable.scheduling }

  /// Notes that a store is being opened, so that durable tasks are no error meanwhile.
  ///
  /// - Returns: `false` if there is a store already.
  package func expectStore() -> Bool { scheduler.durable.expectStore() }

  /// Notes that the store that was expected could not be opened.
  package func storeFailed() { reportOnce(scheduler.durable.storeFailed().map { .noStore($0) }) }

  /// Lets a scheduling decide about the due times of durable tasks.
  package func use(_ scheduling: any DurableScheduling) {
    // Tasks that are declared and have not been read yet come first.
    withState { _ in }
    scheduler.durable.use(scheduling)
  }

  /// Begins no more runs of durable tasks, as at the end of the process.
  package func stopStore() { scheduler.durable.end() }

  /// Waits for jobs in progress, once the process ends.
  func finishStore() async { await scheduler.durable.scheduling?.finish() }

  /// Reports an error of a store to the error handler.
  package func reportStoreError(_ error: TaskError) { report(error) }

  /// Takes over that a task was paused or resumed in another process.
  func notePause(_ isPaused: Bool, _ entry: TaskEntry) {
    withState { state in _ = state.catalog.setPaused(isPaused, entry) }
  }

  /// Runs a durable task for a due time.
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
              task: entry.name, moment: fire.moment, count: 1, fate: .ran(late: late)))
        }
      ) { report, error in
        // A task that was destroyed meanwhile is in no report.
        let ended = report?.tasks.first { $0.name == entry.name }?.outcome
        whenEnded(ended ?? error.map(TaskOutcome.failed) ?? .cancelled)
      })
  }
}
