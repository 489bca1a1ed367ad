import Foundation
import ModularityTestSupport
import Synchronization
import TaskStore
import Testing

@Suite struct LeaseTests {
  let deployment = Deployment()
  let start = Deployment.start
  var store: SQLiteStore { deployment.store }

  @Test func `A run that takes longer than its lease keeps it`() async throws {
    let gate = Gate()
    let connection = FailingStore(store)
    let instance = try await Instance(sharing: connection, from: start) { _ in
      try await gate.opens()
    }
    try await deployment.settles([.running])
    let other = try await Instance(sharing: store, from: start)
    for _ in 0..<20 {
      let before = connection.renewals
      // The next fire time, the next claim, the end of the lease and its extension, all of which
      // wait by the clock.
      try await instance.clock.sleepers(atLeast: 4)
      deployment.pass(.seconds(5), instance, other)
      try await deployment.waits("the lease to be extended") { connection.renewals > before }
    }
    gate.open()
    try await deployment.waits("the end") {
      try await store.ledger(of: "task", limit: 100).last?.state == .succeeded
    }
    #expect(try await store.ledger(of: "task", limit: 100).last?.claims == 1)
    #expect(instance.errors.events.isEmpty)
  }

  @Test func `An instance that is stopped is taken over from within its lease and a second`()
    async throws
  {
    let gate = Gate()
    let connection = FailingStore(store)
    // Its clock stands still, and it does not reach the store, as a process that is stopped.
    let stopped = try await Instance(sharing: connection, from: start) { _ in
      try await gate.opens()
    }
    _ = try await stopped.fires.waitForEvents(count: 1)
    connection.fails(true)
    let other = try await Instance(sharing: store, from: start)
    deployment.pass(.milliseconds(14_999), other)
    try await deployment.waits("the next due time to be missed") {
      try await store.ledger(of: "task", limit: 10).count == 2
    }
    #expect(other.fires.events.isEmpty)
    deployment.pass(.seconds(1), other)
    try await deployment.waits("the takeover") { other.fires.events.count == 1 }
    #expect(other.fires.events.first?.fireTime == start)
    #expect(other.fires.events.first?.token == 2)
    try await deployment.waits("the end") {
      try await store.ledger(of: "task", limit: 10).last?.state == .succeeded
    }
    // It goes on, and what it reports comes too late.
    gate.open()
    connection.fails(false)
    try await deployment.waits("the rejection") {
      store.memoryHints.give()
      return stopped.errors.events.contains { $0.code == .leaseLost }
    }
    #expect(try await store.ledger(of: "task", limit: 10).last?.owner?.isEmpty == false)
    #expect(try await store.ledger(of: "task", limit: 10).last?.claims == 2)
  }

  @Test func `Work is cancelled before its lease ends, when the store cannot be reached`()
    async throws
  {
    let failing = FailingStore(store)
    let ended = EventRecorder<Duration>()
    let box = Mutex<ManualClock?>(nil)
    let instance = try await Instance(sharing: failing, from: start) { _ in
      defer { ended.record(box.withLock { $0?.now.offset ?? .zero }) }
      try await Gate().opens()
    }
    box.withLock { $0 = instance.clock }
    _ = try await instance.fires.waitForEvents(count: 1)
    failing.fails(true)
    // Past the margin, and not to the end of the lease.
    deployment.pass(.seconds(14), instance)
    let times = try await ended.waitForEvents(count: 1)
    #expect(times == [.seconds(14)])
    // However often it is tried, the outage is reported once.
    for _ in 0..<5 { deployment.pass(.seconds(1), instance) }
    try await deployment.waits("the report") {
      instance.errors.events.contains { $0.code == .storeFailed }
    }
    #expect(instance.errors.events.count { $0.code == .storeFailed } == 1)
  }

  @Test func `A fire time that an ending process gives up runs elsewhere at once`() async throws {
    let first = try await Instance(sharing: store, from: start) { _ in try await Gate().opens() }
    try await deployment.settles([.running])
    let second = try await Instance(sharing: store, from: start)
    _ = try await first.fires.waitForEvents(count: 1)
    first.manager.stopStore()
    try first.manager.cancelTask(named: "task")
    try await deployment.waits("the run elsewhere") { second.fires.events.count == 1 }
    try await deployment.settles([.succeeded])
    #expect(second.fires.events.first?.token == 2)
  }

  @Test func `A fire time whose runs end their processes is given up after some`() async throws {
    _ = try await store.commit([
      ScheduleChange(
        task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
        decided: [DecidedTime(fireTime: TaskTime(start), number: 1)])
    ])
    let queue = ScheduleChange.queue(of: "task")
    for owner in ["first", "second"] {
      let claimed = try await store.claim(
        [queue], in: [ClaimableQueue(name: queue, room: 1)], as: owner, for: .seconds(1))
      #expect(claimed.claims.count == 1)
      deployment.time.advance(by: .seconds(2))
    }
    let instance = Instance()
    try await instance.manager.use(store, maximumClaims: 2)
    try instance.add(from: start + 1_000)
    try await deployment.settles([.failed])
    #expect(
      try await store.ledger(of: "task", limit: 1).first?.detail?.contains("2 processes") == true)
    #expect(instance.fires.events.isEmpty)
    #expect(instance.errors.events.map(\.code) == [.neverEnded])
  }

  @Test func `A fire time that is given back has no claim that failed`() async throws {
    let first = try await Instance(sharing: store, from: start) { _ in try await Gate().opens() }
    _ = try await first.fires.waitForEvents(count: 1)
    first.manager.stopStore()
    try first.manager.cancelTask(named: "task")
    try await deployment.settles([.due])
    #expect(try await store.ledger(of: "task", limit: 1).first?.claims == 0)
  }

  @Test func `Cancelling a task is the end of its fire time`() async throws {
    let instance = try await Instance(sharing: store, from: start) { _ in try await Gate().opens() }
    _ = try await instance.fires.waitForEvents(count: 1)
    try instance.manager.cancelTask(named: "task")
    try await deployment.settles([.cancelled])
  }
}

/// A store that can fail.
final class FailingStore: ForwardingStore {
  struct Outage: Error {}

  let base: SQLiteStore
  private let isFailing = Mutex(false)
  private let renewalCount = Atomic(0)

  init(_ base: SQLiteStore) { self.base = base }

  func fails(_ fails: Bool) { isFailing.withLock { $0 = fails } }

  /// The number of calls that have extended leases.
  var renewals: Int { renewalCount.load(ordering: .relaxed) }

  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64> {
    let renewed = try await store.renew(claims, for: lease)
    renewalCount.add(1, ordering: .relaxed)
    return renewed
  }

  var store: SQLiteStore {
    get throws {
      if isFailing.withLock(\.self) { throw Outage() }
      return base
    }
  }
}
