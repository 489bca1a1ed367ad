import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import RheaTime

/// Events cause spans, and these cause others.
///
/// Tracing belongs to a whole process, and other suites turn it on and off in
/// this one: so each of these tests is a process of its own. Its launch may be
/// among what it traces.
@Suite struct RheaTracingTests {
  @Test func `An event causes its callbacks, wherever they run`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      await Rhea.withFreshState {
        Rhea.on("e", name: "sync") {}
        Rhea.on("e", name: "suspending") { await Task.yield() }
        Rhea.on("e", async: true, name: "async") { await Task.yield() }
        // From outside the main actor, so that there is a hop.
        await Task { @concurrent in await Rhea.run(event: "e") }.value
      }
      let spans = Trace.snapshot().spans
      let event = try #require(spans.first { $0.name == "e" })
      #expect(event.kind == .event)
      #expect(event.module == "RheaTimeTests")
      #expect(event.cause == nil)
      for name in ["sync", "suspending", "async"] {
        let callback = try #require(spans.first { $0.name == name })
        #expect(callback.cause == event.id, "\(name)")
        #expect(callback.kind == .event)
        #expect(callback.module == "RheaTimeTests")
      }
    }
  }

  @Test func `An event that a callback triggers is caused by the callback`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      await Rhea.withFreshState {
        Rhea.on("outer", name: "sync") { Rhea.trigger(event: "by sync") }
        Rhea.on("outer", name: "suspending") {
          await Task.yield()
          await Rhea.run(event: "by suspending")
        }
        Rhea.on("outer", async: true, name: "async") { await Rhea.run(event: "by async") }
        for kind in ["sync", "suspending", "async"] {
          Rhea.on(RheaEvent(rawValue: "by \(kind)"), name: "after \(kind)") {}
        }
        await Trace.span("request", kind: .route, module: "Tests") {
          await Rhea.run(event: "outer")
        }
      }
      let spans = Dictionary(
        Trace.snapshot().spans.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      #expect(spans["outer"]?.cause == spans["request"]?.id)
      for kind in ["sync", "suspending", "async"] {
        try #expect(#require(spans[kind]).cause == spans["outer"]?.id)
        try #expect(#require(spans["by \(kind)"]).cause == spans[kind]?.id)
        try #expect(#require(spans["after \(kind)"]).cause == spans["by \(kind)"]?.id)
      }
    }
  }

  @Test func `Failed, late and cancelled callbacks are marked as such`() async {
    await #expect(processExitsWith: .success) {
      Trace.start(capacity: 100)
      await Rhea.withFreshState {
        Rhea.errorHandler = { _ in }
        Rhea.on("e", name: "fails") { throw Mishap() }
        Rhea.on("e", name: "cancelled") {}.cancel()
        await Rhea.run(event: "e", sticky: true)
        await Task { @MainActor in _ = Rhea.on("e", name: "late") {} }.value
      }
      let spans = Dictionary(
        Trace.snapshot().spans.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      #expect(spans["fails"] != nil)
      #expect(spans["fails"]?.cause == spans["e"]?.id)
      #expect(spans["cancelled"] == nil)
      #expect(spans["late"]?.cause != nil)
      #expect(spans["late"]?.cause != spans["e"]?.id)
    }
  }
}
