import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit affected`, on Harbor.
@Suite struct AffectedTests {
  @Test func `A change is followed from its path into other modules`() async throws {
    let result = try await modkit(
      "affected", "--by", "Examples/Harbor/Customs/Customs.swift", Program.harbor)
    #expect(result.status == 0)
    #expect(result.lines.contains("HarborCustoms/Customs.swift declares"))
    #expect(
      result.lines.contains(
        """
            HarborCustoms/Customs.swift → route Customs/clear → contract kl://Customs/clear \
        (HarborContracts)
        """))
    #expect(result.lines.last?.hasPrefix("affected: ") == true)
  }

  @Test func `The depth limits the steps, in JSON too`() async throws {
    let result = try await modkit(
      "affected", "--by", "HarborCustoms/Customs.swift", "--depth", "0", "--json", Program.harbor)
    let affected: [String: Any] = try json(result.output)
    #expect(affected["modules"] as? [String] == ["HarborCustoms"])
    let reached = try #require(affected["reached"] as? [[String: Any]])
    #expect(!reached.isEmpty)
    #expect(reached.allSatisfy { $0["depth"] as? Int == 0 })
  }

  @Test func `A file without declarations succeeds and says so`() async throws {
    let result = try await modkit("affected", "--by", "Nothing.swift", Program.harbor)
    #expect(result.status == 0)
    #expect(result.lines.first == "Nothing.swift declares nothing in this program")
  }

  @Test func `Changed files are read from standard input`() async throws {
    let folder = try TemporaryFolder()
    let list = folder.path("changed")
    try "HarborCustoms/Customs.swift\nREADME.md\n".write(
      toFile: list, atomically: true, encoding: .utf8)
    let result = try await Command(
      executable: URL(filePath: "/bin/sh"),
      arguments: [
        "-c", #""$0" affected --by - "$1" < "$2""#, Program.path(of: "modkit"), Program.harbor,
        list,
      ]
    ).result()
    #expect(result.status == 0)
    #expect(result.lines.contains("HarborCustoms/Customs.swift declares"))
    #expect(result.lines.contains("README.md declares nothing in this program"))
  }

  @Test func `A command line without a file, or with a bad depth, is a mistake`() async throws {
    let none = try await modkit("affected", Program.harbor)
    #expect(none.status == 64)
    #expect(none.errors.contains("'affected' needs '--by <file>…'"))
    let depth = try await modkit("affected", "--by", "A.swift", "--depth", "-1", Program.harbor)
    #expect(depth.status == 64)
    #expect(depth.errors.contains("'--depth' must be a whole number of steps"))
  }
}
