import TaskKit

// The rates of queues, in the statements of a claim.
extension PostgresStore {
  /// The condition that the transaction has locked a queue `q`.
  static let isLocked = "q.queue = ANY(current_setting('modularity_kit.locked')::text[])"

  /// Returns the queues with a rate as the rows `queue`, `spacing` and `burst` of a statement, from
  /// parameters with numbers from `first` on.
  static func rated(from first: Int) -> String {
    """
    unnest($\(first)::text[], $\(first + 1)::bigint[], $\(first + 2)::bigint[])
      AS q (queue, spacing, burst)
    """
  }

  /// Returns the parameters of ``rated(from:)``.
  static func rates(of queues: [ClaimableQueue]) -> [PostgresValue] {
    let rated = queues.compactMap { queue in queue.rate.map { (queue.name, $0) } }
    return [
      .texts(rated.map(\.0)), .integers(rated.map(\.1.spacing)),
      .integers(rated.map { Int64($0.1.burst) }),
    ]
  }

  /// Returns the statement that handles a clock that was set back, like
  /// ``JobRateLimiter/adjust(to:)``.
  ///
  /// It also stores its time for the transaction, with which ``restOfRates(_:in:)`` determines the
  /// effect of the rate.
  func adjustRates(of queues: [ClaimableQueue]) -> [PostgresStatement] {
    guard queues.contains(where: { $0.rate != nil }) else { return [] }
    return [
      PostgresStatement(
        """
        WITH adjusted AS (
          UPDATE \(schema("task_queue")) p SET next_begin = \(time) + q.spacing
          FROM \(Self.rated(from: 1))
          WHERE p.queue = q.queue AND \(Self.isLocked) AND p.next_begin > \(time) + q.spacing
        )
        SELECT set_config('modularity_kit.rated', \(time)::text, true)
        """, Self.rates(of: queues))
    ]
  }

  /// Returns the number of jobs of a queue `q` that its rate allows to start, like
  /// ``JobRateLimiter/permits(at:)``, or null if it has no rate.
  func permits(from first: Int) -> String {
    """
    (SELECT CASE WHEN p.next_begin IS NULL THEN r.burst WHEN p.next_begin > \(time) THEN 0
        ELSE least(r.burst, (\(time) - p.next_begin) / r.spacing + 1) END
      FROM \(Self.rated(from: first).replacing("AS q", with: "AS r"))
      JOIN \(schema("task_queue")) p ON p.queue = r.queue WHERE r.queue = q.queue)
    """
  }

  /// Returns a statement that claims jobs and also counts them as started, like
  /// ``JobRateLimiter/begin(_:at:)``.
  ///
  /// - Parameters:
  ///   - claim: The statement, which returns columns of the table `f`.
  ///   - first: The number of the first parameter of the rates.
  /// - Returns: The statement, which returns the same columns.
  func counting(_ claim: String, from first: Int) -> String {
    """
    WITH claimed AS (\(claim)), begun AS (
      UPDATE \(schema("task_queue")) p
      SET next_begin =
        greatest(p.next_begin, \(time) - (q.burst - 1) * q.spacing) + c.count * q.spacing
      FROM \(Self.rated(from: first))
      JOIN (SELECT queue, count(*) FROM claimed GROUP BY queue) AS c ON c.queue = q.queue
      WHERE p.queue = q.queue
    )
    SELECT * FROM claimed
    """
  }

  /// Returns the statement that selects the time until the rate of a queue allows a waiting job to
  /// start.
  ///
  /// If the rate already allowed a job to start at the time of ``adjustRates(of:)``, the job waits
  /// for something else, whose end causes a hint.
  func restOfRates(_ names: [String], in queues: [ClaimableQueue]) -> [PostgresStatement] {
    guard queues.contains(where: { $0.rate != nil }) else { return [] }
    return [
      PostgresStatement(
        """
        SELECT min(p.next_begin) - \(time)
        FROM \(Self.rated(from: 1)) JOIN \(schema("task_queue")) p ON p.queue = q.queue
        WHERE NOT p.paused AND p.next_begin > current_setting('modularity_kit.rated')::bigint
          AND EXISTS (
            SELECT FROM \(schema("task_job")) f
            WHERE f.state = 'waiting' AND f.queue = q.queue AND f.name = ANY($4::text[]))
        """, Self.rates(of: queues) + [.texts(names)])
    ]
  }
}
