import Foundation
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

/// The log of the process.
///
/// Tests that attach a sink have a process of their own.
@Suite struct LogsTests {
  @Test func `Messages go to standard error unless a sink is attached`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Telemetry.writeMessage(about: TelemetryError(.dropped, "before"))
      let sink = RecordingSink()
      let attachment = Logs.attach(sink)
      Telemetry.writeMessage(about: TelemetryError(.dropped, "during"))
      attachment.cancel()
      Telemetry.writeMessage(about: TelemetryError(.dropped, "after"))
      #expect(sink.records.map(\.message) == ["during"])
      #expect(sink.records.map(\.severity) == [.warning])
      #expect(sink.records.map(\.source) == ["ToolkitTelemetry"])
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text == "ToolkitTelemetry: before\nToolkitTelemetry: after\n")
  }

  @Test func `A discarding sink makes the toolkit silent`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Logs.attach(DiscardingLogSink())
      Telemetry.writeMessage(about: TelemetryError(.dropped, "unheard"))
    }
    #expect(try #require(result).standardErrorContent == [])
  }

  @Test func `JSON lines go to standard error`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Logs.attach(JSONLinesSink())
      Telemetry.writeMessage(about: TelemetryError(.dropped, "a"))
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let form = #/\{"time":"[-:.0-9TZ]{24}","severity":"warning","source":"ToolkitTelemetry",.*\}\n/#
    #expect(text.wholeMatch(of: form) != nil, "\(text)")
  }

  @Test func `A message has the span in which it was written`() async {
    await #expect(processExitsWith: .success) {
      let sink = RecordingSink()
      Logs.attach(sink)
      Trace.start()
      let link = Trace.span("a", kind: .task, module: "Tests") {
        Telemetry.writeMessage(about: TelemetryError(.dropped, "in a span"))
        return Trace.currentLink
      }
      #expect(link != nil)
      #expect(sink.records.map(\.span) == [link])
    }
  }

  @Test func `The journal is preferred if standard error leads to it`() throws {
    var status = stat()
    try #require(unsafe fstat(2, &status) == 0)
    let (device, inode) = (status.st_dev, status.st_ino)
    #expect(preferred("\(device):\(inode)") is JournalSink)
    for other in [
      nil, "", "\(device)", "\(device):\(inode &+ 1)", "\(device &+ 1):\(inode)",
      "\(device):\(inode):1", "a:b",
    ] {
      #expect(preferred(other) is JSONLinesSink, "\(other ?? "none")")
    }
  }

  private func preferred(_ stream: String?) -> any LogSink {
    Logs.preferredSink(environment: stream.map { ["JOURNAL_STREAM": $0] } ?? [:])
  }
}
