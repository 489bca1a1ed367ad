import Foundation
import ModularityTestSupport
import ProgramTestSupport

/// A page that a test uses as a person does: with mouse and keys, in real time.
struct BrowserSession {
  private let tools: DevTools
  private let session: String
  private let folder: TemporaryFolder

  /// Starts a browser, does something in it, and ends it.
  static func run<Result: Sendable>(
    _ executable: URL, _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    let tools = try DevTools()
    let command = Command(
      executable: URL(filePath: "/bin/sh"),
      arguments: [
        "-c", #"exec "$0" "$@" 3<"$TOOLS_INPUT" 4>"$TOOLS_OUTPUT""#, executable.path,
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--user-data-dir=\(folder.path("profile"))", "--window-size=1280,900",
        // A page that the browser takes for hidden gets no frames.
        "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
        "--disable-background-timer-throttling", "--remote-debugging-pipe", "about:blank",
      ],
      environment: ["TOOLS_INPUT": tools.input, "TOOLS_OUTPUT": tools.output])
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // However it ends, what waits for it must not wait longer.
        let result = await Swift.Result {
          try await command.result(didStart: { tools.beginReading() })
        }
        tools.fail(DevTools.Failure(description: "the browser has ended: \(result)"))
      }
      defer {
        tools.fail(DevTools.Failure(description: "the test is over"))
        group.cancelAll()
      }
      return try await body(BrowserSession(tools: tools, folder: folder))
    }
  }

  private init(tools: DevTools, folder: TemporaryFolder) async throws {
    struct Made: Decodable { let targetId: String }
    struct Attached: Decodable { let sessionId: String }
    self.tools = tools
    self.folder = folder
    let target: Made = try Self.result(
      try await tools.send("Target.createTarget", ["url": "about:blank"]))
    let attached: Attached = try Self.result(
      try await tools.send(
        "Target.attachToTarget", ["targetId": target.targetId, "flatten": true]))
    session = attached.sessionId
    _ = try await send("Page.enable")
  }

  private struct Answer<Result: Decodable>: Decodable { let result: Result }

  private static func result<Result: Decodable>(_ message: Data) throws -> Result {
    try JSONDecoder().decode(Answer<Result>.self, from: message).result
  }

  @discardableResult
  private func send(
    _ method: String, _ parameters: [String: any Sendable] = [:]
  ) async throws -> Data {
    try await tools.send(method, parameters, session: session)
  }

  /// Opens a page, and waits until its view has been drawn.
  func open(_ page: String, at fragment: String = "") async throws {
    let file = try folder.write(page, to: "page.html")
    _ = tools.takeEvents("Page.loadEventFired")
    // Another page in between, as the same one with another fragment is not loaded again.
    try await send("Page.navigate", ["url": "about:blank"])
    try await tools.event("Page.loadEventFired")
    _ = tools.takeEvents("Page.loadEventFired")
    try await send("Page.navigate", ["url": "file://\(file.path)#\(fragment)"])
    try await tools.event("Page.loadEventFired")
    // The browser may have chosen the page that it began with.
    try await send("Page.bringToFront")
    let _: Bool = try await evaluate(
      """
      new Promise((drawn) => {
        const look = () => {
          const { ready, view, timeline } = document.documentElement.dataset;
          if (ready && (timeline || view !== "timeline")) drawn(true);
          else setTimeout(look, 5);
        };
        look();
      })
      """)
  }

  /// Evaluates an expression in the page, waits for its promise, and returns its value.
  func evaluate<Value: Decodable>(_ expression: String) async throws -> Value {
    let answer = try await send(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true])
    let evaluated: Evaluated<Value> = try Self.result(answer)
    guard let value = evaluated.result.value else {
      let thrown = evaluated.exceptionDetails.map { $0.exception?.description ?? $0.text }
      throw DevTools.Failure(description: "\(thrown ?? "no value"): \(expression.prefix(200))")
    }
    return value
  }

  /// Sets the size of the window, as that of a phone if it is narrow, and the colours that the
  /// user prefers.
  func emulate(width: Int, height: Int = 900, isDark: Bool = false) async throws {
    try await send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
    try await send(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
  }

  /// Moves the mouse, or presses or releases its button.
  func mouse(_ type: String, x: Double, y: Double) async throws {
    try await send(
      "Input.dispatchMouseEvent",
      [
        "type": type, "x": x, "y": y, "button": "left", "clickCount": type == "mouseMoved" ? 0 : 1,
        "buttons": type == "mouseReleased" ? 0 : 1,
      ])
  }

  /// Presses and releases the mouse's button.
  func click(x: Double, y: Double) async throws {
    try await mouse("mousePressed", x: x, y: y)
    try await mouse("mouseReleased", x: x, y: y)
  }

  /// Presses a key, which writes a character unless it has a longer name.
  func press(_ key: String) async throws {
    let text = key.count == 1 ? ["text": key] : [:]
    try await send(
      "Input.dispatchKeyEvent", ["type": "keyDown", "key": key].merging(text) { $1 })
    try await send("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
  }

  /// Does something that downloads a file, and returns that.
  func download(_ body: () async throws -> Void) async throws -> Data {
    _ = try await tools.send(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "downloadPath": folder.path("files"), "eventsEnabled": true])
    try await body()
    // The file may be there before it is complete.
    var state = "inProgress"
    while state == "inProgress" {
      try await tools.event("Browser.downloadProgress")
      for message in tools.takeEvents("Browser.downloadProgress") {
        state = try JSONDecoder().decode(DownloadProgress.self, from: message).params.state
      }
    }
    guard state == "completed" else {
      throw DevTools.Failure(description: "the download has ended as '\(state)'")
    }
    return try Data(contentsOf: URL(filePath: folder.path("files/timeline.json")))
  }

  /// Records what the browser does meanwhile, by its own tracing.
  func tracing(_ body: () async throws -> Void) async throws -> BrowserTrace {
    try await send(
      "Tracing.start",
      [
        "transferMode": "ReportEvents",
        "traceConfig": [
          "includedCategories": [
            "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline",
            "blink.user_timing",
          ]
        ],
      ])
    try await body()
    try await send("Tracing.end")
    try await tools.event("Tracing.tracingComplete")
    return try BrowserTrace(tools.takeEvents("Tracing.dataCollected"))
  }
}

/// The message of a browser about the progress of a download.
private struct DownloadProgress: Decodable {
  struct Parameters: Decodable { let state: String }
  let params: Parameters
}

/// The answer to an expression: its value, or what it has thrown.
private struct Evaluated<Value: Decodable>: Decodable {
  struct Outcome: Decodable { let value: Value? }
  struct Exception: Decodable {
    struct Thrown: Decodable { let description: String? }
    let text: String
    let exception: Thrown?
  }
  let result: Outcome
  let exceptionDetails: Exception?
}

extension Result where Failure == any Error {
  /// The outcome of work that suspends.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
