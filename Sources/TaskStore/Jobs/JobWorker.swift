import Foundation
import TaskKit
import ToolkitTrace

/// Runs the jobs of a store in this process.
///
/// It goes round: report what has ended, pass cancellations on, claim what there is room for and
/// run it. It goes round when a job has ended, when one is due, when a hint of the store comes, and
/// once a second. Leases are extended by a task of its own, and each job has a watch that cancels
/// it before its lease ends.
actor JobWorker: LeaseKeeping {
  /// A claim whose end has not been reported to the store.
  struct Running: LeasedWork {
    let claim: JobClaim
    let handler: JobHandler
    var task: Task<Void, Never>?
    /// The span of the attempt, once that has begun.
    var trace: AttemptTrace?
    var leaseEnd: Int64
    var isAbandoned = false
    /// A Boolean value that indicates whether it was cancelled in the store.
    var isCancelled = false
    /// The end of the attempt, until the store knows it.
    var completion: JobCompletion?
    var watch: Task<Void, Never>?

    var token: Int64 { claim.token }
    var maximumAttempts: Int { claim.maximumAttempts ?? handler.maximumAttempts }
    var isOver: Bool { completion != nil }

    func cancel() { task?.cancel() }
  }

  /// The maximum time between two looks at the store.
  static let pace = Duration.seconds(1)

  let store: any JobStore
  let lease: Duration
  let time: ErasedClock
  let owner: String
  let report: @Sendable (TaskError) -> Void
  /// Logs an attempt that has failed and is not the last.
  let log: @Sendable (TaskError) -> Void
  let handlers: JobHandlers
  let watchers: JobWatchers

  var running: [Int64: Running] = [:]
  /// The states of the queues that have a rate in this process, by the manager's clock.
  var rates: [String: JobRateLimiter] = [:]
  /// When to give back what still runs, once no more jobs are to begin.
  private var end: Int64?
  /// The time that jobs which are given back have to react.
  private static let grace = Duration.seconds(1)
  private var alarm: Task<Void, Never>?
  private var nextPruning: Int64 = 0
  /// The number of ended jobs that the store keeps.
  private let maximumKeptJobs: Int
  /// The number of bytes in the payloads and results of these.
  private let maximumKeptBytes: Int
  private var hasWarnedOfSurplus = false
  private var reported: Set<String> = []

  /// Has an element when there is something to do.
  private let wakes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(
    _ store: any JobStore, _ handlers: JobHandlers, _ watchers: JobWatchers, lease: Duration,
    time: ErasedClock, owner: String, maximumKeptJobs: Int = 10_000,
    maximumKeptBytes: Int = 64_000_000,
    log: @escaping @Sendable (TaskError) -> Void = {
      StandardError.report($0, source: "TaskKit", severity: .warning)
    },
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
    self.log = log
    self.report = report
    (wakes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signal.yield()
  }

  /// Has the worker go round.
  nonisolated func wake() { signal.yield() }

  /// Works until the task around it is cancelled, or no more jobs are to begin and all have ended.
  func run() async {
    let hints = await store.hints()
    let listening = Task { [signal] in for await _ in hints { signal.yield() } }
    let renewing = Task { await keepLeases() }
    for await _ in wakes {
      alarm?.cancel()
      let next = await goRound()
      guard !Task.isCancelled, !hasEnded else { break }
      alarm = Task { [signal, time] in
        guard (try? await time.sleepUntil(next)) != nil else { return }
        signal.yield()
      }
    }
    for task in [alarm, listening, renewing] { task?.cancel() }
    for job in running.values.sorted(by: { $0.claim.id < $1.claim.id }) {
      job.watch?.cancel()
      job.task?.cancel()
      if end != nil { reportLeft(job) }
    }
  }

  /// A Boolean value that indicates whether no more jobs begin, and none is waited for.
  private var hasEnded: Bool {
    guard let end else { return false }
    return running.isEmpty
      || time.nanoseconds() - end >= TaskTime.nanoseconds(of: Self.grace)
  }

  private func reportLeft(_ job: Running) {
    let reason =
      job.completion == nil
      ? """
      still ran when its process ended, and has not reacted to being cancelled: it runs again when \
      its lease has ended. Have it call 'Task.checkCancellation()', or give it more time.
      """
      : """
      has run, and its end could not be recorded before its process ended: it runs again when its \
      lease has ended.
      """
    report(
      TaskError(
        .leaseLost, "the job \(job.claim.id), '\(job.claim.name)', \(reason)",
        tasks: [job.claim.name], at: job.handler.location))
  }

  /// Begins no more jobs, and gives back those that have not ended after a time.
  func drain(within limit: Duration) {
    let new = time.nanoseconds() + TaskTime.nanoseconds(of: limit)
    end = min(end ?? new, new)
    signal.yield()
  }

  /// Does what there is to do now.
  ///
  /// - Returns: When to go round again, if nothing else happens.
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
      reported = []
      return next
    } catch {
      storeFailed(error)
      return time.elapsed() + Self.pace
    }
  }

  /// A Boolean value that indicates whether no more jobs are to begin.
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
    // A few at a time, so that no transaction is long, and more of them soon if jobs end quickly.
    let isBehind = old >= limit || surplus >= limit
    nextPruning = time.nanoseconds() + (isBehind ? 1_000_000_000 : 60_000_000_000)
    if surplus > 0, !hasWarnedOfSurplus {
      hasWarnedOfSurplus = true
      log(.surplus(beyond: maximumKeptJobs, bytes: maximumKeptBytes))
    }
  }

  /// Reports an outage of the store once, and not each time it is tried again.
  func storeFailed(_ error: any Error) {
    guard reported.insert("\(error)").inserted else { return }
    report(
      TaskError(
        .storeFailed, "the store of jobs failed, and is tried again each second: \(error)",
        at: nil, underlyingError: error))
  }
}

// The rates of queues in this process.
extension JobWorker {
  /// Returns how many jobs of a queue may begin, or `nil` if it has no rate in this process.
  func permits(of limit: JobQueueLimit, at now: Int64) -> Int? {
    guard let rate = limit.rateInProcess else { return nil }
    return rates[limit.queue, default: JobRateLimiter(rate)].permits(at: now)
  }

  /// Counts claimed jobs as begun, now that they begin: a claim may have taken its time.
  func countBegins(of claims: [JobClaim]) {
    let now = time.nanoseconds()
    for (queue, claims) in Dictionary(grouping: claims, by: \.queue) {
      guard let rate = handlers.limit(of: queue).rateInProcess else { continue }
      rates[queue, default: JobRateLimiter(rate)].begin(claims.count, at: now)
    }
  }

  /// Returns the time until the rates of some queues let another job begin.
  func restOfRates(of queues: Set<String>) -> Duration {
    let now = time.nanoseconds()
    return queues.compactMap { rates[$0]?.wait(at: now) }.min() ?? Self.pace
  }
}

extension TaskError {
  /// Records of jobs are removed before their retention is over.
  fileprivate static func surplus(beyond count: Int, bytes: Int) -> TaskError {
    TaskError(
      .jobsRemovedEarly,
      """
      the store has more than \(count) jobs that have ended, or more than \(bytes) bytes in their \
      payloads and results: those whose retention ends first are removed before that. Keep jobs \
      for a shorter time with '.keep(for:)', have them return less, or raise the limits with \
      'use(_:maximumKeptJobs:maximumKeptBytes:)'.
      """, at: nil)
  }
}
