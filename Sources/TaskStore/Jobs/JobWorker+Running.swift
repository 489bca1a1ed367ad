import RecordFormat
import TaskKit
import ToolkitTrace

// The way from jobs in the store to attempts, and back.
extension JobWorker {
  /// Claims jobs and runs them.
  ///
  /// - Returns: The time at which to claim again, by the worker's clock, at most a pace from now.
  func claim() async throws -> Duration {
    let known = handlers.claimable
    // Read before the store reads its clock, so that the next due time is not missed if a test
    // moves both clocks in between.
    let begin = time.nanoseconds()
    func moment(after rest: Duration) -> Duration { .nanoseconds(begin) + min(Self.pace, rest) }
    let (queues, limitedByRate) = claimableQueues(of: known.values, at: begin)
    guard !queues.isEmpty else { return moment(after: restOfRates(of: limitedByRate)) }
    let claimed = try await store.claim(
      known.keys.sorted(), in: queues, as: owner, for: lease)
    idleWaiters.noteClaims(claimed.claims.count)
    countBegins(of: claimed.claims)
    for claim in claimed.claims {
      guard let handler = known[claim.name] else { continue }
      start(claim, handler, leaseEnd: leaseEnd(from: begin))
    }
    try await complete()
    // If fewer jobs were claimed from a queue than it had room for, no more of them wait.
    let exhausted = queues.filter { queue in
      claimed.claims.count { $0.queue == queue.name } < queue.room
    }
    return moment(
      after: min(
        claimed.nextDue ?? Self.pace,
        restOfRates(of: limitedByRate.subtracting(exhausted.map(\.name)))))
  }

  /// Returns the queues with room for jobs in this process, and the queues whose room is limited by
  /// their rate.
  private func claimableQueues(
    of known: some Sequence<JobHandler>, at now: Int64
  ) -> (queues: [ClaimableQueue], limitedByRate: Set<String>) {
    var counts: [String: Int] = [:]
    for job in running.values { counts[job.claim.queue, default: 0] += 1 }
    var queues: [ClaimableQueue] = []
    var limitedByRate: Set<String> = []
    for name in Set(known.flatMap(\.queues)).sorted() {
      let limit = handlers.limit(of: name)
      var room = limit.inProcess - counts[name, default: 0]
      if let permits = permits(of: limit, at: now), permits < room {
        room = permits
        limitedByRate.insert(name)
      }
      guard room > 0 else { continue }
      queues.append(
        ClaimableQueue(name: name, room: room, width: limit.inAll, rate: limit.rateInAll))
    }
    return (queues, limitedByRate)
  }

  private func start(_ claim: JobClaim, _ handler: JobHandler, leaseEnd: Int64) {
    running[claim.token] = Running(claim: claim, handler: handler, leaseEnd: leaseEnd)
    guard claim.attempt <= claim.maximumAttempts ?? handler.maximumAttempts else {
      if let task = handler.task {
        let reason =
          "\(handler.maximumAttempts) processes have started its run, and none has finished it"
        report(.neverEnded(claim, of: task, reason))
        return settle(
          claim.token, .failed(detail: reason), because: JobEnding(kind: .discard(reason)))
      }
      // Earlier attempts were started by processes that did not survive until their end.
      let reason = "\(claim.attempt - 1) attempts have started, and the last one did not finish"
      return settle(claim.token, .failed(detail: reason), because: nil)
    }
    let context = JobContext(claim, handler, in: store, watchers)
    // A fire has the span of its run.
    let trace = handler.task == nil ? AttemptTrace() : nil
    if handler.task == nil { watchers.tell(JobChange(claim, .running), cause: trace?.id) }
    running[claim.token]?.trace = trace
    running[claim.token]?.task = Task { [weak self] in
      let outcome: Result<String?, any Error>
      do {
        let result = try await Trace.withCause(trace?.id) { () async throws in
          try await self?.attempt(claim, handler, context)
        }
        outcome = .success(result ?? nil)
      } catch {
        outcome = .failure(error)
      }
      await self?.noteEnd(of: claim.token, outcome, context.steps.ending)
    }
    running[claim.token]?.watch = Task { [weak self] in await self?.watch(claim.token) }
  }

  /// Runs one attempt with its time limit.
  private nonisolated func attempt(
    _ claim: JobClaim, _ handler: JobHandler, _ context: JobContext
  ) async throws -> String? {
    guard let limit = handler.timeLimit else {
      return try await handler.run(claim.payload, context)
    }
    return try await withThrowingTaskGroup(of: String?.self) { group in
      group.addTask { try await handler.run(claim.payload, context) }
      group.addTask { [time] in
        try await time.sleep(limit)
        throw JobTimeout(limit: limit)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  // MARK: - The end of attempts

  private func noteEnd(
    of token: Int64, _ outcome: Result<String?, any Error>, _ ending: JobSteps.Ending?
  ) {
    guard let ended = running[token], ended.completion == nil else { return }
    let claim = ended.claim
    // The function may have caught the error and returned something else.
    switch ending {
    case .suspended(let time, let signal):
      return settle(token, .suspended(until: time, signal: signal), because: nil)
    case .failed(let error): return settle(token, .failed(detail: "\(error)"), because: error)
    case nil: break
    }
    switch outcome {
    case .success(let result): settle(token, .succeeded(result: result), because: nil)
    case .failure(is CancellationError)
    where ended.isAbandoned || isEnding || handlers.hasRemoved(ended.handler):
      settle(token, .returned, because: nil)
    case .failure(is CancellationError) where ended.isCancelled || ended.handler.task != nil:
      settle(token, .cancelled, because: nil)
    case .failure(let ending as JobEnding):
      switch ending.kind {
      case .snooze(let pause): settle(token, .suspended(until: .now + pause), because: nil)
      case .discard(let reason): settle(token, .failed(detail: reason), because: ending)
      // The error of another job's context, which does not suspend this one.
      case .suspend: settle(token, .failed(detail: "\(ending)"), because: ending)
      case .skip(let reason): settle(token, .skipped(detail: reason), because: nil)
      }
    case .failure(let timeout as JobSignalTimeout):
      // Another attempt would get the same stored outcome.
      settle(token, .failed(detail: "\(timeout)"), because: timeout)
    case .failure(let error) where claim.attempt < ended.maximumAttempts:
      let pause = ended.handler.backoff.delay(afterAttempt: claim.attempt)
      settle(
        token, .retry(after: pause * Double.random(in: 0.9...1.1), detail: "\(error)"),
        because: error)
    case .failure(let error): settle(token, .failed(detail: "\(error)"), because: error)
    }
  }

  private func settle(
    _ token: Int64, _ outcome: JobCompletion.Outcome, because error: (any Error)?
  ) {
    guard let ended = running[token] else { return }
    let claim = ended.claim
    let completion = JobCompletion(claim: claim, outcome: outcome)
    running[token]?.completion = completion
    ended.trace?.end(completion, of: ended.handler)
    switch outcome {
    case .retry(let pause, let detail):
      let next =
        ended.isCancelled
        ? "not retried, because it was cancelled"
        : "retried \(pause > .zero ? "in \(pause.readable)" : "immediately")"
      log(
        TaskError(
          .taskFailed,
          """
          the job \(claim.id), '\(claim.name)', has failed in attempt \(claim.attempt) of \
          \(ended.maximumAttempts): \(detail). It is \(next).
          """,
          tasks: [claim.name], at: ended.handler.location, underlyingError: error))
    // The manager has reported the error of a run.
    case .failed where ended.handler.task != nil && error is JobEnding: break
    case .failed(let detail):
      report(
        TaskError(
          .taskFailed,
          """
          the job \(claim.id), '\(claim.name)', has failed for good in attempt \
          \(min(claim.attempt, ended.maximumAttempts)): \(detail). It is kept: \
          'Jobs.retry(\(claim.id))' runs it again.
          """,
          tasks: [claim.name], at: ended.handler.location, underlyingError: error))
    case .succeeded, .cancelled, .skipped, .suspended, .returned: break
    }
    wake()
  }

  /// Records the ends of attempts in the store.
  func complete() async throws {
    let completions = running.values.compactMap(\.completion)
    guard !completions.isEmpty else { return }
    let accepted = try await store.complete(completions.sorted { $0.claim.token < $1.claim.token })
    for completion in completions {
      let claim = completion.claim
      let ended = running.removeValue(forKey: claim.token)
      ended?.watch?.cancel()
      if accepted.contains(claim.token) {
        guard ended?.handler.task == nil else { continue }
        watchers.tell(
          JobChange(completion, isCancelled: ended?.isCancelled ?? false), cause: ended?.trace?.id)
      } else if completion.outcome != .returned {
        report(
          TaskError(
            .leaseLost,
            """
            \(claim.subject) has run, but its lease expired before the store recorded it: it \
            runs again with a greater token. Let it check the token or react to cancellation, or \
            pass a longer lease to 'use(_:lease:)'.
            """,
            tasks: [ended?.handler.task?.storedName ?? claim.name], at: ended?.handler.location))
      }
    }
    if completions.contains(where: { FireQueue.task(of: $0.claim.queue) != nil }) {
      whenFiresEnd()
    }
  }
}

extension JobContext {
  /// Creates the context for the attempt of a claim.
  fileprivate init(
    _ claim: JobClaim, _ handler: JobHandler, in store: any TaskStore, _ watchers: JobWatchers
  ) {
    self.init(
      id: claim.id, name: claim.name, queue: claim.queue, attempt: claim.attempt,
      maximumAttempts: claim.maximumAttempts ?? handler.maximumAttempts, token: claim.token,
      enqueueTime: claim.enqueueTime, dueTime: claim.dueTime, startTime: claim.startTime,
      flow: claim.flow, steps: JobSteps(of: claim, in: store)
    ) { progress in
      guard try await store.report(progress, of: claim) else { throw CancellationError() }
      watchers.tell(JobChange(claim, .progress(min(max(0, progress), 1))))
    } resultsBefore: {
      guard let step = try await store.jobs(.ids(claim.id)).first?.step else { return [:] }
      let before = try await store.jobs(JobFilter(ids: step.after, limit: step.after.count))
      return Dictionary(
        before.map { ($0.step?.name ?? $0.name, $0.result) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

/// The error of a job that exceeded its time limit.
struct JobTimeout: Error, CustomStringConvertible {
  let limit: Duration
  var description: String { "it took longer than \(limit.readable)" }
}

/// The span of one attempt of a job, while tracing is on.
///
/// It links to the span that enqueued the job, which may belong to another process or have ended
/// long ago. If it belongs to this process, it is also the cause.
struct AttemptTrace: Sendable {
  private let token = Trace.begin()

  /// The identifier of the span, or `nil` if tracing is off.
  var id: TraceSpanID? { token.id }

  /// Ends the span.
  func end(_ completion: JobCompletion, of handler: JobHandler) {
    let claim = completion.claim
    // An invalid link is ignored, because tracing must never prevent a job.
    lazy var origin = claim.traceParent.flatMap(TraceLink.init(traceParent:))
    Trace.end(
      token, claim.name, kind: .job, module: handler.location.module,
      cause: origin?.spanOfThisProcess, links: origin.map { [$0] } ?? [],
      attributes: [
        "id": "\(claim.id)", "queue": claim.queue, "attempt": "\(claim.attempt)",
        "outcome": completion.outcome.name,
      ])
  }
}

extension JobCompletion.Outcome {
  /// The name of the outcome, without its values.
  var name: String {
    switch self {
    case .succeeded: "succeeded"
    case .retry: "retried"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .suspended: "suspended"
    case .skipped: "skipped"
    case .returned: "returned"
    }
  }
}
