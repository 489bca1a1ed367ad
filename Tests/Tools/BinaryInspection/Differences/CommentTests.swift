import BinaryInspection
import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing

/// The comment that a pull request gets.
@Suite struct CommentTests {
  private static func graph(_ nodes: [ModuleGraph.Node]) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    for node in nodes { builder.add(node: node) }
    return builder.graph()
  }

  private static func node(
    _ kind: ModuleGraph.Node.Kind, _ name: String, _ module: String = "Feed",
    attributes: [ModuleGraph.Attribute] = []
  ) -> ModuleGraph.Node {
    ModuleGraph.Node(
      id: "\(kind):\(name):\(module)", kind: kind, name: name, module: module,
      locations: [CodeLocation(fileID: "\(module)/F.swift", line: 3)], attributes: attributes)
  }

  private static func comment(
    _ old: [ModuleGraph.Node], _ new: [ModuleGraph.Node], maximumLength: Int = 65_536
  ) -> String {
    SurfaceDifference(from: graph(old), to: graph(new)).comment(maximumLength: maximumLength)
  }

  // A row of a table is one line, however long.
  // swift-format-ignore
  @Test func `Breaking changes come first, and the others are folded by module`() {
    let comment = Self.comment(
      [Self.node(.task, "Refresh"), Self.node(.callback, "ready", "Shop")],
      [Self.node(.callback, "late", "Shop"), Self.node(.task, "Load")])
    #expect(
      comment == """
        <!-- modkit diff -->
        ## Changed declarations

        2 removed, 2 added; 1 breaking.

        ### Breaking

        | | what | where | how |
        |---|---|---|---|
        | removed | task `Refresh` | `Feed/F.swift:3` | **breaks source**: code and tasks that name this task no longer find it |

        <details>
        <summary><code>Feed</code>: 1 added</summary>

        | | what | where | how |
        |---|---|---|---|
        | added | task `Load` | `Feed/F.swift:3` |  |

        </details>

        <details>
        <summary><code>Shop</code>: 1 removed, 1 added</summary>

        | | what | where | how |
        |---|---|---|---|
        | removed | callback `ready` | `Shop/F.swift:3` |  |
        | added | callback `late` | `Shop/F.swift:3` |  |

        </details>

        """)
  }

  @Test func `Equal builds get a comment that replaces an earlier one`() {
    let comment = Self.comment([Self.node(.task, "A")], [Self.node(.task, "A")])
    #expect(
      comment == """
        <!-- modkit diff -->
        ## Changed declarations

        Both builds have the same declarations.

        """)
  }

  @Test(arguments: [
    "a|b", "``` `", "@octocat", "<img src=x onerror=y>", "</details>", "#12", "-->",
    "https://example.org", "[x](y)", "a\nb", "a\\|b", "| --- |", "",
  ])
  func `A name is code in each place, and ends no cell`(name: String) {
    let kind = ModuleGraph.Node.Kind(rawValue: name)
    let comment = Self.comment(
      [Self.node(kind, name, name)],
      [Self.node(.callback, name, name, attributes: [.init(name, .text(name))])])
    let lines = comment.split(separator: "\n").map(String.init)
    for line in lines {
      let outside = Self.withoutCode(line)
      for mark in ["@", "#12", "<img", "https", "[", "`"] {
        #expect(!outside.contains(mark), "\(line)")
      }
      guard line.hasPrefix("|") else { continue }
      // A bar in code is escaped, too: tables are split before code is read.
      #expect(Self.bars(line) == 5, "\(line)")
    }
    let outside = lines.map(Self.withoutCode).joined(separator: "\n")
    #expect(outside.count(of: "</details>") == 1)
    #expect(outside.count(of: "-->") == 1)
  }

  @Test(arguments: [1_000, 1_001, 1_500, 4_321, 12_000])
  func `A comment is never too long, and has the number of the missing changes`(
    limit: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(limit))
    let nodes = (0..<400).map { number in
      Self.node(
        [.task, .callback, .route].randomElement(using: &random)!, "name\(number)",
        "Module\(Int.random(in: 0...9, using: &random))")
    }
    let old = nodes.filter { _ in Bool.random(using: &random) }
    let new = nodes.filter { _ in Bool.random(using: &random) }
    let difference = SurfaceDifference(from: Self.graph(old), to: Self.graph(new))
    let comment = difference.comment(maximumLength: limit)
    #expect(comment.utf16.count <= limit)
    let rows = comment.split(separator: "\n").filter { $0.hasSuffix(" |") && $0.contains("`") }
    let breakingRows = rows.count { $0.contains("**") }
    #expect(
      comment.contains(
        """
        **\(difference.changes.count - rows.count) of the changes, \
        \(difference.breaking.count - breakingRows) of them breaking, are omitted here
        """))
    #expect(comment.count(of: "<details>") == comment.count(of: "</details>"))
    // One more row has no room: it is not cut before it has to be.
    #expect(limit - comment.utf16.count < 300)
    #expect(!difference.comment(maximumLength: 1_000_000).contains("omitted here"))
  }

  @Test func `Changes that are cut are the last ones, breaking changes stay`() {
    let breaking = (0..<3).map { Self.node(.task, "Gone\($0)") }
    let others = (0..<100).map { Self.node(.callback, "callback\($0)", "Shop") }
    let comment = Self.comment(breaking, others, maximumLength: 2_000)
    for node in breaking { #expect(comment.contains("`\(node.name)`")) }
    #expect(comment.contains(", 0 of them breaking, are omitted here"))
  }

  @Test func `A name and a list of facts without end are shortened`() {
    let attributes = (0..<50).map { ModuleGraph.Attribute("fact\($0)", .text("x")) }
    let long = String(repeating: "n", count: 100_000)
    let comment = Self.comment(
      [Self.node(.task, "A"), Self.node(.page, long)],
      [Self.node(.task, "A", attributes: attributes)])
    #expect(comment.utf16.count < 2_000)
    #expect(comment.contains("is 42 more"))
    #expect(comment.contains("nnn…`"))
  }

  @Test func `The lengths are those of the hosts`() {
    #expect(CommentHost.github.maximumLength == 65_536)
    #expect(CommentHost.gitlab.maximumLength == 1_000_000)
  }

  // MARK: - Reading Markdown

  /// The text of a line outside of code, in Markdown and in HTML.
  private static func withoutCode(_ line: String) -> String {
    var outside = ""
    var rest = line.replacing(/<code>.*?<\/code>/, with: "")[...]
    while let quote = rest.firstIndex(of: "`") {
      outside += rest[..<quote]
      let inner = rest[quote...].drop { $0 == "`" }
      let count = rest[quote...].count - inner.count
      guard let end = Self.run(of: count, in: inner) else { return outside + rest[quote...] }
      rest = rest[end...]
    }
    return outside + rest
  }

  /// The index behind the first run of exactly so many backticks.
  private static func run(of count: Int, in text: Substring) -> Substring.Index? {
    var rest = text
    while let quote = rest.firstIndex(of: "`") {
      let after = rest[quote...].drop { $0 == "`" }
      if rest[quote...].count - after.count == count { return after.startIndex }
      rest = after
    }
    return nil
  }

  /// The number of bars that divide cells.
  private static func bars(_ line: String) -> Int {
    line.replacing("\\|", with: "").count { $0 == "|" }
  }
}

extension ModuleGraph.Node.Kind {
  fileprivate static let page = Self(rawValue: "page")
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
