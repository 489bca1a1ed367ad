import Logging
import SectionRegistry
import Testing
import ToolkitTelemetry
import ToolkitTrace

@Suite struct SwiftLogSinkTests {
  private let log = RecordedLog()

  private func sink(level: Logger.Level = .trace) -> SwiftLogSink {
    var logger = Logger(label: "toolkit") { _ in RecordingLogHandler(log) }
    logger.logLevel = level
    return SwiftLogSink(logger)
  }

  private func record(_ severity: LogRecord.Severity = .error) -> LogRecord {
    LogRecord(
      nanosecondsSince1970: 1, severity: severity, source: "TaskKit", message: "'a' failed")
  }

  @Test func `A record keeps its message, source, file and line`() throws {
    var record = record()
    record.location = CodeLocation(fileID: "Feed/Feed.swift", line: 12)
    sink().receive(record)
    let event = try #require(log.events.first)
    #expect(event.message == "'a' failed")
    #expect(event.source == "TaskKit")
    #expect(event.file == "Feed/Feed.swift")
    #expect(event.line == 12)
    #expect(event.metadata == nil)
  }

  @Test func `A record without a location does not name the adapter's own file`() throws {
    sink().receive(record())
    let event = try #require(log.events.first)
    #expect(event.file == "")
    #expect(event.function == "")
    #expect(event.line == 0)
  }

  @Test func `Each severity is the level of its name`() {
    let sink = sink()
    for severity in LogRecord.Severity.allCases { sink.receive(record(severity)) }
    #expect(
      log.events.map(\.level.rawValue) == LogRecord.Severity.allCases.map { "\($0)" })
  }

  @Test func `Attributes and the span are metadata`() throws {
    var record = record()
    record.attributes = ["task": "Feed"]
    record.span = TraceLink(
      traceParent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01")
    sink().receive(record)
    #expect(
      log.events.first?.metadata == [
        "task": .string("Feed"), "trace_id": .string("0af7651916cd43dd8448eb211c80319c"),
        "span_id": .string("00f067aa0ba902b7"),
      ])
  }

  @Test func `The logger's level holds`() {
    let sink = sink(level: .warning)
    sink.receive(record(.notice))
    sink.receive(record(.warning))
    #expect(log.events.map(\.level) == [.warning])
  }
}
