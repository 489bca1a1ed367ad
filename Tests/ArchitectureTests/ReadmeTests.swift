import Foundation
import Testing

/// The README in both its languages: what one shows, the other shows too.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let names = ["README.md", "README_CN.md"]

  /// A README, in what does not depend on its language.
  private struct Readme {
    /// The fenced blocks, each with its language in front and without comments.
    let codeBlocks: [String]
    /// The lines that are not code.
    let prose: [Substring]

    init(named name: String) throws {
      try self.init(String(contentsOf: root.appending(path: name), encoding: .utf8))
    }

    init(_ text: String) {
      let parts = text.split(
        separator: #/^```/#.anchorsMatchLineEndings(), omittingEmptySubsequences: false
      ).enumerated()
      codeBlocks = parts.filter { !$0.offset.isMultiple(of: 2) }
        .map { Self.withoutComments($0.element) }
      prose = parts.filter { $0.offset.isMultiple(of: 2) }
        .flatMap { $0.element.split(separator: "\n", omittingEmptySubsequences: false) }
    }

    /// How many rows each table has, with its head.
    var tableRows: [Int] {
      prose.split { !$0.hasPrefix("|") }.map(\.count)
    }

    /// What its links lead to within the repository, other than a README.
    var files: [String] {
      links.filter { !$0.contains("://") && !$0.hasPrefix("#") && !names.contains($0) }
    }

    /// The anchors of its headings.
    var headings: [String] {
      prose.filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        return "#" + title.lowercased().replacing(" ", with: "-")
      }
    }

    /// The targets of its links.
    var links: [String] {
      prose.flatMap { $0.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) } }
    }

    /// Comments begin with `//`, or in shells with `#`, between spaces.
    private static func withoutComments(_ code: Substring) -> String {
      code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(#/(^|\s+)(\/\/|#)\s.*/#, with: "") }
        .joined(separator: "\n")
    }
  }

  @Test func `Both languages have the same code`() throws {
    let english = try Readme(named: "README.md").codeBlocks
    let chinese = try Readme(named: "README_CN.md").codeBlocks
    #expect(english.count > 3)
    #expect(english.count == chinese.count)
    for (english, chinese) in zip(english, chinese) {
      #expect(english == chinese)
    }
  }

  @Test func `The README is a front page of at most 900 words`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect((400...900).contains(text.split(whereSeparator: \.isWhitespace).count))
  }

  @Test func `Both languages have the same tables, by their rows`() throws {
    let english = try Readme(named: "README.md").tableRows
    #expect(english.count > 2)
    #expect(try Readme(named: "README_CN.md").tableRows == english)
  }

  @Test func `Both languages link to the same files`() throws {
    let english = try Readme(named: "README.md").files.sorted()
    #expect(english.count > 10)
    #expect(try Readme(named: "README_CN.md").files.sorted() == english)
  }

  /// The pages that are read on a code host.
  private static let pages =
    names + ["CONTRIBUTING.md", "Examples/Harbor/README.md"]
    + ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Documentation").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }

  @Test(arguments: pages)
  func `Every link leads to an existing file or heading`(page: String) throws {
    let own = Self.root.appending(path: page)
    for link in try Readme(named: page).links where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let file =
        parts[0].isEmpty ? own : own.deletingLastPathComponent().appending(path: parts[0])
      guard FileManager.default.fileExists(atPath: file.path) else {
        Issue.record("\(page) links to \(link)")
        continue
      }
      guard parts.count == 2 else { continue }
      let headings = try Readme(String(contentsOf: file, encoding: .utf8)).headings
      #expect(headings.contains("#" + parts[1]), "\(page) links to \(link)")
    }
  }

  @Test func `The index of the documentation links to every page and article`() throws {
    let links = Set(try Readme(named: "Documentation/README.md").links)
    let sources = Self.root.appending(path: "Sources")
    let articles = try #require(FileManager.default.enumerator(atPath: sources.path))
      .compactMap { $0 as? String }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    #expect(articles.count > 40)
    for article in articles { #expect(links.contains("../Sources/" + article)) }
    for page in Self.pages where page.hasPrefix("Documentation/") && !page.hasSuffix("README.md") {
      #expect(links.contains(String(page.dropFirst("Documentation/".count))))
    }
  }

  @Test(arguments: zip(names, names.reversed()))
  func `Each language leads to the other below its title`(name: String, other: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    #expect(text.split(separator: "\n").prefix(2).last?.contains("](\(other))") == true)
  }

  @Test func `The check tells code, tables and links apart`() {
    let readme = Readme(
      """
      # One
      [a](A.md) and [b](#two-words), [c](https://example.com)

      ```swift
      #task("a", on: .b)  // said in a language
      let url = "kl://a"
      ```
      ## Two words
      | a | [d](D.md) |
      |---|---|

      | b |
      ```sh
      swift test  # [e](E.md)
      ```
      """)
    #expect(
      readme.codeBlocks == [
        "swift\n#task(\"a\", on: .b)\nlet url = \"kl://a\"\n", "sh\nswift test\n",
      ])
    #expect(readme.tableRows == [2, 1])
    #expect(readme.files == ["A.md", "D.md"])
    #expect(readme.links == ["A.md", "#two-words", "https://example.com", "D.md"])
    #expect(readme.headings == ["#one", "#two-words"])
  }
}
