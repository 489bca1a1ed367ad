import ModularityTestSupport
import Testing

@testable import TaskStore

/// How a store in memory finds the jobs that fit a filter.
@Suite struct JobLookTests {
  private let queue = ClaimableQueue(name: "default", room: 1)
  private let owner = "owner"

  /// Enqueues a job and runs it to its end.
  private func passJob(_ key: String? = nil, in jobs: inout StoredJobs, at now: Int64) throws {
    let time = TaskTime(nanoseconds: now)
    _ = jobs.enqueue(NewJob(name: "job", payload: "1", key: key), at: time)
    let claims = jobs.claim(["job"], in: [queue], as: owner, until: now + 100, at: now, time).claims
    let completion = JobCompletion(claim: try #require(claims.first), outcome: .failed(detail: ""))
    let isAccepted = jobs.complete(completion, at: now, time)
    #expect(isAccepted)
  }

  @Test func `A look for open jobs reads as much after a thousand days as after one`() throws {
    var jobs = StoredJobs()
    let open = JobFilter(states: JobRecord.State.open, limit: 1)
    for day in 1...1_000 {
      try passJob("ship", in: &jobs, at: Int64(day))
      #expect(Array(jobs.candidates(open)).isEmpty)
    }
    #expect(Array(jobs.candidates(.ids(JobID(7), JobID(9)))) == [JobID(9), JobID(7)])
    let step = NewFlow.Step("first", NewJob(name: "job", payload: "1"))
    let flow = try jobs.enqueue(NewFlow("flow", [step]), at: TaskTime(nanoseconds: 2_000))
    #expect(Array(jobs.candidates(open)) == flow)
    #expect(Array(jobs.candidates(JobFilter(flow: flow[0]))) == flow)
    #expect(jobs.jobs(JobFilter(limit: 2)).map(\.id) == [JobID(1_001), JobID(1_000)])
  }

  @Test(arguments: 1...UInt64(20))
  func `The jobs that fit a filter are those that a look at all jobs finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var jobs = StoredJobs()
    var claims: [JobClaim] = []
    for now in Int64(1)...120 {
      let time = TaskTime(nanoseconds: now)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1:
        let due = JobTime.now + .nanoseconds(Int64.random(in: 0...5, using: &generator))
        _ = jobs.enqueue(
          NewJob(
            name: ["job", "other"].randomElement(using: &generator) ?? "", payload: "1",
            dueTime: due, key: ["a", "b", nil].randomElement(using: &generator) ?? nil,
            retention: .nanoseconds(40)), at: time)
      case 2:
        let first = NewJob(name: "job", payload: "1", retention: .nanoseconds(40))
        _ = try jobs.enqueue(
          NewFlow("flow", [.init("first", first), .init("second", first, after: [0])]), at: time)
      case 3:
        claims +=
          jobs.claim(["job", "other"], in: [queue], as: owner, until: 999, at: now, time)
          .claims
      case 4:
        let outcomes: [JobCompletion.Outcome] = [
          .succeeded(result: nil), .failed(detail: ""), .retry(after: .nanoseconds(3), detail: ""),
        ]
        guard let claim = claims.popLast(), let outcome = outcomes.randomElement(using: &generator)
        else { continue }
        _ = jobs.complete(JobCompletion(claim: claim, outcome: outcome), at: now, time)
      case 5: _ = jobs.prune(at: time, limit: 2)
      default:
        let filter = JobFilter(name: "job", limit: 1)
        _ =
          Bool.random(using: &generator)
          ? jobs.cancel(filter, at: time) : jobs.retry(filter, at: time)
      }
      let all = jobs.jobs(JobFilter(limit: .max))
      #expect(all.map(\.id) == all.map(\.id).sorted(by: >))
      for state in JobRecord.State.open + [.failed] {
        let found = jobs.jobs(JobFilter(states: [state], limit: .max))
        #expect(found == all.filter { $0.state == state })
      }
      let flow = all.compactMap(\.step?.flow).last
      if let flow {
        let found = jobs.jobs(JobFilter(flow: flow, limit: .max))
        #expect(found == all.filter { $0.step?.flow == flow })
      }
      let open = all.filter(\.state.isOpen).map(\.id)
      #expect(Array(jobs.candidates(JobFilter(states: JobRecord.State.open))) == open)
    }
  }

  @Test func `A job that ended keeps its key as long as asked, and one that is retried again`()
    throws
  {
    var jobs = StoredJobs()
    let job = NewJob(name: "job", payload: "1", key: "ship")
    try passJob("ship", in: &jobs, at: 1)
    let retried = jobs.retry(.ids(JobID(1)), at: TaskTime(nanoseconds: 2))
    #expect(retried == 1)
    let held = jobs.enqueue(job, at: TaskTime(nanoseconds: 2))
    #expect(held == EnqueuedJob(id: JobID(1), isNew: false))
    let cancelled = jobs.cancel(.ids(JobID(1)), at: TaskTime(nanoseconds: 3))
    #expect(cancelled == 1)
    let new = jobs.enqueue(job, at: TaskTime(nanoseconds: 3))
    #expect(new.isNew)
    let again = jobs.retry(.ids(JobID(1)), at: TaskTime(nanoseconds: 4))
    #expect(again == 0)
  }
}
