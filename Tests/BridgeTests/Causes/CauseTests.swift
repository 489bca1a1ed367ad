import Bridge
import Testing

extension RheaEvent {
  fileprivate static let login: RheaEvent = "causes.login"
}
extension RelayKey<String> {
  fileprivate static var items: Self { Self("causes.items") }
}

@KhalaModule final class CauseFeed {
  func reload() -> String { "reloaded" }
}

/// In processes of their own: a process has one trace.
@Suite struct CauseTests {
  @Test(arguments: [false, true])
  func `The chain says why, over wires, tasks and calls`(suspends: Bool) async {
    await #expect(processExitsWith: .success) { [suspends] in
      try await CauseTests.showChain(suspends: suspends)
    }
  }

  @Test(arguments: [false, true])
  func `What the end of a task leads to comes from the task`(suspends: Bool) async {
    await #expect(processExitsWith: .success) { [suspends] in
      try await CauseTests.showEnd(suspends: suspends)
    }
  }

  @MainActor private static func showChain(suspends: Bool) async throws {
    try await Bridge.withFreshState {
      if suspends {
        try TaskManager.shared.injectEventTask(name: "RefreshFeed", event: .demand) {
          (_: TaskContext) async throws -> Void in
          await Task.yield()
          _ = Khala(str: "kl://CauseFeed/reload")?.call()
        }
      } else {
        try TaskManager.shared.injectEventTask(
          name: "RefreshFeed", event: .demand, traits: [.concurrent]
        ) { (_: TaskContext) throws -> Void in
          _ = Khala(str: "kl://CauseFeed/reload")?.call()
        }
      }
      Bridge.connect(.event(.login), to: .task("RefreshFeed"))
      let last = Bridge.connect(
        .call("kl://CauseFeed/reload"), to: .relay(.items), map: { $0.url })
      defer { last.cancel() }
      Trace.start()
      defer { Trace.stop() }
      await Rhea.run(event: .login)
      while last.deliveryCount == 0 { await Task.yield() }
      while !Bridge.trace.spans.contains(where: { $0.name == "causes.items" }) {
        await Task.yield()
      }
      let span = try #require(Bridge.trace.spans.last { $0.name == "causes.items" })
      let chain = BridgeTrace.text(of: Bridge.trace.chain(to: span.id))
      #expect(
        chain
          == """
          event causes.login → wire → task RefreshFeed → route CauseFeed/reload → wire → \
          relay causes.items
          """)
    }
  }

  @MainActor private static func showEnd(suspends: Bool) async throws {
    try await Bridge.withFreshState {
      if suspends {
        try TaskManager.shared.injectEventTask(name: "Save", event: .demand) {
          (_: TaskContext) async throws -> Void in await Task.yield()
        }
      } else {
        try TaskManager.shared.injectEventTask(name: "Save", event: .demand) {
          (_: TaskContext) throws -> Void in
        }
      }
      Bridge.connect(.event(.login), to: .task("Save"))
      let last = Bridge.connect(.task("Save", .done), to: .relay(.items), map: { "\($0)" })
      Trace.start()
      defer { Trace.stop() }
      await Rhea.run(event: .login)
      while !Bridge.trace.spans.contains(where: { $0.name == last.name }) { await Task.yield() }
      let span = try #require(Bridge.trace.spans.last { $0.name == "causes.items" })
      #expect(
        BridgeTrace.text(of: Bridge.trace.chain(to: span.id))
          == "event causes.login → wire → task Save → wire → relay causes.items")
    }
  }
}
