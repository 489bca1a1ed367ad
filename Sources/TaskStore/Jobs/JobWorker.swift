import Foundation
import TaskKit
import ToolkitTrace

/// The worker that runs the jobs of a store in this process.
///
/// It repeats a round: report ended attempts, forward cancellations, claim as many jobs as it has
/// room for, and run them. A round starts when a job ends, when a job is due, when the store sends
/// a hint, and once a second. A separate task extends leases, and each job has a watch that cancels
/// it before its lease ends.
///
/// Rejected:
/// * A connection for each running job. A server has few connections, and a handler may take hours.
/// * A transaction that is open while a job runs, as a lock on its row. It would keep the server
///   from cleaning up, and would end with the connection, although the handler still runs.
/// * Leases that the job's own task extends. A handler that blocks its thread would lose its lease
///   while it works.
/// * Rounds that only hints start. A hint can get lost with a connection, so a round also starts
///   once a second.
actor JobWorker {
  /// A claim whose end has not been reported to the store.
  struct Running {
    let claim: JobClaim
    let handler: JobHandler
    var task: Task<Void, Never>?
    /// The span of the attempt, after it has started.
    var trace: AttemptTrace?
    var leaseEnd: Int64
    var isAbandoned = false
    /// A Boolean value that indicates whether the job was cancelled in the store.
    var isCancelled = false
    /// The end of the attempt, until the store has recorded it.
    var completion: JobCompletion?
    var watch: Task<Void, Never>?

    var maximumAttempts: Int { claim.maximumAttempts ?? handler.maximumAttempts }
  }

  /// The maximum time between two rounds.
  static let pace = Duration.seconds(1)

  let store: any TaskStore
  let lease: Duration
  let time: ErasedClock
  let owner: String
  let report: @Sendable (TaskError) -> Void
  /// Logs a failed attempt that is not the last one.
  let log: @Sendable (TaskError) -> Void
  let handlers: JobHandlers
  let watchers: JobWatchers

  var running: [Int64: Running] = [:]
  /// The states of the queues with a rate in this process, by the manager's clock.
  var rates: [String: JobRateLimiter] = [:]
  /// The time at which to return running jobs, after the worker was drained.
  private var end: Int64?
  /// The time that returned jobs have to react to their cancellation.
  private static let grace = Duration.seconds(1)
  private var alarm: Task<Void, Never>?
  private var nextPruning: Int64 = 0
  /// The maximum number of ended jobs that the store keeps.
  private let maximumKeptJobs: Int
  /// The maximum number of bytes in their payloads and results.
  private let maximumKeptBytes: Int
  private var hasWarnedOfSurplus = false
  let outage: StoreOutage
  /// Called when the ends of fires have been recorded.
  let whenFiresEnd: @Sendable () -> Void
  var idleWaiters = IdleWaiters()

  /// A stream with an element whenever a round is needed.
  private let wakes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(
    _ store: any TaskStore, _ handlers: JobHandlers, _ watchers: JobWatchers, lease: Duration,
    time: ErasedClock, owner: String, maximumKeptJobs: Int = 10_000,
    maximumKeptBytes: Int = 64_000_000,
    outage: StoreOutage? = nil,
    log: @escaping @Sendable (TaskError) -> Void = {
      StandardError.report($0, source: "TaskKit", severity: .warning)
    },
    whenFiresEnd: @escaping @Sendable () -> Void = {},
    report: @escaping @Sendable (TaskError) -> Void
  ) {
    self.store = store
    self.handlers = handlers
    self.watchers = watchers
    self.lease = lease
    self.time = time
    self.owner = owner
    self.maximumKeptJobs = maximumKeptJobs
    self.maximumKeptBytes = maximumKeptBytes
    self.outage = outage ?? StoreOutage(report: report)
    self.log = log
    self.whenFiresEnd = whenFiresEnd
    self.report = report
    (wakes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signal.yield()
  }

  /// Starts a round.
  nonisolated func wake() { signal.yield() }

  /// Runs until its task is cancelled, or until it was drained and all jobs have ended.
  func run() async {
    let hints = await store.hints()
    let listening = Task { [signal] in for await _ in hints { signal.yield() } }
    let renewing = Task { await keepLeases() }
    for await _ in wakes {
      alarm?.cancel()
      idleWaiters.beginRound()
      let next = await goRound()
      guard !Task.isCancelled, !hasEnded else { break }
      if idleWaiters.endRound(isRunning: !running.isEmpty) { signal.yield() }
      alarm = Task { [signal, time] in
        guard (try? await time.sleepUntil(next)) != nil else { return }
        signal.yield()
      }
    }
    idleWaiters.end()
    for task in [alarm, listening, renewing] { task?.cancel() }
    for job in running.values.sorted(by: { $0.claim.id < $1.claim.id }) {
      job.watch?.cancel()
      job.task?.cancel()
      if end != nil { reportLeft(job) }
    }
  }

  /// Waits until no job is due and none runs.
  ///
  /// - Returns: The number of claims so far.
  func waitUntilIdle() async -> Int {
    await withCheckedContinuation { waiter in
      idleWaiters.add(waiter)
      signal.yield()
    }
    return idleWaiters.claims
  }

  /// A Boolean value that indicates whether the worker was drained and has nothing left to wait
  /// for.
  private var hasEnded: Bool {
    guard let end else { return false }
    return running.isEmpty
      || time.nanoseconds() - end >= TaskTime.nanoseconds(of: Self.grace)
  }

  private func reportLeft(_ job: Running) {
    let reason =
      job.completion == nil
      ? """
      was still running when its process ended, and ignored its cancellation: it runs again when \
      its lease expires. Call 'Task.checkCancellation()' in it, or give it more time.
      """
      : """
      has run, but its completion was not recorded before its process ended: it runs again when \
      its lease expires.
      """
    report(
      TaskError(
        .leaseLost, "\(job.claim.subject) \(reason)",
        tasks: [job.claim.name], at: job.handler.location))
  }

  /// Stops starting jobs, and returns jobs that have not ended after a time.
  func drain(within limit: Duration) {
    let new = time.nanoseconds() + TaskTime.nanoseconds(of: limit)
    end = min(end ?? new, new)
    signal.yield()
  }

  /// Runs one round.
  ///
  /// - Returns: The time of the next round, if nothing else happens.
  private func goRound() async -> Duration {
    do {
      try await complete()
      try await passCancellationsOn()
      if let end {
        let rest = end - time.nanoseconds()
        if rest <= 0 { for token in running.keys { running[token]?.task?.cancel() } }
        return time.elapsed() + (rest > 0 ? min(Self.pace, .nanoseconds(rest)) : Self.grace)
      }
      let next = try await claim()
      try await prune()
      outage.end()
      return next
    } catch {
      outage.note(error)
      return time.elapsed() + Self.pace
    }
  }

  /// A Boolean value that indicates whether the worker starts no more jobs.
  var isEnding: Bool { end != nil }

  private func passCancellationsOn() async throws {
    guard running.values.contains(where: { $0.completion == nil }) else { return }
    for token in try await store.cancellations(of: owner) {
      running[token]?.isCancelled = true
      running[token]?.task?.cancel()
    }
  }

  private func prune() async throws {
    guard time.nanoseconds() >= nextPruning else { return }
    let limit = 1_000
    let old = try await store.pruneJobs(limit: limit)
    let surplus = try await store.pruneJobs(
      beyond: maximumKeptJobs, bytes: maximumKeptBytes, limit: limit)
    // A few at a time, so that no transaction is long. If jobs end quickly, the next pruning
    // follows soon.
    let isBehind = old >= limit || surplus >= limit
    nextPruning = time.nanoseconds() + (isBehind ? 1_000_000_000 : 60_000_000_000)
    if surplus > 0, !hasWarnedOfSurplus {
      hasWarnedOfSurplus = true
      log(.surplus(beyond: maximumKeptJobs, bytes: maximumKeptBytes))
    }
  }
}

// The rates of queues in this process.
extension JobWorker {
  /// Returns how many jobs of a queue may start, or `nil` if it has no rate in this process.
  func permits(of limit: JobQueueLimit, at now: Int64) -> Int? {
    guard let rate = limit.rateInProcess else { return nil }
    return rates[limit.queue, default: JobRateLimiter(rate)].permits(at: now)
  }

  /// Counts the claimed jobs as started now, because the claim may have taken some time.
  func countBegins(of claims: [JobClaim]) {
    let now = time.nanoseconds()
    for (queue, claims) in Dictionary(grouping: claims, by: \.queue) {
      guard let rate = handlers.limit(of: queue).rateInProcess else { continue }
      rates[queue, default: JobRateLimiter(rate)].begin(claims.count, at: now)
    }
  }

  /// Returns the time until the rates of some queues allow another job to start.
  func restOfRates(of queues: Set<String>) -> Duration {
    let now = time.nanoseconds()
    return queues.compactMap { rates[$0]?.wait(at: now) }.min() ?? Self.pace
  }
}

extension TaskError {
  /// Returns the error for records of jobs that are removed before their retention ends.
  fileprivate static func surplus(beyond count: Int, bytes: Int) -> TaskError {
    TaskError(
      .jobsRemovedEarly,
      """
      the store has more than \(count) finished jobs, or more than \(bytes) bytes in their \
      payloads and results, so the jobs whose retention expires first are removed early. Keep jobs \
      for a shorter time with '.keep(for:)', return smaller results, or raise the limits with \
      'use(_:maximumKeptJobs:maximumKeptBytes:)'.
      """, at: nil)
  }
}
