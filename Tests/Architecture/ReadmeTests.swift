import Foundation
import ProgramTestSupport
import Testing

/// The pages in two languages, of which one shows what the other shows, and the links of all.
@Suite struct ReadmeTests {
  private static let root = Repository.root

  /// A page, in what does not depend on its language.
  private struct Page {
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

    /// The numbers in each row of its tables, sorted as text, as languages differ in order.
    var tableNumbers: [[String]] {
      prose.filter { $0.hasPrefix("|") }
        .map { $0.matches(of: #/[0-9]+([.,][0-9]+)*/#).map { String($0.0) }.sorted() }
    }

    /// The files and headings of the repository that its links lead to, by their names in
    /// English, without the link to the other language.
    var files: [String] {
      let links = prose.filter { !$0.isLanguageLine }.flatMap(Self.links)
      return links.filter { !$0.contains("://") && !$0.hasPrefix("#") }
        .map { $0.replacing("_CN.md", with: ".md") }
    }

    /// The number of items in its lists.
    var listItemCount: Int { prose.count { $0.hasPrefix("* ") } }

    /// The anchors of its headings.
    var headings: [String] {
      prose.filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        return "#" + title.lowercased().replacing(" ", with: "-")
      }
    }

    /// The targets of its links.
    var links: [String] { prose.flatMap(Self.links) }

    /// The targets of the links in a line.
    private static func links(in line: Substring) -> [String] {
      line.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
    }

    /// Comments begin with `//`, or in shells with `#`, between spaces.
    private static func withoutComments(_ code: Substring) -> String {
      code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(#/(^|\s+)(\/\/|#)\s.*/#, with: "") }
        .joined(separator: "\n")
    }
  }

  /// Paths of pages and their translations, from the root.
  private static func translations() throws -> [(english: String, chinese: String)] {
    try pages().filter { $0.hasSuffix("_CN.md") }
      .map { ($0.replacing("_CN.md", with: ".md"), $0) }
  }

  @Test func `The products, measurements, platforms and examples are translated`() throws {
    #expect(
      try Self.translations().map(\.english) == [
        "README.md", "Examples/Harbor/README.md", "Documentation/Platforms.md",
        "Documentation/Products.md", "Documentation/Speed.md",
      ])
  }

  @Test(arguments: try translations())
  func `Both languages have the same code`(english: String, chinese: String) throws {
    let (english, chinese) = try (Page(named: english), Page(named: chinese))
    #expect(!english.codeBlocks.isEmpty || !english.tableRows.isEmpty)
    #expect(english.codeBlocks.count == chinese.codeBlocks.count)
    for (english, chinese) in zip(english.codeBlocks, chinese.codeBlocks) {
      #expect(english == chinese)
    }
  }

  @Test func `The README is a front page of at most 900 words`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect((400...900).contains(text.split(whereSeparator: \.isWhitespace).count))
  }

  @Test(arguments: try translations())
  func `Both languages have the same headings, lists and tables, by their numbers`(
    english: String, chinese: String
  ) throws {
    let (english, chinese) = try (Page(named: english), Page(named: chinese))
    #expect(english.headings.count == chinese.headings.count)
    #expect(english.listItemCount == chinese.listItemCount)
    #expect(english.tableRows == chinese.tableRows)
    #expect(english.tableNumbers == chinese.tableNumbers)
  }

  @Test(arguments: try translations())
  func `Both languages link to the same files`(english: String, chinese: String) throws {
    #expect(try Page(named: chinese).files.sorted() == Page(named: english).files.sorted())
  }

  /// The pages that are read on a code host, by their paths from the root.
  private static func pages() throws -> [String] {
    let documentation = root.appending(path: "Documentation").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: documentation)
      .filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
    #expect(pages.count > 12)
    return [
      "README.md", "README_CN.md", "CONTRIBUTING.md", "Examples/Harbor/README.md",
      "Examples/Harbor/README_CN.md",
    ] + pages
  }

  @Test(arguments: try pages())
  func `Every link leads to an existing file or heading`(page: String) throws {
    let own = Self.root.appending(path: page)
    for link in try Page(named: page).links where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let file =
        parts[0].isEmpty ? own : own.deletingLastPathComponent().appending(path: parts[0])
      guard FileManager.default.fileExists(atPath: file.path) else {
        Issue.record("\(page) links to \(link)")
        continue
      }
      guard parts.count == 2 else { continue }
      let headings = try Page(String(contentsOf: file, encoding: .utf8)).headings
      #expect(headings.contains("#" + parts[1]), "\(page) links to \(link)")
    }
  }

  @Test func `The index of the documentation links to every page and article`() throws {
    let links = Set(try Page(named: "Documentation/README.md").links)
    let sources = Self.root.appending(path: "Sources")
    let articles = try #require(FileManager.default.enumerator(atPath: sources.path))
      .compactMap { $0 as? String }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    #expect(articles.count > 40)
    for article in articles { #expect(links.contains("../Sources/" + article)) }
    for page in try Self.pages()
    where page.hasPrefix("Documentation/") && !page.hasSuffix("README.md") {
      #expect(links.contains(String(page.dropFirst("Documentation/".count))))
    }
  }

  @Test(arguments: try translations())
  func `Each language leads to the other below its title`(
    english: String, chinese: String
  ) throws {
    for (page, other) in [(english, chinese), (chinese, english)] {
      let name = try #require(other.split(separator: "/").last)
      let line = try #require(Page(named: page).prose.filter { !$0.isEmpty }.dropFirst().first)
      #expect(line.isLanguageLine && line.contains("](\(name))"), "\(page)")
    }
  }

  @Test func `The check tells code, tables and links apart`() {
    let page = Page(
      """
      # One

      English | [中文](One_CN.md)

      * [a](A_CN.md) and [b](#two-words), [c](https://example.com)

      ```swift
      #task("a", on: .b)  // said in a language
      let url = "kl://a"
      ```
      ## Two words
      | a 1,000 | 0.5 to 0.25 | [d](D.md) |
      |---|---|

      | b |
      ```sh
      swift test  # [e](E.md)
      ```
      """)
    #expect(
      page.codeBlocks == [
        "swift\n#task(\"a\", on: .b)\nlet url = \"kl://a\"\n", "sh\nswift test\n",
      ])
    #expect(page.tableRows == [2, 1])
    #expect(page.tableNumbers == [["0.25", "0.5", "1,000"], [], []])
    #expect(page.files == ["A.md", "D.md"])
    #expect(page.listItemCount == 1)
    #expect(page.links == ["One_CN.md", "A_CN.md", "#two-words", "https://example.com", "D.md"])
    #expect(page.headings == ["#one", "#two-words"])
  }
}

extension Substring {
  /// A Boolean value that indicates whether this is the line below a title that leads to the
  /// other language.
  fileprivate var isLanguageLine: Bool {
    hasPrefix("English | [中文](") || (hasPrefix("[English](") && hasSuffix(" | 中文"))
  }
}
