import TaskKit
import TaskStore
import Testing

/// Rows as a process with tables of version 4 has written them: one for each state of a fire.
enum FiresOfVersion4 {
  static let columns = """
    task, due, state, number, missed, missed_since, missed_reason, owner, token, claims, lease_end,
    begun, ended, detail
    """

  /// The time at which a test's clock starts, in seconds.
  private static let now = 1_893_456_000

  private static func time(_ second: Int) -> String { "\(now + second)000000000" }

  /// The values of ``columns``.
  ///
  /// The lease of the running fire ends ten seconds after the start of the clock of leases.
  static func rows(leaseEnd: String) -> [String] {
    [
      """
      'task', \(time(-50)), 'succeeded', 1, 0, NULL, NULL, 'vm:1:A', 1, 1, NULL, \(time(-50)),
      \(time(-49)), NULL
      """,
      """
      'task', \(time(-40)), 'failed', 2, 3, \(time(-43)), 'coalesced', 'vm:1:A', 3, 2, NULL,
      \(time(-40)), \(time(-39)), 'no paper'
      """,
      """
      'task', \(time(-30)), 'missed', 0, 1, \(time(-30)), 'overlap', NULL, NULL, 0, NULL, NULL,
      \(time(-30)), NULL
      """,
      """
      'task', \(time(-20)), 'running', 3, 0, NULL, NULL, 'vm:1:A', 6, 2, \(leaseEnd), \(time(-20)),
      NULL, NULL
      """,
      "'task', \(time(-10)), 'due', 4, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL",
    ]
  }

  static var rows: [String] { rows(leaseEnd: "10000000000") }

  /// Returns the statement that adds the schedule.
  static func schedule(in table: String, isHolding: String) -> String {
    """
    INSERT INTO \(table)
      (task, definition, version, next, delay, latest, runs, remaining, holding)
    VALUES ('task', 'daily', 5, \(time(100)), 0, \(time(-10)), 4, NULL, \(isHolding))
    """
  }

  /// Checks that an opened store has the rows, and that the owner of the running one has its lease.
  static func check(
    _ store: some TaskStore, advance: (Duration) async throws -> Void
  ) async throws {
    let ledger = try await store.ledger(of: "task", limit: 10)
    #expect(ledger.map(\.state) == [.due, .running, .missed, .failed, .succeeded])
    #expect(ledger.map(\.number) == [4, 3, 0, 2, 1])
    #expect(ledger.map(\.token) == [nil, 6, nil, 3, 1])
    #expect(ledger.map(\.claims) == [0, 2, 0, 2, 1])
    #expect(ledger.map { ($0.endTime ?? $0.fireTime) - $0.fireTime }.max() == .seconds(1))
    #expect(ledger[3].detail == "no paper")
    #expect(ledger[3].missed?.count == 3)
    #expect(ledger[3].missed.map { ledger[3].fireTime - $0.since } == .seconds(3))
    #expect(ledger[2].missed?.reason == .overlap)
    let stored = try await store.schedules(of: ["task"]).schedules["task"]
    #expect(stored?.unfinished == 2)
    #expect(stored?.latestEnd == nil)
    #expect(try await store.jobs(JobFilter()).isEmpty)

    let queue = ScheduleChange.queue(of: "task")
    func claim(width: Int) async throws -> [JobClaim] {
      try await store.claim(
        [queue], in: [ClaimableQueue(name: queue, room: 9, width: width)], as: "new",
        for: .seconds(60)
      ).claims
    }
    // The owner of before still holds the running fire.
    #expect(try await claim(width: 1).isEmpty)
    try await advance(.seconds(11))
    let claims = try await claim(width: 2)
    #expect(claims.map(\.dueTime) == [ledger[1].fireTime, ledger[0].fireTime])
    #expect(claims.map(\.attempt) == [3, 1])
    #expect(claims.allSatisfy { $0.token > 6 })
    // The pair of task and fire time stays unique.
    let change = ScheduleChange(
      task: "task", definition: "daily", expected: 5, progress: ScheduleProgress(next: nil),
      decided: ledger.map { DecidedTime(fireTime: $0.fireTime, number: 9) })
    #expect(try await store.commit([change]) == ["task"])
    #expect(try await store.ledger(of: nil, limit: 10).count == 5)
  }
}
