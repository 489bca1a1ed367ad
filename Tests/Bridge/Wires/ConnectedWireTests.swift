import Bridge
import Foundation
import Testing

extension RheaEvent {
  fileprivate static let login: RheaEvent = "connected.login"
  fileprivate static let other: RheaEvent = "connected.other"
}
extension TypedRheaEvent<Int> {
  fileprivate static var count: Self { Self("connected.count") }
}
extension RelayKey<Int> {
  fileprivate static var items: Self { Self("connected.items") }
}
extension RelayKey<String> {
  fileprivate static var state: Self { Self("connected.state") }
}

/// Adds a task that runs on demand and notes what it is told.
private func addTask(_ name: String, _ seen: Seen<String>) throws {
  try TaskManager.shared.injectEventTask(name: name, event: .demand) {
    (context: TaskContext) throws -> Void in
    let options = context.otherOptions.sorted { $0.key < $1.key }
    seen.note("\(name) " + options.map { "\($0.key)=\($0.value)" }.joined(separator: ","))
  }
}

@Suite struct ConnectedWireTests {
  @MainActor @Test func `An event runs tasks, which receive its value`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      try addTask("one", seen)
      try addTask("two", seen)
      Bridge.connect(.event(.login), to: .task("one", "two"))
      await Rhea.run(event: .login, param: ["user": "Ada"])
      await Rhea.run(event: .login, param: 7)
      await Rhea.run(event: .login)
      #expect(
        seen.values == [
          "one user=Ada", "two user=Ada", "one value=7", "two value=7", "one ", "two ",
        ])
    }
  }

  @MainActor @Test func `A cancelled wire carries nothing`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      try addTask("one", seen)
      let wire = Bridge.connect(.event(.login), to: .task("one"))
      #expect(wire.isConnected)
      await Rhea.run(event: .login)
      wire.cancel()
      wire.cancel()
      await Rhea.run(event: .login)
      #expect(seen.values == ["one "])
      #expect(!wire.isConnected)
      #expect(!Bridge.wires.contains { $0 === wire })
      #expect(Rhea.callbacks(for: .login).isEmpty)
    }
  }

  @MainActor @Test func `A wire carries only the included values`() async throws {
    await Bridge.withFreshState {
      let seen = Seen<Int>()
      Bridge.connect(.event(.count), to: .perform("note") { seen.note($0) }, where: { $0 > 2 })
      for number in 1...4 { await Rhea.run(event: .count, param: number) }
      #expect(seen.values == [3, 4])
    }
  }

  @MainActor @Test func `A map may change the type, and an error that it throws is reported`()
    async throws
  {
    struct TooMany: Error {}
    await Bridge.withFreshState {
      let errors = noteErrors()
      let seen = Seen<String>()
      let wire = Bridge.connect(
        .event(.count), to: .relay(.state),
        map: { number in
          if number > 9 { throw TooMany() }
          return "\(number) items"
        })
      let state = SharedRelay.of(.state, default: "none")
      state.whenDidSet { (changes: Changes<String>) in seen.note(changes.new) }
      await Rhea.run(event: .count, param: 3)
      await Rhea.run(event: .count, param: 10)
      #expect(seen.values == ["3 items"])
      #expect(errors.values.count == 1)
      #expect(
        errors.values.first?.contains("event connected.count -> relay connected.state") == true)
      #expect(wire.latestError?.code == .notDelivered)
      #expect(wire.deliveryCount == 2)
    }
  }

  @MainActor @Test func `A relay that is created later has its wires`() async throws {
    Bridge.withFreshState {
      let seen = Seen<Int>()
      Bridge.connect(.relay(.items), to: .event(.count))
      Rhea.on(.count, repeatable: true) { (number: Int) in seen.note(number) }
      let items = SharedRelay.of(.items, default: 0)
      items.set(4)
      items.set(5)
      #expect(seen.values == [4, 5])
    }
  }

  @MainActor @Test func `A wire from a relay ends with the relay or when cancelled`() async throws {
    Bridge.withFreshState {
      let seen = Seen<Int>()
      let items = SharedRelay.of(.items, default: 0)
      let wire = Bridge.connect(.relay(.items), to: .perform("note") { seen.note($0) })
      let changes = Bridge.connect(
        .changes(of: .items), to: .perform("difference") { seen.note($0.new - $0.old) })
      items.set(4)
      wire.cancel()
      items.set(6)
      changes.cancel()
      items.set(7)
      #expect(seen.values == [4, 4, 2])
    }
  }

  @MainActor @Test func `A wire may set a relay that does not exist yet`() async throws {
    await Bridge.withFreshState {
      Bridge.connect(.event(.count), to: .relay(.items))
      await Rhea.run(event: .count, param: 9)
      #expect(SharedRelay.existing(.items)?.value == 9)
    }
  }

  @MainActor @Test func `The steps of a task reach relays and events`() async throws {
    try await Bridge.withFreshState {
      let steps = Seen<String>()
      Bridge.connect(.task("work"), to: .perform("steps") { steps.note("\($0.state)") })
      Bridge.connect(
        .task("work", .succeeded, .failed), to: .relay(.state), map: { $0.state.name })
      try TaskManager.shared.injectEventTask(name: "work", event: .demand) {
        (context: TaskContext) throws -> Void in
        context.report(progress: 0.25)
        context.report(progress: .nan)
        context.report(progress: 7)
      }
      await Rhea.run(event: .login)
      await (try TaskManager.shared.runTask(named: "work")).finished()
      #expect(
        steps.values == [
          "scheduled", "running", "progress 25%", "progress 0%", "progress 100%", "succeeded",
        ])
      #expect(SharedRelay.existing(.state)?.value == "succeeded")
    }
  }

  @MainActor @Test func `The failure of a task is reported to its wires`() async throws {
    struct Broken: Error {}
    try await Bridge.withFreshState {
      TaskManager.shared.errorHandler = { _ in }
      Bridge.connect(.task("work", .failed), to: .event(.other))
      let seen = Seen<String>()
      Rhea.on(.other, repeatable: true) { (context: RheaContext) in
        seen.note((context.param as? TaskChange)?.state.name ?? "")
      }
      try TaskManager.shared.injectEventTask(name: "work", event: .demand) {
        (_: TaskContext) async throws -> Void in
        throw Broken()
      }
      await (try TaskManager.shared.runTask(named: "work")).finished()
      while seen.values.isEmpty { await Task.yield() }
      #expect(seen.values == ["failed"])
    }
  }

  @MainActor @Test func `Events of TaskKit reach RheaTime, and the other way around`() async throws
  {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      Bridge.connect(.taskEvent(.reserved2), to: .event(.other))
      Bridge.connect(.event(.login), to: .taskEvent(.reserved2))
      Rhea.on(.other, repeatable: true) { (context: RheaContext) in
        seen.note("\((context.param as? [String: any Sendable])?["user"] ?? "none")")
      }
      await Rhea.run(event: .login, param: ["user": "Ada"])
      _ = try await TaskManager.shared.run(.reserved2)
      #expect(seen.values == ["Ada", "none"])
    }
  }

  @MainActor @Test func `Each joined event triggers the other exactly once`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      let joint = Bridge.join(.login, with: .reserved2)
      Rhea.on(.login, repeatable: true) { seen.note("rhea") }
      try TaskManager.shared.injectEventTask(name: "listener", event: .reserved2) {
        (_: TaskContext) throws -> Void in
        seen.note("task")
      }
      await Rhea.run(event: .login)
      #expect(seen.values.sorted() == ["rhea", "task"])
      _ = try await TaskManager.shared.run(.reserved2)
      #expect(seen.values.sorted() == ["rhea", "rhea", "task", "task"])
      joint.there.cancel()
      joint.back.cancel()
      await Rhea.run(event: .login)
      #expect(seen.values.count == 5)
    }
  }

  @MainActor @Test func `A notification triggers an event with its plain values`() async throws {
    Bridge.withFreshState {
      let name = Notification.Name("connected.notification")
      let seen = Seen<String>()
      let wire = Bridge.connect(.notification(name), to: .event(.other), map: \.values)
      Rhea.on(.other, repeatable: true) { (context: RheaContext) in
        let values = (context.param as? [String: any Sendable]) ?? [:]
        seen.note(values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined())
      }
      NotificationCenter.default.post(
        name: name, object: nil, userInfo: ["id": 5, "object": NSObject(), 3: "three"])
      wire.cancel()
      NotificationCenter.default.post(name: name, object: nil)
      #expect(seen.values == ["id=5"])
    }
  }

  @MainActor @Test func `A wire to an unknown name is reported with the nearest name`()
    async throws
  {
    try await Bridge.withFreshState {
      let errors = noteErrors()
      try addTask("RefreshFeed", Seen())
      let wire = Bridge.connect(.event(.login), to: .task("RefrehFeed"))
      await Rhea.run(event: .login)
      #expect(errors.values.count == 1)
      #expect(errors.values.first?.contains("RefreshFeed") == true)
      #expect(wire.latestError?.fileID == "BridgeTests/ConnectedWireTests.swift")
    }
  }

  @MainActor @Test(arguments: [RheaEvent.load, .premain, .appDidFinishLaunching])
  func `A wire cannot trigger a built-in event`(event: RheaEvent) async {
    Bridge.withFreshState {
      let errors = noteErrors()
      let wire = Bridge.connect(.event(.login), to: .event(event))
      #expect(!wire.isConnected)
      #expect(errors.values.count == 1)
      #expect(errors.values.first?.contains("itself") == true)
    }
  }

  @MainActor @Test func `A wire cannot trigger the launch of TaskKit`() async {
    Bridge.withFreshState {
      let errors = noteErrors()
      #expect(!Bridge.connect(.event(.login), to: .taskEvent(.didFinishLaunching)).isConnected)
      #expect(errors.values.count == 1)
    }
  }
}
