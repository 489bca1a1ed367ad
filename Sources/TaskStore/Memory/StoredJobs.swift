import TaskKit

/// The jobs of a store as a value, with the rules for their changes.
///
/// It has no clock and no lock, so that tests can explore every order of changes.
package struct StoredJobs: Sendable, Hashable {
  /// A job with its lease and its key.
  struct Row: Sendable, Hashable {
    var record: JobRecord
    var key: String?
    var keyEnd: TaskTime?
    var keyStates: [JobRecord.State]?
    var retention: Duration
    var leaseEnd: Int64 = 0
    /// The fire time, if the job is a fire of a schedule.
    var fireTime: TaskTime?

    /// A Boolean value that indicates whether an owner holds the job.
    func isHeld(at now: Int64) -> Bool { record.state == .running && now < leaseEnd }

    /// Returns whether a claim is the latest and its lease has not ended.
    func isHeld(by claim: JobClaim, at now: Int64) -> Bool {
      isHeld(at: now) && record.token == claim.token && record.owner == claim.owner
    }

    /// Returns whether the job holds its key.
    func keepsKey(at now: TaskTime) -> Bool {
      guard key != nil else { return false }
      if let keyEnd, now < keyEnd { return true }
      guard let keyStates else { return record.state.isOpen }
      // A job that lost its key when it started does not get it back when it waits again.
      let waits = record.state.isOpen && record.state != .running
      return waits
        ? record.startTime == nil || keyStates.contains(.running) : keyStates.contains(record.state)
    }
  }

  var rows = JobRows()
  /// The steps of jobs, in the order of their numbers.
  var steps: [JobID: [StoredStep]] = [:]
  /// The signals that no step has received, in the order of their arrival.
  var signals: [JobID: [Signal]] = [:]
  private var paused: Set<String> = []
  /// The earliest start times of the next jobs, for queues with a rate.
  private var nextBegins: [String: Int64] = [:]
  private var lastID: Int64 = 0
  private var lastToken: Int64 = 0

  package init() {}

  package mutating func enqueue(_ job: NewJob, at now: TaskTime) -> EnqueuedJob {
    if let key = job.key, let other = holder(of: key, of: job.name, at: now) {
      replace(other, by: job, at: now)
      return EnqueuedJob(id: other, isNew: false)
    }
    lastID += 1
    let id = JobID(lastID)
    let due = job.dueTime.time(at: now)
    rows[id] = Row(
      record: JobRecord(
        id: id, name: job.name, queue: job.queue, priority: job.priority,
        state: due <= now ? .waiting : .delayed, payload: job.payload, enqueueTime: now,
        dueTime: due,
        maximumAttempts: job.maximumAttempts, tags: job.tags,
        expirationTime: job.expiry.map { due + $0 },
        traceParent: job.traceParent, orderKey: job.orderKey),
      key: job.key, keyEnd: job.keyLifetime.map { now + $0 }, keyStates: job.keyStates,
      retention: job.retention)
    return EnqueuedJob(id: id, isNew: true)
  }

  /// Adds the job of a fire, unless it exists.
  mutating func add(
    _ decided: DecidedTime, of task: String, keptFor retention: Duration, at now: TaskTime
  ) {
    let queue = FireQueue.of(task)
    guard !rows.hasFire(at: decided.fireTime, in: queue) else { return }
    lastID += 1
    let id = JobID(lastID)
    rows[id] = Row(
      record: JobRecord(
        id: id, name: queue, queue: queue, state: decided.state, payload: decided.payload,
        enqueueTime: now, dueTime: decided.fireTime, endTime: decided.state.isOpen ? nil : now),
      retention: retention, fireTime: decided.fireTime)
  }

  /// Returns the number of a task's fires without an end, and the end of its latest fire.
  func ends(ofFiresOf task: String) -> (unfinished: Int, latest: TaskTime?) {
    let fires = rows.fires(in: FireQueue.of(task))
    let latest = fires.max { $0.time < $1.time }
    return (fires.count { $0.record.state.isOpen }, latest?.record.endTime)
  }

  /// Replaces parts of a waiting job by the same parts of a job that is not stored.
  private mutating func replace(_ id: JobID, by job: NewJob, at now: TaskTime) {
    guard var row = rows[id], row.record.state.isOpen, row.record.state != .running else { return }
    if job.replacing.contains(.payload) {
      row.record.payload = job.payload
      row.record.tags = job.tags
    }
    if job.replacing.contains(.time) {
      let due = job.dueTime.time(at: now)
      row.record.dueTime = due
      row.record.expirationTime = job.expiry.map { due + $0 }
      if row.record.state != .blocked { row.record.wait(until: due, at: now) }
    }
    if job.replacing.contains(.priority) { row.record.priority = job.priority }
    rows[id] = row
  }

  /// Stores all steps of a flow, or none.
  package mutating func enqueue(
    _ flow: NewFlow, at now: TaskTime
  ) throws(TaskStoreError) -> [JobID] {
    var new = self
    var ids: [JobID] = []
    for step in flow.steps {
      let job = new.enqueue(step.job, at: now)
      guard job.isNew else { throw .heldKey(step, by: job.id, in: flow) }
      ids.append(job.id)
      new.rows[job.id]?.record.step = JobStep(
        flow: ids[0], flowName: flow.name, name: step.name, after: step.after.map { ids[$0] })
      if !step.after.isEmpty { new.rows[job.id]?.record.state = .blocked }
    }
    self = new
    return ids
  }

  private func holder(of key: String, of name: String, at now: TaskTime) -> JobID? {
    rows.holders(of: key).first { $0.record.name == name && $0.keepsKey(at: now) }?.record.id
  }

  package mutating func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String,
    until leaseEnd: Int64, at monotonic: Int64, _ now: TaskTime
  ) -> ClaimedJobs {
    for row in rows.open where row.record.state == .delayed && row.record.dueTime <= now {
      wake(row.record.id, at: now)
    }
    var claims: [JobClaim] = []
    var waits: [Duration] = []
    // Computed once, because the jobs that are claimed here have different keys.
    let first = firstInOrder(at: monotonic)
    for queue in queues where !paused.contains(queue.name) {
      let here = rows.open.filter { $0.record.queue == queue.name }
      let running = here.count { $0.isHeld(at: monotonic) }
      var limiter = limiter(of: queue, at: now)
      var free = min(queue.room, queue.width.map { $0 - running } ?? queue.room)
      if let limiter { free = min(free, limiter.permits(at: now.nanoseconds)) }
      let claimable = here.filter {
        names.contains($0.record.name)
          && ($0.record.state == .waiting || $0.record.state == .running)
          && !$0.isHeld(at: monotonic)
          && isFirst($0.record, in: first)
      }.sorted {
        (-$0.record.priority, $0.record.dueTime, $0.record.id)
          < (-$1.record.priority, $1.record.dueTime, $1.record.id)
      }
      for var row in claimable.prefix(max(0, free)) {
        lastToken += 1
        row.record.state = .running
        row.record.owner = owner
        row.record.token = lastToken
        row.record.attempt += 1
        row.record.startTime = now
        row.record.progress = nil
        row.leaseEnd = leaseEnd
        rows[row.record.id] = row
        claims.append(JobClaim(row.record, owner: owner, token: lastToken, startTime: now))
      }
      guard limiter != nil else { continue }
      let begun = min(max(0, free), claimable.count)
      limiter?.begin(begun, at: now.nanoseconds)
      nextBegins[queue.name] = limiter?.nextBegin
      if begun < claimable.count, let wait = limiter?.wait(at: now.nanoseconds), wait > .zero {
        waits.append(wait)
      }
    }
    let next = rows.open.lazy.map(\.record).filter {
      $0.state == .delayed && names.contains($0.name)
    }.map(\.dueTime).min()
    if let next { waits.append(max(.zero, next - now)) }
    return ClaimedJobs(claims: claims, nextDue: waits.min())
  }

  /// Returns the job that may run next for each order key, which is `nil` for keys with a running
  /// job.
  private func firstInOrder(at monotonic: Int64) -> [JobKey: JobID?] {
    var first: [JobKey: JobID?] = [:]
    for row in rows.open {
      guard let key = JobKey(orderOf: row.record) else { continue }
      if row.isHeld(at: monotonic) {
        first[key] = .some(nil)
      } else if let other = first[key] {
        first[key] = .some(other.map { min($0, row.record.id) })
      } else {
        first[key] = row.record.id
      }
    }
    return first
  }

  private func isFirst(_ record: JobRecord, in first: [JobKey: JobID?]) -> Bool {
    guard let key = JobKey(orderOf: record), let id = first[key] else { return true }
    return id == record.id
  }

  /// Cancels expired jobs, and jobs whose process died during their cancellation.
  ///
  /// - Returns: Whether any job has ended.
  package mutating func endCancelled(
    in queues: Set<String>, at monotonic: Int64, _ now: TaskTime
  ) -> Bool {
    let lost = rows.open.filter {
      $0.record.state == .running && $0.record.isCancelling && !$0.isHeld(at: monotonic)
        && queues.contains($0.record.queue)
        || $0.record.startTime == nil && $0.record.expirationTime.map { $0 <= now } ?? false
    }.map(\.record)
    for record in lost {
      if record.startTime == nil { rows[record.id]?.record.detail = JobRecord.expired }
      rows[record.id]?.record.state = .cancelled
      rows[record.id]?.record.endTime = now
    }
    settleFlows(of: lost, at: now)
    return !lost.isEmpty
  }

  /// Returns the state of a queue's rate at a date.
  private func limiter(of queue: ClaimableQueue, at now: TaskTime) -> JobRateLimiter? {
    guard let rate = queue.rate else { return nil }
    var limiter = JobRateLimiter(rate, nextBegin: nextBegins[queue.name])
    _ = limiter.adjust(to: now.nanoseconds)
    return limiter
  }

  package mutating func renew(
    _ claim: JobClaim, until leaseEnd: Int64, at monotonic: Int64
  ) -> Bool {
    guard rows[claim.id]?.isHeld(by: claim, at: monotonic) == true else { return false }
    rows[claim.id]?.leaseEnd = leaseEnd
    return true
  }

  package func cancellations(of owner: String) -> Set<Int64> {
    var tokens: Set<Int64> = []
    for row in rows.open {
      let record = row.record
      guard record.state == .running, record.isCancelling, record.owner == owner else { continue }
      if let token = record.token { tokens.insert(token) }
    }
    return tokens
  }

  package mutating func report(
    _ progress: Double, of claim: JobClaim, at monotonic: Int64
  ) -> Bool {
    guard rows[claim.id]?.isHeld(by: claim, at: monotonic) == true else { return false }
    rows[claim.id]?.record.progress = min(max(0, progress), 1)
    return true
  }

  package mutating func complete(
    _ completion: JobCompletion, at monotonic: Int64, _ now: TaskTime
  ) -> Bool {
    let claim = completion.claim
    guard var row = rows[claim.id], row.isHeld(by: claim, at: monotonic) else { return false }
    switch completion.outcome {
    case .succeeded(let result):
      row.record.state = .succeeded
      row.record.result = result
    case .retry(_, let detail) where row.record.isCancelling:
      row.record.state = .cancelled
      row.record.detail = detail
    case .retry(let pause, let detail):
      row.record.wait(until: now + pause, at: now)
      row.record.detail = detail
    case .suspended(let time, let signal):
      row.record.attempt -= 1
      if row.record.isCancelling {
        row.record.state = .cancelled
      } else {
        let hasArrived = hasSignal(signal, of: claim.id)
        row.record.wait(until: hasArrived ? now : time.time(at: now), at: now, signal: signal)
      }
    case .failed(let detail):
      row.record.state = .failed
      row.record.detail = detail
    case .cancelled: row.record.state = .cancelled
    case .skipped(let detail):
      row.record.state = .skipped
      row.record.detail = detail
    case .returned:
      row.record.state = row.record.isCancelling ? .cancelled : .waiting
      row.record.attempt -= 1
    }
    if !row.record.state.isOpen { row.record.endTime = now }
    rows[claim.id] = row
    if let flow = row.record.step?.flow, !row.record.state.isOpen { settle(flow, at: now) }
    return true
  }

  /// Updates the states of a flow's steps from the steps before them.
  private mutating func settle(_ flow: JobID, at now: TaskTime) {
    var causes: [JobID: JobRecord] = [:]
    // The identifier of a step is greater than the identifiers of the steps before it.
    for record in matching(JobFilter(flow: flow)).reversed() {
      let before = (record.step?.after ?? []).compactMap { rows[$0]?.record }
      switch record.state {
      case .failed, .cancelled: causes[record.id] = record
      case .blocked, .skipped:
        let cause = before.compactMap { causes[$0.id] }.min { $0.id < $1.id }
        causes[record.id] = cause
        if let cause {
          guard record.state == .blocked else { continue }
          rows[record.id]?.record.state = .skipped
          rows[record.id]?.record.detail = cause.reasonToSkip
          rows[record.id]?.record.endTime = now
        } else {
          let isReady = before.allSatisfy { $0.state == .succeeded }
          rows[record.id]?.record.state =
            !isReady ? .blocked : record.dueTime <= now ? .waiting : .delayed
          if record.state == .skipped { rows[record.id]?.record.detail = nil }
          rows[record.id]?.record.endTime = nil
        }
      default: break
      }
    }
  }

  package mutating func cancel(_ filter: JobFilter, at now: TaskTime) -> Int {
    let open = matching(filter).filter { $0.state.isOpen && !$0.isCancelling }
      .prefix(max(0, filter.limit))
    for record in open {
      if record.state == .running {
        rows[record.id]?.record.isCancelling = true
      } else {
        rows[record.id]?.record.state = .cancelled
        rows[record.id]?.record.signal = nil
        rows[record.id]?.record.endTime = now
      }
    }
    settleFlows(of: open, at: now)
    return open.count
  }

  package mutating func retry(_ filter: JobFilter, at now: TaskTime) -> Int {
    let ended = matching(filter).filter { $0.state == .failed || $0.state == .cancelled }
      .prefix(max(0, filter.limit))
    var retried: [JobRecord] = []
    for record in ended {
      if let key = rows[record.id]?.key, let other = holder(of: key, of: record.name, at: now),
        other != record.id
      {
        continue
      }
      retried.append(record)
      // If all steps before it have succeeded, the step is unblocked below.
      rows[record.id]?.record.state = record.step?.after.isEmpty == false ? .blocked : .waiting
      rows[record.id]?.record.attempt = 0
      rows[record.id]?.record.isCancelling = false
      rows[record.id]?.record.dueTime = now
      rows[record.id]?.record.startTime = nil
      rows[record.id]?.record.expirationTime = nil
      rows[record.id]?.record.endTime = nil
    }
    settleFlows(of: retried, at: now)
    return retried.count
  }

  package mutating func makeDue(_ filter: JobFilter, at now: TaskTime) -> Int {
    let delayed = matching(filter).filter { $0.state == .delayed }.prefix(max(0, filter.limit))
    for record in delayed {
      wake(record.id, at: now)
      endSleep(of: record.id, at: now)
    }
    return delayed.count
  }

  /// Makes a delayed job due.
  mutating func wake(_ id: JobID, at now: TaskTime) {
    guard let due = rows[id]?.record.dueTime else { return }
    rows[id]?.record.wait(until: min(due, now), at: now)
  }

  private mutating func settleFlows(of records: some Sequence<JobRecord>, at now: TaskTime) {
    for flow in Set(records.compactMap(\.step?.flow)) { settle(flow, at: now) }
  }

  package mutating func setPaused(_ isPaused: Bool, queue: String) {
    if isPaused { paused.insert(queue) } else { paused.remove(queue) }
  }

  package func queues() -> [JobQueueRecord] {
    var queues: [String: JobQueueRecord] = [:]
    for name in paused { queues[name] = JobQueueRecord(name: name, isPaused: true) }
    for record in rows.all.lazy.map(\.record) where FireQueue.task(of: record.queue) == nil {
      var queue = queues[record.queue] ?? JobQueueRecord(name: record.queue)
      queue.counts[record.state, default: 0] += 1
      if record.state == .waiting {
        queue.oldestDueTime = min(queue.oldestDueTime ?? record.dueTime, record.dueTime)
      }
      queues[record.queue] = queue
    }
    return queues.values.sorted { $0.name < $1.name }
  }
}

extension JobClaim {
  /// Creates the claim of a record that was just claimed.
  init(_ record: JobRecord, owner: String, token: Int64, startTime: TaskTime) {
    self.init(
      id: record.id, name: record.name, queue: record.queue, payload: record.payload,
      attempt: record.attempt, owner: owner, token: token, enqueueTime: record.enqueueTime,
      dueTime: record.dueTime, startTime: startTime, flow: record.step?.flow,
      maximumAttempts: record.maximumAttempts, traceParent: record.traceParent)
  }
}

extension JobRecord {
  /// Makes the job wait for another attempt.
  fileprivate mutating func wait(
    until dueTime: TaskTime, at now: TaskTime, signal: String? = nil
  ) {
    self.dueTime = dueTime
    state = dueTime <= now ? .waiting : .delayed
    self.signal = state == .delayed ? signal : nil
  }
}
