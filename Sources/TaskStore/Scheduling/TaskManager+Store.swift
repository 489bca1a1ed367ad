import RecordFormat
public import TaskKit

extension TaskManager {
  /// Keeps the due times of durable schedules in a store.
  ///
  /// ```swift
  /// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))
  /// ```
  ///
  /// Call it before the launch is over, once: a durable schedule that finds no store then is
  /// reported as an error.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - lease: How long a process may run for a due time without a sign of life. A process that
  ///     dies or hangs is taken over from when it has ended; its own work is cancelled before.
  ///     At least 100 milliseconds.
  ///   - retention: How long records of due times are kept in the ledger after their end.
  ///   - maximumClaims: How many processes may begin the run for a due time that no one ends,
  ///     because they die or lose their lease. After them it is recorded as failed, as its run may
  ///     be what ends them. At least 1.
  ///   - queues: How many jobs of some queues run at once, and begin within a time; of others, ten
  ///     run at once in each process.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The store, open: it has the ledger.
  /// - Throws: An error with a suggestion, if the store cannot be used or the manager has one.
  @discardableResult
  public func use<Store: TaskStore>(
    _ store: Store, lease: Duration = .seconds(15), retention: Duration = .seconds(30 * 86_400),
    maximumClaims: Int = 5, queues: [JobQueueLimit] = [], fileID: String = #fileID,
    line: Int = #line
  ) async throws -> Store {
    guard expectStore() else {
      throw TaskStoreError(
        .secondStore,
        "the manager has a store already: call 'use(_:)' once, or give another manager the second.",
        at: CodeLocation(fileID: fileID, line: line))
    }
    do {
      try await store.open()
    } catch {
      storeFailed()
      throw error
    }
    use(
      StoreScheduling(
        store, of: self, lease: max(lease, .milliseconds(100)), retention: retention,
        maximumClaims: max(1, maximumClaims), queues: queues))
    return store
  }
}
