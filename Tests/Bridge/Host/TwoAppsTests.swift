import Bridge
import ModularityTestSupport
import Testing

@Suite struct TwoAppsTests {
  @Test func `Two concurrent apps are independent of each other`() async throws {
    let events = EventRecorder<String>()
    try await ScriptedApp.launch { context in
      try TaskManager.shared.injectEventTask(name: "end", event: .willTerminate) { _ in
        events.record("end of outer")
      }
      Rhea.on(RheaEvent("twoApps")) { _ in events.record("outer hears") }
      await context.waitForShutdown()
      events.record("outer stops")
    } _: { outer in
      try await ScriptedApp.launch { context in
        try TaskManager.shared.injectEventTask(name: "end", event: .willTerminate) { _ in
          events.record("end of inner")
        }
        Rhea.on(RheaEvent("twoApps")) { _ in events.record("inner hears") }
        await Rhea.run(event: RheaEvent("twoApps"))
        events.record("ready")
        await context.waitForShutdown()
        events.record("inner stops")
      } _: { inner in
        try await events.waitForEvents(count: 2)
        inner.signal(.terminate)
        #expect(await inner.exitCode == 0)
        #expect(!outer.context.isShuttingDown)
        #expect(outer.phase == .running)
      }
      outer.signal(.interrupt)
      #expect(await outer.exitCode == 130)
    }
    #expect(
      events.events == [
        "inner hears", "ready", "inner stops", "end of inner", "outer stops", "end of outer",
      ])
  }
}
