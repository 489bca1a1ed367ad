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
  func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob] { try store.enqueue(jobs) }
  func enqueue(_ flow: NewFlow) async throws -> [JobID] { try store.enqueue(flow) }
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs {
    try store.claim(names, in: queues, as: owner, for: lease)
  }
  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64> {
    try store.renew(claims, for: lease)
  }
  func cancellations(of owner: String) async throws -> Set<Int64> {
    try store.cancellations(of: owner)
  }
  func report(_ progress: Double, of claim: JobClaim) async throws -> Bool {
    try store.report(progress, of: claim)
  }
  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64> {
    try store.complete(completions)
  }
  func steps(of job: JobID) async throws -> [StoredStep] { try store.steps(of: job) }
  func record(_ step: NewStep, of claim: JobClaim) async throws -> StoredStep? {
    try store.record(step, of: claim)
  }
  func send(_ signal: NewSignal) async throws -> Bool { try store.send(signal) }
  func jobs(_ filter: JobFilter) async throws -> [JobRecord] { try store.jobs(filter) }
  func count(_ filter: JobFilter) async throws -> Int { try store.count(filter) }
  func cancel(_ filter: JobFilter) async throws -> Int { try store.cancel(filter) }
  func delete(_ filter: JobFilter) async throws -> Int { try store.delete(filter) }
  func retry(_ filter: JobFilter) async throws -> Int { try store.retry(filter) }
  func makeDue(_ filter: JobFilter) async throws -> Int { try store.makeDue(filter) }
  func setPaused(_ isPaused: Bool, queue: String) async throws {
    try store.setPaused(isPaused, queue: queue)
  }
  func queues() async throws -> [JobQueueRecord] { try store.queues() }
  func pruneJobs(limit: Int) async throws -> Int { try store.pruneJobs(limit: limit) }
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int {
    try store.pruneJobs(beyond: count, bytes: bytes, limit: limit)
  }
}

/// Returns the first rule that a store breaks, each checked with a new one.
func brokenRule(
  of checks: [StoreCheck], by make: (MemoryStore) -> any TaskStore
) async throws -> String? {
  for check in checks {
    let time = ManualStoreClock()
    let store = make(MemoryStore(clock: time.clock))
    do {
      try await check.run(
        on: TaskStoreConformance.Subject(connect: { store }, advance: { time.advance(by: $0) }))
    } catch is TaskStoreConformance.Failure {
      return check.rule
    }
  }
  return nil
}
