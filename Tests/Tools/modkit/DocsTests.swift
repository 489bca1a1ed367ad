import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit docs`, on programs as they are built.
@Suite struct DocsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) async throws -> Command.Outcome {
    try await Command(
      executable: URL(filePath: Program.path(of: "modkit")), arguments: words, folder: folder.url
    ).result()
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: folder.path(file), encoding: .utf8)
  }

  @Test func `Pages are written once, and checked afterwards`() async throws {
    let words = ["docs", Program.harbor, "--uses", "none", "--folder", "Pages"]
    let missing = try await run(words + ["--check"])
    #expect(missing.status == 1)
    #expect(missing.lines.contains("Pages/HarborBerths.md differs from the program"))
    let written = try await run(words)
    #expect(written.status == 0)
    #expect(written.output == "")
    #expect(try text("Pages/HarborWeather.md").contains("| `TideTable` | schedule `at 00:15, "))
    #expect(try text("Pages/README.md").contains("| [HarborWeather](HarborWeather.md) | "))
    let same = try await run(words + ["--check"])
    #expect(same.status == 0)
    #expect(same.output == "")
  }

  @Test func `Pages of modules that no longer exist are removed, and other files stay`()
    async throws
  {
    let words = ["docs", Program.harbor, "--uses", "none", "--folder", "."]
    try "# By hand\n".write(toFile: folder.path("Notes.md"), atomically: true, encoding: .utf8)
    _ = try await run(words)
    let some = words + ["--module", "HarborWeather"]
    let check = try await run(some + ["--check"])
    #expect(check.status == 1)
    #expect(check.lines.contains("./HarborCargo.md is about a module that no longer exists"))
    _ = try await run(some)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["HarborWeather.md", "Notes.md", "README.md"])
  }

  @Test func `Links lead to the source files of the project`() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("Sources/HarborWeather"), withIntermediateDirectories: true)
    for name in ["HighWater.swift", "Storms.swift", "Weather.swift"] {
      try "".write(
        toFile: folder.path("Sources/HarborWeather/\(name)"), atomically: true, encoding: .utf8)
    }
    let words = ["docs", Program.harbor, "--uses", "none", "--module", "HarborWeather"]
    _ = try await run(words + ["--folder", "Documentation/Modules"])
    let page = try text("Documentation/Modules/HarborWeather.md")
    #expect(page.contains("](../../Sources/HarborWeather/"))
    _ = try await run(
      words + [
        "--folder", "Articles", "--format", "docc", "--source-url", "https://example.com/x/",
      ])
    let article = try text("Articles/Module-HarborWeather.md")
    #expect(article.contains("](https://example.com/x/Sources/HarborWeather/"))
  }

  @Test func `An unknown module is an error with a suggestion`() async throws {
    let unknown = try await run(
      ["docs", Program.harbor, "--uses", "none", "--module", "HarborWether"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'HarborWeather'"))
  }
}
