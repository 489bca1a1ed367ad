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

    /// The headings that its links lead to, such as `#speed`.
    var anchors: [String] {
      links.filter { $0.hasPrefix("#") }
    }

    /// The anchors of its headings.
    var headings: [String] {
      prose.filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        return "#" + title.lowercased().replacing(" ", with: "-")
      }
    }

    private var links: [String] {
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
    #expect(english.count > 10)
    #expect(english.count == chinese.count)
    for (english, chinese) in zip(english, chinese) {
      #expect(english == chinese)
    }
  }

  @Test func `Both languages have the same tables, by their rows`() throws {
    let english = try Readme(named: "README.md").tableRows
    #expect(english.count > 3)
    #expect(try Readme(named: "README_CN.md").tableRows == english)
  }

  @Test func `Both languages link to the same files`() throws {
    let english = try Readme(named: "README.md").files.sorted()
    #expect(english.count > 10)
    #expect(try Readme(named: "README_CN.md").files.sorted() == english)
  }

  @Test(arguments: names)
  func `Every link leads to a file or a heading that is there`(name: String) throws {
    let readme = try Readme(named: name)
    for file in readme.files {
      let path = Self.root.appending(path: file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(name) links to \(file)")
    }
    for anchor in readme.anchors {
      #expect(readme.headings.contains(anchor), "\(name) links to \(anchor)")
    }
  }

  @Test(arguments: zip(names, names.reversed()))
  func `Each language leads to the other below its title`(name: String, other: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    #expect(text.split(separator: "\n").prefix(2).last?.contains("](\(other))") == true)
  }

  @Test func `The check sees code, tables and links apart`() {
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
    #expect(readme.anchors == ["#two-words"])
    #expect(readme.headings == ["#one", "#two-words"])
  }
}
