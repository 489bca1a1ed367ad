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
        job CastOff (HarborBerths, HarborBerths/Departures.swift:19)
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
    #expect(type.lines.filter { $0.hasPrefix("job ") }.count == 3)
    let both = try await modkit("schema", Program.harbor, "CastOff", "kl://Notices/post")
    #expect(both.lines.filter { !$0.hasPrefix(" ") }.count == 2)
    let wrong = try await modkit("schema", Program.harbor, "Contaner")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.contains(
        "the program has no declaration and no type named 'Contaner'; did you mean 'Container'?"))
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
