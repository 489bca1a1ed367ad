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
/// the last one ends it.
actor SharedBrowser {
  static let shared = SharedBrowser()

  /// The largest number of windows, each of which has a process.
  private static let limit = 2

  private var process: BrowserProcess?
  private var windows = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until one more window may open.
  func begin(_ executable: URL) async throws -> DevTools {
    if windows == Self.limit {
      // The test that ends leaves its place.
      await withCheckedContinuation { waiting.append($0) }
    } else {
      windows += 1
    }
    if let process, !process.tools.hasFailed { return process.tools }
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
    guard windows == 0, let last = process else { return }
    process = nil
    await last.end()
  }
}
