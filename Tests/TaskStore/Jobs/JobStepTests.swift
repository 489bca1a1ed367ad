import ModularityTestSupport
import Testing

@testable import TaskStore

/// Steps, sleeps and signals of jobs that processes run, on a clock that the test moves.
@Suite struct JobStepTests {
  private struct Failure: Error {}
  private struct Answer: Codable, Sendable, Hashable { var number: Int }

  let deployment = Deployment()
  /// The bodies that have run.
  let effects = EventRecorder<String>()
  var store: SQLiteStore { deployment.store }

  /// Runs a job "trip", and returns its identifier.
  private func run(
    _ traits: JobTrait<Int>...,
    function: @escaping @Sendable (JobContext) async throws -> Void
  ) async throws -> (instance: JobInstance, id: JobID) {
    let instance = try await JobInstance(sharing: store)
    try instance.jobs.handle("trip", traits: traits) { (_: Int, context) async throws in
      try await function(context)
    }
    return (instance, try await instance.jobs.enqueue("trip", 1))
  }

  private func record(_ id: JobID) async throws -> JobRecord? {
    try await store.jobs(.ids(id)).first
  }

  private func pass(_ duration: Duration, _ instance: JobInstance) {
    deployment.time.advance(by: duration)
    instance.clock.advance(by: duration)
    store.memoryHints.give()
  }

  /// Waits until a job waits for a signal.
  private func waits(_ id: JobID, for signal: String) async throws {
    try await deployment.waits("the signal '\(signal)'") {
      try await record(id)?.signal == signal
    }
  }

  @Test func `A retry returns the results of completed steps, and runs the failed one again`()
    async throws
  {
    let (instance, id) = try await run(.retry(attempts: 3, backoff: .constant(.zero))) {
      [effects] context in
      let account = try await context.step("account") {
        effects.record("account")
        return Answer(number: 7)
      }
      try await context.step("mail") {
        effects.record("mail \(account.number)")
        guard context.attempt == 2 else { throw Failure() }
      }
      effects.record("end")
    }
    try await deployment.jobsSettle([.succeeded])
    #expect(effects.events == ["account", "mail 7", "mail 7", "end"])
    #expect(try await store.steps(of: id).map(\.name) == ["account", "mail"])
    #expect(try await instance.jobs.steps(of: id).map(\.result) == [#"{"number":7}"#, nil])
  }

  @Test func `A sleeping job holds no claim, and goes on after its sleep`() async throws {
    let (instance, id) = try await run { [effects] context in
      try await context.step("before") { effects.record("before") }
      try await context.sleep(for: .days(2), name: "trial")
      try await context.step("after") { effects.record("after") }
    }
    try await deployment.jobsSettle([.delayed])
    #expect(try await record(id)?.attempt == 0)
    #expect(effects.events == ["before"])
    pass(.days(1), instance)
    try await deployment.jobsSettle([.delayed])
    pass(.days(1), instance)
    try await deployment.jobsSettle([.succeeded])
    #expect(effects.events == ["before", "after"])
    #expect(try await store.steps(of: id).map(\.kind) == [.step, .sleep, .step])
    #expect(try await record(id)?.attempt == 1)
  }

  @Test func `A job that is woken early sleeps on, and one that is made due does not`() async throws
  {
    let (instance, id) = try await run { [effects] context in
      effects.record("start")
      try await context.sleep(until: TaskTime(Deployment.start) + .days(2))
      try await context.sleep(for: .days(1))
    }
    try await deployment.jobsSettle([.delayed])
    #expect(try await instance.jobs.cancel(id))
    #expect(try await instance.jobs.retry(id))
    try await deployment.waits("another start") { effects.events.count == 2 }
    try await deployment.jobsSettle([.delayed])
    #expect(try await record(id)?.dueTime == TaskTime(Deployment.start) + .days(2))
    #expect(try await instance.jobs.makeDue(.ids(id)) == 1)
    try await deployment.waits("a third start") { effects.events.count == 3 }
    try await deployment.jobsSettle([.delayed])
    #expect(try await store.steps(of: id).map(\.name) == ["", ""])
  }

  @Test func `A signal wakes a job with its payload, and one may be there before`() async throws {
    let (instance, id) = try await run { [effects] context in
      let first = try await context.signal("first", as: Answer.self)
      effects.record("first \(first.number)")
      let second: Answer = try await context.signal("second")
      effects.record("second \(second.number)")
    }
    try await instance.jobs.signal("second", Answer(number: 2), to: id)
    try await waits(id, for: "first")
    #expect(try await record(id)?.dueTime == StoredStep.noDeadline)
    try await instance.jobs.signal("first", Answer(number: 1), to: id)
    try await deployment.jobsSettle([.succeeded])
    #expect(effects.events.suffix(2) == ["first 1", "second 2"])
  }

  @Test func `A signal that does not arrive in time is an error that each attempt gets`()
    async throws
  {
    let (instance, id) = try await run(.retry(attempts: 2, backoff: .constant(.zero))) {
      [effects] context in
      do {
        let answer = try await context.signal("go", as: Answer.self, within: .days(14))
        effects.record("\(answer)")
      } catch let timeout as JobSignalTimeout {
        effects.record("\(timeout)")
        guard context.attempt == 2 else { throw Failure() }
      }
    }
    try await waits(id, for: "go")
    pass(.days(14), instance)
    try await deployment.jobsSettle([.succeeded])
    let words = "the signal 'go' did not arrive in time"
    #expect(effects.events == [words, words])
    #expect(try await store.steps(of: id).map(\.kind) == [.timeout])
  }

  @Test func `A job that does not catch a timeout fails at once`() async throws {
    let (instance, id) = try await run { context in
      _ = try await context.signal("go", as: Answer.self, within: .seconds(1))
    }
    try await waits(id, for: "go")
    pass(.seconds(1), instance)
    try await deployment.jobsSettle([.failed])
    #expect(try await record(id)?.detail == "the signal 'go' did not arrive in time")
    await #expect(throws: TaskStoreError.self) {
      try await instance.jobs.signal("go", Answer(number: 1), to: id)
    }
  }

  @Test func `A caught suspension is thrown again by all calls, and suspends a job that returns`()
    async throws
  {
    let (instance, id) = try await run { [effects] context in
      try? await context.sleep(for: .days(2))
      do {
        try await context.step("next") { effects.record("next") }
        try await context.report(progress: 0.5)
      } catch {
        effects.record("\(error)")
      }
    }
    try await deployment.jobsSettle([.delayed])
    #expect(effects.events == ["sleeps, and runs again from its start"])
    #expect(try await store.steps(of: id).count == 1)
    pass(.days(2), instance)
    try await deployment.jobsSettle([.succeeded])
    #expect(effects.events.last == "next")
  }

  @Test func `A cancelled job ends while it sleeps, and while a step runs`() async throws {
    let (instance, id) = try await run { context in try await context.sleep(for: .days(2)) }
    try await deployment.jobsSettle([.delayed])
    #expect(try await instance.jobs.cancel(id))
    try await deployment.jobsSettle([.cancelled])
    try instance.jobs.handle("long") { [effects] (_: Int, context: JobContext) async throws in
      try await context.step("long") {
        effects.record("runs")
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    let long = try await instance.jobs.enqueue("long", 1)
    try await deployment.waits("the step") { effects.events == ["runs"] }
    #expect(try await instance.jobs.cancel(long))
    try await deployment.jobsSettle([.cancelled, .cancelled])
    #expect(try await store.steps(of: long).isEmpty)
  }

  @Test func `A job without steps reads and writes none`() async throws {
    let (instance, id) = try await run { context in try await context.report(progress: 1) }
    try await deployment.jobsSettle([.succeeded])
    #expect(try await instance.jobs.steps(of: id).isEmpty)
  }

  @Test func `Steps of a context that a test makes run, and the signals are those it is given`()
    async throws
  {
    let context = JobContext(id: JobID(1), name: "trip", signals: ["go": Answer(number: 7)])
    #expect(try await context.step("one") { 1 } == 1)
    try await context.sleep(for: .days(2))
    try await context.sleep(until: StoredStep.noDeadline)
    #expect(try await context.signal("go", as: Answer.self) == Answer(number: 7))
    await #expect(throws: JobSignalTimeout(signal: "stop")) {
      _ = try await context.signal("stop", as: Answer.self)
    }
  }
}

/// Mistakes in the steps of a job end it at once, with an error that says where.
@Suite struct JobStepMistakeTests {
  let deployment = Deployment()
  var store: SQLiteStore { deployment.store }

  /// Runs a job with stored steps, and returns its detail after it has failed in its first attempt.
  private func failure(
    stored: [NewStep] = [],
    of function: @escaping @Sendable (JobContext) async throws -> Void
  ) async throws -> String {
    let id = try #require(try await store.enqueue([NewJob(name: "trip", payload: "1")]).first?.id)
    if !stored.isEmpty {
      let queue = ClaimableQueue(name: "default", room: 1)
      let claims = try await store.claim(["trip"], in: [queue], as: "old", for: .seconds(60)).claims
      let claim = try #require(claims.first)
      for step in stored { _ = try await store.record(step, of: claim) }
      _ = try await store.complete([JobCompletion(claim: claim, outcome: .returned)])
    }
    let instance = try await JobInstance(sharing: store)
    try instance.jobs.handle("trip") { (_: Int, context: JobContext) async throws in
      try await function(context)
    }
    try await deployment.jobsSettle([.failed])
    let record = try #require(try await store.jobs(.ids(id)).first)
    #expect(record.attempt == 1)
    return record.detail ?? ""
  }

  private static let one = NewStep(number: 1, name: "one", work: .step(result: "1"))

  @Test func `A step in the place of another names both, and the job goes on after the fix`()
    async throws
  {
    let detail = try await failure(stored: [Self.one]) { context in
      // Caught errors end the job, too.
      _ = try? await context.step("two", fileID: "Shop/Trip.swift", line: 7) { 2 }
    }
    #expect(
      detail == """
        Shop/Trip.swift:7: the job 1, 'trip', calls the step 'two' as step 1, but has stored the \
        step 'one' there: restore it and retry the job, or give the job of the new code another \
        name.
        """)
    let fixed = try await JobInstance(sharing: store)
    try fixed.jobs.handle("fixed", traits: [.formerly("trip")]) {
      (_: Int, context: JobContext) async throws in
      #expect(try await context.step("one") { 0 } == 1)
      #expect(try await context.step("two") { 2 } == 2)
    }
    #expect(try await fixed.jobs.steps(of: JobID(1)).map(\.name) == ["one"])
  }

  @Test func `A sleep and a signal do not take the place of a step`() async throws {
    let sleep = try await failure(stored: [Self.one]) { context in
      try await context.sleep(for: .seconds(1))
    }
    #expect(sleep.contains("calls a sleep as step 1, but has stored the step 'one' there"))
  }

  @Test func `A signal in the place of a sleep is an error`() async throws {
    let sleep = NewStep(number: 1, name: "", work: .sleep(until: .now))
    let detail = try await failure(stored: [sleep]) { context in
      _ = try await context.signal("go", as: Int.self)
    }
    #expect(detail.contains("calls the signal 'go' as step 1, but has stored a sleep there"))
  }

  @Test func `A stored result of another type is an error`() async throws {
    let detail = try await failure(stored: [Self.one]) { context in
      _ = try await context.step("one") { "text" }
    }
    #expect(detail.contains("has stored a value of another type for the step 'one': it cannot"))
  }

  @Test func `A name that two steps have is an error`() async throws {
    let detail = try await failure { context in
      try await context.step("one") {}
      try await context.step("one") {}
    }
    #expect(detail.contains("calls two steps 'one': give each its own name."))
  }

  @Test func `A step inside a step is an error`() async throws {
    let detail = try await failure { context in
      try await context.step("outer", fileID: "Shop/Trip.swift", line: 7) {
        try await context.sleep(for: .seconds(1))
      }
    }
    #expect(
      detail.contains("calls a sleep while the step 'outer' (Shop/Trip.swift:7) runs: call one"))
  }

  @Test func `A step that failed can be called again in the same attempt`() async throws {
    struct Failure: Error {}
    let instance = try await JobInstance(sharing: store)
    try instance.jobs.handle("trip") { (_: Int, context: JobContext) async throws in
      try? await context.step("one") { throw Failure() }
      try await context.step("one") {}
    }
    let id = try await instance.jobs.enqueue("trip", 1)
    try await deployment.jobsSettle([.succeeded])
    #expect(try await store.steps(of: id).map(\.number) == [1])
  }
}
