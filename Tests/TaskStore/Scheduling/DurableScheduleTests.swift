import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@Suite struct DurableScheduleTests {
  let deployment = Deployment()
  let start = Deployment.start
  var store: SQLiteStore { deployment.store }

  @Test func `A fire time runs with its identity and a token, and the store has what became of it`()
    async throws
  {
    let instance = try await Instance(sharing: store, from: start + 10)
    try await deployment.waits("the schedule") {
      try await store.schedules(of: ["task"]).schedules["task"] != nil
    }
    #expect(instance.fires.events.isEmpty)
    deployment.pass(.seconds(10), instance)
    try await deployment.settles([.succeeded])
    deployment.pass(.seconds(10), instance)
    try await deployment.settles([.succeeded, .succeeded])
    #expect(
      instance.fires.events == [
        TaskFire(fireTime: start + 10, number: 1, task: "task", token: 1),
        TaskFire(fireTime: start + 20, number: 2, task: "task", token: 2),
      ])
    #expect(instance.manager.list.first?.nextFireTime == start + 30)
    #expect(instance.errors.events.isEmpty)
  }

  @Test func `Fire times while no instance ran are decided once, by the policy`() async throws {
    do {
      let instance = try await Instance(sharing: store, from: start)
      try await deployment.settles([.succeeded])
      #expect(instance.fires.events.map(\.number) == [1])
      instance.manager.stopStore()
    }
    // Two weeks of fire times.
    deployment.pass(.seconds(14 * 86_400 + 5))
    let instances = [
      try await Instance(sharing: store, from: start),
      try await Instance(sharing: store, from: start),
    ]
    try await deployment.settles([.succeeded, .succeeded])
    let fires = instances.flatMap(\.fires.events)
    #expect(fires.map(\.number) == [2])
    #expect(fires.first?.fireTime == start + 14 * 86_400)
    #expect(fires.first?.coalesced == 14 * 8_640 - 1)
    #expect(
      try await store.ledger(of: "task", limit: 1).first?.missed
        == MissedFires(
          count: 14 * 8_640 - 1, since: TaskTime(start + 10), reason: .coalesced))
  }

  @Test func `A task that catches up runs for each fire time, in order`() async throws {
    let traits: [TaskTrait] = [.misfire(.catchUp(upTo: 3))]
    do {
      let instance = try await Instance(sharing: store, from: start, traits: traits)
      try await deployment.settles([.succeeded])
      instance.manager.stopStore()
    }
    deployment.pass(.seconds(60))
    let instance = try await Instance(sharing: store, from: start, traits: traits)
    try await deployment.settles([.succeeded, .succeeded, .succeeded, .succeeded])
    #expect(instance.fires.events.map(\.fireTime) == [start + 40, start + 50, start + 60])
    let missed = try await store.ledger(of: "task", limit: 10).compactMap(\.missed)
    #expect(
      missed == [MissedFires(count: 3, since: TaskTime(start + 10), reason: .beyondCatchUp)])
  }

  @Test func `Of two instances, each fire time has one run`() async throws {
    let first = try await Instance(sharing: store, from: start)
    let second = try await Instance(sharing: store, from: start)
    try await deployment.settles([.succeeded])
    for count in 2...20 {
      deployment.pass(.seconds(10), first, second)
      try await deployment.settles(Array(repeating: .succeeded, count: count))
    }
    let fires = (first.fires.events + second.fires.events).sorted { $0.number < $1.number }
    #expect(fires.map(\.number) == Array(1...20))
    #expect(fires.map(\.token) == (1...20).map(Int64.init))
  }

  @Test
  func `A fire time that comes while a run goes on elsewhere is missed, as the task wants it`()
    async throws
  {
    let gate = Gate()
    let first = try await Instance(sharing: store, from: start) { _ in try await gate.opens() }
    try await deployment.settles([.running])
    let second = try await Instance(sharing: store, from: start)
    deployment.pass(.seconds(10), first, second)
    try await deployment.settles([.running, .missed])
    #expect(try await store.ledger(of: "task", limit: 1).first?.missed?.reason == .overlap)
    gate.open()
    try await deployment.settles([.succeeded, .missed])
    #expect(second.fires.events.isEmpty)
  }

  @Test func `A queued fire time runs when the run before it has ended, wherever`() async throws {
    let traits: [TaskTrait] = [.overlap(.queue(upTo: 5))]
    let gate = Gate()
    let first = try await Instance(sharing: store, from: start, traits: traits) { _ in
      try await gate.opens()
    }
    try await deployment.settles([.running])
    let second = try await Instance(sharing: store, from: start, traits: traits)
    deployment.pass(.seconds(10), first, second)
    try await deployment.settles([.running, .due])
    gate.open()
    try await deployment.settles([.succeeded, .succeeded])
  }

  @Test func `A task is paused for all instances, and runs once when it is resumed`() async throws {
    let first = try await Instance(sharing: store, from: start)
    let second = try await Instance(sharing: store, from: start)
    try await deployment.settles([.succeeded])
    try first.manager.pauseTask(named: "task")
    try await deployment.waits("the pause") { second.manager.list.first?.isPaused == true }
    for _ in 0..<3 { deployment.pass(.seconds(10), first, second) }
    try await deployment.waits("the due times to be held") {
      try await store.schedules(of: ["task"]).schedules["task"]?.progress.isHolding == true
    }
    try second.manager.resumeTask(named: "task")
    try await deployment.settles([.succeeded, .succeeded])
    try await deployment.waits("the end of the pause") {
      first.manager.list.first?.isPaused == false
    }
    #expect(try await store.ledger(of: "task", limit: 1).first?.missed?.count == 2)
  }

  @Test func `A task that is paused before the store knows it stays paused`() async throws {
    let instance = Instance()
    try await instance.manager.use(store)
    try instance.add(from: start)
    try instance.manager.pauseTask(named: "task")
    try await deployment.waits("the due time to be held") {
      try await store.schedules(of: ["task"]).schedules["task"]?.progress.isHolding == true
    }
    #expect(instance.manager.list.first?.isPaused == true)
    try instance.manager.resumeTask(named: "task")
    try await deployment.settles([.succeeded])
  }

  @Test func `A run that fails is in the ledger with its error`() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "no paper" }
    let instance = try await Instance(sharing: store, from: start) { _ in throw Broken() }
    try await deployment.settles([.failed])
    #expect(
      try await store.ledger(of: "task", limit: 1).first?.detail?.contains("no paper") == true)
    #expect(instance.errors.events.map(\.code) == [.taskFailed])
  }

  @Test func `Fire times of tasks that an instance does not know are left for others`() async throws
  {
    let first = try await Instance(sharing: store, from: start + 10)
    try await deployment.waits("the schedule") {
      try await store.schedules(of: ["task"]).schedules["task"] != nil
    }
    first.manager.stopStore()
    let other = Instance()
    try await other.manager.use(store)
    try other.add("other", from: start + 10)
    deployment.pass(.seconds(10), other)
    try await deployment.settles([.succeeded])
    #expect(try await store.ledger(of: "task", limit: 1).isEmpty)
    let second = try await Instance(sharing: store, from: start + 10)
    try await deployment.settles([.succeeded, .succeeded])
    #expect(second.fires.events.map(\.fireTime) == [start + 10])
  }

  @Test func `A changed definition keeps what is overdue, and is due by the new one from then on`()
    async throws
  {
    let first = try await Instance(sharing: store, from: start + 10)
    try await deployment.waits("the schedule") {
      try await store.schedules(of: ["task"]).schedules["task"] != nil
    }
    first.manager.stopStore()
    deployment.pass(.seconds(12))
    let second = Instance()
    try await second.manager.use(store)
    try second.add(from: start + 3)
    try await deployment.settles([.succeeded])
    #expect(second.fires.events.map(\.fireTime) == [start + 10])
    deployment.pass(.seconds(1), second)
    try await deployment.settles([.succeeded, .succeeded])
    #expect(second.fires.events.map(\.fireTime) == [start + 10, start + 13])
  }

  @Test func `A schedule without further fire times is removed when its last run has ended`()
    async throws
  {
    let instance = Instance()
    try await instance.manager.use(store)
    try instance.manager.scheduleTask(name: "once", date: start, traits: [.durable, .concurrent]) {
      (_: TaskContext) throws -> Void in
    }
    try await deployment.settles([.succeeded])
    try await deployment.waits("the end of the task") { instance.manager.list.isEmpty }
  }

  @Test func `A fixed delay counts from the end of the run, also of one elsewhere`() async throws {
    let gate = Gate()
    let traits: [TaskTrait] = [.fixedDelay]
    let first = try await Instance(sharing: store, from: start, traits: traits) { _ in
      try await gate.opens()
    }
    try await deployment.settles([.running])
    let second = try await Instance(sharing: store, from: start, traits: traits)
    deployment.pass(.seconds(7), first, second)
    gate.open()
    try await deployment.settles([.succeeded])
    try await deployment.waits("the next due time") {
      try await store.schedules(of: ["task"]).schedules["task"]?.progress.next
        == TaskTime(start + 17)
    }
    first.manager.stopStore()
    deployment.pass(.seconds(10), second)
    try await deployment.settles([.succeeded, .succeeded])
    #expect(second.fires.events.map(\.fireTime) == [start + 17])
  }

  @Test func `A fixed delay ends with its last run`() async throws {
    let instance = Instance()
    try await instance.manager.use(store)
    try instance.manager.scheduleTask(
      name: "twice", date: start, repeatCount: 2, timeInterval: 10,
      traits: [.durable, .concurrent, .fixedDelay]
    ) { (_: TaskContext) throws -> Void in }
    try await deployment.settles([.succeeded])
    try await deployment.waits("the next due time") {
      instance.manager.list.first?.nextFireTime != nil
    }
    deployment.pass(.seconds(10), instance)
    try await deployment.settles([.succeeded, .succeeded])
    try await deployment.waits("the end of the task") { instance.manager.list.isEmpty }
  }

  @Test func `A clock that a test moves brings the fire times of a store in memory`() async throws {
    let clock = ManualClock()
    let store = SQLiteStore.memory(clock: clock, startingAt: start)
    let instance = Instance()
    try await instance.manager.use(store)
    try instance.add(from: start + 3_600, traits: [.misfire(.skip)])
    try await deployment.waits("the schedule") {
      try await store.schedules(of: ["task"]).schedules["task"] != nil
    }
    clock.advance(by: .seconds(3_600))
    try await deployment.waits("the run") {
      try await instance.manager.storedLedger(of: "task").map(\.state) == [.succeeded]
    }
    #expect(instance.fires.events.map(\.fireTime) == [start + 3_600])
    #expect(await instance.manager.storeSummary == store.summary)
  }

  @Test func `Without a store there is no stored ledger and no summary`() async throws {
    let instance = Instance()
    #expect(try await instance.manager.storedLedger().isEmpty)
    #expect(await instance.manager.storeSummary == nil)
  }
}

/// A gate that stays open.
final class Gate: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  func open() { continuation.finish() }

  /// Returns when it is open.
  ///
  /// - Throws: An error if the task is cancelled before that.
  func opens() async throws {
    for await _ in stream {}
    try Task.checkCancellation()
  }
}
