import TaskKit
import ToolkitTrace

// The way from fires in the store to runs, and back.
extension StoreScheduler {
  /// Claims fires, and runs their tasks.
  func claim() async throws {
    let free = Self.capacity - running.count
    guard free > 0, !tasks.isEmpty else { return }
    let claimable = tasks.values.map { ClaimableTask(name: $0.storedName, width: $0.width) }
    let begin = time.nanoseconds()
    let claims = try await store.claim(
      claimable.sorted { $0.name < $1.name }, as: owner, for: lease, atMost: free)
    for claim in claims {
      guard let task = tasks[claim.task] else { continue }
      let leaseEnd = leaseEnd(from: begin)
      if claim.count > maximumClaims {
        giveUp(task, claim, leaseEnd: leaseEnd)
      } else {
        start(task, claim, late: claim.startTime - claim.fireTime, leaseEnd: leaseEnd)
      }
    }
    try await complete()
  }

  /// Records a fire as failed that was claimed too often without completing, because the run itself
  /// may be crashing the process.
  private func giveUp(_ task: DurableTask, _ claim: TaskClaim, leaseEnd: Int64) {
    let reason = "\(maximumClaims) processes have started its run, and none has finished it"
    running[claim.token] = Running(
      claim: claim, task: task, leaseEnd: leaseEnd,
      completion: TaskCompletion(claim: claim, state: .failed, detail: reason))
    report(
      TaskError(
        .neverEnded,
        """
        the task '\(claim.task)' failed for \(claim.fireTime.date): \(reason). Check whether it \
        crashes its process, or blocks a thread for longer than its lease. 'use(_:maximumClaims:)' \
        sets the number.
        """,
        tasks: [claim.task], at: task.location))
  }

  private func start(
    _ task: DurableTask, _ claim: TaskClaim, late: Duration, leaseEnd: Int64
  ) {
    running[claim.token] = Running(claim: claim, task: task, leaseEnd: leaseEnd)
    let fire = TaskFire(
      fireTime: claim.fireTime.date, number: claim.number, coalesced: claim.coalesced,
      task: claim.task, token: claim.token)
    let run = task.run(fire, late: max(.zero, late)) { [inbox] outcome in
      inbox.send(.ended(claim.token, outcome))
    }
    guard let run else {
      // The manager was released, and this actor with it.
      running[claim.token] = nil
      return
    }
    running[claim.token]?.run = run
    running[claim.token]?.watch = Task { await watch(claim.token) }
  }

  // MARK: - The end of runs

  /// Records the end of a claim's run.
  func noteEnd(of token: Int64, _ outcome: TaskOutcome) {
    guard let ended = running[token], ended.completion == nil else { return }
    // If this process gives up the run, the fire has not ended: another process runs it.
    let isGivenBack = ended.isAbandoned || isEnding || tasks[ended.claim.task] !== ended.task
    let completion =
      switch outcome {
      case .succeeded: TaskCompletion(claim: ended.claim, state: .succeeded)
      case .failed(let error):
        TaskCompletion(claim: ended.claim, state: .failed, detail: error.message)
      case .skipped(let reason):
        TaskCompletion(claim: ended.claim, state: .skipped, detail: reason)
      case .cancelled:
        TaskCompletion(claim: ended.claim, state: isGivenBack ? .due : .cancelled)
      }
    running[token]?.completion = completion
  }

  /// Records the ends of runs in the store.
  func complete() async throws {
    let completions = running.values.compactMap(\.completion)
    guard !completions.isEmpty else { return }
    let accepted = try await store.complete(completions.sorted { $0.claim.token < $1.claim.token })
    for completion in completions {
      let token = completion.claim.token
      let ended = running.removeValue(forKey: token)
      ended?.watch?.cancel()
      if !accepted.contains(token), completion.state != .due { reportLoss(completion.claim, ended) }
    }
  }

  private func reportLoss(_ claim: TaskClaim, _ ended: Running?) {
    report(
      TaskError(
        .leaseLost,
        """
        the task '\(claim.task)' has run for \(claim.fireTime.date), but its lease expired before \
        the store recorded it: it runs again with a greater token. Let it check the token or \
        react to cancellation, or pass a longer lease to 'use(_:lease:)'.
        """,
        tasks: [claim.task], at: ended?.task.location))
  }

  func renew(_ claims: [TaskClaim]) async throws -> Set<Int64> {
    try await store.renew(claims, for: lease)
  }
}
