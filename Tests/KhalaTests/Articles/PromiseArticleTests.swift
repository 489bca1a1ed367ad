import Foundation
import Testing

/// The article "What Khala Promises" names tests that are there.
@Suite struct PromiseArticleTests {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let article =
    tests
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Khala/Khala.docc/What-Khala-Promises.md")

  /// The sources of the suites, by the names of their files.
  private func sources() throws -> [String: String] {
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    var sources: [String: String] = [:]
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let suite = file.deletingPathExtension().lastPathComponent
      sources[suite] = try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }

  @Test func `Every clause is numbered and names its tests`() throws {
    let sources = try sources()
    let clauses = try String(contentsOf: Self.article, encoding: .utf8)
      .split(separator: "\n").filter { $0.wholeMatch(of: /\d+\. .*/) != nil }
    for (index, clause) in clauses.enumerated() {
      #expect(clause.hasPrefix("\(index + 1). "))
      let parts = clause.split(separator: " — ", maxSplits: 1)
      try #require(parts.count == 2, "no tests are named: \(clause)")
      for group in parts[1].split(separator: "; ") {
        let suite = String(group.prefix { $0 != ":" })
        let source = try #require(sources[suite], "there is no suite \(suite)")
        let titles = group.matches(of: /\*([^*]+)\*/).map(\.1)
        #expect(!titles.isEmpty)
        for title in titles {
          #expect(source.contains("func `\(title)`("), "\(suite) has no test '\(title)'")
        }
      }
    }
    #expect(clauses.count > 30)
  }
}
