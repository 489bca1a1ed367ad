import Foundation
import Testing

@testable import ModuleGraph

@Suite struct EmbeddedPageTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/ModuleGraph/Report")

  private static let carried = [
    "page.html": Report.html, "page.css": Report.css, "page-jobs.js": Report.jobs,
    "page-timeline.js": Report.timeline, "page.js": Report.js,
  ]

  @Test(arguments: carried.keys.sorted())
  func `The embedded page equals the files`(file: String) throws {
    let written = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    let text = try #require(Self.carried[file])
    // Else run Sources/ModuleGraph/Report/embed.
    #expect(written == text + "\n")
  }
}
