import Foundation
import ModularityTestSupport

/// A page that a test uses as a person does: with mouse and keys, in real time.
struct BrowserSession {
  private let tools: DevTools
  private let profile: String
  private let session: String
  private let folder: TemporaryFolder

  /// Opens a window.
  init(_ tools: DevTools) async throws {
    struct Profile: Decodable { let browserContextId: String }
    struct Made: Decodable { let targetId: String }
    struct Attached: Decodable { let sessionId: String }
    self.tools = tools
    folder = try TemporaryFolder()
    // Without the stored values of other tests.
    let profile: Profile = try Self.result(try await tools.send("Target.createBrowserContext"))
    self.profile = profile.browserContextId
    let target: Made = try Self.result(
      try await tools.send(
        "Target.createTarget",
        [
          "url": "about:blank", "browserContextId": profile.browserContextId, "newWindow": true,
          "width": 1_280, "height": 900,
        ]))
    let attached: Attached = try Self.result(
      try await tools.send(
        "Target.attachToTarget", ["targetId": target.targetId, "flatten": true]))
    session = attached.sessionId
    for domain in ["Page", "Runtime", "Log"] { try await send("\(domain).enable") }
    // Of several windows, one has the focus.
    try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
  }

  /// Leaves the page and everything that a test has set.
  func clear() async throws {
    takeEvents("Page.loadEventFired")
    try await send("Page.navigate", ["url": "about:blank"])
    try await event("Page.loadEventFired")
    try await send("Emulation.clearDeviceMetricsOverride")
    try await send("Emulation.setEmulatedMedia")
    tools.forgetEvents(of: session)
  }

  /// Closes the window.
  func close() async throws {
    _ = try await tools.send("Target.disposeBrowserContext", ["browserContextId": profile])
    tools.forgetEvents(of: session)
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
    takeEvents("Page.loadEventFired")
    // Another page in between, as the same one with another fragment is not loaded again.
    try await send("Page.navigate", ["url": "about:blank"])
    try await event("Page.loadEventFired")
    takeEvents("Page.loadEventFired")
    try await send("Page.navigate", ["url": "file://\(file.path)#\(fragment)"])
    try await event("Page.loadEventFired")
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

  /// Opens a page, lets four seconds of its time pass at once, and returns its document and the
  /// messages in its console.
  func document(of page: String, at fragment: String) async throws -> (String, [String]) {
    let file = try folder.write(page, to: "page.html")
    let address = "file://\(file.path)\(fragment.isEmpty ? "" : "#\(fragment)")"
    takeEvents("Page.loadEventFired")
    try await send("Page.navigate", ["url": address])
    try await event("Page.loadEventFired")
    try await send(
      "Emulation.setVirtualTimePolicy",
      ["policy": "pauseIfNetworkFetchesPending", "budget": 4_000])
    try await event("Emulation.virtualTimeBudgetExpired")
    let document: String = try await evaluate("document.documentElement.outerHTML")
    // Without time, the window could load no other page.
    try await send("Emulation.setVirtualTimePolicy", ["policy": "advance"])
    let console = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]
      .flatMap(takeEvents).map { String(decoding: $0, as: UTF8.self) }
    return (document, console)
  }

  private func event(_ method: String) async throws {
    try await tools.event(method, in: session)
  }

  @discardableResult
  private func takeEvents(_ method: String) -> [Data] { tools.takeEvents(method, in: session) }

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
      [
        "behavior": "allow", "downloadPath": folder.path("files"), "eventsEnabled": true,
        "browserContextId": profile,
      ])
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
    try await event("Tracing.tracingComplete")
    return try BrowserTrace(takeEvents("Tracing.dataCollected"))
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
