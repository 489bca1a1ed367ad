import Foundation
import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

/// Retries by a clock that stands still: each test says when an attempt is due.
@Suite struct HTTPExporterTests {
  private let clock = ManualClock()
  private let address = "http://collector:4318/v1/traces"

  /// Exports a request with these outcomes, and moves the clock by a minute and a half.
  private func export(
    _ outcomes: ScriptedTransport.Outcome..., of signal: TelemetrySignal = .traces,
    timeLimit: Duration = .seconds(30)
  ) async throws -> (times: [Duration], result: Result<ExportReceipt, TelemetryError>) {
    let transport = ScriptedTransport(outcomes, clock: clock)
    let exporter = HTTPExporter(
      signal, to: try TelemetryCollector(address), timeLimit: timeLimit,
      timekeeper: ErasedClock(clock), transport: transport, jitter: { 1 })
    let task = Task(executorPreference: clock.executor) {
      () async -> Result<ExportReceipt, TelemetryError> in
      do throws(TelemetryError) {
        return .success(try await exporter.export(Array("{}".utf8)))
      } catch {
        return .failure(error)
      }
    }
    clock.advance(by: .seconds(90))
    return (transport.times.events, await task.value)
  }

  @Test func `An accepted request is sent once`() async throws {
    let (times, result) = try await export(.status(200, body: "{}"))
    #expect(times == [.zero])
    #expect(result == .success(ExportReceipt()))
  }

  @Test(arguments: [429, 502, 503, 504])
  func `A busy collector is tried again, after pauses that double`(status: Int) async throws {
    let (times, result) = try await export(
      .status(status), .status(status), .status(status), .status(200))
    #expect(times == [.zero, .seconds(1), .seconds(3), .seconds(7)])
    #expect(result == .success(ExportReceipt()))
  }

  @Test(arguments: [400, 401, 404, 413, 500])
  func `Another status is final`(status: Int) async throws {
    let (times, result) = try await export(.status(status), .status(200))
    #expect(times == [.zero])
    guard case .failure(let error) = result else { throw UnexpectedSuccess() }
    #expect(error.code == .rejected)
    #expect(error.message.contains("\(address) has rejected spans with the status \(status)"))
  }

  @Test func `A collector says how long it is busy`() async throws {
    let (times, result) = try await export(
      .status(429, retryAfter: "12"), .status(503, retryAfter: "0"), .status(200))
    #expect(times == [.zero, .seconds(12), .seconds(14)])
    #expect(result == .success(ExportReceipt()))
  }

  @Test(arguments: ["0", "Sun, 06 Nov 1994 08:49:37 GMT"])
  func `A collector cannot ask for requests without pauses`(retryAfter: String) async throws {
    let (times, result) = try await export(.status(429, retryAfter: retryAfter))
    #expect(times == [.zero, .seconds(1), .seconds(3), .seconds(7), .seconds(15)])
    #expect(result.failureCode == .rejected)
  }

  @Test func `A pause that ends after the time limit is not started`() async throws {
    let (times, result) = try await export(.status(429, retryAfter: "31"), .status(200))
    #expect(times == [.zero])
    #expect(result.failureCode == .rejected)
  }

  @Test func `A collector that cannot be reached is tried until the time limit`() async throws {
    let (times, result) = try await export(.failure)
    #expect(times == [.zero, .seconds(1), .seconds(3), .seconds(7), .seconds(15)])
    #expect(result.failureCode == .connection)
  }

  @Test func `An attempt without an answer ends after the timeout`() async throws {
    let (times, result) = try await export(.silence, .silence, .status(200))
    #expect(times == [.zero, .seconds(11), .seconds(23)])
    #expect(result == .success(ExportReceipt()))
  }

  @Test func `The last attempt ends with the time limit`() async throws {
    let (times, result) = try await export(.silence, timeLimit: .seconds(15))
    #expect(times == [.zero, .seconds(11)])
    #expect(result.failureCode == .connection)
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: ["\"3\"", "3"])
  func `A partial success has the number and the message`(number: String) async throws {
    let body = #"{"partialSuccess":{"rejectedSpans":\#(number),"errorMessage":"too old"}}"#
    let receipt = try await export(.status(200, body: body)).result.get()
    #expect(receipt.rejected == 3)
    #expect(receipt.problem?.code == .rejected)
    #expect(receipt.problem?.message.hasSuffix("rejected 3 spans of a request: too old") == true)
  }

  @Test(arguments: [
    (TelemetrySignal.metrics, "rejectedDataPoints", "data points"),
    (.logs, "rejectedLogRecords", "log records"),
  ])
  func `Each signal has a name of its own for what was rejected`(
    signal: TelemetrySignal, member: String, items: String
  ) async throws {
    let body = #"{"partialSuccess":{"\#(member)":"2"}}"#
    let receipt = try await export(.status(200, body: body), of: signal).result.get()
    #expect(receipt.rejected == 2)
    #expect(receipt.problem?.message.contains("rejected 2 \(items) of a request") == true)
    let failure = try await export(.status(400), of: signal).result
    guard case .failure(let error) = failure else { throw UnexpectedSuccess() }
    #expect(error.message.contains("has rejected \(items) with the status 400"))
  }

  @Test(arguments: ["", "{}", #"{"partialSuccess":{}}"#, #"{"partialSuccess":null}"#])
  func `An answer without a rejection is a success`(body: String) async throws {
    #expect(try await export(.status(202, body: body)).result.get() == ExportReceipt())
  }

  @Test(arguments: ["<html>", #"{"partialSuccess":{"rejectedSpans":"many"}}"#])
  func `An answer that cannot be read is reported, and the spans have arrived`(
    body: String
  ) async throws {
    let receipt = try await export(.status(200, body: body)).result.get()
    #expect(receipt.rejected == 0)
    #expect(receipt.problem?.code == .unreadableAnswer)
  }

  @Test func `Pauses grow to half a minute`() {
    var backoff = Backoff()
    let pauses = (0..<7).map { _ in backoff.next(jitter: 1) }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test(arguments: [
    "120": 120, "0": 0, "Sun, 06 Nov 1994 08:49:37 GMT": 37, "Sun, 06 Nov 1994 08:48:00 GMT": 0,
    "-1": nil, "soon": nil, "Sun, 06 Nov 1994 08:49:37 CET": nil,
    "Sun, 06 Foo 1994 08:49:37 GMT": nil,
    "Sun, 06 Nov 1994 08:60:37 GMT": nil,
  ])
  func `A pause is asked for in seconds or by a date`(text: String, seconds: Int?) {
    let date = Date(timeIntervalSince1970: 784_111_740)  // 08:49:00
    #expect(Backoff.pause(retryAfter: text, at: date) == seconds.map { .seconds($0) })
  }
}

private struct UnexpectedSuccess: Error {}

extension Result<ExportReceipt, TelemetryError> {
  fileprivate var failureCode: TelemetryError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}
