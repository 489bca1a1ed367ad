import Foundation
import Testing

/// What README and the articles on Bridge show: all of it stands in a package that is
/// built and run, or in a test.
@Suite struct SnippetTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A piece of code with no empty line in it.
  struct Paragraph: Sendable, CustomTestStringConvertible {
    let source: String
    let lines: [String]

    var testDescription: String { "\(source): \(lines[0])" }
  }

  /// The lines of a text, without what is at their ends and without comments.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let comment = line.firstMatch(of: #/(^|\s)\/\/\s.*/#)?.range.lowerBound
      return line[..<(comment ?? line.endIndex)].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The Swift code of a text, paragraph by paragraph; that of manifests is left out, as
  /// the packages have manifests of their own.
  private static func paragraphs(of text: String, in source: String) -> [Paragraph] {
    text.matches(of: #/```swift\n(?<code>(?s:.*?))```/#).map(\.code)
      .filter { !$0.contains("Package(") }
      .flatMap { lines(of: String($0)).split(separator: "") }
      .map { Paragraph(source: source, lines: Array($0)) }
  }

  private static let shown: [Paragraph] = {
    let folder = root.appending(path: "Sources/Bridge/Bridge.docc")
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var shown: [Paragraph] = []
    for name in articles.sorted() where name.hasSuffix(".md") {
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      shown += paragraphs(of: text ?? "", in: name)
    }
    let readme = try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let section = readme?.firstMatch(of: #/\n### Bridge\n(?<text>(?s:.*?))\n### /#)?.text
    return shown + paragraphs(of: section.map(String.init) ?? "", in: "README.md")
  }()

  /// The lines of every file that is compiled for this, without empty ones.
  private static let compiled: [[String]] = {
    var files: [[String]] = []
    for folder in ["Tests/Consumers/Bridge", "Tests/Consumers/BridgeFirst", "Tests/BridgeTests"] {
      let place = root.appending(path: folder).path
      for case let path as String in FileManager.default.enumerator(atPath: place) ?? .init()
      where path.hasSuffix(".swift") && !path.contains(".build/") {
        let text = try? String(contentsOfFile: "\(place)/\(path)", encoding: .utf8)
        files.append(lines(of: text ?? "").filter { !$0.isEmpty })
      }
    }
    return files
  }()

  @Test func `There is something to look for, and to look in`() {
    #expect(Set(Self.shown.map(\.source)).count == 6)
    #expect(Self.compiled.count > 20)
  }

  @Test(arguments: shown)
  func `What is shown is compiled`(paragraph: Paragraph) {
    #expect(
      Self.compiled.contains { file in
        file.indices.contains { file[$0...].starts(with: paragraph.lines) }
      },
      "no file has these lines of \(paragraph.source):\n\(paragraph.lines.joined(separator: "\n"))")
  }
}
