import Foundation
import ProgramTestSupport
import Testing

/// The ways through the code in Documentation/Architecture.md name existing files and functions.
@Suite struct WalkTests {
  /// Some functions of one file, in the order in which one reads them.
  private struct Stop {
    let file: String
    let functions: [String]
  }

  private struct Walk: CustomTestStringConvertible {
    let title: String
    let statedCount: Int?
    let stops: [Stop]
    let mentionedFiles: [String]

    var testDescription: String { title }
  }

  private static let package = Repository.root

  private static let walks: [Walk] = {
    let guide = package.appending(path: "Documentation/Architecture.md")
    let text = (try? String(contentsOf: guide, encoding: .utf8)) ?? ""
    let sections = text.components(separatedBy: "\n## ")
    let section = sections.first { $0.hasPrefix("Ways through the code") } ?? ""
    return section.components(separatedBy: "\n### ").dropFirst().map(walk)
  }()

  private static func walk(_ text: String) -> Walk {
    let title = String(text.prefix { $0 != "\n" })
    let stops = text.matches(of: #/`(Sources/[^`]+)`: ((?:`\w+`(?:, )?)+)/#).map { match in
      Stop(
        file: String(match.1), functions: match.2.matches(of: #/\w+/#).map { String($0.output) })
    }
    return Walk(
      title: title, statedCount: title.firstMatch(of: #/\((\d+)\)$/#).flatMap { Int($0.1) },
      stops: stops,
      mentionedFiles: text.matches(of: #/`(Sources/[^`]+)`/#).map { String($0.1) })
  }

  @Test func `There are five walks`() {
    #expect(Self.walks.count == 5)
  }

  @Test(arguments: walks)
  private func `Every file of a walk exists`(walk: Walk) {
    for file in walk.mentionedFiles {
      #expect(
        FileManager.default.fileExists(atPath: Self.package.appending(path: file).path), "\(file)")
    }
  }

  @Test(arguments: walks)
  private func `Every function of a walk is declared in its file`(walk: Walk) throws {
    for stop in walk.stops {
      let text = try String(contentsOf: Self.package.appending(path: stop.file), encoding: .utf8)
      for name in stop.functions {
        let declaration =
          name == "init" ? #"\binit\??[(<]"# : #"\b(func|var|let) "# + name + #"\b"#
        #expect(
          text.range(of: declaration, options: .regularExpression) != nil,
          "\(stop.file) declares no '\(name)'")
      }
    }
  }

  @Test(arguments: walks)
  private func `The title of a walk gives the number of its functions`(walk: Walk) {
    #expect(walk.statedCount == walk.stops.reduce(0) { $0 + $1.functions.count })
  }
}
