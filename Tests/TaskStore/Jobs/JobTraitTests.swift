import ModularityTestSupport
import Synchronization
import TaskStore
import Testing

/// The traits of single jobs.
@Suite struct JobTraitTests {
  private let deployment = Deployment()
  private var store: SQLiteStore { deployment.store }

  @Test func `A job has the traits that it is enqueued with, after those of its declaration`()
    async throws
  {
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.retry(attempts: 9, backoff: .constant(.seconds(5))), .tags("letter")) {
      letter, context in
      #expect(context.maximumAttempts == letter.number)
      throw CancellationError()
    }
    let id = try await instance.jobs.enqueue(
      "letter", Letter(number: 1), .retry(attempts: 1), .tags("a", "b"), .priority(3),
      .unique(by: \.text, perQueue: true, replacing: .payload), .expires(after: .seconds(60)))
    try await deployment.jobsSettle([.failed])
    let record = try #require(try await store.jobs(JobFilter(tag: "b")).first)
    #expect(record.id == id)
    #expect(record.tags == ["letter", "a", "b"])
    #expect(record.priority == 3)
    #expect(record.expirationTime == record.dueTime + .seconds(60))
    #expect(instance.errors.events.first?.message.contains("in attempt 1: ") == true)
  }

  @Test func `Jobs in an order run one at a time, and a failed attempt keeps its place`()
    async throws
  {
    let instance = try await JobInstance(sharing: store)
    let started = Mutex<[Int]>([])
    try instance.handle(
      .ordered(by: \.text), .retry(attempts: 2, backoff: .constant(.seconds(5)))
    ) { letter, context in
      started.withLock { $0.append(letter.number) }
      if letter.number == 1 { throw CancellationError() }
    }
    let letters = (1...3).map { Letter(number: $0, text: "ann") }
    try await instance.jobs.enqueue("letter", all: letters)
    #expect(try await store.jobs(JobFilter()).map(\.orderKey) == ["ann", "ann", "ann"])
    try await deployment.jobsSettle([.delayed, .blocked, .blocked])
    deployment.time.advance(by: .seconds(10))
    instance.clock.advance(by: .seconds(10))
    store.memoryHints.give()
    try await deployment.jobsSettle([.failed, .succeeded, .succeeded])
    #expect(started.withLock(\.self) == [1, 1, 2, 3])
  }

  @Test func `A job that other processes declare has traits as well`() async throws {
    let instance = try await JobInstance(sharing: store)
    let queues = ["a", "a", "b"]
    var ids: Set<JobID> = []
    for queue in queues {
      ids.insert(
        try await instance.jobs.enqueue(
          "other", Letter(number: 1), .unique(by: \.number, perQueue: true), queue: queue))
    }
    #expect(ids.count == 2)
  }

  @Test(arguments: [
    JobTrait<Letter>.timeout(.seconds(1)), .retry(attempts: 2, backoff: .constant(.seconds(1))),
  ])
  func `A trait that only a declaration can have is an error`(trait: JobTrait<Letter>) async throws
  {
    let instance = try await JobInstance(sharing: store)
    try instance.handle { _, _ in }
    let error = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.enqueue("letter", Letter(number: 1), trait)
    }
    #expect(error?.code == .unfitTrait)
    #expect(error?.message.contains("'letter'") == true)
    #expect(error?.location?.line == #line - 5)
    #expect(try await store.jobs(JobFilter()).isEmpty)
  }
}
