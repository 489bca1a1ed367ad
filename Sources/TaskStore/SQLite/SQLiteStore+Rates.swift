import TaskKit

// The rates of queues, in the transaction of a claim.
extension SQLiteStore {
  /// Claims jobs of a queue, no more than its rate lets begin.
  ///
  /// - Returns: The claims, and the time until the rate lets a job begin that waits for it.
  func claimJobs(
    _ names: [String], in queue: ClaimableQueue, as owner: String, for lease: Duration,
    _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> (claims: [JobClaim], rest: Duration?) {
    func claims(in queue: ClaimableQueue) throws(TaskStoreError) -> [JobClaim] {
      try claimable(names, in: queue, database).map { (record) throws(TaskStoreError) in
        try claim(record, as: owner, for: lease, in: database)
      }
    }
    guard let rate = queue.rate else { return (try claims(in: queue), nil) }
    let now = clock.now().nanoseconds
    let stored = try nextBegin(of: queue.name, database)
    var limiter = JobRateLimiter(rate, nextBegin: stored)
    _ = limiter.adjust(to: now)
    var limited = queue
    limited.room = min(queue.room, limiter.permits(at: now))
    let claims = try claims(in: limited)
    // By the time after the claims, so that none has begun later than it counts.
    let end = clock.now().nanoseconds
    limiter.begin(claims.count, at: end)
    if let next = limiter.nextBegin, next != stored {
      try setNextBegin(next, of: queue.name, database)
    }
    // What could begin at the first time has been held back by something else, whose end is a hint.
    guard limiter.permits(at: now) == 0, try hasClaimable(names, in: queue.name, database) else {
      return (claims, nil)
    }
    return (claims, limiter.wait(at: end))
  }

  private func nextBegin(
    of queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Int64? {
    try database.rows("SELECT next_begin FROM task_queue WHERE queue = ?", .text(queue))
      .first?.first?.integer
  }

  private func setNextBegin(
    _ next: Int64, of queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) {
    try database.run(
      """
      INSERT INTO task_queue (queue, paused, next_begin) VALUES (?, 0, ?)
      ON CONFLICT (queue) DO UPDATE SET next_begin = excluded.next_begin
      """, .text(queue), .integer(next))
  }

  /// Returns whether a queue that is not paused has jobs to claim.
  private func hasClaimable(
    _ names: [String], in queue: String, _ database: SQLiteDatabase
  ) throws(TaskStoreError) -> Bool {
    try !database.rows(
      """
      SELECT 1 WHERE (EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_waiting
        WHERE queue = ?1 AND state = 'waiting' AND name IN (SELECT value FROM json_each(?2))
      ) OR EXISTS (
        SELECT 1 FROM task_job INDEXED BY task_job_running
        WHERE queue = ?1 AND state = 'running' AND NOT (lease_boot IS ?3 AND lease_end > ?4)
          AND name IN (SELECT value FROM json_each(?2))
      )) AND NOT EXISTS (SELECT 1 FROM task_queue WHERE queue = ?1 AND paused = 1)
      """, .text(queue), .text(JobText.json(names)), boot, .integer(clock.monotonic())
    ).isEmpty
  }
}
