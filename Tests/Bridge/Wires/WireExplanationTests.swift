import Bridge
import BridgeTestSupport
import Testing

extension RheaEvent {
  fileprivate static let asked: RheaEvent = "explained.asked"
}
extension RelayKey<String?> {
  fileprivate static var choice: Self { Self("explained.choice") }
}

@Suite struct WireExplanationTests {
  @Test func `An explanation says whether a wire carries values, and why not`() async {
    await Bridge.withFreshState {
      Bridge.errorHandler = { _ in }
      let wire = Bridge.connect(.event(.asked), to: .task("Missing"))
      #expect(
        "\(Bridge.explain(wire))" == """
          wire 'event explained.asked -> task Missing' (\(wire.location))
            connected at run time, is connected
            values carried: 0
            problems:
              \(wire.location): error: the wire 'event explained.asked -> task Missing' \
          (\(wire.location)) needs the task 'Missing', which does not exist. Correct the name, or \
          link the module that declares it.
          """)
      await Rhea.run(event: .asked)
      let explanation = Bridge.explain(wire)
      #expect(explanation.deliveryCount == 1)
      #expect(explanation.latestError?.code == .notDelivered)
      wire.cancel()
      #expect(!Bridge.explain(wire).isConnected)
    }
  }

  @MainActor @Test func `A wire carries the value of an optional`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      try TaskManager.shared.injectEventTask(name: "Take", event: .demand) {
        (context: TaskContext) throws -> Void in
        seen.note("\(context.otherOptions["value"] ?? "none")")
      }
      Bridge.connect(.relay(.choice), to: .task("Take"))
      let relay = SharedRelay.of(.choice, default: nil)
      relay.set("first")
      relay.set(nil)
      while seen.values.count < 2 { await Task.yield() }
      #expect(seen.values == ["first", "none"])
    }
  }

  @MainActor @Test func `A wire of a task that is done carries nothing at the end of the process`()
    async throws
  {
    try await Bridge.withFreshState {
      let seen = Seen<Int>()
      try TaskManager.shared.injectEventTask(name: "Load", event: .reserved1) {
        (_: TaskContext) throws -> Void in
      }
      Bridge.connect(.task("Load", .succeeded), to: .event(.asked))
      Rhea.on(.asked, repeatable: true) { seen.note(1) }
      try await TaskManager.shared.run(.reserved1)
      await TaskManager.shared.shutDown()
      #expect(seen.values == [1])
    }
  }

  @Test func `A synchronous body has a fresh state of all products, too`() throws {
    try Bridge.withFreshState {
      try Khala.route("kl://Explained.route/f") { _ in 1 }
      Rhea.trigger(event: .asked)
      _ = SharedRelay.of(.choice, default: "inside")
      let answer = try Khala(str: "kl://Explained.route/f")?.call(as: Int.self)
      #expect(answer == 1)
    }
    #expect(!Rhea.hasFired(.asked))
    #expect(SharedRelay.existing(.choice) == nil)
    #expect(!Khala.routes.routes.contains { $0.pattern.contains("Explained.route") })
  }

  @Test(.freshModules(including: { $0.module != "BridgeTests" }), arguments: 1...3)
  func `A test with fresh modules has a state of its own, with the chosen declarations`(
    number: Int
  ) {
    #expect(!Rhea.hasFired(.asked))
    Rhea.trigger(event: .asked)
    #expect(!Bridge.wires.contains { $0.location.module == "BridgeTests" })
    #expect(!Rhea.events.isEmpty)
  }
}

@Suite(.freshModules) struct FreshModulesTests {
  @Test(arguments: 1...3) func `Each test of a suite has a fresh state`(number: Int) {
    #expect(!Rhea.hasFired(.asked))
    Rhea.trigger(event: .asked)
    #expect(Rhea.hasFired(.asked))
  }
}
