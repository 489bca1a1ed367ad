import Bridge
import Foundation
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
  func `The chain of causes covers wires, tasks and calls`(suspends: Bool) async {
    await #expect(processExitsWith: .success) { [suspends] in
      try await CauseTests.showChain(suspends: suspends)
    }
  }

  @Test(arguments: [false, true])
  func `The end of a task is the cause of what its wire starts`(suspends: Bool) async {
    await #expect(processExitsWith: .success) { [suspends] in
      try await CauseTests.showEnd(suspends: suspends)
    }
  }

  @Test func `A relay or a notification is the cause of its wires`() async {
    await #expect(processExitsWith: .success) { try await CauseTests.showSources() }
  }

  @Test func `A relay that a wire has set is shown once`() {
    func span(_ id: UInt64, _ name: String, _ kind: TraceKind) -> TraceSpan {
      TraceSpan(
        id: TraceSpanID(rawValue: id), name: name, kind: kind, module: "",
        start: TraceInstant(nanoseconds: 0),
        duration: .zero, cause: id > 1 ? TraceSpanID(rawValue: id - 1) : nil)
    }
    let trace = BridgeTrace(spans: [
      span(1, "event a -> relay b", .wire), span(2, "b", .relay),
      span(3, "relay b -> relay c", .wire), span(4, "c", .relay),
      span(5, "relay d -> task E", .wire), span(6, "E", .task),
    ])
    #expect(
      trace.description
        == "wire → relay b → wire → relay c → relay d → wire → task E")
  }

  @Test func `The chain of a job says which span of another process enqueued it`() throws {
    let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let trace = BridgeTrace(spans: [
      TraceSpan(
        id: TraceSpanID(rawValue: 1), name: "SendInvoice", kind: .job, module: "",
        start: TraceInstant(nanoseconds: 0), duration: .zero,
        links: [try #require(TraceLink(traceParent: text))])
    ])
    #expect(trace.description == "enqueued by \(text) → job SendInvoice")
  }

  /// Waits until spans of these names have ended: what is recorded ends after what it caused.
  @MainActor private static func waitForSpans(_ names: [String]) async {
    while !Set(names).isSubset(of: Bridge.trace.spans.map(\.name)) { await Task.yield() }
  }

  @MainActor private static func showSources() async throws {
    try await Bridge.withFreshState {
      for name in ["Refresh", "Show"] {
        try TaskManager.shared.injectEventTask(name: name, event: .demand) {
          (_: TaskContext) throws -> Void in
        }
      }
      let posted = Notification.Name("causes.posted")
      Bridge.connect(.relay(.items), to: .task("Refresh"))
      let note = Bridge.connect(.notification(posted), to: .task("Show"))
      defer { note.cancel() }
      let items = SharedRelay.of(.items, default: "")
      Trace.start()
      defer { Trace.stop() }
      items.set("new")
      NotificationCenter.default.post(name: posted, object: nil)
      await waitForSpans([
        "relay causes.items -> task Refresh", "Refresh", "demand of Refresh", note.name, "Show",
        "demand of Show",
      ])
      let lines = Bridge.trace.description.split(separator: "\n")
      #expect(lines.contains("relay causes.items → wire → task Refresh"))
      #expect(lines.contains("notification causes.posted → wire → task Show"))
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
      await waitForSpans([
        "RefreshFeed", "demand of RefreshFeed", "CauseFeed/reload", last.name, "causes.items",
      ])
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
      let last = Bridge.connect(.task("Save", .succeeded), to: .relay(.items), map: { "\($0)" })
      Trace.start()
      defer { Trace.stop() }
      await Rhea.run(event: .login)
      await waitForSpans(["Save", "demand of Save", last.name, "causes.items"])
      let span = try #require(Bridge.trace.spans.last { $0.name == "causes.items" })
      #expect(
        BridgeTrace.text(of: Bridge.trace.chain(to: span.id))
          == "event causes.login → wire → task Save → wire → relay causes.items")
    }
  }
}
