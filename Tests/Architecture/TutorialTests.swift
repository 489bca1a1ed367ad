import Foundation
import ProgramTestSupport
import Testing

/// The tutorial: what it shows is in the packages of its steps, which CI builds and runs.
@Suite struct TutorialTests {
  private static let root = Repository.root

  /// A fenced block of the tutorial.
  private struct Block {
    /// The folder of its step.
    let step: String
    let language: String
    /// The file that the paragraph above the block names.
    let file: String?
    let lines: [Substring]
  }

  /// The blocks of a text, in order.
  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var (step, paragraph, language) = ("", Substring(), Substring?.none)
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let inside = language {
        guard line == "```" else {
          lines.append(line)
          continue
        }
        let file = paragraph.wholeMatch(of: #/`([^`]+)`:/#).map { String($0.1) }
        blocks.append(Block(step: step, language: String(inside), file: file, lines: lines))
        (language, lines, paragraph) = (nil, [], "")
      } else if line.hasPrefix("```") {
        language = line.dropFirst(3)
      } else if let heading = line.prefixMatch(of: #/## (?:Step (\d))?/#) {
        step = heading.1.map { "Step\($0)" } ?? ""
      } else if !line.isEmpty {
        paragraph = line
      }
    }
    return blocks
  }

  private static func tutorial() throws -> [Block] {
    let page = root.appending(path: "Documentation/Tutorial.md")
    return blocks(of: try String(contentsOf: page, encoding: .utf8))
  }

  /// The lines of a file of a step, without empty ones at its end.
  private static func lines(of file: String, in step: String) throws -> [Substring] {
    let url = root.appending(path: "Examples/Tutorial/\(step)/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.prefix(through: lines.lastIndex { !$0.isEmpty } ?? lines.startIndex))
  }

  /// The files that a step has of its own: those of other steps are links.
  private static func ownFiles(of step: String) throws -> [String] {
    let folder = root.appending(path: "Examples/Tutorial/\(step)")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    return files.compactMap { $0 as? String }.filter { file in
      let path = folder.appending(path: file).path
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
      return type as? FileAttributeType == .typeRegular
    }
  }

  private static let steps = (1...6).map { "Step\($0)" }

  @Test func `Every Swift block is a part of the file that is named above it`() throws {
    let blocks = try Self.tutorial().filter { $0.language == "swift" }
    #expect(blocks.count > 20)
    for block in blocks {
      let file = try #require(block.file, "\(block.step): \(block.lines.first ?? "")")
      let lines = try Self.lines(of: file, in: block.step)
      #expect(lines.contains(block.lines), "\(block.step)/\(file) differs from the tutorial")
    }
  }

  @Test(arguments: steps)
  func `Every file that a step adds is shown`(step: String) throws {
    let shown = Set(try Self.tutorial().filter { $0.step == step }.compactMap(\.file))
    let own = Set(try Self.ownFiles(of: step).filter { $0.hasSuffix(".swift") })
    #expect(own.contains("Package.swift"))
    #expect(shown == own)
  }

  @Test(arguments: steps)
  func `The outputs of a step are those that CI compares`(step: String) throws {
    let shown = try Self.tutorial()
      .filter { $0.step == step && ["text", "mermaid"].contains($0.language) }.map(\.lines)
    let expected = try Self.ownFiles(of: step).filter { $0.hasPrefix("expected-") }
      .map { try Self.lines(of: $0, in: step) }
    #expect(!shown.isEmpty)
    #expect(Set(shown) == Set(expected))
  }

  @Test(arguments: steps)
  func `Every step shows how it is run`(step: String) throws {
    let commands = try Self.tutorial().filter { $0.step == step && $0.language == "sh" }
    #expect(!commands.isEmpty)
    for line in commands.flatMap(\.lines) {
      #expect(line.contains(" --package-path \(step) --scratch-path .build"))
    }
  }

  /// The lines of code that connect the modules of the last step: its contracts, but for the type
  /// that these share, and the lines of declarations.
  private static func connectingLines() throws -> Int {
    let contracts = try ["Calls", "Events", "Relays"].flatMap { name in
      try lines(of: "Sources/Contracts/\(name).swift", in: "Step6").filter(isCode)
    }
    let folder = root.appending(path: "Examples/Tutorial/Step6/Sources").resolvingSymlinksInPath()
    let declarations = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .flatMap { module in
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + module)
          .flatMap { try lines(of: "Sources/\(module)/\($0)", in: "Step6") }
      }
      .filter {
        $0.contains(#/^ *(@KhalaModule|@Route|@EventTask|#observer|#rhea|#task|#schedule|#bridge)/#)
      }
    return contracts.count + declarations.count
  }

  /// Returns whether a line is neither empty nor a comment nor an import.
  private static func isCode(_ line: Substring) -> Bool {
    !line.contains(#/^ *(//.*|(public )?import .*)?$/#)
  }

  @Test func `The tutorial counts the lines that connect modules, here and by hand`() throws {
    let byHand = try Self.lines(of: "ByHand.swift", in: ".")
    let start = try #require(byHand.firstIndex(of: "// MARK: - What connects them"))
    let registry = byHand[start...].drop { !$0.contains("class Services") }.prefix { $0 != "}" }
    let page = Self.root.appending(path: "Documentation/Tutorial.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let byHandCount = byHand[start...].count(where: Self.isCode)
    // With its closing brace.
    let registryCount = registry.count(where: Self.isCode) + 1
    #expect(text.contains("\n\(byHandCount) lines connect its modules."))
    #expect(text.contains("In step 6 there are \(try Self.connectingLines()):"))
    #expect(text.contains("Of the \(byHandCount), \(registryCount) are the registry,"))
  }

  @Test func `The check sees steps, files and blocks`() {
    let blocks = Self.blocks(
      of: """
        # One

        ```sh
        a
        ```

        ## Step 2: two

        `Sources/A.swift`:

        ```swift
        let a = 1

        ```

        `B`, and more:

        ```text
        b
        ```

        ## More
        ```text
        ```
        """)
    #expect(blocks.map(\.step) == ["", "Step2", "Step2", ""])
    #expect(blocks.map(\.file) == [nil, "Sources/A.swift", nil, nil])
    #expect(blocks.map(\.language) == ["sh", "swift", "text", "text"])
    #expect(blocks.map(\.lines) == [["a"], ["let a = 1", ""], ["b"], []])
  }
}
