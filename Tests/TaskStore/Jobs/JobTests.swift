import Foundation
import ModularityTestSupport
import RecordFormat
import Synchronization
import Testing
import ToolkitTrace

@testable import TaskStore

struct Letter: Codable, Sendable, Hashable {
  var number: Int
  var text = ""
}

/// One of several instances of an app that share a store of jobs, on clocks that a test moves.
struct JobInstance: Sendable {
  let manager: TaskManager
  let clock = ManualClock()
  let errors = EventRecorder<TaskError>()
  let runs = EventRecorder<Letter>()
  var jobs: Jobs { manager.jobs }

  init(sharing store: SQLiteStore, queues: [JobQueueLimit] = []) async throws {
    manager = TaskManager(clock: clock)
    manager.errorHandler = { [errors] in errors.record($0) }
    try await manager.use(store, lease: .seconds(15), queues: queues)
  }

  /// Handles the job "letter".
  func handle(
    _ traits: JobTrait<Letter>...,
    run: @escaping @Sendable (Letter, JobContext) async throws -> Void
  ) throws {
    try manager.jobs.handle("letter", traits: traits) { [runs] letter, context async throws in
      runs.record(letter)
      try await run(letter, context)
    }
  }
}

extension Deployment {
  /// Waits until the jobs have the expected states, the first that was enqueued first.
  func jobsSettle(_ expected: [JobRecord.State]) async throws {
    try await waits("the jobs to be \(expected)") {
      try await store.jobs(JobFilter()).reversed().map(\.state) == expected
    }
  }
}

@Suite struct JobTests {
  let deployment = Deployment()
  var store: SQLiteStore { deployment.store }

  private func pass(_ duration: Duration, _ instances: JobInstance...) {
    deployment.time.advance(by: duration)
    for instance in instances { instance.clock.advance(by: duration) }
    store.memoryHints.give()
  }

  @Test(arguments: [("schedule:a", "default"), ("a", "schedule:a")])
  func `Names of the fires of schedules are reserved`(name: String, queue: String) async throws {
    let instance = try await JobInstance(sharing: store)
    let handled = #expect(throws: TaskStoreError.self) {
      try instance.jobs.handle(name, queue: queue) { (_: Int, _: JobContext) in }
    }
    #expect(handled?.code == .reservedName)
    let enqueued = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.enqueue(name, 1, queue: queue)
    }
    #expect(enqueued?.message.contains("'schedule:' belong to the fires of schedules") == true)
  }

  @Test func `A fire that failed runs again by hand, with its fire time`() async throws {
    let isBroken = Mutex(true)
    let instance = try await Instance(sharing: store, from: Deployment.start) { _ in
      if isBroken.withLock(\.self) { throw JobTimeout(limit: .zero) }
    }
    try await deployment.settles([.failed])
    isBroken.withLock { $0 = false }
    deployment.time.advance(by: .seconds(1))
    #expect(try await instance.manager.jobs.retry(JobFilter(queue: "schedule:task")) == 1)
    try await deployment.settles([.succeeded])
    #expect(instance.fires.events.map(\.fireTime) == [Deployment.start, Deployment.start])
    #expect(try await instance.manager.jobs.list().isEmpty)
  }

  @Test func `A job runs with its payload, and its result is kept`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.jobs.handle("double") { (number: Int, _: JobContext) in number * 2 }
    let id = try await instance.jobs.enqueue("double", 21)
    #expect(try await instance.jobs.result(of: id, as: Int.self) == 42)
    let record = try #require(try await instance.jobs.job(id))
    #expect(record.state == .succeeded)
    #expect(record.payload == "21")
    #expect(record.attempt == 1)
    #expect(instance.errors.events.isEmpty)
  }

  @Test func `A job runs when it is due, and one of a greater priority first`() async throws {
    let instance = try await JobInstance(
      sharing: store, queues: [JobQueueLimit(of: "default", inProcess: 1)])
    try instance.handle { _, _ in }
    try await instance.jobs.pause(queue: "default")
    let time = JobTime.now + .seconds(60)
    for (number, priority) in [(1, 0), (2, 9), (3, 0)] {
      try await instance.jobs.enqueue(
        "letter", Letter(number: number), at: time, priority: priority)
    }
    try await instance.jobs.resume(queue: "default")
    try await deployment.jobsSettle([.delayed, .delayed, .delayed])
    pass(.seconds(60), instance)
    try await deployment.jobsSettle([.succeeded, .succeeded, .succeeded])
    #expect(instance.runs.events.map(\.number) == [2, 1, 3])
  }

  @Test func `A job that fails is tried again after a growing pause, and is a dead letter then`()
    async throws
  {
    struct Jam: Error, CustomStringConvertible { let description = "paper jam" }
    let instance = try await JobInstance(sharing: store)
    let isMended = Mutex(false)
    try instance.handle(.retry(attempts: 3, backoff: .exponential(.seconds(10), factor: 10))) {
      _, _ in
      if !isMended.withLock(\.self) { throw Jam() }
    }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    try await deployment.jobsSettle([.delayed])
    #expect(try await store.jobs(.ids(id)).first?.detail == "paper jam")
    pass(.seconds(8), instance)
    try await deployment.jobsSettle([.delayed])
    pass(.seconds(3), instance)
    try await deployment.waits("the second attempt") {
      try await store.jobs(.ids(id)).first?.attempt == 2
    }
    try await deployment.jobsSettle([.delayed])
    pass(.seconds(120), instance)
    try await deployment.jobsSettle([.failed])
    #expect(instance.runs.events.count == 3)
    #expect(instance.errors.events.map(\.code) == [.taskFailed])
    #expect(instance.errors.events.first?.message.contains("Jobs.retry(1)") == true)

    isMended.withLock { $0 = true }
    #expect(try await instance.jobs.retry(id))
    try await deployment.jobsSettle([.succeeded])
    #expect(try await store.jobs(.ids(id)).first?.attempt == 1)
  }

  @Test func `Each attempt that fails is logged with its cause and the next try`() async throws {
    struct Jam: Error, CustomStringConvertible { let description = "paper jam" }
    let log = EventRecorder<TaskError>()
    let errors = EventRecorder<TaskError>()
    let handlers = JobHandlers(hasDeclared: false)
    let location = CodeLocation(fileID: "App/Letters.swift", line: 7)
    for (name, pause) in [("quick", Duration.zero), ("slow", .seconds(100))] {
      let traits = [JobTrait<Int>.retry(attempts: 3, backoff: .constant(pause))]
      let isNew = handlers.add(
        JobHandler(name, queue: "default", traits, at: location) { _, _ in throw Jam() })
      #expect(isNew)
    }
    let worker = JobWorker(
      store, handlers, JobWatchers(), lease: .seconds(15), time: store.time ?? .init(ManualClock()),
      owner: "test", log: { log.record($0) }, report: { errors.record($0) })
    let work = Task { await worker.run() }
    defer { work.cancel() }
    _ = try await store.enqueue(["quick", "slow"].map { NewJob(name: $0, payload: "1") })
    try await deployment.jobsSettle([.failed, .delayed])
    let quick = log.events.filter { $0.tasks == ["quick"] }
    #expect(
      quick.map(\.message)
        == (1...2).map {
          "the job 1, 'quick', has failed in attempt \($0) of 3: paper jam. It is retried immediately."
        })
    #expect(quick.allSatisfy { $0.location == location && $0.underlyingError is Jam })
    let slow = try #require(log.events.first { $0.tasks == ["slow"] }?.message)
    let start = "the job 2, 'slow', has failed in attempt 1 of 3: paper jam. It is retried in "
    #expect(slow.hasPrefix(start) && slow.hasSuffix(" s."))
    // The pause varies by a tenth.
    let pause = try #require(Double(slow.dropFirst(start.count).dropLast(3)))
    #expect((89.9...110.1).contains(pause))
    #expect(errors.events.map(\.tasks) == [["quick"]])
  }

  @Test(arguments: [(1, Int.max), (.max, 1)])
  func `Ended jobs beyond a number or a size are removed, with a warning`(
    count: Int, bytes: Int
  ) async throws {
    let log = EventRecorder<TaskError>()
    _ = try await store.enqueue((1...3).map { NewJob(name: "done", payload: "\($0)") })
    let claims = try await store.claim(
      ["done"], in: [ClaimableQueue(name: "default", room: 9)], as: "before", for: .seconds(15)
    ).claims
    _ = try await store.complete(
      claims.map { JobCompletion(claim: $0, outcome: .succeeded(result: nil)) })
    let worker = JobWorker(
      store, JobHandlers(hasDeclared: false), JobWatchers(), lease: .seconds(15),
      time: .init(ManualClock()), owner: "test", maximumKeptJobs: count, maximumKeptBytes: bytes,
      log: { log.record($0) },
      report: { Issue.record($0) })
    // A worker without handlers claims nothing, and removes what is too much.
    let work = Task { await worker.run() }
    defer { work.cancel() }
    try await log.waitForEvents(count: 1)
    #expect(try await store.jobs(JobFilter()).map(\.payload) == ["3"])
    #expect(log.events.map(\.code) == [.jobsRemovedEarly])
    #expect(log.events.first?.message.contains("more than \(count) finished jobs") == true)
  }

  @Test func `A job can snooze without an attempt being counted, and discard itself`() async throws
  {
    let instance = try await JobInstance(sharing: store)
    let snoozes = Mutex(3)
    try instance.handle(.retry(attempts: 2)) { letter, context in
      #expect(context.attempt == 1)
      let mustSnooze = snoozes.withLock { left in
        left -= 1
        return left >= 0
      }
      if mustSnooze { throw JobEnding.snooze(for: .seconds(600)) }
      throw JobEnding.discard("no such address")
    }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    for count in 1...3 {
      try await deployment.waits("snooze \(count)") {
        let record = try await store.jobs(.ids(id)).first
        return instance.runs.events.count == count && record?.state == .delayed
      }
      #expect(try await store.jobs(.ids(id)).first?.attempt == 0)
      pass(.seconds(600), instance)
    }
    try await deployment.jobsSettle([.failed])
    #expect(try await store.jobs(.ids(id)).first?.detail == "no such address")
    #expect(instance.errors.events.map(\.code) == [.taskFailed])
    #expect(instance.runs.events.count == 4)
  }

  @Test func `A payload that cannot be read is kept with the reason, and blocks no other`()
    async throws
  {
    _ = try await store.enqueue([NewJob(name: "letter", payload: #"{"text":"x"}"#)])
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.retry(attempts: 1)) { _, _ in }
    try await instance.jobs.enqueue("letter", Letter(number: 1))
    try await deployment.jobsSettle([.failed, .succeeded])
    let record = try await store.jobs(JobFilter(states: [.failed])).first
    #expect(record?.detail?.contains("'Letter': it has no 'number'") == true)
  }

  @Test func `A job that takes longer than its limit fails`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.retry(attempts: 1), .timeout(.seconds(5))) { _, _ in
      try await Gate().opens()
    }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    _ = try await instance.runs.waitForEvents(count: 1)
    // The next look, the extension of leases, the end of the lease and the limit.
    try await instance.clock.sleepers(atLeast: 4)
    pass(.seconds(5), instance)
    try await deployment.jobsSettle([.failed])
    #expect(try await store.jobs(.ids(id)).first?.detail == "it took longer than 5 s")
  }

  @Test func `A job that is unique is stored once until it has ended`() async throws {
    let instance = try await JobInstance(sharing: store)
    let gate = Gate()
    try instance.handle(.unique(by: \.number)) { _, _ in try await gate.opens() }
    let first = try await instance.jobs.enqueue("letter", Letter(number: 1, text: "a"))
    let second = try await instance.jobs.enqueue("letter", Letter(number: 1, text: "b"))
    #expect(first == second)
    gate.open()
    try await deployment.jobsSettle([.succeeded])
    let third = try await instance.jobs.enqueue("letter", Letter(number: 1, text: "c"))
    #expect(third != first)
  }

  @Test func `A job that runs is cancelled when its process knows`() async throws {
    let first = try await JobInstance(sharing: store)
    try first.handle { _, _ in try await Gate().opens() }
    let id = try await first.jobs.enqueue("letter", Letter(number: 1))
    _ = try await first.runs.waitForEvents(count: 1)
    let second = try await JobInstance(sharing: store)
    #expect(try await second.jobs.cancel(id))
    try await deployment.jobsSettle([.cancelled])
    #expect(first.errors.events.isEmpty)
  }

  @Test func `A job that throws a cancellation of its own accord has failed`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.retry(attempts: 1)) { _, _ in throw CancellationError() }
    try await instance.jobs.enqueue("letter", Letter(number: 1))
    try await deployment.jobsSettle([.failed])
  }

  @Test func `Progress is seen while a job runs`() async throws {
    let instance = try await JobInstance(sharing: store)
    let gate = Gate()
    try instance.handle { _, context in
      try await context.report(progress: 0.5)
      try await gate.opens()
    }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    try await deployment.waits("the progress") {
      try await store.jobs(.ids(id)).first?.progress == 0.5
    }
    gate.open()
    try await deployment.jobsSettle([.succeeded])
  }

  @Test func `The states of a job are told until it has ended`() async throws {
    let instance = try await JobInstance(sharing: store)
    let gate = Gate()
    try instance.handle { _, _ in try await gate.opens() }
    let id = try await instance.jobs.enqueue(
      "letter", Letter(number: 1), at: .now + .seconds(10))
    let states = EventRecorder<JobRecord.State>()
    let watching = Task {
      for await state in instance.jobs.states(of: id) {
        states.record(state)
        if state == .delayed { pass(.seconds(10), instance) }
        if state == .running { gate.open() }
      }
    }
    // The job is read again every 100 milliseconds. No time passes in the store, where the job's
    // lease would end while its process gets no processor.
    try await deployment.waits("the end of the job") {
      instance.clock.advance(by: .milliseconds(100))
      return states.events.last == .succeeded
    }
    await watching.value
    #expect(states.events.first == .delayed)
  }

  @Test func `A job of an ending process has its time, and then runs elsewhere`() async throws {
    let first = try await JobInstance(sharing: store)
    try first.handle { letter, _ in
      if letter.number == 1 { try await Gate().opens() }
    }
    try await first.jobs.enqueue("letter", Letter(number: 1))
    _ = try await first.runs.waitForEvents(count: 1)
    let draining = Task { await first.jobs.drain(within: .seconds(5)) }
    let worker = try first.jobs.work(at: nil).worker
    try await deployment.waits("the worker to drain") { await worker.isEnding }
    // Once, as a cancelled job that gets no processor is to keep the time in which it may return.
    first.clock.advance(by: .seconds(5))
    try await deployment.waits("the end") {
      try await store.jobs(JobFilter()).first?.state == .waiting
    }
    await draining.value
    #expect(try await store.jobs(JobFilter()).first?.attempt == 0)
    let second = try await JobInstance(sharing: store)
    try second.handle { _, _ in }
    try await deployment.jobsSettle([.succeeded])
  }

  @Test func `A job that ignores the end of its process is reported and left`() async throws {
    let instance = try await JobInstance(sharing: store)
    let gate = Gate()
    try instance.handle { _, _ in
      // Not cancelled with the job.
      await Task { try? await gate.opens() }.value
    }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    _ = try await instance.runs.waitForEvents(count: 1)
    let hasDrained = EventRecorder<Bool>()
    let draining = Task {
      await instance.jobs.drain(within: .seconds(5))
      hasDrained.record(true)
    }
    try await deployment.waits("the end") {
      instance.clock.advance(by: .milliseconds(500))
      return !hasDrained.events.isEmpty
    }
    await draining.value
    gate.open()
    #expect(try await store.jobs(.ids(id)).first?.state == .running)
    let error = instance.errors.events.last
    #expect(error?.code == .leaseLost)
    #expect(error?.message.contains("was still running when its process ended") == true)
  }

  @Test func `The end of a process waits for its jobs`() async throws {
    let instance = try await JobInstance(sharing: store)
    let gate = Gate()
    try instance.handle { _, _ in try await gate.opens() }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    _ = try await instance.runs.waitForEvents(count: 1)
    try await instance.jobs.enqueue("letter", Letter(number: 2))
    let ending = Task { await instance.manager.terminate() }
    gate.open()
    await ending.value
    #expect(try await store.jobs(.ids(id)).first?.state == .succeeded)
  }

  @Test func `No more jobs of a queue run at once than its limits`() async throws {
    let limit = JobQueueLimit(of: "default", inProcess: 2, inAll: 3)
    let (first, second) = (
      try await JobInstance(sharing: store, queues: [limit]),
      try await JobInstance(sharing: store, queues: [limit])
    )
    let gate = Gate()
    for instance in [first, second] { try instance.handle { _, _ in try await gate.opens() } }
    try await first.jobs.enqueue("letter", all: (1...5).map { Letter(number: $0) })
    try await deployment.waits("three runs") {
      first.runs.events.count + second.runs.events.count == 3
    }
    pass(.seconds(2), first, second)
    #expect(try await store.jobs(JobFilter(states: [.running])).count == 3)
    gate.open()
    try await deployment.jobsSettle(Array(repeating: .succeeded, count: 5))
  }

  @Test func `A job whose processes die is a dead letter after all its attempts`() async throws {
    _ = try await store.enqueue([NewJob(name: "letter", payload: #"{"number":1,"text":""}"#)])
    for owner in ["a", "b"] {
      let claims = try await store.claim(
        ["letter"], in: [ClaimableQueue(name: "default", room: 1)], as: owner, for: .seconds(1))
      #expect(claims.claims.count == 1)
      deployment.time.advance(by: .seconds(2))
    }
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.retry(attempts: 2)) { _, _ in }
    try await deployment.jobsSettle([.failed])
    #expect(instance.runs.events.isEmpty)
    #expect(instance.errors.events.map(\.code) == [.taskFailed])
  }

  // MARK: - Errors

  @Test func `Without a store, a job is an error that says what to call`() async throws {
    let manager = TaskManager()
    let error = await #expect(throws: TaskStoreError.self) {
      try await manager.jobs.enqueue("letter", 1)
    }
    #expect(error?.code == .noJobs)
    #expect(error?.message.contains("use(.sqlite") == true)
    #expect(error?.location?.fileID.hasSuffix("JobTests.swift") == true)
  }

  @Test func `A job that is not declared is an error, unless its queue is said`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle { _, _ in }
    let error = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.enqueue("lettr", Letter(number: 1))
    }
    #expect(error?.code == .unknownJob)
    #expect(error?.message.contains("did you mean 'letter'?") == true)
    let id = try await instance.jobs.enqueue("elsewhere", Letter(number: 1), queue: "mail")
    #expect(try await store.jobs(.ids(id)).first?.queue == "mail")
  }

  @Test func `A payload of another type is an error with both types`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle { _, _ in }
    let error = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.enqueue("letter", "text")
    }
    #expect(error?.code == .unfitPayload)
    #expect(error?.message.contains("'Letter'") == true)
    #expect(error?.message.contains("'String'") == true)
  }

  @Test func `A second job of a name is rejected`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle { _, _ in }
    let error = #expect(throws: TaskStoreError.self) { try instance.handle { _, _ in } }
    #expect(error?.code == .duplicateJob)
  }

  @Test func `A result that is not there says why`() async throws {
    let instance = try await JobInstance(sharing: store)
    try instance.handle { _, _ in }
    let id = try await instance.jobs.enqueue("letter", Letter(number: 1))
    let error = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.result(of: id, as: Int.self)
    }
    #expect(error?.message.contains("has no result: return one from its function") == true)
    let missing = await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.result(of: JobID(99), as: Int.self)
    }
    #expect(missing?.message.contains("no job 99 exists") == true)
  }
}
