import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// `modkit coverage`, on a program as it is built.
@Suite struct CoverageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a coverage file in which a test has exercised the jobs of Harbor's accounts.
  private func writeCoverage(_ more: String = "") throws {
    let lines = ["35\tA bill is sent", "35\tA ship sails", "46\tAn account is opened"].map {
      let parts = $0.split(separator: "\t")
      return "exercised\tjob\tany\tHarborAccounts/Accounts.swift\t\(parts[0])\t\(parts[1])\t"
        + "T/T.swift\t3\n"
    }
    try Data((lines.joined() + more).utf8)
      .write(to: URL(filePath: folder.path("1.coverage")))
  }

  private func coverage(_ options: String...) async throws -> Command.Outcome {
    try await Command(
      executable: URL(filePath: Program.path(of: "modkit")),
      arguments: ["coverage", folder.url.path, Program.harbor] + options
    ).result()
  }

  @Test func `Exercised declarations have their tests, others their places, and modules a share`()
    async throws
  {
    try writeCoverage()
    let result = try await coverage("-m", "HarborAccounts")
    #expect(result.status == 0)
    #expect(result.errors == "")
    func words(_ line: String?) -> [Substring] { line?.split(separator: " ") ?? [] }
    let invoice = words(result.lines.first { $0.contains("SendInvoice") })
    #expect(
      invoice == ["HarborAccounts", "job", "SendInvoice", "2"]
        + ["A", "bill", "is", "sent,", "A", "ship", "sails"])
    let books = words(result.lines.first { $0.contains("OpenBooks") })
    #expect(books == ["HarborAccounts", "task", "OpenBooks", "HarborAccounts/Books.swift:4"])
    #expect(words(result.lines.first { $0.hasPrefix("all") }).dropFirst(2).first == "2")
  }

  @Test func `A percentage passes or fails, and the failure says what is below`() async throws {
    try writeCoverage()
    #expect(try await coverage("-m", "HarborAccounts", "--fail-under", "10").status == 0)
    let below = try await coverage("-m", "HarborAccounts", "--fail-under", "80")
    #expect(below.status == 1)
    #expect(below.errors.contains("all: 2 of "))
    #expect(below.errors.contains("of at least 80%"))
    #expect(try await coverage("--fail-under", "101").status == 64)
  }

  @Test func `A declaration that is not in the lock file fails without a test`() async throws {
    try writeCoverage()
    let lock = folder.path("modkit.lock")
    #expect(try await modkit("lock", "--file", lock, Program.harbor).status == 0)
    #expect(try await coverage("--lock", lock).status == 0)
    let text = try String(contentsOfFile: lock, encoding: .utf8)
    let older = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("  HarborAccounts: SendInvoice") && !$0.hasPrefix("  HarborBerths: CastOff")
    }
    try Data(older.joined(separator: "\n").utf8).write(to: URL(filePath: lock))
    let new = try await coverage("--lock", lock)
    #expect(new.status == 1)
    #expect(
      new.errors.split(separator: "\n") == [
        """
        HarborBerths/Departures.swift:19: error: job 'CastOff' is not in the lock file, so it is \
        new, and no test exercises it. Exercise it in a test.
        """
      ])
  }

  @Test func `JSON has the shares and every declaration`() async throws {
    try writeCoverage()
    let result = try await coverage("-m", "HarborAccounts", "--json")
    let report: [String: Any] = try json(result.output)
    #expect(report["exercised"] as? Int == 2)
    let declarations = try #require(report["declarations"] as? [[String: Any]])
    let invoice = try #require(declarations.first { $0["name"] as? String == "SendInvoice" })
    #expect(invoice["line"] as? Int == 35)
    let tests = try #require(invoice["tests"] as? [[String: Any]])
    #expect(tests.map { $0["name"] as? String } == ["A bill is sent", "A ship sails"])
  }

  @Test func `The page has the tests of each declaration`() async throws {
    try writeCoverage()
    let result = try await coverage("--html")
    #expect(result.output.hasPrefix("<!doctype html>"))
    #expect(result.output.contains("exercisedBy"))
    #expect(result.output.contains("A bill is sent"))
  }

  @Test func `Damaged lines, and lines of another program, are named`() async throws {
    try writeCoverage("exercised\ttask\tGone\tHarborCargo/Gone.swift\t1\tt\tT/T.swift\t1\nexercis")
    let result = try await coverage()
    #expect(result.status == 0)
    #expect(result.errors.contains("1.coverage:5: the line is damaged"))
    #expect(result.errors.contains("task 'Gone' at HarborCargo/Gone.swift:1"))
  }

  @Test func `A file of damaged lines has one message`() async throws {
    try writeCoverage(String(repeating: "exercised\n", count: 20_000))
    let result = try await coverage()
    #expect(result.status == 0)
    #expect(
      result.errors == """
        \(folder.path("1.coverage")):4: the line and 19999 more are damaged, so a test may be \
        missing. Run the tests again.

        """)
  }

  @Test func `A folder without coverage is an error that says how it is written`() async throws {
    let result = try await coverage()
    #expect(result.status == 66)
    #expect(result.errors.contains("MODKIT_COVERAGE="))
  }

  @Test func `An unknown module is an error with the nearest name`() async throws {
    try writeCoverage()
    let result = try await coverage("-m", "HarborAcounts")
    #expect(result.status == 64)
    #expect(result.errors.contains("HarborAccounts"))
  }
}
