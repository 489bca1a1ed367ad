import Foundation
import ModularityTestSupport
import TaskStore
import Testing

/// One of several instances of an app that share a store, on clocks that a test moves.
struct Instance: Sendable {
  let manager: TaskManager
  let clock = ManualClock()
  let errors = EventRecorder<TaskError>()
  /// The fire times that it has run for.
  let fires = EventRecorder<TaskFire>()

  init() {
    manager = TaskManager(clock: clock)
    manager.errorHandler = { [errors] in errors.record($0) }
  }

  /// Starts an instance with a task that is due every ten seconds from a date on.
  init(
    sharing store: some TaskStore, from date: Date, traits: [TaskTrait] = [],
    run: (@Sendable (TaskContext) async throws -> Void)? = nil
  ) async throws {
    self.init()
    try await manager.use(store, lease: .seconds(15))
    try add(from: date, traits: traits, run: run)
  }

  func add(
    _ name: String = "task", from date: Date, traits: [TaskTrait] = [],
    run: (@Sendable (TaskContext) async throws -> Void)? = nil
  ) throws {
    try manager.scheduleTask(
      name: name, date: date, repeatCount: .forever, timeInterval: 10,
      traits: [.durable, .concurrent] + traits
    ) { [fires] context async throws in
      if let fire = context.fire { fires.record(fire) }
      try await run?(context)
    }
  }
}

/// A store in memory, and the time that passes for it.
struct Deployment: Sendable {
  let time = ManualStoreClock()
  let store: SQLiteStore

  init() { store = SQLiteStore(at: nil, clock: time.clock) }

  /// The beginning of time.
  static let start = Date(timeIntervalSince1970: 1_893_456_000)

  /// Lets time pass for the store and some instances, which look at the store then.
  func pass(_ duration: Duration, _ instances: Instance...) {
    time.advance(by: duration)
    for instance in instances { instance.clock.advance(by: duration) }
    store.memoryHints.give()
  }

  /// Waits until the ledger has the expected states, the earliest fire time first.
  func settles(_ expected: [LedgerRecord.State]) async throws {
    try await waits("the ledger to be \(expected)") {
      try await store.ledger(of: nil, limit: 100).reversed().map(\.state) == expected
    }
  }

  /// Waits for something that happens on other threads, which may get no processor for minutes.
  func waits(_ what: String, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    var pause = Duration.milliseconds(1)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "waited for \(what) in vain")
      try await Task.sleep(for: pause)
      // Hundreds of tests wait at once.
      pause = min(pause * 2, .milliseconds(64))
    }
  }
}
