import BridgeTelemetry
import Testing

/// The messages of the products, which a sink receives in place of standard error.
@Suite struct ToolkitMessageTests {
  private struct Broken: Error {}

  @Test func `Problems of all products are records with their locations`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let sink = KeepingSink()
      Logs.attach(sink)
      Rhea.on("messages.callback") { throw Broken() }
      await Rhea.run(event: "messages.callback")
      RelaySettings.feedbackLimit = 10
      let relay = SharedRelay(0)
      relay.whenDidSet { relay.set($0.new + 1) }
      relay.set(1)
      try TaskManager.shared.injectEventTask(name: "broken", event: .demand) {
        (_: TaskContext) throws -> Void in throw Broken()
      }
      try await TaskManager.shared.runTask(named: "broken").finished()
      Bridge.connect(.event("messages.wire"), to: .call("kl://No/f"))
      await Rhea.run(event: "messages.wire")
      _ = try? await Khala.open(external: "kl://No/f")

      let here = sink.records.filter { $0.location?.fileID == #fileID }
      let sources = Set(here.map(\.source))
      #expect(sources.isSuperset(of: ["RheaTime", "Pharos", "TaskKit", "Bridge"]), "\(sources)")
      #expect(Set(sink.records.map(\.source)).contains("Khala"))
      #expect(sink.records.allSatisfy { $0.severity == .error })
      // The location is not part of the text as well.
      #expect(here.allSatisfy { !$0.message.hasPrefix(#fileID) })
    }
    #expect(try #require(result).standardErrorContent == [])
  }
}
