import Declarations
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit lock`, on programs as they are built.
@Suite struct LockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `A lock fits the program that it was written for, and no other one`()
    async throws
  {
    let written = try await modkit("lock", Program.harbor, in: folder.url)
    #expect(written.status == 0)
    #expect(written.output == "")
    let text = try String(contentsOfFile: folder.path("modkit.lock"), encoding: .utf8)
    #expect(text.contains("\n  HarborBerths: berths/{number:Int} (leadsTo: Berths.berth("))
    #expect(text.contains("\n  HarborAccounts: SendInvoice (queue: invoices, payload: Ship)\n"))
    #expect(
      text.contains(
        """

        types of values that a store may hold
          HarborContracts.Container {number: String, tons: Int, hasPapers: Bool}
          HarborContracts.Departure {ship: String, job: TaskStore.JobID}
          HarborContracts.Ship {name: String, cargo: [HarborContracts.Container]}
          TaskStore.JobID is opaque: it has no CodingKeys, so its coding is written by hand

        """))
    #expect(text.contains("\n  HarborAccounts: event .shipDidSail -> job SendInvoice\n"))
    #expect(text.contains("\n  HarborWeather: callback in HarborWeather/Weather.swift "))
    let same = try await modkit("lock", "--check", Program.harbor, in: folder.url)
    #expect(same.status == 0)
    #expect(same.output == "")
    let other = try await modkit("lock", "--check", Program.wiring, in: folder.url)
    #expect(other.status == 1)
    #expect(
      other.lines.contains(
        "- jobs that a store may hold: HarborAccounts: SendInvoice (queue: invoices, payload: Ship)"
      ))
    #expect(other.errors.contains("write the file again with 'modkit lock'"))
  }

  @Test func `The jobs whose queues cannot be compared are named`() async throws {
    let job = RecordFields(
      kind: "tjob", key: "Send", fileID: "Mail/Mail.swift", line: 1, column: 1, detail: "{}")
    let program = folder.path("program")
    try Data(RecordProgram.bytes([job])).write(to: URL(filePath: program))
    #expect(try await modkit("lock", program, in: folder.url).status == 0)
    let same = try await modkit("lock", "--check", program, in: folder.url)
    #expect(same.status == 0)
    #expect(
      same.errors == """
        the queues of these jobs are not compared, because only the running program evaluates the \
        property 'queue' of a type: Send.

        """)
  }

  @Test func `A file that is not there is an error, and is written where it is asked for`()
    async throws
  {
    let missing = try await modkit("lock", "--check", Program.harbor, in: folder.url)
    #expect(missing.status == 66)
    #expect(missing.errors.contains("modkit.lock cannot be read"))
    let path = folder.path("other.lock")
    #expect(try await modkit("lock", "--file", path, Program.harbor).status == 0)
    #expect(try await modkit("lock", "--check", "-f", path, Program.harbor).status == 0)
  }
}
