import TaskStore
import TaskStoreTestSupport

/// A store of a test that changes only some calls, and forwards the others to a store in memory.
protocol ForwardingStore: TaskStore {
  /// The store that keeps what this one is given.
  var base: MemoryStore { get }

  /// The store for calls that a test may let fail.
  var store: MemoryStore { get throws }
}

extension ForwardingStore {
  var store: MemoryStore { get throws { base } }

  var summary: String { base.summary }
  func open() async throws {}
  func hints() async -> AsyncStream<Void> { base.hints() }

  func schedules(of tasks: [String]) async throws -> StoredSchedules {
    try store.schedules(of: tasks)
  }
  func commit(_ changes: [ScheduleChange]) async throws -> Set<String> {
    try store.commit(changes)
  }
  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool {
    try store.setPaused(isPaused, task)
  }
  func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) async throws -> [TaskClaim] {
    try store.claim(tasks, as: owner, for: lease, atMost: limit)
  }
  func renew(_ claims: [TaskClaim], for lease: Duration) async throws -> Set<Int64> {
    try store.renew(claims, for: lease)
  }
  func complete(_ completions: [TaskCompletion]) async throws -> Set<Int64> {
    try store.complete(completions)
  }
  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord] {
    try store.ledger(of: task, limit: limit)
  }
  func prune(olderThan age: Duration, limit: Int) async throws -> Int {
    try store.prune(olderThan: age, limit: limit)
  }
}

/// Returns the rules that a store breaks, each checked with a new one.
func brokenRules<Store>(
  of checks: [StoreCheck<Store>], by make: (MemoryStore) -> any TaskStore
) async throws -> [String] {
  var broken: [String] = []
  for check in checks {
    let time = ManualStoreClock()
    let store = make(MemoryStore(clock: time.clock))
    do {
      try await check.run(
        on: TaskStoreConformance.Subject(connect: { store }, advance: { time.advance(by: $0) }))
    } catch is TaskStoreConformance.Failure {
      broken.append(check.rule)
    }
  }
  return broken
}
