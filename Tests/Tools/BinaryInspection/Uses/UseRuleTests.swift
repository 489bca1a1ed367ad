import BinaryInspection
import ModuleGraph
import Testing

/// Rules about what the code of a module uses.
@Suite struct UseRuleTests {
  private static let call = UsedProgram.use(.calls, .route, "kl://Store/delete")
  private static let run = UsedProgram.use(.runs, .task, "Sync", line: 8)
  private static let enqueue = UsedProgram.use(.enqueues, .job, "Send", line: 9)
  private static let trigger = UsedProgram.use(.triggers, .event, "userDidLogin")
  private static let set = UsedProgram.use(.sets, .relay, "cart.count")
  private static let post = UsedProgram.use(.triggers, .notification, "account.changed")
  private static let name = UsedProgram.use(.names, .route, "kl://Store/delete")

  private static func findings(_ rules: String, _ uses: ModuleGraph.Use...) throws -> [Finding] {
    try RuleBook(parsing: rules, file: "modkit.rules").findings(in: UsedProgram.graph(uses))
  }

  @Test(arguments: [
    ("forbid Search -> Store", call), ("forbid Search -> Store via call", call),
    ("forbid Search -> Store via task", run), ("forbid Search -> Store via runs", run),
    ("forbid Search -> Store via job", enqueue), ("forbid Search -> Feed via event", trigger),
    ("forbid Search -> Feed via relay", set), ("forbid Search -> Feed via notification", post),
    ("forbid Search -> Feed via shared", trigger),
    (#"forbid Search -> Feed via "triggers""#, trigger),
    ("forbid Search -> Store via shared", name),
  ])
  func `A rule covers the uses of its kind`(rule: String, use: ModuleGraph.Use) throws {
    let findings = try Self.findings(rule, use)
    #expect(findings.map(\.code) == ["forbiddenReach"])
    #expect(findings.first?.places.first == use.location)
  }

  @Test(arguments: [
    ("forbid Search -> Feed", trigger), ("forbid Search -> Feed", set),
    ("forbid Search -> Feed", post), ("forbid Search -> Store", name),
    ("forbid Search -> Store via task", call), ("forbid Search -> Store via call", run),
    ("forbid Search -> Feed via event", set), ("forbid Search -> Feed via event", post),
    ("forbid Feed -> Search via event", trigger), ("forbid Store -> Search", call),
    (#"forbid Search -> Feed via "reads""#, set),
  ])
  func `A rule does not cover uses of other kinds and directions`(
    rule: String, use: ModuleGraph.Use
  ) throws {
    #expect(try Self.findings(rule, use).isEmpty)
  }

  @Test func `The evidence has the locations and the origin of uses`() throws {
    let finding = try #require(
      try Self.findings(
        "forbid Search -> Store", Self.call,
        UsedProgram.use(.calls, .route, "kl://Store/delete", line: 12),
        UsedProgram.use(.calls, .route, "kl://Store/add", origin: .trace, count: 3)
      ).first)
    #expect(
      finding.message.contains(
        """
        code calls route Store/delete (Search/Finder.swift:7); code calls route Store/add, seen 3 \
        times (Search/Finder.swift:7)
        """)
        || finding.message.contains(
          """
          code calls route Store/add, seen 3 times (Search/Finder.swift:7); code calls route \
          Store/delete (Search/Finder.swift:7)
          """),
      "\(finding.message)")
    #expect(
      finding.places.map(\.description) == [
        "Search/Finder.swift:7", "Search/Finder.swift:12", "Store/Store.swift:9",
        "Store/Store.swift:6", "modkit.rules:1",
      ])
  }

  @Test func `The evidence of a trigger has the callback that listens`() throws {
    let finding = try #require(
      try Self.findings("forbid Search -> Feed via event", Self.trigger).first)
    #expect(
      finding.places.map(\.description)
        == ["Search/Finder.swift:7", "Feed/Callbacks.swift:3", "modkit.rules:1"])
    #expect(finding.message.contains("which a callback of Feed listens to"))
  }

  @Test func `A list of what may be reached is about calls, and not about events`() throws {
    let findings = try Self.findings("only Search -> nothing", Self.call, Self.trigger)
    #expect(findings.map(\.code) == ["unlistedReach"])
    #expect(findings.first?.message.contains("userDidLogin") == false)
  }

  @Test func `A first rule file allows the calls of code`() throws {
    let graph = UsedProgram.graph([Self.call, Self.trigger])
    let book = try RuleBook(parsing: RuleBook.starter(for: graph), file: "modkit.rules")
    #expect(book.findings(in: graph).isEmpty)
  }
}
