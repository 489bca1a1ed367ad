import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// The commands of modkit that show what is there, on Harbor.
@Suite struct ReadingTests {
  /// Where a test writes, kept for as long as it runs.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `The list equals the records that the running app finds`() async throws {
    let listed: [[String: Any]] = try json(
      try await modkit("list", "--json", Program.harbor).output)
    let running = try await Command(
      executable: URL(filePath: Program.harbor), arguments: ["records", "--json"]
    ).succeed()
    let found: [[String: Any]] = try json(running.output)
    #expect(listed.count > 50)
    func texts(_ records: [[String: Any]], kind: String) -> Set<String> {
      Set(
        records.map { record in
          let names = [kind, "key", "file", "line", "column", "priority", "id"]
          // A record without a detail has none here, and null there.
          let detail = record["detail"].flatMap {
            $0 is NSNull
              ? nil
              : try? JSONSerialization.data(
                withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
          }
          return
            (names.map { "\(record[$0] ?? "none")" }
            + [detail.map { String(decoding: $0, as: UTF8.self) } ?? "none"])
            .joined(separator: "|")
        })
    }
    #expect(texts(listed, kind: "recordKind") == texts(found, kind: "kind"))
    #expect(listed.count == found.count)
  }

  @Test func `Modules and kinds can be chosen, and the nearest name is suggested`()
    async throws
  {
    let tasks = try await modkit("list", "-m", "HarborCargo", "--kind", "task", Program.harbor)
    #expect(tasks.lines.count == 2)
    #expect(tasks.lines.last?.contains("UnloadShip") == true)
    let wrong = try await modkit("list", "-m", "HarborCago", Program.harbor)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'HarborCargo'?"))
    let near = try await modkit(
      "list", "--focus", "HarborCargo", "--kind", "contract", Program.harbor)
    #expect(near.output.contains("HarborContracts"))
    #expect(!near.output.contains("HarborWeather"))
    let both = try await modkit(
      "list", "--focus", "HarborCargo", "--affected-by", "HarborCargo", Program.harbor)
    #expect(both.status == 64)
    #expect(try await modkit("graph", "--steps", "2", Program.harbor).status == 64)
    let kind = try await modkit("list", "-k", "taks", Program.harbor)
    #expect(kind.errors.contains("did you mean 'task'?"))
    let byKind = try await modkit("list", "--sort", "kind", Program.harbor)
    #expect(byKind.lines[0].hasPrefix("KIND"))
    #expect(byKind.lines[1].hasPrefix("callback"))
  }

  @Test func `All details of a declaration are shown, by any of its names`() async throws {
    let byName = try await modkit("show", "UnloadShip", Program.harbor)
    #expect(byName.output.hasPrefix("task UnloadShip\n  module     HarborCargo\n"))
    #expect(byName.output.contains("wireTo <- wire event .shipDidBerth -> task UnloadShip"))
    #expect(byName.output.contains("record     task "))
    #expect(try await modkit("show", "task:UnloadShip", Program.harbor).output == byName.output)
    // Between a title and its text there is a space, however long the longest is.
    for line in byName.lines.dropFirst() { #expect(line.dropFirst(2).contains("  ")) }
    let part = try await modkit("show", "bill", Program.harbor)
    #expect(part.output.hasPrefix("route Accounts/bill\n"))
    let wrong = try await modkit("show", "UnlodShip", Program.harbor)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("did you mean 'UnloadShip'?"))
  }

  @Test func `The graph equals the one that the app exports`() async throws {
    let app = try await Command(
      executable: URL(filePath: Program.harbor), arguments: ["graph", "--format", "mermaid"]
    ).succeed()
    let drawn = try await modkit("graph", "--uses", "none", Program.harbor)
    // The app knows the values of names that a file has only as expressions.
    let modules = #/\["(\w+)<br/>(\d+) declared"\]/#
    #expect(
      drawn.output.matches(of: modules).map { "\($0.1)" }
        == app.output.matches(of: modules).map { "\($0.1)" })
    let dot = try await modkit("graph", "--format", "dot", "--level", "nodes", Program.harbor)
    #expect(dot.output.hasPrefix("digraph"))
    let graph: [String: Any] = try json(
      try await modkit("graph", "--format", "json", Program.harbor).output)
    #expect((graph["problems"] as? [Any])?.isEmpty == true)
  }

  @Test func `The page is written to a file, with a title`() async throws {
    let path = folder.path("page.html")
    let result = try await modkit(
      "graph", "--format", "html", "--title", "Port <1>", "-o", path, Program.harbor)
    #expect(result.status == 0)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("<title>Port &lt;1&gt;</title>"))
    #expect(page.contains("UnloadShip"))
  }

  @Test func `Sizes are listed by module, kind and record, and add up`() async throws {
    let report: [String: Any] = try json(
      try await modkit("size", "--json", Program.harbor).output)
    let bytes = try #require(report["bytes"] as? Int)
    for name in ["modules", "kinds"] {
      let shares = try #require(report[name] as? [[String: Any]])
      #expect(shares.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) } == bytes)
    }
    let text = try await modkit("size", Program.harbor)
    #expect(text.output.contains(" bytes on average: \(bytes) bytes"))
  }

  @Test func `A program does not differ from itself, and differs from another`() async throws {
    let same = try await modkit("diff", "--strict", Program.harbor, Program.harbor)
    #expect(same.output == "no differences\n")
    #expect(same.status == 0)
    let other = try await modkit("diff", "--strict", Program.wiring, Program.harbor)
    #expect(other.status == 1)
    #expect(other.output.contains("- task Eggs (WiringFixture/Wiring.swift:7)"))
    #expect(other.output.contains("breaks source: code and tasks that name this task"))
    let markdown = try await modkit(
      "diff", "--format", "markdown", Program.wiring, Program.harbor)
    #expect(markdown.output.hasPrefix("## Changed declarations\n"))
    #expect(markdown.status == 0)
    let sarif = try await modkit("diff", "--format", "sarif", Program.wiring, Program.harbor)
    #expect(sarif.output.contains(#""ruleId" : "sourceChange""#))
    #expect(sarif.status == 0)
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      (["lst"], 64, "no command is named 'lst'; did you mean 'list' or 'lsp'?"),
      (["list"], 64, "'list' needs <file>"),
      (["diff", "one"], 64, "'diff' needs <new>"),
      (["list", "/no/such/file"], 66, "/no/such/file: it cannot be opened"),
      (["list", #filePath], 66, "it is not an ELF or Mach-O file"),
      (["list", "/"], 66, "it is not a regular file"),
    ] as [([String], Int32, String)])
  func `A usage error is named, and exits with its code`(
    words: [String], status: Int32, message: String
  ) async throws {
    let result = try await Command(
      executable: URL(filePath: Program.path(of: "modkit")), arguments: words
    ).result()
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("modkit: "))
    #expect(result.errors.contains(message))
  }

  @Test func `The help names every command, and each has help of its own`() async throws {
    let help = try await modkit("--help")
    #expect(help.status == 0)
    for command in [
      "list", "show", "schema", "graph", "size", "check", "diff", "lock", "audit", "doctor",
      "rules", "lsp",
    ] {
      #expect(help.output.contains("\n  \(command) "), "\(command)")
      let own = try await modkit("help", command)
      #expect(own.output.contains("\nusage: modkit \(command)"))
    }
    #expect(try await modkit().output == help.output)
    #expect(try await modkit("--version").output == "modkit 0.1.0\n")
  }
}
