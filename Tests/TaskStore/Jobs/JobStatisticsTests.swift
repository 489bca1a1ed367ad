import Foundation
import TaskStore
import Testing

@Suite struct JobStatisticsTests {
  /// Returns a time so many seconds after the beginning of the tests' window.
  private func time(_ seconds: Double) -> TaskTime {
    TaskTime(nanoseconds: 1_893_456_000_000_000_000) + .seconds(seconds)
  }

  private func job(
    _ id: Int64, _ state: JobRecord.State, queue: String = "mail", name: String = "letter",
    dueTime: Double = 0, startTime: Double? = nil, endTime: Double? = nil, detail: String? = nil
  ) -> JobRecord {
    JobRecord(
      id: JobID(id), name: name, queue: queue, state: state, payload: "1",
      enqueueTime: time(dueTime),
      dueTime: time(dueTime), startTime: startTime.map(time), endTime: endTime.map(time),
      detail: detail)
  }

  /// The statistics of the 60 seconds from the beginning on.
  private func statistics(
    _ jobs: [JobRecord], queues: [JobQueueRecord] = [], within window: Duration = .seconds(60)
  ) -> JobStatistics {
    JobStatistics(of: jobs, queues: queues, within: window, at: time(60))
  }

  @Test func `Without jobs there are no queues, rates, latencies and failures`() {
    let none = statistics([])
    #expect(none.queues == [])
    #expect(none.failures == [])
    #expect(none.all.counts == [:])
    #expect(none.all.ended == 0)
    #expect(none.all.endsPerSecond == 0)
    #expect(none.all.waiting == nil)
    #expect(none.all.running == nil)
    #expect(none.window == 60)
    #expect(!none.isPartial)
  }

  @Test func `Each percentile of one job is its duration`() throws {
    let one = statistics([job(1, .succeeded, dueTime: 10, startTime: 12, endTime: 15.5)])
    let waiting = try #require(one.all.waiting)
    #expect(waiting.count == 1)
    #expect([waiting.p50, waiting.p95, waiting.p99] == [2, 2, 2])
    let running = try #require(one.all.running)
    #expect([running.p50, running.p95, running.p99] == [3.5, 3.5, 3.5])
    #expect(one.all.ended == 1)
    #expect(one.all.endsPerSecond == 1.0 / 60)
    #expect(one.all.endsPerMinute == 1)
    #expect(one.queues.map(\.numbers) == [one.all])
    #expect(one.all.count(.succeeded) == 1)
    #expect(one.all.count(.failed) == 0)
  }

  @Test func `The oldest waiting job of all queues is the oldest of a queue`() {
    let waiting = statistics(
      [],
      queues: [
        JobQueueRecord(name: "a", counts: [.waiting: 2], oldestDueTime: time(59.5)),
        JobQueueRecord(name: "b", counts: [.waiting: 1], oldestDueTime: time(20)),
        JobQueueRecord(name: "c", counts: [.waiting: 1], oldestDueTime: time(61)),
        JobQueueRecord(name: "d"),
      ])
    #expect(waiting.queues.map(\.numbers.oldestWaiting) == [0.5, 40, 0, nil])
    #expect(waiting.all.oldestWaiting == 40)
  }

  @Test func `Percentiles of equal durations are equal`() throws {
    let equal = statistics(
      (1...7).map { job($0, .succeeded, dueTime: 1, startTime: 2, endTime: 4) })
    let running = try #require(equal.all.running)
    #expect(running.count == 7)
    #expect([running.p50, running.p95, running.p99] == [2, 2, 2])
  }

  /// Numbers of jobs that ran 1, 2, 3 … seconds, with the percentiles by their definition.
  @Test(arguments: [
    (2, 1, 2, 2), (3, 2, 3, 3), (20, 10, 19, 20), (21, 11, 20, 21), (100, 50, 95, 99),
    (101, 51, 96, 100),
  ])
  func `A percentile is the least duration that so many of a hundred do not exceed`(
    count: Int, p50: Double, p95: Double, p99: Double
  ) throws {
    let jobs = (1...count).shuffled().map { number in
      job(Int64(number), .succeeded, startTime: 0, endTime: Double(number))
    }
    let running = try #require(statistics(jobs).all.running)
    #expect([running.p50, running.p95, running.p99] == [p50, p95, p99])
    for (percent, value) in [(50, running.p50), (95, running.p95), (99, running.p99)] {
      #expect(Int(value) * 100 >= percent * count)
      #expect((Int(value) - 1) * 100 < percent * count)
    }
  }

  @Test func `A job that ended at the start of the window or before is outside`() throws {
    let jobs = [
      job(1, .succeeded, dueTime: -9, startTime: -8, endTime: -1),
      job(2, .succeeded, dueTime: -9, startTime: -8, endTime: 0),
      // It ended inside, and began before.
      job(3, .succeeded, dueTime: -9, startTime: -8, endTime: 0.5),
      job(4, .succeeded, dueTime: 1, startTime: 2, endTime: 60),
      // The clock of the store is ahead.
      job(5, .cancelled, endTime: 61),
    ]
    let numbers = statistics(jobs).all
    #expect(numbers.count(.succeeded) == 4)
    #expect(numbers.ended == 3)
    #expect(numbers.endsPerSecond == 0.05)
    #expect(numbers.waiting?.count == 1)
    #expect(numbers.waiting?.p99 == 1)
    #expect(numbers.running?.count == 2)
    #expect(numbers.running?.p50 == 8.5)
    #expect(numbers.running?.p99 == 58)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `A window without a length has no rate`(window: Duration) {
    let statistics = statistics([job(1, .succeeded, startTime: 59, endTime: 60)], within: window)
    let numbers = statistics.all
    #expect(statistics.window == 0)
    #expect(numbers.ended == 0)
    #expect(numbers.endsPerSecond == 0)
    #expect(numbers.running == nil)
    #expect(numbers.count(.succeeded) == 1)
  }

  @Test func `A job that runs has waited, and one that waits again has not`() {
    let jobs = [
      job(1, .running, dueTime: 10, startTime: 13),
      // Its first attempt failed; it is due again.
      job(2, .delayed, dueTime: 90, startTime: 20),
      job(3, .waiting, dueTime: 30, startTime: 20),
      // It was cancelled while it waited for its second attempt, which never began.
      job(4, .cancelled, dueTime: 90, startTime: 20, endTime: 40),
      job(5, .cancelled, dueTime: 30, endTime: 40),
      job(6, .skipped, endTime: 40),
      job(7, .blocked),
    ]
    let numbers = statistics(jobs).all
    #expect(numbers.waiting?.count == 1)
    #expect(numbers.waiting?.p50 == 3)
    #expect(numbers.running == nil)
    #expect(numbers.ended == 3)
  }

  @Test func `Counts are those of the store, and its queues are in order of their names`() {
    let jobs = [
      job(1, .succeeded, queue: "mail", startTime: 1, endTime: 2),
      job(2, .running, queue: "new", startTime: 5),
      job(3, .failed, queue: "new", startTime: 5, endTime: 6, detail: "no paper"),
    ]
    let queues = [
      JobQueueRecord(name: "pictures", isPaused: true),
      JobQueueRecord(name: "mail", counts: [.waiting: 1_000, .succeeded: 7, .failed: 0]),
    ]
    let both = statistics(jobs, queues: queues)
    #expect(both.queues.map(\.name) == ["mail", "new", "pictures"])
    #expect(both.queues.map(\.isPaused) == [false, false, true])
    #expect(both.queues[0].numbers.counts == ["waiting": 1_000, "succeeded": 7])
    #expect(both.queues[1].numbers.counts == ["running": 1, "failed": 1])
    #expect(both.queues[2].numbers.counts == [:])
    #expect(both.queues.map(\.numbers.ended) == [1, 1, 0])
    #expect(
      both.all.counts == ["waiting": 1_000, "succeeded": 7, "running": 1, "failed": 1])
    #expect(both.all.ended == 2)
  }

  @Test func `Failures are counted by job and error, the most frequent first`() {
    let jobs = [
      job(1, .failed, detail: "no paper"), job(4, .failed, detail: "no ink"),
      job(3, .failed, detail: "no paper"), job(2, .failed, name: "picture", detail: "no paper"),
      job(9, .failed),
      // Neither failed for good.
      job(5, .delayed, detail: "no paper"), job(6, .cancelled, detail: "no paper"),
    ]
    let failures = statistics(jobs).failures
    #expect(
      failures.map { "\($0.count) \($0.job) \($0.error) \($0.latest)" }
        == ["2 letter no paper 3", "1 letter  9", "1 letter no ink 4", "1 picture no paper 2"])
  }

  @Test func `Statistics are the same after a way through JSON`() throws {
    let jobs = [
      job(1, .succeeded, dueTime: 1, startTime: 2, endTime: 4),
      job(2, .failed, endTime: 5, detail: "no ink"),
    ]
    let before = statistics(jobs, queues: [JobQueueRecord(name: "empty")])
    let json = try JSONEncoder().encode(before)
    #expect(try JSONDecoder().decode(JobStatistics.self, from: json) == before)
  }

  // MARK: - From a store

  private func manager(of store: SQLiteStore) async throws -> TaskManager {
    let manager = TaskManager()
    try await manager.use(store, lease: .seconds(600))
    return manager
  }

  /// Stores jobs that no process handles, and ends them one second after the other.
  private func end(
    _ count: Int, in deployment: Deployment, as outcome: JobCompletion.Outcome
  ) async throws {
    for number in 1...count {
      _ = try await deployment.store.enqueue([
        NewJob(name: "far", queue: "mail", payload: "\(number)")
      ])
      let claim = try #require(
        try await deployment.store.claim(
          ["far"], in: [ClaimableQueue(name: "mail", room: 1)], as: "test", for: .seconds(60)
        ).claims.first)
      deployment.time.advance(by: .seconds(1))
      #expect(
        try await deployment.store.complete([JobCompletion(claim: claim, outcome: outcome)]).count
          == 1)
    }
  }

  @Test func `The statistics of a store have what runs, ended and failed`() async throws {
    let deployment = Deployment()
    let manager = try await manager(of: deployment.store)
    try await end(4, in: deployment, as: .succeeded(result: nil))
    try await end(2, in: deployment, as: .failed(detail: "no ink"))
    try await manager.jobs.enqueue("far", 9, queue: "pictures")
    let statistics = try await manager.jobs.statistics(
      at: Deployment.start.addingTimeInterval(6))
    #expect(statistics.queues.map(\.name) == ["mail", "pictures"])
    #expect(statistics.all.counts == ["succeeded": 4, "failed": 2, "waiting": 1])
    #expect(statistics.all.ended == 6)
    #expect(statistics.all.endsPerSecond == 0.1)
    #expect(statistics.all.running?.p99 == 1)
    #expect(statistics.failures.map(\.count) == [2])
    #expect(!statistics.isPartial)
  }

  @Test func `The window is as long as the jobs that were read reach back`() async throws {
    let deployment = Deployment()
    let manager = try await manager(of: deployment.store)
    try await end(20, in: deployment, as: .succeeded(result: nil))
    let statistics = try await manager.jobs.statistics(
      limit: 5, at: Deployment.start.addingTimeInterval(20))
    #expect(statistics.isPartial)
    #expect(statistics.all.counts == ["succeeded": 20])
    // The fifth latest ended four seconds ago, where the window begins.
    #expect(statistics.window == 4)
    #expect(statistics.all.endsPerSecond == 1)
  }

  @Test func `Failures are read although later successes are more than the limit`() async throws {
    let deployment = Deployment()
    let manager = try await manager(of: deployment.store)
    try await end(2, in: deployment, as: .failed(detail: "no ink"))
    try await end(9, in: deployment, as: .succeeded(result: nil))
    let statistics = try await manager.jobs.statistics(
      limit: 3, at: Deployment.start.addingTimeInterval(11))
    #expect(statistics.failures.map(\.count) == [2])
  }

  @Test func `Jobs that run are read although more have ended since than the limit`() async throws {
    let deployment = Deployment()
    let manager = try await manager(of: deployment.store)
    try await manager.jobs.enqueue("long", 1, queue: "ships")
    let claim = try #require(
      try await deployment.store.claim(
        ["long"], in: [ClaimableQueue(name: "ships", room: 1)], as: "test", for: .seconds(600)
      ).claims.first)
    try await end(9, in: deployment, as: .succeeded(result: nil))
    let survey = try await manager.jobs.survey(
      within: .seconds(60), limit: 3, at: Deployment.start.addingTimeInterval(9))
    #expect(survey.running.map(\.id) == [claim.id])
    // With as many as the limit there may be more; with fewer there are not.
    #expect(survey.statistics.isPartial)
    let all = try await manager.jobs.survey(
      within: .seconds(60), limit: 11, at: Deployment.start.addingTimeInterval(9))
    #expect(!all.statistics.isPartial)
    #expect(all.statistics.window == 60)
  }

  @Test func `Statistics without a store are an error`() async throws {
    let error = await #expect(throws: TaskStoreError.self) {
      try await TaskManager().jobs.statistics()
    }
    #expect(error?.code == .noJobs)
  }
}
