import TaskStore
import TaskStoreTestSupport

/// A store of a test that changes only some calls, and forwards the others to a store in memory.
protocol ForwardingStore: TaskStore {
  /// The store that keeps what this one is given.
  var base: SQLiteStore { get }

  /// The store for calls that a test may let fail.
  var store: SQLiteStore { get throws }
}

extension ForwardingStore {
  var store: SQLiteStore { get throws { base } }

  var summary: String { get async { await base.summary } }
  func open() async throws { try await base.open() }
  func hints() async -> AsyncStream<Void> { await base.hints() }

  func schedules(of tasks: [String]) async throws -> StoredSchedules {
    try await store.schedules(of: tasks)
  }
  func commit(_ changes: [ScheduleChange]) async throws -> Set<String> {
    try await store.commit(changes)
  }
  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool {
    try await store.setPaused(isPaused, task)
  }
  func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob] { try await store.enqueue(jobs) }
  func enqueue(_ flow: NewFlow) async throws -> [JobID] { try await store.enqueue(flow) }
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs {
    try await store.claim(names, in: queues, as: owner, for: lease)
  }
  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64> {
    try await store.renew(claims, for: lease)
  }
  func cancellations(of owner: String) async throws -> Set<Int64> {
    try await store.cancellations(of: owner)
  }
  func report(_ progress: Double, of claim: JobClaim) async throws -> Bool {
    try await store.report(progress, of: claim)
  }
  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64> {
    try await store.complete(completions)
  }
  func steps(of job: JobID) async throws -> [StoredStep] { try await store.steps(of: job) }
  func record(_ step: NewStep, of claim: JobClaim) async throws -> StoredStep? {
    try await store.record(step, of: claim)
  }
  func send(_ signal: NewSignal) async throws -> Bool { try await store.send(signal) }
  func jobs(_ filter: JobFilter) async throws -> [JobRecord] { try await store.jobs(filter) }
  func count(_ filter: JobFilter) async throws -> Int { try await store.count(filter) }
  func cancel(_ filter: JobFilter) async throws -> Int { try await store.cancel(filter) }
  func delete(_ filter: JobFilter) async throws -> Int { try await store.delete(filter) }
  func retry(_ filter: JobFilter) async throws -> Int { try await store.retry(filter) }
  func makeDue(_ filter: JobFilter) async throws -> Int { try await store.makeDue(filter) }
  func setPaused(_ isPaused: Bool, queue: String) async throws {
    try await store.setPaused(isPaused, queue: queue)
  }
  func queues() async throws -> [JobQueueRecord] { try await store.queues() }
  func pruneJobs(limit: Int) async throws -> Int { try await store.pruneJobs(limit: limit) }
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int {
    try await store.pruneJobs(beyond: count, bytes: bytes, limit: limit)
  }
}

/// Returns the first rule that a store breaks, each checked with a new one.
func brokenRule(
  of checks: [StoreCheck], by make: (SQLiteStore) -> any TaskStore
) async throws -> String? {
  for check in checks {
    let time = ManualStoreClock()
    let store = make(SQLiteStore(at: nil, clock: time.clock))
    try await store.open()
    do {
      try await check.run(
        on: TaskStoreConformance.Subject(connect: { store }, advance: { time.advance(by: $0) }))
    } catch is TaskStoreConformance.Failure {
      return check.rule
    }
  }
  return nil
}
