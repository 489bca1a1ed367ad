import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

/// The exporter and a receiver, over the network of this machine.
@Suite struct CollectorTests {
  private func exporter(
    to address: String, clock: some Clock<Duration> = ManualClock(),
    timeLimit: Duration = .seconds(30), headers: [String: String] = [:]
  ) throws -> HTTPExporter {
    var collector = try TelemetryCollector(address)
    collector.headers = headers
    return HTTPExporter(
      to: collector, timeLimit: timeLimit, timekeeper: ErasedClock(clock),
      transport: CurlTransport())
  }

  @Test func `A request is posted as JSON, with the headers`() async throws {
    let collector = try TestCollector()
    let exporter = try exporter(to: collector.address, headers: ["api-key": "abc"])
    defer { exporter.close() }
    let body = Array(repeating: UInt8(ascii: " "), count: 3 << 20)
    #expect(try await exporter.export(body) == ExportReceipt())
    let request = try #require(collector.requests.events.first)
    #expect(request.line == "POST /v1/traces HTTP/1.1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["api-key"] == "abc")
    #expect(request.body == Data(body))
  }

  @Test func `An answer has its status, the pause that it asks for, and its body`() async throws {
    let collector = try TestCollector(
      .status(429, headers: ["Retry-After": "7"]), .status(200, body: "{ }"))
    let transport = CurlTransport()
    defer { transport.close() }
    var answers: [HTTPAnswer] = []
    for _ in 0..<2 {
      answers.append(try await transport.post([1], to: collector.address, headers: ["Empty": ""]))
    }
    #expect(answers.map(\.status) == [429, 200])
    #expect(answers.map(\.retryAfter) == ["7", nil])
    #expect(answers.map(\.body) == [Array("{}".utf8), Array("{ }".utf8)])
    #expect(collector.requests.events.map { $0.headers["empty"] } == ["", ""])
  }

  @Test func `Requests share a connection`() async throws {
    let collector = try TestCollector()
    let exporter = try exporter(to: collector.address)
    defer { exporter.close() }
    for _ in 0..<3 { #expect(try await exporter.export(Array("{}".utf8)) == ExportReceipt()) }
    #expect(collector.requests.events.count == 3)
    #expect(collector.connections.events.count == 1)
  }

  @Test func `A request without an answer is given up, and its connection closed`() async throws {
    let clock = ManualClock()
    let collector = try TestCollector(.silence)
    let exporter = try exporter(to: collector.address, clock: clock, timeLimit: .seconds(10))
    defer { exporter.close() }
    let task = Task { try await exporter.export(Array("{}".utf8)) }
    try await collector.requests.waitForEvents(count: 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    await #expect {
      _ = try await task.value
    } throws: { error in
      (error as? TelemetryError)?.message.contains("did not answer in time") == true
    }
  }

  @Test func `A shutdown ends a request without an answer`() async throws {
    let collector = try TestCollector(.silence)
    let exporter = try exporter(to: collector.address)
    defer { exporter.close() }
    let task = Task { try await exporter.export(Array("{}".utf8)) }
    try await collector.requests.waitForEvents(count: 1)
    task.cancel()
    await #expect {
      _ = try await task.value
    } throws: { error in
      (error as? TelemetryError)?.message.contains("shutdown(timeout:)") == true
    }
  }

  @Test func `An address where none listens is a connection error`() async throws {
    var port: UInt16 = 0
    do { port = try TestCollector().port }
    let exporter = try exporter(to: "http://127.0.0.1:\(port)/v1/traces", timeLimit: .zero)
    defer { exporter.close() }
    await #expect {
      _ = try await exporter.export(Array("{}".utf8))
    } throws: { error in
      (error as? TelemetryError)?.code == .connection
    }
  }

  @Test func `A program exports all signals by its environment, and before it ends`() async throws {
    let collector = try TestCollector(.status(503, headers: ["Retry-After": "0"]))
    let result = try await Command(
      executable: Bundle.main.bundleURL.appending(path: "TelemetryFixture"),
      environment: [
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(collector.port)",
        "OTEL_EXPORTER_OTLP_HEADERS": "tenant=a%20b", "OTEL_SERVICE_NAME": "harbor",
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "4",
      ]
    ).succeed()
    #expect(result.lines == ["11", "9", "6"])
    #expect(result.errors == "")
    let requests = collector.requests.events
    #expect(requests.count == 6)
    #expect(requests.allSatisfy { $0.headers["tenant"] == "a b" })
    let texts = requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) }
    #expect(texts.allSatisfy { $0.contains(#""stringValue":"harbor""#) })
    let spans = texts.filter { $0.hasPrefix(#"{"resourceSpans"#) }
    #expect(
      spans.map { $0.matches(of: #/"spanId"/#).count - $0.matches(of: #/"links"/#).count } == [
        4, 4, 3,
      ])
    let paths = [
      "resourceSpans": "POST /v1/traces HTTP/1.1", "resourceMetrics": "POST /v1/metrics HTTP/1.1",
      "resourceLogs": "POST /v1/logs HTTP/1.1",
    ]
    for request in requests {
      let text = String(decoding: request.body, as: UTF8.self)
      let member = text.split(separator: "\"").dropFirst().first.map(String.init)
      #expect(request.line == paths[member ?? ""])
    }
  }

  @Test func `A program links its spans to that of the process that started it`() async throws {
    let collector = try TestCollector()
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    try await Command(
      executable: Bundle.main.bundleURL.appending(path: "TelemetryFixture"),
      environment: [
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": collector.address, "OTEL_METRICS_EXPORTER": "none",
        "OTEL_LOGS_EXPORTER": "none", "TRACEPARENT": parent,
      ]
    ).succeed()
    let text = collector.requests.events.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    // The span around the others; those of jobs have a link of their own.
    #expect(
      text.matches(of: #/"links":\[\{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736"/#).count == 1)
  }

  @Test func `A program whose export is disabled sends nothing`() async throws {
    let collector = try TestCollector()
    let result = try await Command(
      executable: Bundle.main.bundleURL.appending(path: "TelemetryFixture"),
      environment: [
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(collector.port)",
        "OTEL_SDK_DISABLED": "true",
      ]
    ).succeed()
    #expect(result.lines == ["0", "0", "0"])
    #expect(collector.requests.events.isEmpty)
  }
}
