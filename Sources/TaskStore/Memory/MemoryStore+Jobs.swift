import Synchronization
import TaskKit

extension MemoryStore {
  public func enqueue(_ jobs: [NewJob]) -> [EnqueuedJob] {
    let now = clock.now()
    let enqueued = state.withLock { state in jobs.map { state.jobs.enqueue($0, at: now) } }
    if enqueued.contains(where: \.isNew) || jobs.contains(where: \.isReplacing) { notify() }
    return enqueued
  }

  public func enqueue(_ flow: NewFlow) throws -> [JobID] {
    let now = clock.now()
    let ids = try state.withLock { try $0.jobs.enqueue(flow, at: now) }
    notify()
    return ids
  }

  public func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) -> ClaimedJobs {
    let (now, monotonic) = (clock.now(), clock.monotonic())
    let (hasEnded, claimed) = state.withLock { state in
      (
        state.jobs.endCancelled(in: Set(queues.map(\.name)), at: monotonic, now),
        state.jobs.claim(
          names, in: queues, as: owner, until: monotonic + TaskTime.nanoseconds(of: lease),
          at: monotonic, now)
      )
    }
    if hasEnded { notify() }
    return claimed
  }

  public func renew(_ claims: [JobClaim], for lease: Duration) -> Set<Int64> {
    let monotonic = clock.monotonic()
    return state.withLock { state in
      state.renewals += 1
      return Set(
        claims.filter {
          state.jobs.renew($0, until: monotonic + TaskTime.nanoseconds(of: lease), at: monotonic)
        }.map(\.token))
    }
  }

  public func cancellations(of owner: String) -> Set<Int64> {
    state.withLock { $0.jobs.cancellations(of: owner) }
  }

  public func report(_ progress: Double, of claim: JobClaim) -> Bool {
    let monotonic = clock.monotonic()
    let isHeld = state.withLock { $0.jobs.report(progress, of: claim, at: monotonic) }
    if isHeld { notify() }
    return isHeld
  }

  public func complete(_ completions: [JobCompletion]) -> Set<Int64> {
    let (now, monotonic) = (clock.now(), clock.monotonic())
    let accepted = state.withLock { state in
      Set(completions.filter { state.jobs.complete($0, at: monotonic, now) }.map(\.claim.token))
    }
    if !accepted.isEmpty { notify() }
    return accepted
  }

  public func steps(of job: JobID) -> [StoredStep] { state.withLock { $0.jobs.steps(of: job) } }

  public func record(_ step: NewStep, of claim: JobClaim) -> StoredStep? {
    let (now, monotonic) = (clock.now(), clock.monotonic())
    return state.withLock { $0.jobs.record(step, of: claim, at: monotonic, now) }
  }

  public func send(_ signal: NewSignal) -> Bool {
    let now = clock.now()
    let isSent = state.withLock { $0.jobs.send(signal, at: now) }
    if isSent { notify() }
    return isSent
  }

  public func jobs(_ filter: JobFilter) -> [JobRecord] {
    state.withLock { $0.jobs.jobs(filter) }
  }

  public func count(_ filter: JobFilter) -> Int { jobs(filter).count }

  public func cancel(_ filter: JobFilter) -> Int {
    let now = clock.now()
    return notifyingOfChanges { $0.cancel(filter, at: now) }
  }

  public func delete(_ filter: JobFilter) -> Int { state.withLock { $0.jobs.delete(filter) } }

  public func retry(_ filter: JobFilter) -> Int {
    let now = clock.now()
    return notifyingOfChanges { $0.retry(filter, at: now) }
  }

  public func makeDue(_ filter: JobFilter) -> Int {
    let now = clock.now()
    return notifyingOfChanges { $0.makeDue(filter, at: now) }
  }

  private func notifyingOfChanges(_ change: (inout StoredJobs) -> Int) -> Int {
    let count = state.withLock { change(&$0.jobs) }
    if count > 0 { notify() }
    return count
  }

  public func setPaused(_ isPaused: Bool, queue: String) {
    state.withLock { $0.jobs.setPaused(isPaused, queue: queue) }
    notify()
  }

  public func queues() -> [JobQueueRecord] { state.withLock { $0.jobs.queues() } }

  public func pruneJobs(limit: Int) -> Int {
    let now = clock.now()
    return state.withLock { $0.jobs.prune(at: now, limit: limit) }
  }

  public func pruneJobs(beyond count: Int, bytes: Int, limit: Int) -> Int {
    state.withLock { $0.jobs.prune(beyond: count, bytes: bytes, limit: limit) }
  }
}
