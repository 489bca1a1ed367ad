import Foundation
import ModularityTestSupport
import Testing
import ToolkitTelemetry
import ToolkitTrace

/// The life of an export.
///
/// Each test has a process of its own, as tracing is the process's.
@Suite struct TelemetryTests {
  @Test func `Spans between the start and the shutdown are exported`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let telemetry = try Telemetry(.file(at: folder.path("traces.jsonl")))
      #expect(!Trace.isOn)
      Trace.emit("before", kind: .event, module: "Tests")
      telemetry.start()
      telemetry.start()
      #expect(Trace.isOn)
      Trace.emit("first", kind: .event, module: "Tests")
      await telemetry.flush()
      #expect(telemetry.statistics.exported >= 1)
      Trace.emit("second", kind: .event, module: "Tests")
      await telemetry.shutdown()
      Trace.emit("after", kind: .event, module: "Tests")
      await telemetry.shutdown()
      await telemetry.flush()
      telemetry.start()
      let text = try String(contentsOf: folder.appending(path: "traces.jsonl"), encoding: .utf8)
      let names = text.matches(of: #/"name":"(before|first|second|after)"/#).map { String($0.1) }
      #expect(names == ["first", "second"])
      #expect(telemetry.statistics.pending == 0)
      #expect(telemetry.statistics.dropped == 0)
    }
  }

  @Test func `A recording that is on keeps its spans`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      Trace.start()
      let telemetry = try Telemetry(.file(at: folder.path("traces.jsonl")))
      telemetry.start()
      Trace.emit("kept", kind: .event, module: "Tests")
      await telemetry.shutdown()
      #expect(Trace.snapshot().spans.map(\.name).contains("kept"))
    }
  }

  @Test func `A shutdown gives up when its time is over`() async {
    await #expect(processExitsWith: .success) {
      let clock = ManualClock()
      let collector = try TestCollector(.silence)
      let reports = EventRecorder<TelemetryError>()
      let telemetry = try Telemetry(
        .collector(at: collector.address), clock: clock, report: { reports.record($0) })
      telemetry.start()
      Trace.emit("lost", kind: .event, module: "Tests")
      async let end: Void = telemetry.shutdown(timeout: .seconds(3))
      try await collector.requests.waitForEvents(count: 1)
      // The attempt's timeout and the shutdown's.
      try await clock.sleepers(atLeast: 2)
      clock.advance(by: .seconds(3))
      await end
      #expect(telemetry.statistics.failed >= 1)
      #expect(telemetry.statistics.pending == 0)
      #expect(reports.events.map(\.code) == [.connection])
    }
  }
}
