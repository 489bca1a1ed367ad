import Bridge
import SectionRegistry
import Testing

extension RheaEvent {
  fileprivate static let login: RheaEvent = "declared.login"
}
extension TypedRheaEvent<Int> {
  fileprivate static var count: Self { Self("declared.count") }
}
extension RelayKey<Int> {
  fileprivate static var items: Self { Self("declared.items") }
}
extension RelayKey<String> {
  fileprivate static var state: Self { Self("declared.state") }
}

@KhalaModule final class DeclaredWireFeed {
  static let told = Seen<String>()

  func reload(user: String?) { Self.told.note(user ?? "none") }
}

#bridge(on: .login, run: "declared.a", "declared.b")
#bridge(on: .count, run: "declared.a", where: { $0 > 3 })
#bridge(on: .relay(.items), run: "declared.b") { $0 > 10 }
#bridge(on: .login, call: "kl://DeclaredWireFeed/reload")
#bridge(on: .relay(.items), to: .event(.count))
#bridge(on: .task("declared.a", .succeeded, .failed), to: .relay(.state), map: { "\($0)" })
#bridge(on: .call("kl://DeclaredWireFeed/{name}"), to: .event("declared.called"))
#bridge(join: "declared.left", with: .reserved1)

private enum DeclaredWireTask: TaskKind {}

#bridge(on: "declared.kind", run: DeclaredWireTask.self)
#bridge(on: .task(DeclaredWireTask.self, .succeeded), to: .relay(.state), map: { $0.task })

private enum Holder {
  #bridge(on: "declared.inType", call: "kl://DeclaredWireFeed/reload?user=type")
}

/// Adds the tasks that the wires above lead to.
private func addTasks(_ seen: Seen<String>) throws {
  for name in ["declared.a", "declared.b"] {
    try TaskManager.shared.injectEventTask(name: name, event: .demand) {
      (context: TaskContext) throws -> Void in
      seen.note("\(name) \(context["value"] ?? "-")")
    }
  }
}

/// One at a time, as routing classes are those of the process.
@Suite(.serialized) struct DeclaredWireTests {
  @MainActor @Test func `Declared wires carry their values`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      try addTasks(seen)
      let before = DeclaredWireFeed.told.values.count
      await Rhea.run(event: .login, param: 7)
      #expect(seen.values == ["declared.a 7", "declared.b 7"])
      #expect(Array(DeclaredWireFeed.told.values[before...]) == ["none"])
      #expect(SharedRelay.existing(.state)?.value == "declared.a: succeeded")
      await Rhea.run(event: .count, param: 3)
      await Rhea.run(event: .count, param: 4)
      #expect(seen.values.dropFirst(2) == ["declared.a 4"])
    }
  }

  @MainActor @Test func `A wire runs and follows a task that a type names`() async throws {
    try await Bridge.withFreshState {
      let seen = Seen<String>()
      try TaskManager.shared.injectEventTask(name: "DeclaredWireTask", event: .demand) {
        (context: TaskContext) throws -> Void in
        seen.note("\(context["value"] ?? "-")")
      }
      await Rhea.run(event: "declared.kind", param: 7)
      #expect(seen.values == ["7"])
      #expect(SharedRelay.existing(.state)?.value == "DeclaredWireTask")
      let wires = Bridge.wires.map { "\($0)" }.filter { $0.contains("DeclaredWireTask") }
      #expect(wires.count == 2)
    }
  }

  @MainActor @Test func `A relay is wired to an event and to a task`() async throws {
    try Bridge.withFreshState {
      let seen = Seen<String>()
      try addTasks(seen)
      SharedRelay.of(.items, default: 0).set(5)
      #expect(seen.values == ["declared.a 5"])
      SharedRelay.of(.items, default: 0).set(11)
      #expect(seen.values.sorted() == ["declared.a 11", "declared.a 5", "declared.b 11"])
    }
  }

  @MainActor @Test func `A wire may be declared in a type, and two ends may be joined`()
    async throws
  {
    try await Bridge.withFreshState {
      let before = DeclaredWireFeed.told.values.count
      await Rhea.run(event: "declared.inType")
      #expect(Array(DeclaredWireFeed.told.values[before...]) == ["type"])
      let seen = Seen<String>()
      Rhea.on("declared.left") { seen.note("left") }
      _ = try await TaskManager.shared.run(.reserved1)
      #expect(seen.values == ["left"])
    }
  }

  @Test func `The record has both ends, as far as known at compile time`() throws {
    let records = SectionRegistry.records(of: "wire")
      .filter { $0.fileID == "BridgeTests/DeclaredWireTests.swift" }
    #expect(
      records.map(\.key) == [
        "event .login -> task declared.a, declared.b",
        "event .count -> task declared.a",
        "relay .items -> task declared.b",
        "event .login -> call kl://DeclaredWireFeed/reload",
        "relay .items -> event .count",
        "task declared.a (succeeded, failed) -> relay .state",
        "call kl://DeclaredWireFeed/{name} -> event declared.called",
        "event declared.left <-> taskEvent reserved1",
        "event declared.kind -> task DeclaredWireTask",
        "task DeclaredWireTask (succeeded) -> relay .state",
        "event declared.inType -> call kl://DeclaredWireFeed/reload?user=type",
      ])
    #expect(
      records[0].detail == """
        {"from":{"kind":"event","name":".login","unresolved":true},"to":{"kind":"task","name":\
        "declared.a","names":["declared.a","declared.b"]}}
        """)
    #expect(
      records[5].detail == """
        {"from":{"kind":"task","name":"declared.a","states":["succeeded","failed"]},"mapped":true,\
        "to":{"kind":"relay","name":".state","unresolved":true}}
        """)
    #expect(records[2].detail.contains(#""filtered":true"#))
    #expect(records[7].detail.contains(#""joined":true"#))
    #expect(
      records.map { $0.flags.contains(.unresolvedKey) } == [
        true, true, true, true, true, true, false, false, false, true, false,
      ])
  }

  @MainActor @Test func `The graph of the process has names that are computed at run time`()
    async throws
  {
    try await Bridge.withFreshState {
      try addTasks(Seen())
      await Rhea.run(event: .login)
      let graph = Bridge.graph
      let wire = try #require(
        graph.nodes(of: .wire).first {
          $0.name == "event declared.login -> task declared.a, declared.b"
        })
      #expect(wire.certainty == .declared)
      #expect(graph.edges(to: wire.id).map(\.from) == ["event:declared.login"])
      #expect(graph.edges(from: wire.id).map(\.to) == ["task:declared.a", "task:declared.b"])
      #expect(graph.live?.nodes[wire.id]?.text == "carried 1")
      #expect(graph.live?.nodes["event:declared.login"]?.text == "has happened")
      #expect(graph.live?.nodes["task:declared.a"]?.text == "succeeded")
      #expect(
        graph.nodes(of: .wire).contains { $0.name == "event declared.left <-> taskEvent reserved1" }
      )
      #expect(graph.live?.runs.isEmpty == false)
    }
  }

  @MainActor @Test func `The graph reports a wire to an unknown name, and a cycle of wires`()
    async throws
  {
    try Bridge.withFreshState {
      try addTasks(Seen())
      Bridge.connect(.event("problem.a"), to: .task("declared.aa"))
      Bridge.connect(.event("problem.b"), to: .event("problem.c"))
      Bridge.connect(.event("problem.c"), to: .event("problem.b"))
      let problems = Bridge.problems.filter { $0.message.contains("problem.") }
      #expect(problems.contains { $0.suggestions.contains("declared.a") })
      #expect(problems.contains { $0.code == .wireLoop })
    }
  }
}
