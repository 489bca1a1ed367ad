import Foundation
import ProgramTestSupport
import Testing

/// `modkit schema`, on Harbor.
@Suite struct SchemaTests {
  @Test func `The types of all values that cross a boundary are shown with their fields`()
    async throws
  {
    let shown = try await modkit("schema", Program.harbor)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasPrefix(
        """
        contract kl://Berths/plan (HarborContracts, HarborContracts/Routes.swift:6)
          argument ship: String
          result: Int?

        """))
    #expect(
      shown.output.contains(
        """
        job AssignBerth (HarborBerths, HarborBerths/Arrivals.swift:23)
          payload: HarborContracts.Ship
            HarborContracts.Ship {name: String, cargo: [HarborContracts.Container]}
            HarborContracts.Container {number: String, tons: Int, hasPapers: Bool}

        """))
  }

  @Test func `Declarations are chosen by their names and by types in their values`() async throws {
    let job = try await modkit("schema", Program.harbor, "SendInvoice")
    #expect(
      job.output == """
        job SendInvoice (HarborAccounts, HarborAccounts/Accounts.swift:35)
          payload: HarborContracts.Ship
            HarborContracts.Ship {name: String, cargo: [HarborContracts.Container]}
            HarborContracts.Container {number: String, tons: Int, hasPapers: Bool}

        """)
    let type = try await modkit("schema", Program.harbor, "Container")
    #expect(type.lines.filter { $0.hasPrefix("job ") }.count == 6)
    let both = try await modkit("schema", Program.harbor, "CastOff", "kl://Notices/post")
    #expect(both.lines.filter { !$0.hasPrefix(" ") }.count == 2)
    let wrong = try await modkit("schema", Program.harbor, "Contaner")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.contains(
        "the program has no declaration and no type named 'Contaner'; did you mean 'Container'?"))
  }

  private static func element(_ change: CollectionDifference<String>.Change) -> String {
    switch change {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }

  @Test func `A program that runs its jobs describes their types itself`() async throws {
    let read = try await modkit("schema", Program.harbor)
    let described = try await modkit("schema", "--run", Program.harbor)
    #expect(described.status == 0)
    // The file does not contain a result whose type is not written, and not the code by which an
    // identifier of a job is encoded.
    let changes = described.lines.difference(from: read.lines)
    #expect(
      changes.insertions.map(Self.element) == ["    TaskStore.JobID as Int64", "  result: Int"])
    #expect(changes.removals.count == 1)
    #expect(
      changes.removals.map(Self.element).allSatisfy {
        $0.hasPrefix("    TaskStore.JobID is opaque: ")
      })
    #expect(described.output.contains("\n  result: Int\n\njob OpenAccount"))
  }

  @Test func `A program that cannot describe its types is an error`() async throws {
    let other = try await modkit("schema", "--run", Program.path(of: "modkit"))
    #expect(other.status == 66)
    #expect(other.errors.contains("cannot answer, because it contains no TaskStore"))
  }

  @Test func `The number of samples is checked`() async throws {
    for (options, message) in [
      (["--samples", "10"], "'--samples' needs '--store'"),
      (["--samples", "0", "--store", "sqlite:a"], "'--samples' takes a number from 1 to 10000"),
    ] {
      let arguments = ["can-deploy", Program.harbor, "--running", Program.harbor] + options
      let result = try await Command(
        executable: URL(filePath: Program.path(of: "modkit")), arguments: arguments, folder: nil
      ).result()
      #expect(result.status == 64)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `JSON has the same uses and types`() async throws {
    let answer: [String: Any] = try json(
      try await modkit("schema", "--json", Program.harbor, "SendInvoice").output)
    let uses = try #require(answer["uses"] as? [[String: Any]])
    #expect(uses.count == 1)
    #expect(uses[0]["type"] as? String == "HarborContracts.Ship")
    #expect(uses[0]["isStored"] as? Bool == true)
    let types = try #require(answer["types"] as? [[String: Any]])
    #expect(
      types.compactMap { $0["name"] as? String } == [
        "HarborContracts.Container", "HarborContracts.Ship",
      ])
    #expect(types.allSatisfy { $0["form"] as? String == "object" })
  }
}
