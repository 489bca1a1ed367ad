import Foundation
import ModularityTestSupport
import ProgramTestSupport

/// A running browser.
struct BrowserProcess {
  let tools: DevTools
  private let run: Task<Void, Never>

  /// Starts a browser with an empty profile.
  init(_ executable: URL) throws {
    let tools = try DevTools()
    let command = Command(
      executable: URL(filePath: "/bin/sh"),
      arguments: [
        "-c", #"exec "$0" "$@" 3<"$TOOLS_INPUT" 4>"$TOOLS_OUTPUT""#, executable.path,
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--allow-file-access-from-files", "--user-data-dir=\(tools.folder.path("profile"))",
        // A page that the browser takes for hidden gets no frames.
        "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
        "--disable-background-timer-throttling", "--remote-debugging-pipe", "about:blank",
      ],
      environment: ["TOOLS_INPUT": tools.input, "TOOLS_OUTPUT": tools.output])
    self.tools = tools
    run = Task {
      // However it ends, what waits for it must not wait longer.
      let ending: String
      do {
        ending = "\(try await command.result(didStart: { tools.beginReading() }))"
      } catch { ending = "\(error)" }
      tools.fail(DevTools.Failure(description: "the browser has ended: \(ending)"))
    }
  }

  /// Ends the browser.
  func end() async {
    run.cancel()
    await run.value
  }
}

/// The browser in which tests have windows at the same time.
///
/// A start takes more time than most tests do in their window. The first test starts the browser, and
/// the last suite with ``BrowserTrait`` ends it.
actor SharedBrowser {
  static let shared = SharedBrowser()

  /// The largest number of windows, each of which has a process.
  private static let limit = 2

  private var process: BrowserProcess?
  private var windows = 0
  private var suites = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The windows in which no test is, by whether their time is the browser's.
  private var unused: [Bool: [BrowserSession]] = [:]

  /// Waits until one more window may open.
  func begin(_ executable: URL) async throws -> DevTools {
    if windows == Self.limit {
      // The test that ends leaves its place.
      await withCheckedContinuation { waiting.append($0) }
    } else {
      windows += 1
    }
    if let process, !process.tools.hasFailed { return process.tools }
    // They have ended with the browser.
    unused = [:]
    do {
      let new = try BrowserProcess(executable)
      process = new
      return new.tools
    } catch {
      await end()
      throw error
    }
  }

  /// Lets another test open a window, or ends the browser if none waits.
  func end() async {
    if !waiting.isEmpty { return waiting.removeFirst().resume() }
    windows -= 1
    await endIfUnused()
  }

  /// Keeps the browser until the end of a suite.
  func beginSuite() { suites += 1 }

  /// Ends the browser after the last suite.
  func endSuite() async {
    suites -= 1
    await endIfUnused()
  }

  private func endIfUnused() async {
    guard windows == 0, suites == 0, let last = process else { return }
    process = nil
    unused = [:]
    await last.end()
  }

  /// Does something in a window, which is kept for other tests unless this fails.
  ///
  /// - Parameters:
  ///   - tools: The connection to the browser.
  ///   - inRealTime: `false` if the body stops the time of the page.
  ///   - body: Does something in the window.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or a failure of the browser.
  func withWindow<Result: Sendable>(
    of tools: DevTools, inRealTime: Bool, _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    let window: BrowserSession
    if let kept = unused[inRealTime]?.popLast() {
      window = kept
    } else {
      window = try await BrowserSession(tools)
    }
    do {
      let result = try await body(window)
      try await window.clear()
      unused[inRealTime, default: []].append(window)
      return result
    } catch {
      try? await window.close()
      throw error
    }
  }
}
