import TaskKit

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
