import Bridge
import BridgeTelemetry
import CReportPage
import Foundation
import Khala
import Spelling
import Synchronization
import ToolkitTelemetry
import ToolkitTrace

/// The pages of the dashboard, in front of the pages for monitors.
struct DashboardPages: PortPages {
  let name: String
  let gate: DashboardGate
  let feed: LiveFeed
  let desk: ConsoleDesk
  let redaction: LogRedaction
  /// The pages of the port for all other paths.
  let others: any PortPages

  /// The limit for requests, whose payloads are written by people.
  let mostBodyBytes = 1 << 20

  private static let paths: Set = [
    "/", "/page.css", "/page.js", "/api/snapshot", "/api/trace", "/api/live", "/api/command",
  ]

  func answer(to request: HTTPRequest) async -> PortAnswer {
    guard Self.paths.contains(request.path) else { return await others.answer(to: request) }
    if request.path == "/", request.method == "GET", let response = gate.signIn(request) {
      return PortAnswer(secured(response))
    }
    guard let role = await gate.role(of: request) else {
      return PortAnswer(secured(Self.unknownPerson))
    }
    var answer = await answer(to: request, from: role)
    answer.response = secured(answer.response)
    return answer
  }

  private func answer(to request: HTTPRequest, from role: DashboardRole) async -> PortAnswer {
    let isCommand = request.path == "/api/command"
    guard isCommand ? request.method == "POST" : ["GET", "HEAD"].contains(request.method) else {
      let allowed = isCommand ? "POST" : "GET, HEAD"
      return PortAnswer(
        .error(405, "the method must be \(allowed), not \(request.method)", ["Allow": allowed]))
    }
    switch request.path {
    case "/": return PortAnswer(HTTPResponse(200, page(for: role), type: Self.html))
    case "/page.css":
      return PortAnswer(HTTPResponse(200, Self.css, type: "text/css; charset=utf-8"))
    case "/page.js":
      return PortAnswer(HTTPResponse(200, Self.script, type: "text/javascript; charset=utf-8"))
    case "/api/snapshot":
      return PortAnswer(HTTPResponse(200, await feed.snapshot(), type: Self.json))
    case "/api/trace": return PortAnswer(HTTPResponse(200, await feed.trace(), type: Self.json))
    case "/api/live": return await live(after: request.headers["last-event-id"])
    default: return await command(request, from: role)
    }
  }

  // MARK: - The page

  private static let (html, json) = ("text/html; charset=utf-8", "application/json")
  private static let body = unsafe String(cString: report_page_html)
  private static let css = unsafe String(cString: report_page_css)
  private static let script = unsafe String(cString: report_page_script)

  private func page(for role: DashboardRole) -> String {
    var about = JSONWriter()
    about.object { about in
      about.string(role.rawValue, as: "role")
      about.string(gate.pageToken(of: role), as: "token")
      about.string("\(name) (\(getpid()))", as: "process")
    }
    let title = EscapedText.html(name)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="modkit-live" \
      content="\(EscapedText.html(String(decoding: about.bytes, as: UTF8.self)))">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/page.css">
      <script defer src="/page.js"></script>
      </head>
      <body>
      \(Self.body.replacing("TITLE", with: title))
      </body>
      </html>

      """
  }

  /// Adds the headers that restrict what a page may do, and which pages may use a response.
  private func secured(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    let headers = [
      "Content-Security-Policy": policy, "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    ]
    response.headers.merge(headers) { current, _ in current }
    return response
  }

  private static let unknownPerson = HTTPResponse.error(
    401,
    "sign in with the address that the app has printed at its start; it contains a token that is "
      + "valid until the app exits")

  // MARK: - Live changes

  private func live(after lastEventID: String?) async -> PortAnswer {
    let (start, first) = await feed.connect(after: lastEventID)
    let client = LiveClient(start, first: first)
    return PortAnswer(
      HTTPResponse(200, "", type: "text/event-stream", ["X-Accel-Buffering": "no"])
    ) { [feed] in
      await client.next(from: feed)
    } whenSent: { [feed] in
      await feed.disconnect()
    }
  }

  // MARK: - Commands

  /// A command of the console, as the page sends it.
  private struct Request: Decodable {
    var command: String
    var arguments: [String: ConsoleValue]?
  }

  private func command(_ http: HTTPRequest, from role: DashboardRole) async -> PortAnswer {
    if let reason = gate.forgery(in: http, of: role) {
      return Self.rejection(403, "forbidden", reason)
    }
    let type = http.headers["content-type", default: ""].prefix { $0 != ";" }
    guard type == Self.json else {
      return Self.rejection(415, "badRequest", "the 'Content-Type' must be \(Self.json)")
    }
    guard let request = try? JSONDecoder().decode(Request.self, from: Data(http.body)) else {
      return Self.rejection(
        400, "badRequest",
        #"the body must be an object like {"command": "list", "arguments": {"kind": "tasks"}}"#)
    }
    do throws(BridgeConsoleError) {
      let arguments = request.arguments ?? [:]
      guard try desk.changes(request.command, arguments) else {
        return Self.answer(try await desk.run(request.command, arguments), redaction)
      }
      guard role == .admin else {
        return Self.rejection(
          403, "forbidden",
          "viewers cannot run '\(request.command)', because it changes the app; sign in as admin")
      }
      return Self.answer(try await act(request.command, arguments, role), redaction)
    } catch {
      return Self.rejection(Self.status(of: error), error.code.name, error.message)
    }
  }

  /// Runs a command that changes something, as a cause in the trace, and logs it.
  private func act(
    _ command: String, _ arguments: [String: ConsoleValue], _ role: DashboardRole
  ) async throws(BridgeConsoleError) -> ConsoleDesk.Answer {
    let words = Self.described.compactMap { name in
      arguments[name].map { "\(name)=\(Self.text($0))" }
    }
    let text = ([command] + words).joined(separator: " ")
    let token = Trace.begin()
    // In a task of its own, because the time limit of the request must not cancel an action.
    let action = Task { [desk] () -> Result<ConsoleDesk.Answer, BridgeConsoleError> in
      do throws(BridgeConsoleError) {
        return .success(
          try await Trace.withCause(token.id) { () async throws(BridgeConsoleError) in
            try await desk.run(command, arguments)
          })
      } catch {
        return .failure(error)
      }
    }
    let result = await action.value
    var attributes = ["role": role.rawValue]
    var failure: BridgeConsoleError?
    if case .failure(let error) = result {
      failure = error
      attributes["error"] = error.code.name
    }
    Trace.recorder.end(
      token, text, kind: "dashboard", module: "BridgeDashboard", cause: nil, links: [],
      attributes: attributes)
    log("\(role.rawValue): \(text)", failure, role)
    // The page shows the effect at once.
    Task { [feed] in _ = await feed.readStore() }
    return try result.get()
  }

  /// The arguments that the log shows: names and numbers, and no payloads, URLs or values.
  private static let described = [
    "action", "name", "event", "queue", "ids", "states", "flow", "tag",
  ]

  private func log(_ text: String, _ failure: BridgeConsoleError?, _ role: DashboardRole) {
    Logs.write(
      LogRecord(
        nanosecondsSince1970: MonotonicTime.nanosecondsSince1970(),
        severity: failure == nil ? .notice : .warning, source: "BridgeDashboard",
        message: failure.map { "\(text): \($0.message)" } ?? text,
        attributes: ["role": role.rawValue], span: Trace.currentLink))
  }

  private static func text(_ value: ConsoleValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .array(let values): values.map(text).joined(separator: ",")
    default: "…"
    }
  }

  private static func status(of error: BridgeConsoleError) -> Int {
    switch error.code {
    case .notFound, .unknownCommand: 404
    case .badArgument, .badRequest: 422
    default: 409
    }
  }

  private static func answer(
    _ answer: ConsoleDesk.Answer, _ redaction: LogRedaction
  ) -> PortAnswer {
    var response = json(200, ["result": redaction.applied(to: answer.value)])
    response.headers["Cache-Control"] = "no-store"
    return PortAnswer(response, whenSent: { answer.finish() })
  }

  private static func rejection(_ status: Int, _ code: String, _ message: String) -> PortAnswer {
    PortAnswer(
      json(status, ["error": ["code": .string(code), "message": .string(message)]]))
  }

  private static func json(_ status: Int, _ value: ConsoleValue) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      return HTTPResponse(status, text, type: json)
    } catch {
      return .error(503, "the answer cannot be written as JSON: \(error)")
    }
  }
}

/// A client of the live changes, which is asked for its next part by one task at a time.
private final class LiveClient: Sendable {
  private struct State {
    var cursor: LiveEvents.Cursor
    var first: [UInt8]?
  }

  private let state: Mutex<State>

  init(_ start: LiveEvents.Cursor, first: [UInt8]) {
    state = Mutex(State(cursor: start, first: first))
  }

  func next(from feed: LiveFeed) async -> [UInt8]? {
    let (cursor, first) = state.withLock { ($0.cursor, $0.first.take()) }
    if let first { return first }
    guard let (bytes, end) = await feed.next(after: cursor) else { return nil }
    state.withLock { $0.cursor = end }
    return bytes
  }
}

extension LogRedaction {
  /// Returns a value without the values of the hidden keys.
  func applied(to value: DetailValue) -> DetailValue {
    switch value {
    case .array(let elements): .array(elements.map(applied))
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            (key, hides(key) ? .string(Self.mark) : applied(to: value))
          }))
    default: value
    }
  }
}
