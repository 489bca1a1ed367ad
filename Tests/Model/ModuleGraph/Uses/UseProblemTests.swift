import Declarations
import ModuleGraph
import Testing

/// What is found to be wrong with uses in code, and with declarations that have none.
@Suite struct UseProblemTests {
  typealias Use = ModuleGraph.Use

  private static func problems(
    _ uses: Use..., known: Bool = false, records: [DeclaredRecord] = UsedApp.records
  ) -> [ModuleProblem] {
    UsedApp.graph(uses, known: known, records: records).problems
  }

  @Test(arguments: [
    (UsedApp.use(.calls, .route, "kl://Store/delte"), "kl://Store/delete"),
    (UsedApp.use(.calls, .route, "kl://Store/delte?id=7"), "kl://Store/delete?id=7"),
    (UsedApp.use(.runs, .task, "Snc"), "Sync"),
    (UsedApp.use(.enqueues, .job, "Sendd"), "Send"),
    (UsedApp.use(.enqueues, .job, "Sendd", origin: .record), "Send"),
  ])
  func `A use of what does not exist is an error with the nearest name`(
    use: Use, meant: String
  ) throws {
    let problem = try #require(Self.problems(use).first)
    #expect(problem.code == .unresolvedUse)
    #expect(problem.severity == .error)
    #expect(problem.suggestions == [meant])
    #expect(problem.description.hasPrefix("Search/Use.swift:7: error: code at Search/Use.swift:7 "))
    #expect(problem.message.contains("Did you mean '\(meant)'?"))
  }

  @Test(arguments: [
    ("kl://Store/delete all", "the space at offset 17 ", "kl://Store/delete%20all"),
    (
      "kl://Store/100%?a=b c", "two hexadecimal digits must follow the percent sign at offset 14",
      "kl://Store/100%25?a=b%20c"
    ),
  ])
  func `A call of a string that is no URL says what is wrong with it`(
    url: String, reason: String, meant: String
  ) throws {
    let problem = try #require(Self.problems(UsedApp.use(.calls, .route, url)).first)
    #expect(problem.code == .unresolvedUse)
    #expect(problem.message.contains("'\(url)', which is not a URL: \(reason)"))
    #expect(problem.message.contains("Write '\(meant)'."))
    #expect(problem.suggestions == [meant])
  }

  @Test(arguments: [
    UsedApp.use(.calls, .route, "kl://Store/delete"), UsedApp.use(.calls, .route, "kl://{}/delte"),
    UsedApp.use(.calls, .route, "https://example.org/a"), UsedApp.use(.runs, .task, "Snc{}"),
    UsedApp.use(.names, .route, "kl://Store/delte"), UsedApp.use(.names, .task, "Snc"),
    UsedApp.use(.runs, .task, "Snc", origin: .trace, count: 1),
    UsedApp.use(.calls, .contract, "gone", at: CodeLocation(fileID: "A/A.swift", line: 1)),
    UsedApp.use(.triggers, .event, "unlikeAnything"),
    UsedApp.use(.triggers, .event, "userDidLogin"),
    UsedApp.use(.triggers, .event, "userDidLogn", origin: .trace, count: 1),
  ])
  func `A use that may be right is no problem`(use: Use) {
    #expect(Self.problems(use).isEmpty)
  }

  @Test func `Several uses of one missing name are one problem with all locations`() throws {
    let problems = Self.problems(
      UsedApp.use(.runs, .task, "Snc"), UsedApp.use(.runs, .task, "Snc", in: "Cart"),
      UsedApp.use(.runs, .task, "Snc", line: 9))
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(
      problem.locations.map(\.description)
        == ["Cart/Use.swift:7", "Search/Use.swift:7", "Search/Use.swift:9"])
    #expect(problem.message.contains("(and at 2 other locations)"))
  }

  @Test(arguments: [
    (UsedApp.use(.triggers, .event, "userDidLogn"), "userDidLogin", ModuleProblem.Severity.warning),
    (UsedApp.use(.sets, .relay, "cart.cout"), "cart.count", .warning),
    (UsedApp.use(.triggers, .notification, "account.chnged"), "account.changed", .notice),
  ])
  func `A name that only code has and that is nearly another one is reported`(
    use: Use, meant: String, severity: ModuleProblem.Severity
  ) throws {
    let problem = try #require(Self.problems(use).first)
    #expect(problem.code == .unresolvedUse)
    #expect(problem.severity == severity)
    #expect(problem.suggestions == [meant])
  }

  @Test func `A misspelled name is one problem, be it in code or in a declaration`() {
    let listener = DeclaredRecord.sample("rhea", "userDidLogn", "Feed/Callbacks.swift", 3)
    let use = UsedApp.use(.triggers, .event, "userDidLogin")
    #expect(
      Self.problems(use, known: true, records: [listener]).map(\.code) == [.unresolvedUse])
    let other = DeclaredRecord.sample("rhea", "userDidLogin", "Chat/Callbacks.swift", 3)
    let problems = Self.problems(use, known: true, records: [listener, other])
    #expect(problems.map(\.code) == [.nearlySameName])
    #expect(problems.first?.suggestions == ["userDidLogin"])
  }

  @Test func `A text that is nearly the name of a constant is reported`() throws {
    let listener = DeclaredRecord.sample(
      "rhea", ".userDidLogin", "Feed/Callbacks.swift", 3, flags: .unresolvedKey)
    let slip = UsedApp.use(.triggers, .event, "userDidLogn")
    for uses in [[slip], [slip, Self.constant("userDidLogin", "userDidLogin")]] {
      let graph = UsedApp.graph(uses, records: [listener])
      let problem = try #require(graph.problems.first { $0.code == .unresolvedUse })
      #expect(problem.suggestions == ["userDidLogin"])
      #expect(graph.nodes(of: .event).map(\.name) == ["userDidLogin", "userDidLogn"])
    }
  }

  @Test func `A constant with another text leads to what records name by the constant`() {
    let listener = DeclaredRecord.sample(
      "rhea", ".userDidLogin", "Feed/Callbacks.swift", 3, flags: .unresolvedKey)
    let use = Self.constant("userDidLogin", "account.login")
    #expect(UsedApp.graph(use).nodes(of: .event).map(\.name).contains("account.login"))
    let graph = UsedApp.graph([use], records: [listener])
    #expect(graph.nodes(of: .event).map(\.name) == ["userDidLogin"])
    #expect(graph.moduleEdges.map { "\($0.from) \($0.to)" } == ["Search Feed"])
  }

  /// A trigger of an event by its constant.
  private static func constant(_ member: String, _ text: String) -> Use {
    Use(
      .triggers, .event, text, constant: member, module: "Search",
      location: CodeLocation(fileID: "Search/Use.swift", line: 8), origin: .code)
  }

  @Test func `A name that code uses is not taken for a slip`() {
    let records = [
      DeclaredRecord.sample("rhea", "userDidLogin", "Feed/Callbacks.swift", 3),
      SampleApp.wire("event", "userDidLogn", "event", "other", "W/W.swift", 2),
    ]
    let isSlip = { (problem: ModuleProblem) in
      problem.code == .nearlySameName && problem.nodes.first == "event:userDidLogn"
    }
    #expect(Self.problems(records: records).contains(where: isSlip))
    #expect(
      !Self.problems(UsedApp.use(.triggers, .event, "userDidLogn"), records: records)
        .contains(where: isSlip))
  }

  // MARK: - Declared and never used

  private static func unused(_ uses: Use..., known: Bool = true) -> [String] {
    UsedApp.graph(uses, known: known).problems.filter { $0.code == .unusedDeclaration }
      .flatMap(\.nodes)
  }

  @Test func `Declarations without uses are notices if the uses in code are known`() throws {
    let contract = try #require(ModuleGraph(records: UsedApp.records).nodes(of: .contract).first)
    #expect(
      Self.unused() == [
        contract.id, "event:containerDidLand", "event:userDidLogin", "job:Send",
        "route:Store/product",
      ])
    #expect(Self.unused(known: false).isEmpty)
    let problem = try #require(
      UsedApp.graph(known: true).problems.first { $0.nodes == ["job:Send"] })
    #expect(problem.severity == .notice)
    #expect(problem.message.contains("the job 'Send' (Store/Jobs.swift:3) is declared"))
  }

  @Test func `A declaration with a use is not reported`() {
    #expect(
      Self.unused(
        UsedApp.use(.calls, .contract, "kl://Store/delete"),
        UsedApp.use(.triggers, .event, "containerDidLand"),
        UsedApp.use(.names, .event, "userDidLogin"),
        UsedApp.use(.enqueues, .job, "Send", origin: .trace, count: 1),
        UsedApp.use(.calls, .route, "kl://product/{}")
      ).isEmpty)
  }

  @Test func `A declaration that a name with unknown parts may mean is not reported`() {
    #expect(
      !Self.unused(UsedApp.use(.triggers, .event, "userDid{}")).contains("event:userDidLogin"))
    #expect(
      Self.unused(UsedApp.use(.triggers, .event, "userWill{}")).contains("event:userDidLogin"))
    #expect(!Self.unused(UsedApp.use(.calls, .route, "{}")).contains("route:Store/product"))
  }

  @Test func `A route that is open to calls from outside needs no use`() {
    let route = { (access: String) in
      DeclaredRecord.sample(
        "khla", "Shop", "Shop/Shop.swift", 1,
        #"{"type":"Shop","functions":[{"name":"open","line":2\#(access)}]}"#)
    }
    let codes = { (access: String) in
      Self.problems(known: true, records: [route(access)]).map(\.code)
    }
    #expect(codes("") == [.unusedDeclaration])
    #expect(codes(#","access":"external""#) == [])
  }

  @Test func `A declared relay without observers is reported, one with an observer is not`() {
    let key = DeclaredRecord.sample(
      "phky", "lone", "Cart/Keys.swift", 5, #"{"member":"lone","type":"Int"}"#)
    let observer = DeclaredRecord.sample("phob", "lone", "Feed/Observers.swift", 4)
    #expect(Self.problems(known: true, records: [key]).map(\.code) == [.unusedDeclaration])
    #expect(Self.problems(known: true, records: [key, observer]).isEmpty)
  }

  @Test func `Built-in events need no trigger`() {
    let callback = DeclaredRecord.sample("rhea", "load", "Feed/Load.swift", 3)
    #expect(Self.problems(known: true, records: [callback]).isEmpty)
  }
}
