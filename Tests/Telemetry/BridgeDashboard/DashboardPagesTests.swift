import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing
import ToolkitTelemetry

@testable import Bridge
@testable import BridgeDashboard
@testable import BridgeTelemetry

/// The pages, without a socket.
@Suite struct DashboardPagesTests {
  private static let host = "localhost:9464"

  private let gate: DashboardGate
  private let pages: DashboardPages

  init() { self.init(.tokens(admin: "admin-token", viewer: "viewer-token")) }

  private init(_ access: DashboardAccess, name: String = "harbor") {
    gate = DashboardGate(access)
    let health = AppHealth(liveness: [], readiness: [])
    pages = DashboardPages(
      name: name, gate: gate,
      feed: LiveFeed(
        DashboardData(
          graph: { ModuleGraph.Builder().graph() }, live: { _ in ModuleGraph.Live() },
          extent: { [] }, store: { (nil, nil) }, health: { health },
          record: { _ in ([], {}) }),
        intake: LiveIntake(), showing: RelayValues(), clock: ManualClock()),
      desk: ConsoleDesk(context: nil), redaction: LogRedaction(keys: ["problems"]),
      others: MonitorPages(metrics: nil, health: { health }))
  }

  private func ask(
    _ path: String, method: String = "GET", as role: DashboardRole? = nil,
    headers: [String: String] = [:], body: String = ""
  ) async throws -> HTTPResponse {
    var request = try HTTPRequest(
      Array("\(method) \(path) HTTP/1.1\r\nHost: \(Self.host)\r\n\r\n".utf8))
    if let role, let cookie = cookie(of: role) { request.headers["cookie"] = "a=b; \(cookie); c=d" }
    request.headers.merge(headers) { $1 }
    request.body = Array(body.utf8)
    return await pages.answer(to: request).response
  }

  private func cookie(of role: DashboardRole) -> String? {
    guard let token = gate.signInToken(of: role),
      let request = try? HTTPRequest(
        Array("GET /?token=\(token) HTTP/1.1\r\nHost: \(Self.host)\r\n\r\n".utf8))
    else { return nil }
    return gate.signIn(request)?.headers["Set-Cookie"]?.components(separatedBy: ";").first
  }

  /// Sends a command as the page of a role does, with other headers if a test has them.
  private func command(
    _ body: String, as role: DashboardRole = .admin, headers: [String: String] = [:]
  ) async throws -> HTTPResponse {
    let own = [
      "origin": "http://\(Self.host)", "x-modkit-token": gate.pageToken(of: role),
      "content-type": "application/json",
    ]
    return try await ask(
      "/api/command", method: "POST", as: role, headers: own.merging(headers) { $1 }, body: body)
  }

  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  private static let list = #"{"command": "list", "arguments": {"kind": "wires"}}"#
  private static let trigger = #"{"command": "trigger", "arguments": {"event": "nothing"}}"#

  // MARK: - Who may see the pages

  @Test(arguments: ["/", "/page.css", "/page.js", "/api/snapshot", "/api/trace", "/api/live"])
  func `A person without a cookie sees nothing`(path: String) async throws {
    let response = try await ask(path)
    #expect(response.status == 401)
    #expect(text(response).contains("the address that the app has printed"))
    let forged = try await ask(path, headers: ["cookie": "modkit-9464=admin-token"])
    #expect(forged.status == 401)
  }

  @Test func `Monitors need no cookie`() async throws {
    #expect(try await ask("/livez").status == 200)
    #expect(try await ask("/metrics").status == 404)
  }

  @Test(arguments: DashboardRole.allCases)
  func `A token is exchanged for a cookie that scripts and other sites cannot use`(
    role: DashboardRole
  ) async throws {
    let response = try await ask("/?token=\(role.rawValue)-token")
    #expect(response.status == 303)
    #expect(response.headers["Location"] == "/")
    let cookie = response.headers["Set-Cookie"] ?? ""
    #expect(cookie.hasPrefix("modkit-9464="))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    #expect(!cookie.contains("token"))
    let page = try await ask("/", as: role)
    #expect(page.status == 200)
    #expect(text(page).contains("&quot;role&quot;:&quot;\(role.rawValue)&quot;"))
  }

  @Test(arguments: ["", "x", "admin-toke", "admin-token2", "%FF"])
  func `A wrong token is rejected`(token: String) async throws {
    #expect(try await ask("/?token=\(token)").status == 401)
  }

  @Test func `Random tokens have 256 bits and differ`() {
    let gates = (0..<20).map { _ in DashboardGate(.tokens()) }
    let tokens = gates.flatMap { gate in DashboardRole.allCases.map { gate.signInToken(of: $0) } }
    #expect(Set(tokens).count == 40)
    #expect(tokens.allSatisfy { $0?.wholeMatch(of: /[0-9a-f]{64}/) != nil })
  }

  @Test func `An app can recognize people by itself`() async throws {
    let tests = Self(
      .authorize { request in
        switch request[header: "X-User"] {
        case "ada": .admin
        case "bob": .viewer
        default: nil
        }
      })
    #expect(try await tests.ask("/", headers: ["x-user": "bob"]).status == 200)
    #expect(try await tests.ask("/").status == 401)
    #expect(try await tests.ask("/?token=a").status == 401)
    let refused = try await tests.command(
      Self.trigger, as: .viewer, headers: ["x-user": "bob"])
    #expect(refused.status == 403)
    let forged = try await tests.command(
      Self.trigger, as: .viewer, headers: ["x-user": "ada"])
    #expect(tests.text(forged).contains("X-Modkit-Token"))
  }

  // MARK: - What pages may do

  @Test(arguments: ["/", "/page.js", "/api/snapshot", "/nothing", "/?token=admin-token"])
  func `Every answer of the dashboard forbids frames and foreign scripts`(
    path: String
  ) async throws {
    let response = try await ask(path, as: path.contains("nothing") ? nil : .admin)
    guard path != "/nothing" else { return #expect(response.status == 404) }
    let policy = response.headers["Content-Security-Policy"] ?? ""
    for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
      #expect(policy.contains(rule))
    }
    #expect(!policy.contains("unsafe"))
    #expect(response.headers["X-Frame-Options"] == "DENY")
    #expect(response.headers["Referrer-Policy"] == "no-referrer")
  }

  @Test func `The page has no inline script, and names are text`() async throws {
    let name = #"</title><script>alert(1)</script>"#
    let tests = Self(.tokens(admin: "a", viewer: "b"), name: name)
    let page = tests.text(try await tests.ask("/", as: .admin))
    #expect(page.ranges(of: "<script").count == 1)
    #expect(page.contains(#"<script defer src="/page.js"></script>"#))
    #expect(!page.contains(" style="))
  }

  // MARK: - Commands

  @Test func `Viewers read, and change nothing`() async throws {
    let read = try await command(Self.list, as: .viewer)
    #expect(read.status == 200)
    #expect(text(read).hasPrefix(#"{"result":{"wires":["#))
    let refused = try await command(Self.trigger, as: .viewer)
    #expect(refused.status == 403)
    #expect(text(refused).contains("viewers cannot run 'trigger'"))
    #expect(try await command(Self.list, as: .admin).status == 200)
  }

  @Test(arguments: [
    (["origin": "http://evil.example"], 403, "'Origin'"),
    (["origin": "null"], 403, "'Origin'"),
    (["origin": "http://localhost:80"], 403, "'Origin'"),
    (["origin": ""], 403, "'Origin'"),
    (["x-modkit-token": ""], 403, "'X-Modkit-Token'"),
    (["x-modkit-token": "admin-token"], 403, "'X-Modkit-Token'"),
    (["cookie": ""], 401, "sign in"),
    (["content-type": "text/plain"], 415, "application/json"),
    (["content-type": "application/x-www-form-urlencoded"], 415, "application/json"),
  ])
  func `A page of another site cannot send a command`(
    headers: [String: String], status: Int, reason: String
  ) async throws {
    let response = try await command(Self.list, headers: headers)
    #expect(response.status == status)
    #expect(text(response).contains(reason))
  }

  @Test func `The token of one role's page is not valid for another role`() async throws {
    let response = try await command(
      Self.list, headers: ["x-modkit-token": gate.pageToken(of: .viewer)])
    #expect(response.status == 403)
  }

  @Test(arguments: [
    ("", 400), ("[]", 400), (#"{"command": 7}"#, 400), (#"{"command": "lst"}"#, 404),
    (#"{"command": "list", "arguments": {"kind": 7}}"#, 422),
    (#"{"command": "list", "arguments": {"knd": "tasks"}}"#, 422),
    (String(repeating: "[", count: 100_000), 400),
  ])
  func `A command that cannot run is an error with a sentence`(
    body: String, status: Int
  ) async throws {
    let response = try await command(body)
    #expect(response.status == status)
    struct Answer: Decodable {
      struct Failure: Decodable { var code, message: String }
      var error: Failure
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
    #expect(answer.error.message.count > 20)
  }

  @Test func `Other methods are rejected`() async throws {
    #expect(try await ask("/api/command", as: .admin).status == 405)
    #expect(try await ask("/", method: "POST", as: .admin).status == 405)
    #expect(try await ask("/api/snapshot", method: "DELETE", as: .admin).status == 405)
  }

  @Test func `Values of hidden keys do not reach the page`() async throws {
    let status = text(try await command(#"{"command": "status"}"#))
    #expect(status.contains(#""problems":"•••""#))
    let redaction = LogRedaction(keys: ["password"])
    let value: DetailValue = ["a": [["Password": ["b": 1], "c": "password"]]]
    #expect(redaction.applied(to: value) == ["a": [["Password": "•••", "c": "password"]]])
  }

  @Test func `An action is logged with its role, and without its values`() async throws {
    let intake = LiveIntake()
    let attachment = Logs.observe(by: intake)
    defer { attachment.cancel() }
    let name = "secret-\(UUID())"
    let response = try await command(
      #"{"command": "call", "arguments": {"url": "kl://\#(name)/x?token=1"}}"#)
    #expect(response.status != 200)
    let record = intake.latestRecords.last { $0.source == "BridgeDashboard" }
    #expect(record?.attributes == ["role": "admin"])
    #expect(record?.message.hasPrefix("admin: call: ") == true)
    #expect(record?.message.contains("token=1") == false)
  }

  // MARK: - Sockets

  @Test func `A socket in the file system serves the pages, and is removed at the end`()
    async throws
  {
    let folder = try TemporaryFolder(isShort: true)
    let path = folder.path("socket")
    // The answer may take as long as a busy machine needs.
    let port = try MonitorPort(socket: path, hosts: [], pages: pages, clock: ManualClock())
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    let error = #expect(throws: BridgeConsoleError.self) {
      _ = try MonitorPort(socket: path, hosts: [], pages: pages)
    }
    #expect(error?.code == .pathInUse)
    #expect(try await answer(at: path).hasPrefix("HTTP/1.1 200 OK\r\n"))
    port.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Asks for the health at a socket in the file system, on a thread that may wait.
  private func answer(at path: String) async throws -> String {
    let descriptor = try UnixSocket.make(.stream, for: path)
    let address = try UnixSocketAddress(path: path)
    let connected = unsafe address.withAddress { unsafe connect(descriptor, $0, $1) }
    #expect(connected == 0)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let answer = Result {
          try handle.write(contentsOf: Data("GET /livez HTTP/1.0\r\n\r\n".utf8))
          return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
        continuation.resume(returning: (try? answer.get()) ?? "\(answer)")
      }
    }
  }
}
