import Foundation
import ProgramTestSupport
import Testing

@testable import TaskStore

/// The life of a job: each of its states with each event that may come.
@Suite struct JobLifeTests {
  /// A job in a state, with a claim of before.
  private struct Life {
    private(set) var store: SQLiteStore
    private let time: ManualStoreClock
    private(set) var claim: JobClaim?

    /// Enqueues the job, and claims it.
    init() async throws {
      time = ManualStoreClock()
      store = SQLiteStore(at: nil, clock: time.clock)
      _ = try await store.enqueue([Self.job])
      try await claimIt()
    }

    private static let job = NewJob(name: "job", payload: "1", retention: .nanoseconds(1_000))

    /// The record of the job: of a flow, that of its last step.
    var record: JobRecord? { get async throws { try await store.jobs(JobFilter()).first } }

    /// The step before it, if it is in a flow.
    var before: JobRecord? {
      get async throws {
        guard let id = try await record?.step?.after.first else { return nil }
        return try await store.jobs(.ids(id)).first
      }
    }

    func pass(_ nanoseconds: Int) { time.advance(by: .nanoseconds(nanoseconds)) }

    /// Stores a flow instead, whose second step is the job of this life.
    mutating func startFlow() async throws {
      store = SQLiteStore(at: nil, clock: time.clock)
      _ = try await store.enqueue(
        NewFlow("flow", [.init("first", Self.job), .init("second", Self.job, after: [0])]))
      try await claimIt()
    }

    mutating func claimIt() async throws {
      let claimed = try await store.claim(
        ["job"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner",
        for: .nanoseconds(100))
      if let new = claimed.claims.first { claim = new }
    }

    /// Ends the attempt of the job.
    func complete(_ outcome: JobCompletion.Outcome) async throws {
      try await complete(record, outcome)
    }

    /// Ends the attempt of the step before it.
    func completeBefore(_ outcome: JobCompletion.Outcome) async throws {
      try await complete(before, outcome)
    }

    private func complete(_ job: JobRecord?, _ outcome: JobCompletion.Outcome) async throws {
      guard let claim, claim.id == job?.id else { return }
      _ = try await store.complete([JobCompletion(claim: claim, outcome: outcome)])
    }

    /// The state in words.
    var words: String {
      get async throws {
        guard let record = try await record else { return "removed" }
        return record.isCancelling && record.state == .running
          ? "running, to be cancelled" : record.state.rawValue
      }
    }
  }

  private static let retry = JobCompletion.Outcome.retry(after: .nanoseconds(50), detail: "")

  private static let states: [(JobRecord.State, @Sendable (inout Life) async throws -> Void)] = [
    (.delayed, { try await $0.complete(retry) }),
    (.waiting, { try await $0.complete(.returned) }),
    (.running, { _ in }),
    (.blocked, { try await $0.startFlow() }),
    (.succeeded, { try await $0.complete(.succeeded(result: nil)) }),
    (.failed, { try await $0.complete(.failed(detail: "")) }),
    (.cancelled, { try await $0.complete(.cancelled) }),
    (
      .skipped,
      { life in
        try await life.startFlow()
        try await life.completeBefore(.failed(detail: ""))
      }
    ),
  ]

  private static let events: [(String, @Sendable (inout Life) async throws -> Void)] = [
    (
      "it is due",
      { life in
        life.pass(50)
        _ = try await life.store.claim([], in: [], as: "owner", for: .zero)
      }
    ),
    ("a process claims it", { try await $0.claimIt() }),
    (
      "its lease has ended, and a process claims it",
      { life in
        // Only a job that runs has a lease.
        guard try await life.record?.state == .running else { return }
        life.pass(100)
        try await life.claimIt()
      }
    ),
    (
      "its lease has ended after `Jobs.cancel`",
      { life in
        guard let job = try await life.record, job.state == .running else { return }
        _ = try await life.store.cancel(.ids(job.id))
        life.pass(100)
        try await life.claimIt()
      }
    ),
    ("its attempt succeeds", { try await $0.complete(.succeeded(result: nil)) }),
    ("its attempt fails", { try await $0.complete(retry) }),
    (
      "its attempt is snoozed, sleeps or waits for a signal",
      { try await $0.complete(.suspended(until: .now + .nanoseconds(50))) }
    ),
    ("its last attempt fails", { try await $0.complete(.failed(detail: "")) }),
    ("its process gives it back", { try await $0.complete(.returned) }),
    ("the last step before it succeeds", { try await $0.completeBefore(.succeeded(result: nil)) }),
    ("a step before it fails for good", { try await $0.completeBefore(.failed(detail: "")) }),
    (
      "that step runs again",
      { life in
        guard let step = try await life.before else { return }
        _ = try await life.store.retry(.ids(step.id))
      }
    ),
    ("`Jobs.cancel`", { _ = try await $0.store.cancel(JobFilter(limit: 1)) }),
    (
      "`Jobs.retry`",
      { life in
        guard let job = try await life.record else { return }
        _ = try await life.store.retry(.ids(job.id))
      }
    ),
    ("`Jobs.makeDue`", { _ = try await $0.store.makeDue(JobFilter(limit: 2)) }),
    ("`Jobs.delete`", { _ = try await $0.store.delete(JobFilter(limit: 2)) }),
    (
      "its retention has ended",
      { life in
        life.pass(2_000)
        _ = try await life.store.pruneJobs(limit: 2)
      }
    ),
  ]

  /// Returns the table of the documentation: what each event makes of a job in each state.
  private func table() async throws -> String {
    var rows = ["| event | \(Self.states.map { "`\($0.0)`" }.joined(separator: " | ")) |"]
    rows.append("|---|" + String(repeating: "---|", count: Self.states.count))
    for (event, happens) in Self.events {
      var cells: [String] = []
      for (_, reach) in Self.states {
        var life = try await Life()
        try await reach(&life)
        let before = try await life.words
        try await happens(&life)
        let after = try await life.words
        // Another claim of a job that runs is a change, too.
        let attempt = try await life.record?.attempt ?? 0
        let isClaimedAnew = before == "running" && attempt > 1
        cells.append(after == before && !isClaimedAnew ? "–" : after)
      }
      rows.append("| \(event) | \(cells.joined(separator: " | ")) |")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  @Test func `Each state is reached`() async throws {
    for (state, reach) in Self.states {
      var life = try await Life()
      try await reach(&life)
      #expect(try await life.record?.state == state)
    }
  }

  @Test func `The documentation has what becomes of a job`() async throws {
    let page = Repository.file("Documentation/Jobs.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = try await table()
    #expect(text.contains(table), "The table is:\n\(table)")
  }
}
