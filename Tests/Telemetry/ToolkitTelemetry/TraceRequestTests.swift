import Foundation
import ModularityTestSupport
import Testing

@testable import ToolkitTelemetry
@testable import ToolkitTrace

@Suite struct TraceRequestTests {
  private let trace = TraceID(rawValue: 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c)
  private let time = WallTime(
    instant: TraceInstant(nanoseconds: 1_000), nanosecondsSince1970: 1_700_000_000_000_001_000)

  private func json(_ spans: [TraceSpan], parent: TraceLink? = nil) throws -> String {
    var resource = TelemetryResource()
    resource["service.name"] = "harbor"
    let request = TraceRequest(trace: trace, parent: parent, resource: resource)
    return String(decoding: request.encode(spans, at: time), as: UTF8.self)
  }

  private func span(
    _ id: UInt64, _ name: String = "load", kind: TraceKind = .task, module: String = "Feed",
    cause: UInt64? = nil, links: [TraceLink] = [], attributes: [String: String] = [:]
  ) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: id), name: name, kind: kind, module: module,
      start: TraceInstant(nanoseconds: 2_000), duration: .nanoseconds(500),
      cause: cause.map(TraceSpanID.init(rawValue:)), links: links, attributes: attributes)
  }

  /// The only span of a request, as JSON.
  private func object(_ span: TraceSpan) throws -> [String: Any] {
    let request = try JSONSerialization.jsonObject(with: Data(try json([span]).utf8))
    let resources = try #require((request as? [String: Any])?["resourceSpans"] as? [[String: Any]])
    let scopes = try #require(resources.first?["scopeSpans"] as? [[String: Any]])
    let spans = try #require(scopes.first?["spans"] as? [[String: Any]])
    return try #require(spans.first)
  }

  /// The attributes of a span, as text.
  private func attributes(_ span: TraceSpan) throws -> [String: String] {
    let list = try #require(try object(span)["attributes"] as? [[String: Any]])
    return try list.reduce(into: [:]) { attributes, entry in
      let value = try #require(entry["value"] as? [String: String])
      attributes[try #require(entry["key"] as? String)] = value.map { "\($0): \($1)" }.first
    }
  }

  @Test func `A request has its members in the form of OTLP`() throws {
    let text = try json([span(2, cause: 1)])
    #expect(
      text == """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",\
        "value":{"stringValue":"harbor"}}]},"scopeSpans":[{"scope":{"name":"Feed"},"spans":[\
        {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"0000000000000002",\
        "parentSpanId":"0000000000000001","flags":257,"name":"load","kind":1,\
        "startTimeUnixNano":"1700000000000002000","endTimeUnixNano":"1700000000000002500",\
        "attributes":[{"key":"modularitykit.kind","value":{"stringValue":"task"}}]}]}],\
        "schemaUrl":"https://opentelemetry.io/schemas/1.44.0"}]}
        """)
  }

  @Test func `Each module is a scope, in order of its first span`() throws {
    let text = try json([span(1, module: "B"), span(2, module: "A"), span(3, module: "B")])
    let names = text.matches(of: #/"scope":\{"name":"(\w)"\}/#).map { String($0.1) }
    let ids = text.matches(of: #/"spanId":"0+(\d)"/#).map { String($0.1) }
    #expect(names == ["B", "A"])
    #expect(ids == ["1", "3", "2"])
  }

  @Test func `An attribute with a name of the conventions is omitted, and one without a name`()
    throws
  {
    let text = try json([
      span(1, attributes: ["modularitykit.kind": "mine", "": "none", "a": "b"]),
      span(2, kind: .job, attributes: ["messaging.system": "mine", "queue": "mail"]),
    ])
    #expect(!text.contains("mine"))
    #expect(!text.contains(#""key":"""#))
    #expect(text.matches(of: #/"key":"modularitykit.kind"/#).count == 2)
    #expect(text.matches(of: #/"key":"messaging.system"/#).count == 1)
    #expect(text.contains(#"{"key":"a","value":{"stringValue":"b"}}"#))
  }

  @Test func `A span before 1970 has times without a sign`() throws {
    let request = TraceRequest(trace: trace, parent: nil, resource: TelemetryResource())
    let early = WallTime(instant: TraceInstant(nanoseconds: 9_000), nanosecondsSince1970: 0)
    let text = String(decoding: request.encode([span(1)], at: early), as: UTF8.self)
    #expect(text.contains(#""startTimeUnixNano":"0","endTimeUnixNano":"0""#))
  }

  @Test func `Identifiers are those of the traceparent`() throws {
    let span = span(0xfedc_ba98_7654_3210)
    let object = try object(span)
    let parent = TraceLink(span.id, in: trace).traceParent
    #expect("00-\(object["traceId"] ?? "")-\(object["spanId"] ?? "")-01" == parent)
  }

  @Test func `A link to another process is marked as remote`() throws {
    let far = try #require(
      TraceLink(traceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    let near = TraceLink(TraceSpanID(rawValue: 1), in: trace)
    let links = try #require(try object(span(2, links: [far, near]))["links"] as? [[String: Any]])
    #expect(links.map { $0["traceId"] as? String } == [far.trace.description, trace.description])
    #expect(links.map { $0["spanId"] as? String } == ["00f067aa0ba902b7", "0000000000000001"])
    #expect(links.map { $0["flags"] as? Int } == [0x301, 0x101])
  }

  @Test func `Spans without a cause link to the span that the process was started for`() throws {
    let parent = try #require(
      TraceLink(traceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    let near = TraceLink(TraceSpanID(rawValue: 9), in: trace)
    let text = try json([span(1), span(2, cause: 1), span(3, links: [near])], parent: parent)
    let links = text.matches(of: #/"links":\[\{"traceId":"(\w+)","spanId":"(\w+)"/#)
    #expect(links.map { String($0.1) } == [parent.trace.description, trace.description])
    #expect(links.map { String($0.2) } == ["00f067aa0ba902b7", "0000000000000009"])
    #expect(try json([span(1)]).contains("links") == false)
  }

  @Test func `An attempt of a job is a consumer with the attributes of messaging`() throws {
    let span = span(
      1, "SendInvoice", kind: .job,
      attributes: ["id": "41", "queue": "mail", "attempt": "2", "outcome": "succeeded", "a": "b"])
    let object = try object(span)
    #expect(object["name"] as? String == "process mail")
    #expect(object["kind"] as? Int == 5)
    #expect(object["status"] == nil)
    #expect(
      try attributes(span) == [
        "modularitykit.kind": "stringValue: job",
        "messaging.system": "stringValue: modularitykit",
        "messaging.operation.name": "stringValue: process",
        "messaging.operation.type": "stringValue: process",
        "messaging.destination.name": "stringValue: mail",
        "messaging.message.id": "stringValue: 41",
        "modularitykit.job.name": "stringValue: SendInvoice",
        "modularitykit.job.attempt": "intValue: 2",
        "modularitykit.job.outcome": "stringValue: succeeded",
        "a": "stringValue: b",
      ])
  }

  @Test(arguments: ["failed": true, "retried": true, "succeeded": false, "cancelled": false])
  func `A failed attempt has the status of an error`(outcome: String, isError: Bool) throws {
    let object = try object(span(1, kind: .job, attributes: ["outcome": outcome]))
    let status = object["status"] as? [String: Any]
    #expect(status?["code"] as? Int == (isError ? 2 : nil))
  }

  @Test(arguments: [
    TraceKind.event: 1, .route: 1, .task: 1, .relay: 1, .wire: 1, .lifecycle: 1, .job: 5,
    "query": 1, "server": 2, "client": 3, "producer": 4, "consumer": 5,
  ])
  func `A kind has the number of its side`(kind: TraceKind, number: Int) throws {
    #expect(try object(span(1, kind: kind))["kind"] as? Int == number)
  }

  @Test func `Any text comes through as it is`() throws {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<300 {
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(
            in: 0...(Bool.random(using: &generator) ? 0x7f : 0x10_ffff), using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let object = try object(span(1, text, attributes: ["text": text]))
      #expect(object["name"] as? String == text)
    }
  }

  @Test func `A duration is exact, and batches share no reading of the clock`() throws {
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<100 {
      let start = Int64.random(in: 0..<1 << 60, using: &generator)
      let length = Int64.random(in: 0..<1 << 40, using: &generator)
      let time = WallTime(
        instant: TraceInstant(nanoseconds: .random(in: 0..<1 << 60, using: &generator)),
        nanosecondsSince1970: .random(in: 1 << 60..<1 << 61, using: &generator))
      let end = time.nanoseconds(at: TraceInstant(nanoseconds: start + length))
      #expect(end - time.nanoseconds(at: TraceInstant(nanoseconds: start)) == length)
      #expect(time.nanoseconds(at: time.instant) == time.nanosecondsSince1970)
    }
  }
}
