import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit test`, on descriptions of packages without an index.
@Suite struct TestCommandTests {
  @Test func `A command line without a package or a change is a mistake`() async throws {
    for arguments in [["--changed", "A.swift"], ["--package", "description.json"]] {
      let result = try await modkit("test", arguments[0], arguments[1])
      #expect(result.status == 64)
      #expect(result.errors.contains("'swift package modkit test --since main' passes both"))
    }
  }

  @Test func `A file that describes no package is refused`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{}", to: "package.json")
    let result = try await modkit("test", "--package", file.path, "--changed", "A.swift")
    #expect(result.status == 66)
    #expect(result.errors.contains("swift package describe --type json"))
  }

  @Test func `A filter that is no regular expression is a mistake`() async throws {
    let result = try await modkit(
      "test", "--package", "package.json", "--changed", "A.swift", "--matching", "(")
    #expect(result.status == 64)
    #expect(result.errors.contains("'(' is no regular expression"))
  }

  @Test func `Without an index everything runs, and the filter matches all tests`() async throws {
    let folder = try TemporaryFolder()
    let description = #"""
      {"path": "\#(folder.url.path)", "targets": [{"name": "A", "c99name": "A", "type": "test",
        "path": "Tests/A", "sources": ["ATests.swift"]}]}
      """#
    let file = try folder.write(description, to: "package.json")
    let result = try await modkit(
      "test", "--package", file.path, "--changed", "Tests/A/ATests.swift", "--filters",
      folder.path("filters"))
    #expect(result.status == 0)
    #expect(result.output.contains("everything runs, because the compiler's index was not read"))
    #expect(try String(contentsOfFile: folder.path("filters"), encoding: .utf8) == ".\n")
  }
}
