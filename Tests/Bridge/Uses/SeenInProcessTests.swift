import Bridge
import Foundation
import Testing

extension RheaEvent {
  fileprivate static let login: RheaEvent = "seen.login"
  fileprivate static let shown: RheaEvent = "seen.shown"
}

@KhalaModule final class SeenFeed {
  func reload() -> String {
    Rhea.trigger(event: .shown)
    return "reloaded"
  }
}

/// In a process of its own, as a process has one trace.
@Suite struct SeenInProcessTests {
  @Test func `The graph of a process has the uses that its trace has seen`() async {
    await #expect(processExitsWith: .success) { try await SeenInProcessTests.show() }
  }

  @Test func `Without a trace there are no uses, and the state of the process says so`() async {
    await #expect(processExitsWith: .success) {
      _ = Khala(str: "kl://SeenFeed/reload")?.call()
      #expect(SeenUses(in: Trace.snapshot().spans, routes: Khala.routes).uses.isEmpty)
      #expect(Bridge.graph.live?.isTracing == false)
      Trace.start()
      #expect(Bridge.graph.live?.isTracing == true)
    }
  }

  @MainActor private static func show() async throws {
    try await Bridge.withFreshState {
      try TaskManager.shared.injectEventTask(name: "Seen", event: .demand) {
        (_: TaskContext) async throws -> Void in
        for _ in 0..<2 { _ = Khala(str: "kl://SeenFeed/reload")?.call() }
      }
      Rhea.on(.login) { _ = try TaskManager.shared.runTask(named: "Seen") }
      let wire = Bridge.connect(.event(.login), to: .call("kl://SeenFeed/reload"))
      defer { wire.cancel() }
      Trace.start()
      defer { Trace.stop() }
      await Rhea.run(event: .login)
      // What is recorded ends after what it caused.
      while !Bridge.trace.spans.contains(where: { $0.name == "demand of Seen" }) {
        await Task.yield()
      }
      let uses = SeenUses(in: Trace.snapshot().spans, routes: Khala.routes).uses
      #expect(
        uses.map { "\($0.module) \($0.kind) \($0.name) \($0.count ?? 0)" } == [
          "BridgeTests calls SeenFeed/reload 2", "BridgeTests runs Seen 1",
          "BridgeTests triggers seen.login 1", "BridgeTests triggers seen.shown 3",
        ])
      #expect(uses.first?.declaration?.file == "SeenInProcessTests.swift")
    }
  }
}
