import Foundation
import Testing

/// The code in Khala's articles is code that is compiled somewhere.
@Suite struct ArticleCodeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let articles = (try? files("Sources/Khala/Khala.docc", "md")) ?? []

  /// The files of a folder with an extension, at every depth.
  private static func files(_ folder: String, _ kind: String) throws -> [URL] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == kind }
  }

  /// The lines of a text without their spaces.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { String($0).filter { !$0.isWhitespace } }
      .filter { !$0.isEmpty }
  }

  @Test func `There are articles`() {
    #expect(Self.articles.count > 10)
  }

  @Test func `Every line of code in an article is in a program, a test or a consumer`() throws {
    var compiled: Set<String> = []
    for folder in [
      "Examples/Shop", "Tests/KhalaTests", "Tests/Consumers/Khala", "Tests/Consumers/KhalaFirst",
    ] {
      for file in try Self.files(folder, "swift") {
        compiled.formUnion(Self.lines(try String(contentsOf: file, encoding: .utf8)))
      }
    }
    for article in Self.articles {
      let text = try String(contentsOf: article, encoding: .utf8)
      for block in text.matches(of: /```swift\n((?s).*?)```/) {
        for line in Self.lines(block.1) where !compiled.contains(line) {
          Issue.record("\(article.lastPathComponent) has a line that nothing compiles: \(line)")
        }
      }
    }
  }
}
