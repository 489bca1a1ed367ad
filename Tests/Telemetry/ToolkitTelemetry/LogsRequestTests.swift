import Foundation
import ModularityTestSupport
import RecordFormat
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite struct LogsRequestTests {
  private let time = WallTime(
    instant: TraceInstant(nanoseconds: 1), nanosecondsSince1970: 1_700_000_000_000_000_000)

  private func json(_ records: [LogRecord]) -> String {
    var resource = TelemetryResource()
    resource["service.name"] = "harbor"
    let request = LogsRequest(resource: resource)
    return String(decoding: request.encode(records, at: time), as: UTF8.self)
  }

  private func record(
    _ message: String = "late", severity: LogRecord.Severity = .warning, source: String = "TaskKit",
    location: CodeLocation? = nil, attributes: [String: String] = [:], span: TraceLink? = nil
  ) -> LogRecord {
    LogRecord(
      nanosecondsSince1970: 42, severity: severity, source: source, message: message,
      location: location, attributes: attributes, span: span)
  }

  /// The only record of a request, as JSON.
  private func object(_ record: LogRecord) throws -> [String: Any] {
    let request = try JSONSerialization.jsonObject(with: Data(json([record]).utf8))
    let resources = try #require((request as? [String: Any])?["resourceLogs"] as? [[String: Any]])
    let scopes = try #require(resources.first?["scopeLogs"] as? [[String: Any]])
    return try #require((scopes.first?["logRecords"] as? [[String: Any]])?.first)
  }

  @Test func `A request has its members in the form of OTLP`() {
    let record = record(
      location: CodeLocation(fileID: "Feed/Sweep.swift", line: 12, column: 3),
      attributes: ["task": "Sweep"],
      span: TraceLink(traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
    #expect(
      json([record]) == """
        {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name",\
        "value":{"stringValue":"harbor"}}]},"scopeLogs":[{"scope":{"name":"TaskKit"},\
        "logRecords":[{"timeUnixNano":"42","observedTimeUnixNano":"42","severityNumber":13,\
        "severityText":"warning","body":{"stringValue":"late"},"attributes":[\
        {"key":"code.column.number","value":{"intValue":"3"}},\
        {"key":"code.file.path","value":{"stringValue":"Feed/Sweep.swift"}},\
        {"key":"code.line.number","value":{"intValue":"12"}},\
        {"key":"task","value":{"stringValue":"Sweep"}}],\
        "traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","flags":1}]}],\
        "schemaUrl":"https://opentelemetry.io/schemas/1.44.0"}]}
        """)
  }

  @Test(arguments: [-1, Int64.min])
  func `A time before 1970 is omitted, as OTLP has none`(time: Int64) throws {
    var record = record()
    record.nanosecondsSince1970 = time
    let object = try object(record)
    #expect(object["timeUnixNano"] == nil)
    #expect(object["observedTimeUnixNano"] as? String == "1700000000000000000")
  }

  @Test func `An attribute without a name is omitted`() {
    #expect(!json([record(attributes: ["": "a"])]).contains("attributes\":[]"))
    #expect(!json([record(attributes: ["": "a", "b": "c"])]).contains(#""key":"""#))
  }

  @Test func `Without a location, attributes and a span there are no members for them`() throws {
    #expect(
      Set(try object(record()).keys) == [
        "timeUnixNano", "observedTimeUnixNano", "severityNumber", "severityText", "body",
      ])
  }

  @Test(arguments: [
    LogRecord.Severity.debug: 5, .info: 9, .notice: 10, .warning: 13, .error: 17, .critical: 18,
  ])
  func `A severity has the number of the data model`(
    severity: LogRecord.Severity, number: Int
  ) throws {
    let object = try object(record(severity: severity))
    #expect(object["severityNumber"] as? Int == number)
    #expect(object["severityText"] as? String == "\(severity)")
  }

  @Test func `Severities keep their order`() throws {
    let numbers = try LogRecord.Severity.allCases.sorted().map { severity in
      try #require(try object(record(severity: severity))["severityNumber"] as? Int)
    }
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == LogRecord.Severity.allCases.count)
  }

  @Test func `Each source is a scope, in order of its first record`() {
    let text = json([
      record("1", source: "B"), record("2", source: "A"), record("3", source: "B"),
    ])
    let names = text.matches(of: #/"scope":\{"name":"(\w)"\}/#).map { String($0.1) }
    let bodies = text.matches(of: #/"body":\{"stringValue":"(\d)"\}/#).map { String($0.1) }
    #expect(names == ["B", "A"])
    #expect(bodies == ["1", "3", "2"])
  }

  @Test func `A location wins over attributes of the same name`() {
    let text = json([
      record(
        location: CodeLocation(fileID: "Feed/Sweep.swift", line: 12),
        attributes: ["code.line.number": "13"])
    ])
    #expect(text.matches(of: #/code.line.number/#).count == 1)
    #expect(text.contains(#"{"key":"code.line.number","value":{"intValue":"12"}}"#))
  }

  @Test func `Any text comes through as it is`() throws {
    var generator = SeededGenerator(seed: 2_303)
    for _ in 0..<200 {
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10_ffff, using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let body = try object(record(text))["body"] as? [String: String]
      #expect(body == ["stringValue": text])
    }
  }
}
