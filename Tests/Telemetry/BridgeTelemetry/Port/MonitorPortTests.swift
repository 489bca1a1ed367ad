import Foundation
import ModularityTestSupport
import Testing

@testable import BridgeTelemetry

@Suite struct MonitorPortTests {
  private static let here = CodeLocation(fileID: "Tests/Here.swift", line: 1)
  private static let healthy = AppHealth(liveness: [.init("phase")], readiness: [.init("store")])

  private func open(
    _ number: UInt16 = 0, limits: MonitorLimits = MonitorLimits(),
    clock: some Clock<Duration> = ManualClock(),
    metrics: @escaping @Sendable () async -> [Metric] = { [] },
    health: @escaping @Sendable () async -> AppHealth = { healthy }
  ) throws -> MonitorPort {
    try MonitorPort(
      number, pages: MonitorPages(metrics: metrics, health: health), limits: limits, clock: clock,
      at: Self.here)
  }

  @Test func `Metrics are read as Prometheus reads them`() async throws {
    let port = try open(metrics: {
      [Metric("shop.load", "Load.", kind: .gauge, points: [.init(value: .number(0.5))])]
    })
    let response = try await TestClient.get("/metrics?name=a", from: port.number)
    #expect(response.status == "HTTP/1.1 200 OK")
    #expect(response.headers.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
    #expect(response.headers.contains("Content-Length: \(response.body.utf8.count)"))
    #expect(response.headers.contains("Connection: close"))
    #expect(
      response.body == "# HELP shop_load Load.\n# TYPE shop_load gauge\nshop_load 0.5\n")
  }

  @Test func `HEAD has the headers of GET, and no body`() async throws {
    let port = try open()
    let get = try await TestClient.get("/livez", from: port.number)
    let head = try await TestClient.get("/livez", from: port.number, method: "HEAD")
    #expect(head.status == get.status)
    #expect(head.headers == get.headers)
    #expect(head.body.isEmpty)
    #expect(!get.body.isEmpty)
  }

  @Test func `Liveness and readiness have a status each, and the checks as JSON`() async throws {
    let health = AppHealth(liveness: [], readiness: [.init("store", failure: "no connection")])
    let port = try open(health: { health })
    let live = try await TestClient.get("/livez", from: port.number)
    let ready = try await TestClient.get("/readyz", from: port.number)
    #expect(live.status == "HTTP/1.1 200 OK")
    #expect(ready.status == "HTTP/1.1 503 Service Unavailable")
    #expect(ready.headers.contains("Content-Type: application/json"))
    #expect(try JSONDecoder().decode(AppHealth.self, from: Data(ready.body.utf8)) == health)
  }

  @Test(arguments: [
    ("POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed"),
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "404 Not Found"),
    ("GET /metrics HTTP/2\r\nHost: localhost\r\n\r\n", "505 HTTP Version Not Supported"),
    ("GET /metrics HTTP/1.1\r\n\r\n", "400 Bad Request"),
    ("GET /metrics HTTP/1.0\r\n\r\n", "200 OK"),
    ("GET /metrics HTTP/1.0\n\n", "200 OK"),
    ("nonsense\r\n\r\n", "400 Bad Request"),
    ("GET /metrics HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n", "400 Bad Request"),
    ("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421 Misdirected Request"),
    ("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9464\r\n\r\n", "200 OK"),
    ("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n", "400 Bad Request"),
    ("GET /metrics HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n", "400 Bad Request"),
    (
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\n",
      "400 Bad Request"
    ),
    ("GET http://localhost/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK"),
    ("GET HTTP://127.0.0.1:9464/metrics?a HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK"),
    ("GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n", "404 Not Found"),
    (
      "GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "421 Misdirected Request"
    ),
    ("GET http:///metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "400 Bad Request"),
    (
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
      "413 Content Too Large"
    ),
    (
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
      "413 Content Too Large"
    ),
  ]) func `Each request has its status`(request: String, status: String) async throws {
    let port = try open()
    let response = try await TestClient.ask(port.number, request)
    #expect(response.status == "HTTP/1.1 \(status)")
  }

  @Test func `An error escapes the control characters of a request`() async throws {
    let port = try open()
    let line = "\u{1B}[31m\u{7}\u{202E}"
    let response = try await TestClient.ask(
      port.number, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n\r\n")
    #expect(response.status == "HTTP/1.1 400 Bad Request")
    #expect(response.body == "the line '\\u{1B}[31m\\u{7}\\u{202E}' is not a header\n")
  }

  @Test func `A head that is too long is rejected, also in pieces`() async throws {
    let port = try open(limits: MonitorLimits(headLength: 100))
    let client = try TestClient(port.number)
    client.send("GET /metrics HTTP/1.1\r\n")
    client.send("X: " + String(repeating: "x", count: 1_000))
    #expect(await client.received().hasPrefix("HTTP/1.1 431 "))
  }

  @Test func `A request in pieces is read`() async throws {
    let port = try open()
    let client = try TestClient(port.number)
    for character in "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".unicodeScalars {
      client.send(String(character))
    }
    #expect(await client.received().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `A request that does not arrive in time ends the connection`() async throws {
    let clock = ManualClock()
    let port = try open(clock: clock)
    let client = try TestClient(port.number)
    client.send("GET /livez HTTP/1.1\r\n")
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    #expect(await client.received().isEmpty)
  }

  @Test func `An answer that takes too long is an error`() async throws {
    let clock = ManualClock()
    let asked = EventRecorder<Int>()
    let gate = AsyncStream<Void>.makeStream()
    let port = try open(
      clock: clock,
      health: {
        asked.record(1)
        // Not of this task's, which is cancelled.
        await Task.detached { for await _ in gate.stream {} }.value
        return Self.healthy
      })
    let client = try TestClient(port.number)
    client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = try await asked.waitForEvents(count: 1)
    // The timer of the answer, as that of the request has ended before.
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    let response = TestResponse(await client.received())
    #expect(response.status == "HTTP/1.1 503 Service Unavailable")
    #expect(
      response.body
        == "the app did not answer within 10.0 seconds; check its stores\n")
    gate.continuation.finish()
  }

  @Test func `If all connections wait for their answers, another one is rejected`() async throws {
    let asked = EventRecorder<Int>()
    let gate = AsyncStream<Void>.makeStream()
    let port = try open(
      limits: MonitorLimits(connections: 1),
      health: {
        asked.record(1)
        for await _ in gate.stream {}
        return Self.healthy
      })
    let first = try TestClient(port.number)
    first.send("GET /livez HTTP/1.0\r\n\r\n")
    _ = try await asked.waitForEvents(count: 1)
    let second = try TestClient(port.number)
    #expect(await second.received().contains("the limit is 1 connections at once"))
    gate.continuation.finish()
    #expect(await first.received().hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `Hundreds of silent clients keep no other client out`() async throws {
    let port = try open()
    let silent = try (0..<300).map { _ in try TestClient(port.number) }
    for client in silent.prefix(10) { client.send("GET /livez ") }
    let response = try await TestClient.get("/livez", from: port.number)
    #expect(response.status == "HTTP/1.1 200 OK")
    withExtendedLifetime(silent) {}
  }

  @Test func `Clients that have their answers and stay keep no other client out`() async throws {
    let port = try open(limits: MonitorLimits(connections: 4))
    let staying = try (0..<4).map { _ in try TestClient(port.number) }
    for client in staying {
      client.send("GET /livez HTTP/1.0\r\n\r\n")
      #expect(await client.received().hasPrefix("HTTP/1.1 200 "))
    }
    let response = try await TestClient.get("/livez", from: port.number)
    #expect(response.status == "HTTP/1.1 200 OK")
    withExtendedLifetime(staying) {}
  }

  @Test func `A port in use is an error with the place and a way out`() throws {
    let port = try open()
    let error = #expect(throws: MonitorPortError.self) { _ = try open(port.number) }
    #expect(error?.code == .portInUse)
    #expect(error?.description.hasPrefix("Tests/Here.swift:1: another process listens") == true)
    #expect(error?.message.contains("choose another port") == true)
  }

  @Test func `A closed port ends its connections, and listens no longer`() async throws {
    let port = try open()
    let client = try TestClient(port.number)
    client.send("GET /livez HTTP/1.1\r\n")
    let received = Task { await client.received() }
    port.close()
    port.close()
    #expect(await received.value.isEmpty)
    // The kernel may take connections until the queue of the port has closed its socket.
    while let late = try? TestClient(port.number) { _ = await late.received() }
  }
}
