import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit audit`, `doctor` and `rules`, on Harbor.
@Suite struct JudgingTests {
  /// Where a test writes, kept for as long as it runs.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The object files of a module, where the build has left them.
  private static func objects(of module: String) throws -> [String] {
    let build = Bundle.main.bundleURL.appending(path: "\(module).build")
    return try FileManager.default.contentsOfDirectory(atPath: build.path)
      .filter { $0.hasSuffix(".o") }.sorted().map { build.appending(path: $0).path }
  }

  private static func modkit(_ arguments: [String]) async throws -> Command.Outcome {
    try await Command(
      executable: URL(filePath: Program.path(of: "modkit")), arguments: arguments
    ).result()
  }

  @Test func `No record of Harbor's modules is lost by linking`() async throws {
    let names = ["Berths", "Cargo", "Customs", "Weather", "Notices", "Accounts", "Contracts"]
    let inputs = try names.flatMap { try Self.objects(of: "Harbor\($0)") }
    #expect(inputs.count > 10)
    let result = try await Self.modkit(["audit"] + inputs + [Program.harbor])
    #expect(result.status == 0)
    #expect(result.lines.last?.hasPrefix("All ") == true)
  }

  @Test func `A module that is not linked is named with its declarations`() async throws {
    let inputs = try Self.objects(of: "WiringFixture")
    let result = try await Self.modkit(["audit"] + inputs + [Program.harbor])
    #expect(result.status == 1)
    #expect(result.output.contains("[objectNotLinked]"))
    #expect(result.output.contains("WiringFixture/Wiring.swift:11: task:Breakfast"))
    let audit: [String: Any] = try json(
      try await Self.modkit(["audit", "--json"] + inputs + [Program.harbor]).output)
    #expect((audit["missing"] as? [[String: Any]])?.count ?? 0 > 10)
    let alone = try await Self.modkit(["audit", Program.harbor])
    #expect(alone.status == 64)
  }

  @Test func `A correct program is described with its linker and build`() async throws {
    let result = try await Self.modkit(["doctor", Program.harbor])
    #expect(result.status == 0)
    #expect(result.output.contains("[linker]"))
    #expect(result.output.contains("[startUp]"))
    let all: [[String: Any]] = try json(
      try await Self.modkit(["doctor", "--json", Program.harbor]).output)
    #expect((all.first?["diagnoses"] as? [Any])?.isEmpty == false)
  }

  // MARK: - Rules

  @Test func `Generated rules permit the existing program, and a stricter one does not`()
    async throws
  {
    let path = folder.path("modkit.rules")
    let begun = try await Self.modkit(["rules", "--init", "-o", path, Program.harbor])
    #expect(begun.status == 0)
    let check = ["check", "--strict", Program.harbor, "--rules", path]
    #expect(try await Self.modkit(check).output == "no problems\n")

    let rule = "forbid HarborContracts -> HarborCargo  because \"cranes are none of theirs\"\n"
    try (try String(contentsOfFile: path, encoding: .utf8) + rule).write(
      toFile: path, atomically: true, encoding: .utf8)
    let forbidden = try await Self.modkit(check)
    #expect(forbidden.status == 1)
    #expect(forbidden.output.contains("cranes are none of theirs"))
    #expect(forbidden.output.contains("HarborContracts/Routes.swift:10"))

    let listed = try await Self.modkit(["rules", "--rules", path])
    #expect(listed.output.contains("forbid HarborContracts -> HarborCargo"))
    let entries: [[String: Any]] = try json(
      try await Self.modkit(["rules", "--rules", path, "--json"]).output)
    #expect(entries.last?["because"] as? String == "cranes are none of theirs")
  }

  @Test func `Invalid rules are reported line by line, and nothing is checked`()
    async throws
  {
    let path = folder.path("bad.rules")
    try "forbidd A -> B\nforbid A ->\n".write(toFile: path, atomically: true, encoding: .utf8)
    let result = try await Self.modkit(["check", Program.harbor, "--rules", path])
    #expect(result.status == 66)
    #expect(result.output == "")
    #expect(result.errors.contains("bad.rules:1:1: error: "))
    #expect(result.errors.contains("bad.rules:2:"))
    let missing = try await Self.modkit(["rules"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("modkit rules --init -o modkit.rules"))
  }
}
