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

  @Test func `A problem is on standard error, also while the log is exported`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try TemporaryFolder()
      var configuration = TelemetryConfiguration(.disabled)
      configuration.logs.destination = .file(TelemetryFile(path: folder.path("logs.jsonl")))
      let telemetry = try Telemetry(configuration)
      Logs.attach(telemetry.logSink)
      telemetry.start()
      let problem = try #require(throws: TelemetryError.self) {
        try TelemetryCollector("nowhere")
      }
      Telemetry.writeMessage(about: problem)
      await telemetry.shutdown()
      #expect(telemetry.statistics(of: .logs).exported == 0)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.hasPrefix("ToolkitTelemetry: 'nowhere' is not the address of a collector"))
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

  @Test func `A shutdown gives up when it times out`() async {
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
      clock.advance(by: .milliseconds(2_700))
      await end
      #expect(telemetry.statistics.failed >= 1)
      #expect(telemetry.statistics.pending == 0)
      #expect(reports.events.map(\.code) == [.connection])
    }
  }

  @Test func `A shutdown returns when it times out, whatever still runs`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let clock = ManualClock()
      let collections = EventRecorder<Int>()
      var configuration = TelemetryConfiguration(.disabled)
      configuration.metrics.destination = .file(TelemetryFile(path: folder.path("m.jsonl")))
      let telemetry = try Telemetry(
        configuration,
        metrics: {
          collections.record(1)
          // Code that ignores that its task is cancelled, by a clock that stands still.
          await Task.detached { try? await ManualClock().sleep(for: .seconds(1)) }.value
          return []
        }, clock: clock)
      telemetry.start()
      async let end: Void = telemetry.shutdown(timeout: .seconds(3))
      try await collections.waitForEvents(count: 1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(2_700))
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(300))
      await end
    }
  }

  @Test func `All signals are exported, each to a file of its own`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let telemetry = try Telemetry(
        .files(in: folder),
        metrics: { [Metric("a.b", "", kind: .gauge, points: [.init(value: .number(1))])] })
      telemetry.logSink.receive(.saying("before"))
      telemetry.start()
      Trace.emit("first", kind: .event, module: "Tests")
      telemetry.logSink.receive(.saying("during"))
      await telemetry.flush()
      #expect(telemetry.statistics(of: .metrics).exported == 1)
      #expect(telemetry.statistics(of: .logs).exported == 2)
      await telemetry.shutdown()
      telemetry.logSink.receive(.saying("after"))
      #expect(telemetry.statistics(of: .metrics).exported == 2)
      #expect(telemetry.statistics(of: .logs).dropped == 1)
      // By what is in them: events of the process's launch have spans too.
      let files = [
        ("traces", "resourceSpans", "first", 1), ("metrics", "resourceMetrics", "a.b", 2),
        ("logs", "resourceLogs", "before", 1),
      ]
      for (name, member, content, count) in files {
        let file = folder.appending(path: "\(name).jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { $0.contains("\"\(content)\"") }.count == count)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"\(member)\"") })
      }
    }
  }

  @Test func `Logs alone do not turn tracing on`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      var configuration = TelemetryConfiguration(.disabled)
      configuration.logs.destination = .file(TelemetryFile(path: folder.path("logs.jsonl")))
      let telemetry = try Telemetry(configuration)
      telemetry.start()
      #expect(!Trace.isOn)
      telemetry.logSink.receive(.saying("hello"))
      await telemetry.shutdown()
      #expect(telemetry.statistics(of: .logs).exported == 1)
    }
  }

  @Test func `Log records are ignored if they have no destination`() async throws {
    let telemetry = try Telemetry(TelemetryConfiguration(.disabled))
    telemetry.start()
    telemetry.logSink.receive(.saying("hello"))
    await telemetry.flush()
    await telemetry.shutdown()
    #expect(telemetry.statistics(of: .logs).exported == 0)
    #expect(telemetry.statistics(of: .logs).pending == 0)
  }

  @Test(arguments: [
    ["a": "b\r\nc: d"], ["a\n": "b"], ["": "b"], ["a:": "b"], ["a": "b\0"], ["a": "b\r\n"],
  ])
  func `A header that is not one line is an error`(headers: [String: String]) throws {
    var collector = try TelemetryCollector("http://127.0.0.1:1/v1/traces")
    collector.headers = headers
    let error = #expect(throws: TelemetryError.self) {
      try Telemetry(TelemetryConfiguration(.collector(collector)))
    }
    #expect(error?.code == .unknownSetting)
    #expect(error?.message.contains("c: d") == false)
  }

  @Test func `Two signals cannot share a file`() throws {
    let folder = try TemporaryFolder()
    var configuration = TelemetryConfiguration.file(at: folder.path("all.jsonl"))
    configuration.logs.destination = configuration.destination
    #expect {
      try Telemetry(configuration)
    } throws: { error in
      (error as? TelemetryError)?.message.hasSuffix(
        "is the file of traces and of logs; give each signal a file of its own") == true
    }
  }
}

extension TelemetryConfiguration {
  /// All signals, in files named for them.
  fileprivate static func files(in folder: TemporaryFolder) -> TelemetryConfiguration {
    var configuration = file(at: folder.path("traces.jsonl"))
    configuration.metrics.destination = .file(TelemetryFile(path: folder.path("metrics.jsonl")))
    configuration.logs.destination = .file(TelemetryFile(path: folder.path("logs.jsonl")))
    // Nothing is exported but by flushing.
    configuration.metrics.interval = .seconds(3_600)
    configuration.batching.delay = .seconds(3_600)
    configuration.logs.batching.delay = .seconds(3_600)
    return configuration
  }
}

extension LogRecord {
  /// A record of a message.
  fileprivate static func saying(_ message: String) -> LogRecord {
    LogRecord(nanosecondsSince1970: 1, severity: .info, source: "Tests", message: message)
  }
}
