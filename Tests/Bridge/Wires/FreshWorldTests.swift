import Bridge
import Dispatch
import Testing

extension RheaEvent {
  fileprivate static let worked: RheaEvent = "world.worked"
}
extension RelayKey<Int> {
  fileprivate static var count: Self { Self("world.count") }
}

/// How a task of a test runs.
private enum Manner: CaseIterable {
  case worker, main, suspending, tried

  /// Adds a task that runs in this manner.
  func inject(
    into manager: TaskManager, name: String, _ body: @escaping @Sendable () -> Void
  ) throws {
    switch self {
    case .worker:
      try manager.injectEventTask(name: name, event: .demand, traits: [.concurrent]) {
        (_: TaskContext) throws -> Void in body()
      }
    case .main:
      try manager.injectEventTask(name: name, event: .demand) {
        (_: TaskContext) throws -> Void in body()
      }
    case .suspending:
      try manager.injectEventTask(name: name, event: .demand) {
        (_: TaskContext) async throws -> Void in
        await Task.yield()
        body()
      }
    case .tried:
      try manager.injectEventTask(
        name: name, event: .demand, traits: [.retry(attempts: 2), .timeout(.seconds(3600))]
      ) { (context: TaskContext) async throws -> Void in
        await Task.yield()
        struct Again: Error {}
        if context.attempt == 1 { throw Again() }
        body()
      }
    }
  }
}

/// What tasks do in a fresh state stays there, wherever they run.
@Suite struct FreshWorldTests {
  @Test(arguments: Manner.allCases)
  fileprivate func `A task uses the events and relays of its scope`(
    manner: Manner
  ) async throws {
    try await Bridge.withFreshState {
      let (manager, relay) = (TaskManager.shared, SharedRelay.of(.count, default: 0))
      try manner.inject(into: manager, name: "work") {
        #expect(TaskManager.shared === manager)
        SharedRelay.of(.count, default: 100).modify { $0 += 1 }
        Rhea.trigger(event: .worked, sticky: true)
      }
      let dispatch = try manager.runTask(named: "work")
      await dispatch.finished()
      #expect(relay.value == 1)
      #expect(Rhea.hasFired(.worked))
    }
    #expect(SharedRelay.existing(RelayKey<Int>.count) == nil)
    #expect(!Rhea.hasFired(.worked))
  }

  @Test(arguments: Manner.allCases)
  fileprivate func `Wires that a task connects belong to its scope`(
    manner: Manner
  ) async throws {
    try await Bridge.withFreshState {
      let before = Bridge.wires.count
      try manner.inject(into: .shared, name: "work") {
        Bridge.connect(.event(.worked), to: .perform("nothing") { _ in })
      }
      await (try TaskManager.shared.runTask(named: "work")).finished()
      #expect(Bridge.wires.count == before + 1)
    }
  }

  @Test func `Scheduled tasks run in the scope in which their manager was created`()
    async throws
  {
    try await Bridge.withFreshState {
      let manager = TaskManager.shared
      SharedRelay.of(.count, default: 1).set(2)
      let (stream, done) = AsyncStream<Int>.makeStream()
      try manager.scheduleTask(name: "tick", timeInterval: 0.001, traits: [.concurrent]) {
        (_: TaskContext) throws -> Void in
        #expect(TaskManager.shared === manager)
        done.yield(SharedRelay.of(.count, default: 7).value)
      }
      for await value in stream {
        #expect(value == 2)
        break
      }
    }
  }

  @Test func `An observer on a queue runs in the scope of the code that makes the change`()
    async throws
  {
    let queue = DispatchQueue(label: "FreshWorldTests")
    await Bridge.withFreshState {
      let relay = SharedRelay.of(.count, default: 0)
      await withCheckedContinuation { continuation in
        relay.addDidSet { @Sendable (_: Changes<Int>) in
          #expect(SharedRelay.existing(RelayKey<Int>.count) === relay)
          continuation.resume()
        }.observe(on: queue)
        relay.set(1)
      }
    }
  }

  @Test func `The second of two events is triggered in the scope of the first`() async throws {
    try await Bridge.withFreshState {
      let relay = SharedRelay.of(.count, default: 0)
      for event in [TaskEvent.reserved1, .reserved2] {
        try TaskManager.shared.injectEventTask(
          name: "\(event)", event: event, traits: [.concurrent]
        ) { (_: TaskContext) throws -> Void in
          SharedRelay.of(.count, default: 100).modify { $0 += 1 }
        }
      }
      await TaskManager.shared.trigger([.reserved1, .reserved2]).finished()
      #expect(relay.value == 2)
    }
  }

  @Test func `A stub around a task that runs on a worker answers its calls`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<Int>()
      try TaskManager.shared.injectEventTask(
        name: "work", event: .demand, traits: [.concurrent]
      ) { (_: TaskContext) throws -> Void in
        seen.note(try Khala(str: "kl://FreshWorld/answer")?.call(as: Int.self) ?? 0)
      }
      try await Khala.withStub("kl://FreshWorld/answer", returning: 42) {
        _ = await (try TaskManager.shared.runTask(named: "work")).finished()
      }
      #expect(seen.values == [42])
    }
  }
}
