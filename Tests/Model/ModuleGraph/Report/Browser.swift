import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// A browser without a window, to look at pages with.
struct Browser {
  private let executable: URL

  /// Where it is; nothing if there is none.
  private static let path: String? = {
    let names = [
      "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
      "chromium-headless-shell",
    ]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether tests look at pages, which takes minutes and so is asked for by the environment.
  static let isThere = ProcessInfo.processInfo.environment["MODKIT_CHROMIUM"] == "required"

  init() throws {
    executable = URL(
      filePath: try #require(
        Self.path, "MODKIT_CHROMIUM is 'required', and no Chromium is in PATH"))
  }

  /// Opens a window for a page that is used with mouse and keys, does that, and closes it.
  ///
  /// - Parameters:
  ///   - isAlone: Whether the browser is one that no other test uses, so that its work can be measured.
  ///   - body: Does something in the window.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or a failure of the browser.
  func session<Result: Sendable>(
    alone isAlone: Bool = false, _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    guard isAlone else { return try await shared(inRealTime: true, body) }
    let process = try BrowserProcess(executable)
    return try await finally({ await process.end() }) {
      try await body(try await BrowserSession(process.tools))
    }
  }

  private func shared<Result: Sendable>(
    inRealTime: Bool, _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    let browser = SharedBrowser.shared
    let tools = try await browser.begin(executable)
    return try await finally({ await browser.end() }) {
      try await browser.withWindow(of: tools, inRealTime: inRealTime, body)
    }
  }

  /// Does something, and then something else, also after an error.
  private func finally<Result: Sendable>(
    _ end: () async -> Void, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body()
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }

  /// What a page has become when its script has run.
  struct Look {
    /// The attributes of the page that its script sets for this.
    let data: [String: String]
    let document: String
    /// What the page wrote to the console, and what was wrong.
    let console: [String]

    subscript(name: String) -> Int? { data[name].flatMap(Int.init) }
  }

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - fragment: What stands behind `#` in its address.
  ///   - width: How wide the window is.
  /// - Returns: What it has become.
  /// - Throws: What the browser said, if it could not be run.
  func open(_ page: String, at fragment: String = "", width: Int = 1440) async throws -> Look {
    try await shared(inRealTime: false) { window in
      try await window.emulate(width: width, height: 1_000)
      let (document, console) = try await window.document(of: page, at: fragment)
      let html = try #require(document.firstMatch(of: /<html[^>]*>/)).output
      let data = html.matches(of: /data-([a-z-]+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
      return Look(
        data: Dictionary(data, uniquingKeysWith: { first, _ in first }), document: document,
        console: console)
    }
  }
}

/// A suite whose tests share a browser, or are left out without one.
struct BrowserTrait: SuiteTrait, TestTrait, TestScoping {
  private static let condition: ConditionTrait = .enabled(
    if: Browser.isThere, "install Chromium and set MODKIT_CHROMIUM=required to look at pages in it")

  /// The tests of the suite are left out too.
  let isRecursive = true

  func prepare(for test: Test) async throws { try await Self.condition.prepare(for: test) }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await SharedBrowser.shared.beginSuite()
    do {
      try await function()
    } catch {
      await SharedBrowser.shared.endSuite()
      throw error
    }
    await SharedBrowser.shared.endSuite()
  }
}

extension SuiteTrait where Self == BrowserTrait {
  /// The tests of the suite look at pages in a browser.
  static var inBrowser: Self { BrowserTrait() }
}
