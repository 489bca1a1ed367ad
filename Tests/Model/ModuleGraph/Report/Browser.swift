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

  /// Why tests are left out.
  static let absence: Comment =
    "install Chromium and set MODKIT_CHROMIUM=required to look at pages in it"

  init() throws {
    executable = URL(
      filePath: try #require(
        Self.path, "MODKIT_CHROMIUM is 'required', and no Chromium is in PATH"))
  }

  /// Starts the browser for a page that is used with mouse and keys, does that, and ends it.
  func session<Result: Sendable>(
    _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    try await BrowserSession.run(executable, body)
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
    let files = try TemporaryFolder()
    let file = try files.write(page, to: "page.html")
    var address = "file://\(file.path)\(fragment.isEmpty ? "" : "#\(fragment)")"
    if width < Self.narrowestWindow {
      let frame = try files.write(Self.frame(of: address, width: width), to: "frame.html")
      address = "file://\(frame.path)"
    }
    let result = try await Command(
      executable: executable,
      arguments: [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--allow-file-access-from-files",
        "--user-data-dir=\(files.path("profile"))",
        "--window-size=\(width),1000", "--virtual-time-budget=4000", "--enable-logging=stderr",
        "--dump-dom", address,
      ]
    ).succeed()
    let html = try #require(result.output.firstMatch(of: /<html[^>]*>/)).output
    let data = html.matches(of: /data-([a-z-]+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
    return Look(
      data: Dictionary(data, uniquingKeysWith: { first, _ in first }), document: result.output,
      console: result.errorLines.filter { $0.contains("CONSOLE") })
  }

  /// No window is narrower than this, whatever one asks for.
  private static let narrowestWindow = 500

  /// A page with another one in a frame, which takes over what that has become.
  private static func frame(of address: String, width: Int) -> String {
    """
    <!doctype html><html><body><iframe id="frame" width="\(width)" height="900" frameborder="0"
    src="\(address.replacing("&", with: "&amp;"))"></iframe><script>
    frame.onload = () => {
      const inner = frame.contentDocument.documentElement;
      Object.assign(document.documentElement.dataset, inner.dataset);
    };
    </script></body></html>
    """
  }
}
