import ModularityTestSupport
import TaskKit
import Testing

@testable import TaskStore

/// Rates in processes, and in stores that several sessions use at once.
@Suite struct JobRateStoreTests {
  let deployment = Deployment()
  var store: SQLiteStore { deployment.store }

  /// Waits until the worker of an instance waits for a time of its clock.
  private func waitsFor(_ time: Duration, _ instance: JobInstance) async throws {
    try await deployment.waits("the worker to wait for \(time)") {
      instance.clock.nextDeadline == .zero.advanced(by: time)
    }
  }

  // MARK: - In a process

  @Test func `A process starts no more jobs than its rate lets, and the next when it may`()
    async throws
  {
    let rate = JobRate(4, per: .milliseconds(900), burst: 2)
    let instance = try await JobInstance(
      sharing: store, queues: [JobQueueLimit(of: "default", rateInProcess: rate)])
    try instance.handle { _, _ in }
    try await instance.jobs.enqueue("letter", all: (1...4).map { Letter(number: $0) })
    try await deployment.jobsSettle([.succeeded, .succeeded, .waiting, .waiting])
    // No hint comes: the worker wakes up by itself.
    try await waitsFor(.milliseconds(300), instance)
    instance.clock.advance(by: .milliseconds(300))
    try await deployment.jobsSettle([.succeeded, .succeeded, .succeeded, .waiting])
    try await waitsFor(.milliseconds(600), instance)
    instance.clock.advance(by: .milliseconds(300))
    try await deployment.jobsSettle(Array(repeating: .succeeded, count: 4))
    #expect(instance.errors.events.isEmpty)
  }

  @Test func `An attempt that is another one of a job counts for the rate of a process`()
    async throws
  {
    struct Jam: Error {}
    let rate = JobRate(1, per: .milliseconds(300))
    let instance = try await JobInstance(
      sharing: store, queues: [JobQueueLimit(of: "default", rateInProcess: rate)])
    try instance.handle(.retry(attempts: 2, backoff: .exponential(.zero, factor: 1))) { _, _ in
      throw Jam()
    }
    try await instance.jobs.enqueue("letter", Letter(number: 1))
    try await deployment.jobsSettle([.waiting])
    try await waitsFor(.milliseconds(300), instance)
    #expect(instance.runs.events.count == 1)
    instance.clock.advance(by: .milliseconds(300))
    try await deployment.jobsSettle([.failed])
    #expect(instance.runs.events.count == 2)
  }

  @Test func `A queue without a rate does not wait for one that has it`() async throws {
    let rate = JobRate(1, per: .seconds(3_600))
    let instance = try await JobInstance(
      sharing: store, queues: [JobQueueLimit(of: "slow", rateInProcess: rate, rateInAll: rate)])
    for queue in ["slow", "quick"] {
      try instance.jobs.handle(queue, queue: queue) { (_: Int, _: JobContext) in }
      try await instance.jobs.enqueue(queue, all: [1, 2, 3])
    }
    try await deployment.jobsSettle(
      [.succeeded, .waiting, .waiting] + Array(repeating: .succeeded, count: 3))
  }

  // MARK: - In all processes

  @Test func `Two processes together start no more jobs than the rate in all`() async throws {
    let rate = JobRate(4, per: .seconds(1), burst: 2)
    let limit = JobQueueLimit(of: "default", rateInAll: rate)
    let (first, second) = (
      try await JobInstance(sharing: store, queues: [limit]),
      try await JobInstance(sharing: store, queues: [limit])
    )
    for instance in [first, second] { try instance.handle { _, _ in } }
    try await first.jobs.enqueue("letter", all: (1...12).map { Letter(number: $0) })
    try await deployment.waits("all jobs") {
      // No time passes for a job that runs: its lease would end while it gets no processor.
      if try await store.jobs(JobFilter(states: [.running])).isEmpty {
        deployment.time.advance(by: .milliseconds(50))
        for instance in [first, second] { instance.clock.advance(by: .milliseconds(50)) }
        store.memoryHints.give()
      }
      return try await store.jobs(JobFilter(states: [.succeeded])).count == 12
    }
    expect(rate, of: try await store.jobs(JobFilter()))
    #expect(first.runs.events.count + second.runs.events.count == 12)
  }

  @Test func `A process wakes up when the rate in all lets the next job start`() async throws {
    let rate = JobRate(4, per: .milliseconds(900), burst: 2)
    let instance = try await JobInstance(
      sharing: store, queues: [JobQueueLimit(of: "default", rateInAll: rate)])
    try instance.handle { _, _ in }
    try await instance.jobs.enqueue("letter", all: (1...3).map { Letter(number: $0) })
    try await deployment.jobsSettle([.succeeded, .succeeded, .waiting])
    try await waitsFor(.milliseconds(300), instance)
    deployment.time.advance(by: .milliseconds(300))
    instance.clock.advance(by: .milliseconds(300))
    try await deployment.jobsSettle(Array(repeating: .succeeded, count: 3))
  }

  @Test func `Connections to a file that claim at once keep a rate`() async throws {
    let folder = try TemporaryFolder()
    try await claimAtOnce((0..<4).map { _ in SQLiteStore(at: folder.path("tasks.sqlite")) })
    withExtendedLifetime(folder) {}
  }

  @Test(.needsPostgres) func `Sessions of a server that claim at once keep a rate`() async throws {
    let subject = try await PostgresSubject()
    try await claimAtOnce((0..<4).map { _ in subject.store() })
  }

  /// Claims the jobs of a queue by several stores with the same records, as fast as they can.
  private func claimAtOnce(_ stores: [any TaskStore]) async throws {
    for store in stores { try await store.open() }
    let rate = JobRate(10, per: .milliseconds(100), burst: 4)
    let count = 30
    _ = try await stores[0].enqueue((0..<count).map { NewJob(name: "job", payload: "\($0)") })
    try await withThrowingTaskGroup { group in
      for store in stores {
        group.addTask {
          while try await !store.jobs(JobFilter(states: [.waiting], limit: 1)).isEmpty {
            _ = try await store.claim(
              ["job"], in: [ClaimableQueue(name: "default", room: 3, rate: rate)], as: "owner",
              for: .seconds(600))
          }
        }
      }
      try await group.waitForAll()
    }
    expect(rate, of: try await stores[0].jobs(JobFilter(limit: 1_000)))
  }

  /// Expects that in each period no more jobs have begun than a rate lets.
  private func expect(_ rate: JobRate, of jobs: [JobRecord]) {
    let begins = jobs.compactMap(\.startTime).sorted()
    #expect(begins.count == jobs.count)
    for (index, begin) in begins.enumerated() where index >= rate.count {
      #expect(begin - begins[index - rate.count] >= rate.period)
    }
  }

  // MARK: - A clock that is set back

  @Test func `The store in memory keeps its rates when the clock is set back`() async throws {
    try await setBack(store) { deployment.time.advance(by: $0) }
  }

  @Test func `The store of SQLite keeps its rates when the clock is set back`() async throws {
    let (folder, time) = (try TemporaryFolder(), ManualStoreClock())
    try await setBack(SQLiteStore(at: folder.path("tasks.sqlite"), clock: time.clock)) {
      time.advance(by: $0)
    }
    withExtendedLifetime(folder) {}
  }

  @Test(.needsPostgres)
  func `The store of PostgreSQL keeps its rates when the clock is set back`() async throws {
    let subject = try await PostgresSubject()
    let time = "\"\(subject.schema)\".test_time"
    try await subject.server.run(
      """
      CREATE SCHEMA \"\(subject.schema)\"; CREATE TABLE \(time) (now bigint);
      INSERT INTO \(time) VALUES (1893456000000000000)
      """)
    let store = PostgresStore(
      subject.server.connection, schema: subject.schema, library: nil,
      now: "(SELECT now FROM \(time))")
    try await setBack(store) { duration in
      let nanoseconds = Int64(duration / .nanoseconds(1))
      try await subject.server.run("UPDATE \(time) SET now = now + \(nanoseconds)")
    }
  }

  /// Sets the clock back by an hour after a burst: then the next job waits for its turn.
  private func setBack(
    _ store: any TaskStore, advance: (Duration) async throws -> Void
  ) async throws {
    try await store.open()
    _ = try await store.enqueue((1...3).map { NewJob(name: "job", payload: "\($0)") })
    let queue = ClaimableQueue(
      name: "default", room: 9, rate: JobRate(4, per: .seconds(3), burst: 2))
    func claim() async throws -> ClaimedJobs {
      try await store.claim(["job"], in: [queue], as: "owner", for: .seconds(86_400))
    }
    #expect(try await claim().claims.count == 2)
    try await advance(.seconds(-3_600))
    let early = try await claim()
    #expect(early.claims.isEmpty)
    #expect(early.nextDue == .seconds(1))
    try await advance(.milliseconds(999))
    #expect(try await claim().nextDue == .milliseconds(1))
    try await advance(.milliseconds(1))
    #expect(try await claim().claims.map(\.payload) == ["3"])
  }
}
