import ModularityTestSupport
import Testing

@testable import TaskStore

/// Jobs in a server that several sessions use at once.
@Suite(.needsPostgres) struct PostgresJobTests {
  private func opened(_ count: Int = 1) async throws -> [PostgresStore] {
    let subject = try await PostgresSubject()
    let stores = (0..<count).map { _ in subject.store() }
    for store in stores { try await store.open() }
    return stores
  }

  private func claim(
    room: Int, width: Int? = nil, from store: PostgresStore
  ) async throws -> ClaimedJobs {
    try await store.claim(
      ["job"], in: [ClaimableQueue(name: "default", room: room, width: width)], as: "owner",
      for: .seconds(60))
  }

  @Test func `An end that is sent again is accepted again, and another one is not`() async throws {
    let store = try await opened()[0]
    let job = try await store.enqueue([NewJob(name: "job", payload: "1")])[0]
    let claim = try await claim(room: 1, from: store).claims[0]
    let end = JobCompletion(claim: claim, outcome: .failed(detail: "no"))
    #expect(try await store.complete([end]) == [claim.token])
    let record = try await store.jobs(.ids(job.id))
    #expect(try await store.complete([end]) == [claim.token])
    #expect(try await store.jobs(.ids(job.id)) == record)
    let other = JobCompletion(claim: claim, outcome: .succeeded(result: nil))
    #expect(try await store.complete([other]).isEmpty)
    // Once it is to run again, its old end must not end it.
    #expect(try await store.retry(.ids(job.id)) == 1)
    #expect(try await store.complete([end]).isEmpty)
    #expect(try await store.jobs(.ids(job.id)).map(\.state) == [.waiting])
  }

  @Test func `Of jobs of one call with one key, the first is stored, and all get answers in order`()
    async throws
  {
    let store = try await opened()[0]
    let holder = try await store.enqueue([NewJob(name: "job", payload: "0", key: "held")])[0]
    let enqueued = try await store.enqueue(
      [("1", "b"), ("2", nil), ("3", "a"), ("4", "held"), ("5", "b"), ("6", nil)].map {
        NewJob(name: "job", payload: $0, key: $1)
      })
    #expect(enqueued.map(\.isNew) == [true, true, true, false, false, true])
    #expect(enqueued[3].id == holder.id)
    #expect(enqueued[4].id == enqueued[0].id)
    let stored = try await store.jobs(JobFilter()).reversed()
    #expect(stored.map(\.payload) == ["0", "1", "2", "3", "6"])
    #expect(stored.map(\.id) == [holder.id] + enqueued.filter(\.isNew).map(\.id))
  }

  @Test func `Sessions that store the same keys in opposite orders do not block each other`()
    async throws
  {
    let stores = try await opened(4)
    let jobs = (0..<500).map { NewJob(name: "job", payload: "1", key: "\($0)") }
    for round in 0..<5 {
      let new = try await withThrowingTaskGroup(of: Int.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            let mine = index.isMultiple(of: 2) ? jobs : jobs.reversed()
            return try await store.enqueue(mine).count { $0.isNew }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(new == (round == 0 ? jobs.count : 0))
    }
  }

  @Test func `Sessions that claim at once keep the width of a queue`() async throws {
    let stores = try await opened(4)
    _ = try await stores[0].enqueue((0..<200).map { NewJob(name: "job", payload: "\($0)") })
    let width = 5
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for store in stores {
        group.addTask {
          var count = 0
          for _ in 0..<40 {
            let claims = try await claim(room: 2, width: width, from: store).claims
            let running = try await store.jobs(JobFilter(states: [.running])).count
            #expect(running <= width)
            count += try await store.complete(
              claims.map { JobCompletion(claim: $0, outcome: .succeeded(result: nil)) }
            ).count
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(total > 0)
    let ended = try await stores[0].jobs(JobFilter(states: [.succeeded], limit: 1_000))
    #expect(ended.count == total)
  }

  @Test func `A queue whose row is deleted gets another, and its jobs go on`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    _ = try await store.enqueue((0..<2).map { NewJob(name: "job", payload: "\($0)") })
    #expect(try await claim(room: 1, width: 2, from: store).claims.count == 1)
    let other = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    _ = try await other.run([
      PostgresStatement("DELETE FROM \"\(subject.schema)\".task_queue")
    ])
    let claimed = try await claim(room: 1, width: 2, from: store)
    #expect(claimed.claims.isEmpty)
    #expect(try #require(claimed.nextDue) <= .milliseconds(5))
    #expect(try await claim(room: 1, width: 2, from: store).claims.count == 1)
  }

  @Test func `A queue whose width another session counts is looked at again soon`() async throws {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    _ = try await store.enqueue([NewJob(name: "job", payload: "1")])
    // Makes the row of the queue.
    #expect(try await claim(room: 1, width: 0, from: store).claims.isEmpty)
    let other = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    _ = try await other.run([
      PostgresStatement("BEGIN"),
      PostgresStatement("SELECT FROM \"\(subject.schema)\".task_queue FOR UPDATE"),
    ])
    let blocked = try await claim(room: 1, width: 1, from: store)
    #expect(blocked.claims.isEmpty)
    #expect(blocked.nextDue == .milliseconds(5))
    _ = try await other.run([PostgresStatement("ROLLBACK")])
    #expect(try await claim(room: 1, width: 1, from: store).claims.count == 1)
  }

  @Test func `Many jobs that are due at once are all claimed, with no pause between`() async throws
  {
    let store = try await opened()[0]
    let count = 2_500
    _ = try await store.enqueue(
      (0..<count).map { NewJob(name: "job", payload: "\($0)", dueTime: .now + .milliseconds(200)) })
    // More than one claim releases, so that the store asks for another at once.
    try await Task.sleep(for: .milliseconds(400))
    var claimed = try await claim(room: 10_000, from: store)
    var total = claimed.claims.count
    while total < count {
      #expect(claimed.nextDue == .zero)
      claimed = try await claim(room: 10_000, from: store)
      try #require(!claimed.claims.isEmpty)
      total += claimed.claims.count
    }
    #expect(claimed.nextDue == nil)
  }

  @Test func `A claim reads the first jobs of a queue from an index, without sorting the others`()
    async throws
  {
    let subject = try await PostgresSubject()
    let store = subject.store()
    try await store.open()
    var claim = await store.choose(
      ["job"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner", for: .seconds(60))
    claim.sql = "EXPLAIN \(claim.sql)"
    let session = try await PostgresConnection.open(
      subject.server.connection, .ofSystem(), whenNotified: { _ in })
    let answers = try await session.run([PostgresStatement(PostgresSchema.steadyPlans), claim])
    var plan = ""
    for var row in answers[1] { plan += try row.text("plan") + "\n" }
    #expect(plan.contains("Index Scan using task_job_next"), "\(plan)")
    #expect(!plan.contains("Sort"), "\(plan)")
  }

  @Test func `Of jobs that failed with one key, the latest runs again`() async throws {
    let store = try await opened()[0]
    for payload in ["1", "2"] {
      _ = try await store.enqueue([NewJob(name: "job", payload: payload, key: "a")])
      let claim = try await claim(room: 1, from: store).claims[0]
      _ = try await store.complete([JobCompletion(claim: claim, outcome: .failed(detail: "no"))])
    }
    #expect(try await store.retry(JobFilter()) == 1)
    let waiting = try await store.jobs(JobFilter(states: [.waiting]))
    #expect(waiting.map(\.payload) == ["2"])
  }
}
