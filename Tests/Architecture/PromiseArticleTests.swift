import Foundation
import ProgramTestSupport
import Testing

/// The articles that say what a product promises, and by which tests.
@Suite struct PromiseArticleTests {
  private static let root = Repository.root

  /// Such as `Sources/Khala/Khala.docc/What-Khala-Promises.md`.
  private static let articles: [String] = {
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    return (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.wholeMatch(of: #/.*\.docc\/What-\w+-Promises\.md/#) != nil }.sorted()
  }()

  /// The tests of a clause.
  ///
  /// They stand behind its dash: `OneTests: *a title*, *another*; OtherTests: *one*`.
  /// A title is that of a test, or names a row of its arguments.
  private struct Clause {
    let number: String
    /// A suite and the title of one of its tests.
    let tests: [(suite: String, title: String)]
    /// Whether a benchmark holds us to it.
    let isMeasured: Bool

    init(number: Substring, tests text: Substring) {
      self.number = String(number)
      isMeasured = text.contains("`Benchmarks`")
      tests = text.split(separator: ";").flatMap { part -> [(suite: String, title: String)] in
        let suite = part.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
        guard suite.hasSuffix("Tests") else { return [] }
        return part.matches(of: #/\*([^*]+)\*/#).map { (suite, String($0.1)) }
      }
    }

    static func all(in article: String) -> [Clause] {
      article.matches(of: #/^(\d+)\. .* — (.*)$/#.anchorsMatchLineEndings())
        .map { Clause(number: $0.1, tests: $0.2) }
    }
  }

  /// The text of each suite, by its name.
  private static let suites: [String: String] = {
    let folder = root.appending(path: "Tests")
    var suites: [String: String] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
    where path.hasSuffix("Tests.swift") {
      let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      suites[String(path.split(separator: "/").last?.dropLast(6) ?? ""), default: ""] += text ?? ""
    }
    return suites
  }()

  @Test func `The articles of promises are found`() {
    #expect(Self.articles.contains("Khala/Khala.docc/What-Khala-Promises.md"))
  }

  @Test(arguments: articles)
  func `Every clause names existing tests`(path: String) throws {
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/\(path)"), encoding: .utf8)
    let clauses = Clause.all(in: article)
    #expect(clauses.count == article.matches(of: #/^\d+\. /#.anchorsMatchLineEndings()).count)
    for clause in clauses {
      #expect(
        !clause.tests.isEmpty || clause.isMeasured,
        "clause \(clause.number) of \(path) names no test")
      for (suite, title) in clause.tests {
        let text = Self.suites[suite, default: ""]
        #expect(
          text.contains("func `\(title)`") || text.contains("\"\(title)\""),
          "clause \(clause.number) of \(path) names '\(title)' of \(suite), which is not there")
      }
    }
  }
}
