import TaskStore

/// The checks that every store of jobs must pass, in addition to ``TaskStoreConformance``.
public enum JobStoreConformance {
  /// A requirement for stores of jobs, with its check.
  public typealias Check = StoreCheck

  /// All checks.
  public static let checks: [Check] =
    claimChecks + orderChecks + rateChecks + endChecks + keyChecks + flowChecks + stepChecks
    + recordChecks
}

extension StoreBench {
  /// Stores a job, and returns its identifier.
  func add(
    _ payload: String, name: String = "job", queue: String = "default", dueTime: JobTime = .now,
    priority: Int = 0, key: String? = nil, keyLifetime: Duration? = nil,
    retention: Duration = .seconds(1_000)
  ) async throws -> EnqueuedJob {
    try await add(
      NewJob(
        name: name, queue: queue, payload: payload, dueTime: dueTime, priority: priority, key: key,
        keyLifetime: keyLifetime, retention: retention))
  }

  /// Stores a job, and returns its identifier.
  func add(_ job: NewJob) async throws -> EnqueuedJob {
    let enqueued = try await store.enqueue([job])
    try expect("the number of answers", enqueued.count, 1)
    return enqueued[0]
  }

  /// Claims jobs of a queue.
  func claim(
    _ names: [String] = ["job"], queue: String = "default", room: Int = 100, width: Int? = nil,
    as owner: String = "first", from store: (any TaskStore)? = nil
  ) async throws -> [JobClaim] {
    try await (store ?? self.store).claim(
      names, in: [ClaimableQueue(name: queue, room: room, width: width)], as: owner,
      for: Self.lease
    ).claims
  }

  /// Claims the only job.
  func claimOne(
    as owner: String = "first", from store: (any TaskStore)? = nil
  ) async throws -> JobClaim {
    let claims = try await claim(as: owner, from: store)
    try expect("the number of claims of '\(owner)'", claims.count, 1)
    return claims[0]
  }

  /// Returns whether a completion is accepted.
  func complete(
    _ claim: JobClaim, _ outcome: JobCompletion.Outcome = .succeeded(result: nil),
    in store: (any TaskStore)? = nil
  ) async throws -> Bool {
    try await (store ?? self.store).complete([JobCompletion(claim: claim, outcome: outcome)])
      == [claim.token]
  }

  /// Returns the record of a job from the view of another process.
  func record(_ id: JobID) async throws -> JobRecord? {
    try await other.jobs(.ids(id)).first
  }
}
