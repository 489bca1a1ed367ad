import Foundation
import ProgramTestSupport
import Testing

@testable import TaskStore

/// The life of a job: each of its states with each event that may come.
@Suite struct JobLifeTests {
  /// A job in a state, with a claim of before.
  private struct Life {
    var jobs = StoredJobs()
    var now: Int64 = 0
    private(set) var claim: JobClaim?

    var time: TaskTime { TaskTime(nanoseconds: now) }
    /// The record of the job: of a flow, that of its last step.
    var record: JobRecord? { jobs.jobs(JobFilter()).first }
    /// The step before it, if it is in a flow.
    var before: JobRecord? { record?.step?.after.first.flatMap { jobs.jobs(.ids($0)).first } }

    /// Enqueues the job, and claims it.
    init() {
      _ = jobs.enqueue(
        NewJob(name: "job", payload: "1", retention: .nanoseconds(1_000)), at: time)
      claimIt()
    }

    /// Stores a flow instead, whose second step is the job of this life.
    mutating func startFlow() {
      jobs = StoredJobs()
      let first = NewJob(name: "job", payload: "1", retention: .nanoseconds(1_000))
      _ = try? jobs.enqueue(
        NewFlow("flow", [.init("first", first), .init("second", first, after: [0])]), at: time)
      claimIt()
    }

    mutating func claimIt() {
      let claimed = jobs.claim(
        ["job"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner", until: now + 100,
        at: now, time)
      if let new = claimed.claims.first { claim = new }
    }

    /// Ends the attempt of the job.
    mutating func complete(_ outcome: JobCompletion.Outcome) { complete(record, outcome) }

    /// Ends the attempt of the step before it.
    mutating func completeBefore(_ outcome: JobCompletion.Outcome) { complete(before, outcome) }

    private mutating func complete(_ job: JobRecord?, _ outcome: JobCompletion.Outcome) {
      guard let claim, claim.id == job?.id else { return }
      _ = jobs.complete(JobCompletion(claim: claim, outcome: outcome), at: now, time)
    }

    /// The state in words.
    var words: String {
      guard let record else { return "removed" }
      return record.isCancelling && record.state == .running
        ? "running, to be cancelled" : record.state.rawValue
    }
  }

  private static let retry = JobCompletion.Outcome.retry(after: .nanoseconds(50), detail: "")

  private static let states: [(JobRecord.State, @Sendable (inout Life) -> Void)] = [
    (.delayed, { $0.complete(retry) }),
    (.waiting, { $0.complete(.returned) }),
    (.running, { _ in }),
    (.blocked, { $0.startFlow() }),
    (.succeeded, { $0.complete(.succeeded(result: nil)) }),
    (.failed, { $0.complete(.failed(detail: "")) }),
    (.cancelled, { $0.complete(.cancelled) }),
    (
      .skipped,
      { life in
        life.startFlow()
        life.completeBefore(.failed(detail: ""))
      }
    ),
  ]

  private static let events: [(String, @Sendable (inout Life) -> Void)] = [
    (
      "it is due",
      { life in
        life.now += 50
        _ = life.jobs.claim([], in: [], as: "owner", until: 0, at: life.now, life.time)
      }
    ),
    ("a process claims it", { $0.claimIt() }),
    (
      "its lease has ended, and a process claims it",
      { life in
        // Only a job that runs has a lease.
        guard life.record?.state == .running else { return }
        life.now += 100
        life.claimIt()
      }
    ),
    (
      "its lease has ended after `Jobs.cancel`",
      { life in
        guard let job = life.record, job.state == .running else { return }
        _ = life.jobs.cancel(.ids(job.id), at: life.time)
        life.now += 100
        _ = life.jobs.endCancelled(in: ["default"], at: life.now, life.time)
        life.claimIt()
      }
    ),
    ("its attempt succeeds", { $0.complete(.succeeded(result: nil)) }),
    ("its attempt fails", { $0.complete(retry) }),
    (
      "its attempt is snoozed, sleeps or waits for a signal",
      { $0.complete(.suspended(until: .now + .nanoseconds(50))) }
    ),
    ("its last attempt fails", { $0.complete(.failed(detail: "")) }),
    ("its process gives it back", { $0.complete(.returned) }),
    ("the last step before it succeeds", { $0.completeBefore(.succeeded(result: nil)) }),
    ("a step before it fails for good", { $0.completeBefore(.failed(detail: "")) }),
    (
      "that step runs again",
      { life in
        guard let step = life.before else { return }
        _ = life.jobs.retry(.ids(step.id), at: life.time)
      }
    ),
    ("`Jobs.cancel`", { _ = $0.jobs.cancel(JobFilter(limit: 1), at: $0.time) }),
    (
      "`Jobs.retry`",
      { life in
        guard let job = life.record else { return }
        _ = life.jobs.retry(.ids(job.id), at: life.time)
      }
    ),
    ("`Jobs.makeDue`", { _ = $0.jobs.makeDue(JobFilter(limit: 2), at: $0.time) }),
    ("`Jobs.delete`", { _ = $0.jobs.delete(JobFilter(limit: 2)) }),
    (
      "its retention has ended",
      { life in
        life.now += 2_000
        _ = life.jobs.prune(at: life.time, limit: 2)
      }
    ),
  ]

  /// The table of the documentation: what each event makes of a job in each state.
  private var table: String {
    var rows = ["| event | \(Self.states.map { "`\($0.0)`" }.joined(separator: " | ")) |"]
    rows.append("|---|" + String(repeating: "---|", count: Self.states.count))
    for (event, happens) in Self.events {
      let cells = Self.states.map { state, reach in
        var life = Life()
        reach(&life)
        let before = life.words
        happens(&life)
        // Another claim of a job that runs is a change, too.
        let isClaimedAnew = before == "running" && life.record?.attempt ?? 0 > 1
        return life.words == before && !isClaimedAnew ? "–" : life.words
      }
      rows.append("| \(event) | \(cells.joined(separator: " | ")) |")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  @Test func `Each state is reached`() {
    for (state, reach) in Self.states {
      var life = Life()
      reach(&life)
      #expect(life.record?.state == state)
    }
  }

  @Test func `The documentation has what becomes of a job`() throws {
    let page = Repository.file("Documentation/Jobs.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(table), "The table is:\n\(table)")
  }
}
