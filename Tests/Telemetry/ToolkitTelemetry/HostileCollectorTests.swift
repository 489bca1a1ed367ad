import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

/// The exporter and collectors that are absent, slow, broken or hostile, over the network of this
/// machine.
@Suite struct HostileCollectorTests {
  /// Exports a request, and returns the receipt or the error.
  ///
  /// There is one attempt, by a clock that stands still.
  private func export(
    to collector: TestCollector, headers: [String: String] = [:]
  ) async throws -> Result<ExportReceipt, TelemetryError> {
    var address = try TelemetryCollector(collector.address)
    address.headers = headers
    let exporter = HTTPExporter(
      to: address, timeLimit: .milliseconds(1), timekeeper: ErasedClock(ManualClock()),
      transport: CurlTransport())
    defer { exporter.close() }
    do throws(TelemetryError) {
      return .success(try await exporter.export(Array("{}".utf8)))
    } catch {
      return .failure(error)
    }
  }

  private func failure(
    of collector: TestCollector, headers: [String: String] = [:]
  ) async throws -> TelemetryError {
    let result = try await export(to: collector, headers: headers)
    return try #require(throws: TelemetryError.self) { try result.get() }
  }

  @Test(arguments: [
    (start: "HTTP/1.1 200 OK\r\n\r\n", rest: "{}{}{}{}"),
    (start: "HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n", rest: "{}{}{}{}"),
    (start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", rest: "4\r\n{}{}\r\n"),
    (start: "HTTP/1.1 200 OK\r\n", rest: "Name: value\r\n"),
    (start: "", rest: "HTTP/1.1 100 Continue\r\n\r\n"),
  ])
  func `An answer without an end is not read beyond its limit`(
    start: String, rest: String
  ) async throws {
    let collector = try TestCollector(
      .endless(start, then: String(repeating: rest, count: 4_096)))
    let error = try await failure(of: collector)
    #expect(error.code == .unreadableAnswer)
    #expect(error.message.contains("has answered with more than 64 KB"))
    // The connection has been closed.
    try await collector.endedAnswers.waitForEvents(count: 1)
  }

  @Test func `A rejection without an end has its status`() async throws {
    let collector = try TestCollector(
      .endless("HTTP/1.1 401 No\r\n\r\n", then: String(repeating: "x", count: 1 << 16)))
    let error = try await failure(of: collector)
    #expect(error.code == .rejected)
    #expect(error.message.contains("has rejected spans with the status 401"))
  }

  @Test func `A rejection that asks for a password has its status`() async throws {
    let collector = try TestCollector(
      .status(401, headers: ["WWW-Authenticate": "Basic realm=\"all\""]))
    let error = try await failure(of: collector)
    #expect(error.message.contains("has rejected spans with the status 401"))
    #expect(collector.requests.events.count == 1)
  }

  @Test func `An answer is not decompressed`() async throws {
    let collector = try TestCollector(.status(200, headers: ["Content-Encoding": "gzip"]))
    #expect(try await export(to: collector).get() == ExportReceipt())
    let request = try #require(collector.requests.events.first)
    #expect(request.headers["accept-encoding"] == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect is a rejection, and its target gets nothing`(status: Int) async throws {
    let other = try TestCollector()
    let collector = try TestCollector(.status(status, headers: ["Location": other.address]))
    let error = try await failure(of: collector, headers: ["api-key": "secret"])
    #expect(error.code == .rejected)
    #expect(
      error.message.contains("redirected spans with the status \(status) to '\(other.address)'"))
    #expect(other.connections.events.isEmpty)
  }

  @Test func `The words of a collector are shown in part, without control characters`() async throws
  {
    let words = #"\u001b[2J\nToolkit: \#(String(repeating: "no", count: 20_000))"#
    let body = #"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"\#(words)"}}"#
    let collector = try TestCollector(.status(200, body: body))
    let problem = try #require(try await export(to: collector).get().problem)
    #expect(problem.message.count < 400)
    #expect(problem.message.contains(#"\u{1B}[2J\nToolkit: nono"#))
    #expect(problem.message.hasSuffix("no…"))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "HTTP/1.1 2", "SSH-2.0\r\n"])
  func `An answer that ends too early is a connection error`(bytes: String) async throws {
    let error = try await failure(of: try TestCollector(.bytes(bytes)))
    #expect(error.code == .connection)
    #expect(error.message.contains("cannot be reached"))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\n\r\n{"])
  func `An answer that does not go on ends with the time limit`(bytes: String) async throws {
    let clock = ManualClock()
    let collector = try TestCollector(.unfinished(bytes))
    let exporter = HTTPExporter(
      to: try TelemetryCollector(collector.address), timeLimit: .seconds(10),
      timekeeper: ErasedClock(clock), transport: CurlTransport())
    defer { exporter.close() }
    let task = Task { try await exporter.export(Array("{}".utf8)) }
    try await collector.requests.waitForEvents(count: 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    let error = await #expect(throws: TelemetryError.self) { try await task.value }
    #expect(error?.message.contains("did not answer in time") == true)
  }

  @Test func `A cancelled request and a closed transport end all waits`() async throws {
    let collector = try TestCollector(.silence, .silence)
    let transport = CurlTransport()
    let requests = (0..<2).map { _ in
      Task { try await transport.post([], to: collector.address, headers: [:]) }
    }
    try await collector.requests.waitForEvents(count: 2)
    requests[0].cancel()
    await #expect(throws: CancellationError.self) { try await requests[0].value }
    transport.close()
    await #expect(throws: CancellationError.self) { try await requests[1].value }
    await #expect(throws: CancellationError.self) {
      try await transport.post([], to: collector.address, headers: [:])
    }
  }

  /// Foundation's networking could wait for itself then.
  @Test func `A request that is cancelled while it is answered ends once`() async throws {
    let collector = try TestCollector()
    let transport = CurlTransport()
    defer { transport.close() }
    for number in 1...100 {
      let task = Task { try await transport.post([1], to: collector.address, headers: [:]) }
      try await collector.requests.waitForEvents(count: number)
      task.cancel()
      switch await task.result {
      case .success(let answer): #expect(answer.status == 200)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test func `Without the library the problem names the package`() async throws {
    let collector = try TestCollector()
    let transport = CurlTransport { () throws(TelemetryError) in
      try CurlLibrary(["libnothing.so.9", "libnone.so.9"])
    }
    let exporter = HTTPExporter(
      to: try TelemetryCollector(collector.address), timeLimit: .seconds(30),
      timekeeper: ErasedClock(ManualClock()), transport: transport)
    let error = await #expect(throws: TelemetryError.self) {
      try await exporter.export(Array("{}".utf8))
    }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains("libnothing.so.9") == true)
    #expect(error?.message.contains("apt-get install libcurl4") == true)
    #expect(collector.connections.events.isEmpty)
  }

  /// The libraries of TLS that libcurl needs release their locks at exit.
  @Test(arguments: 0..<40)
  func `A program that ends while libcurl is being opened ends well`(moment: Int) async {
    await #expect(processExitsWith: .exitCode(7)) { [moment] in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume()
          _ = try? CurlLibrary.ofSystem()
        }
      }
      // Another moment of the opening, which takes some milliseconds.
      for _ in 0..<moment * 500 { await Task.yield() }
      exit(7)
    }
  }

  /// Foundation's networking crashed at the end of a third of such programs.
  @Test(arguments: 0..<20)
  func `A program without a collector ends well`(run: Int) async throws {
    // No program listens at that port.
    var environment = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"]
    for name in ["BSP", "BLRP", "METRIC"] { environment["OTEL_\(name)_EXPORT_TIMEOUT"] = "700" }
    let result = try await Command(
      executable: Bundle.main.bundleURL.appending(path: "TelemetryFixture"),
      environment: environment
    ).succeed()
    #expect(result.lines == ["0", "0", "0"])
    #expect(result.errors.contains("cannot be reached: Couldn't connect to server"))
  }

  @Test(arguments: 0..<20)
  func `A program that ends in the middle of a request ends well`(run: Int) async throws {
    let collector = try TestCollector(.silence, .silence, .silence)
    try await Command(
      executable: Bundle.main.bundleURL.appending(path: "TelemetryFixture"),
      arguments: ["--leave"],
      environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(collector.port)"]
    ).succeed()
  }
}
