import BinaryInspection
import ModuleGraph
import Testing

/// What people read when a rule is broken.
@Suite struct RuleFindingTests {
  private static func findings(_ rules: String, _ graph: ModuleGraph) throws -> [Finding] {
    try RuleBook(parsing: rules, file: "modkit.rules").findings(in: graph)
  }

  @Test func `A forbidden path is reported with its rule, reason and declarations`() throws {
    let findings = try Self.findings(
      "\n\nforbid Cart -> Account because \"orders know no people\"",
      .sketch("Cart depends Account", "Cart wire Account", "App depends Cart"))
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(
      finding.message == """
        Cart reaches into Account, which the rule 'forbid Cart -> Account' (modkit.rules:3) forbids, \
        because orders know no people: task CartTask requires task AccountTask (Cart/Tasks.swift:4); \
        wire Cart Account leads to task AccountTask (Cart/Wires.swift:2). Undo that in Cart, or \
        permit it with 'except Cart -> Account' in the rule.
        """)
    #expect(
      finding.places.map(\.description) == [
        "Cart/Tasks.swift:4", "Cart/Wires.swift:2", "Account/Tasks.swift:4", "modkit.rules:3",
      ])
    #expect(finding.severity == .error)
    #expect(finding.code == "forbiddenReach")
    #expect(finding.subject == "forbid Cart -> Account: Cart -> Account")
  }

  @Test func `A message lists some of many reasons, and the source locations list all`() throws {
    let graph = ModuleGraph.sketch((0..<9).map { _ in "Cart wire Feed" } + ["Cart depends Feed"])
    var builder = ModuleGraph.Builder()
    for node in graph.nodes { builder.add(node: node) }
    for number in 0..<20 {
      let task = ModuleGraph.Node(
        kind: .task, name: "T\(number)", module: "Cart",
        locations: [.init(fileID: "Cart/Many.swift", line: number + 1)])
      builder.add(node: task)
      builder.add(
        edge: ModuleGraph.Edge(from: task.id, to: "task:FeedTask", kind: .dependsOn))
    }
    let finding = try #require(
      try Self.findings("forbid Cart -> Feed via task", builder.graph()).first)
    #expect(finding.message.contains("; and 14 more. Undo"))
    #expect(finding.places.count == 22)
  }

  @Test func `Edges of kinds that a rule does not name do not break it`() throws {
    let graph = ModuleGraph.sketch("Cart depends Account", "Cart shares Account")
    #expect(try Self.findings("forbid Cart -> Account via call, wire", graph).isEmpty)
    #expect(try Self.findings("forbid Cart -> Account via after", graph).isEmpty)
    #expect(try Self.findings("forbid Cart -> Account via depends", graph).count == 1)
    #expect(try Self.findings("forbid Cart -> Account via \"dependsOn\"", graph).count == 1)
  }

  @Test func `Sharing is forbidden by name only, has no direction, and is reported once`() throws {
    let graph = ModuleGraph.sketch("Cart shares Account")
    #expect(try Self.findings("forbid * -> *", graph).isEmpty)
    #expect(try Self.findings("forbid * -> * via relay, notification", graph).isEmpty)
    for rule in ["Cart -> Account", "Account -> Cart", "* -> *"] {
      let findings = try Self.findings("forbid warning \(rule) via event", graph)
      #expect(findings.map(\.code) == ["forbiddenReach"], "\(rule)")
      #expect(findings.first?.message.contains("shares names with") == true)
      #expect(findings.first?.severity == .warning)
    }
    #expect(
      try Self.findings("forbid * -> * via shared except Cart -> Account", graph).isEmpty)
    let places = try Self.findings("forbid Cart -> Account via shared", graph).first?.places
    #expect(
      places?.map(\.description)
        == ["Cart/Callbacks.swift:9", "Account/Callbacks.swift:9", "modkit.rules:1"])
  }

  @Test func `Only listed modules are permitted, and lines for one module add up`() throws {
    let graph = ModuleGraph.sketch(
      "Cart depends Account", "Cart wire Feed", "Cart call Shop", "Feed depends Shop",
      "Cart shares Shop")
    let findings = try Self.findings(
      """
      only Cart -> Account, Feed via call, task because "it is small"
      only warning * -> Shop
      """, graph)
    #expect(findings.map(\.subject) == ["only Cart -> Feed"])
    #expect(
      findings.first?.message == """
        Cart reaches into Feed, but 'only Cart -> Account, Feed via call, task' (modkit.rules:1) and \
        'only * -> Shop' (modkit.rules:2) list its targets, and not in this way, because \
        it is small: wire Cart Feed leads to task FeedTask (Cart/Wires.swift:2). Undo that in Cart, \
        or permit it with 'only Cart -> Feed'.
        """)
    #expect(findings.first?.severity == .error)
    #expect(findings.first?.places.suffix(2).map(\.line) == [1, 2])
    #expect(
      try Self.findings("only Feed -> nothing", graph).map(\.subject) == ["only Feed -> Shop"])
    #expect(try Self.findings("only Shop -> nothing", graph).isEmpty)
  }

  @Test func `A required edge must exist with the requested kind`() throws {
    let graph = ModuleGraph.sketch("App depends Telemetry", "Feed wire Telemetry", "Shop")
    let findings = try Self.findings(
      "require * -> Telemetry via wire because \"we count\" except Shop", graph)
    #expect(findings.map(\.code) == ["missingReach"])
    #expect(
      findings.first?.message == """
        App does not reach into Telemetry by wire, which the rule 'require * -> Telemetry except \
        Shop via wire' (modkit.rules:1) requires, because we count. It only does this: task \
        AppTask requires task TelemetryTask. Let it do so, or exclude it with 'except App' in the \
        rule.
        """)
    #expect(
      findings.first?.places.map(\.description) == ["App/Tasks.swift:4", "modkit.rules:1"])
    // Of a pattern one is enough, and each name is needed.
    #expect(try Self.findings("require App -> T*, not Shop", graph).isEmpty)
    #expect(try Self.findings("require App -> Telemetry, Feed", graph).count == 1)
  }

  @Test func `A cycle is reported once, by one path`() throws {
    let graph = ModuleGraph.sketch(
      "Cart depends Feed", "Feed wire Shop", "Shop depends Cart", "Shop depends Feed",
      "Feed shares Cart", "App depends Cart")
    let findings = try Self.findings("forbid cycles among *", graph)
    #expect(findings.map(\.subject) == ["forbid cycles among *: Cart, Feed, Shop"])
    #expect(
      findings.first?.message == """
        modules reach into each other in a cycle, Cart -> Feed -> Shop -> Cart, which the rule \
        'forbid cycles among *' (modkit.rules:1) forbids: task CartTask requires task FeedTask \
        (Cart/Tasks.swift:4); wire Feed Shop leads to task ShopTask (Feed/Wires.swift:2); task \
        ShopTask requires task CartTask (Shop/Tasks.swift:4). Reverse one of these dependencies, \
        move the common part into a module of its own, or permit one with 'except Cart -> Feed' in \
        the rule.
        """)
    #expect(
      try Self.findings("forbid cycles among * except Feed -> Shop", graph).isEmpty)
    #expect(
      try Self.findings("forbid cycles among * via task", graph).isEmpty)
    #expect(
      try Self.findings("forbid cycles among * except Cart", graph).map(\.subject)
        == ["forbid cycles among * except Cart: Feed, Shop"])
  }

  @Test func `A rule for a missing module is reported`() throws {
    let graph = ModuleGraph.sketch("Cart depends Accounts", "Search")
    let findings = try Self.findings(
      """
      group people = Acount
      forbid Cart -> Account
      """, graph)
    #expect(findings.map(\.code) == ["unknownModule", "unknownModule", "unusedGroup"])
    let finding = try #require(findings.first { $0.subject.contains("forbid") })
    #expect(
      finding.message == """
        no module of the program declares anything under the name 'Account', so 'forbid Cart -> \
        Account' (modkit.rules:2) has no effect on it. Did you mean 'Accounts'? Correct or remove \
        the name, or write 'optional Account' if it may be missing.
        """)
    #expect(finding.severity == .error)
    #expect(finding.places.last?.description == "modkit.rules:2")
  }

  @Test func `A misspelled group is suggested`() throws {
    let findings = try Self.findings(
      "group features = Cart\nforbid feature -> Cart\nforbid features -> Cart", .sketch("Cart"))
    #expect(findings.map(\.code) == ["unknownModule"])
    #expect(findings.first?.message.contains("Did you mean 'features'?") == true)
  }

  @Test func `An optional module may be missing`() throws {
    let graph = ModuleGraph.sketch("App", "Cart")
    let rules = """
      group tools = Debug*, Inspector
      forbid Cart -> tools, DebugMenu
      require App -> Telemetry
      """
    #expect(
      try Self.findings(rules, graph).map(\.code).sorted()
        == ["matchesNothing", "missingReach", "unknownModule", "unknownModule", "unknownModule"])
    #expect(try Self.findings(rules + "\noptional tools, Telemetry", graph).isEmpty)
  }

  @Test func `A rule without effect is reported as a notice`() throws {
    let graph = ModuleGraph.sketch("Cart depends Feed", "Shop")
    let findings = try Self.findings(
      """
      group none = Cart, not C*
      group Feed = Cart
      forbid Search* -> Feed
      forbid none -> Feed
      forbid Cart -> "Feed" via wire except Cart -> Shop
      """, graph)
    #expect(
      findings.map { "\($0.severity) \($0.code) \($0.places[0].line)" }.sorted() == [
        "notice matchesNothing 1", "notice matchesNothing 3", "notice unusedException 5",
        "warning ambiguousName 2",
      ])
    #expect(findings.first?.severity == .warning)
  }

  @Test func `An empty program breaks no rule that names no module`() throws {
    #expect(
      try Self.findings("forbid * -> *\nforbid cycles among *", ModuleGraph()).isEmpty)
  }

  @Test func `A generated rule file is readable`() throws {
    let names = (0..<12).map { "Feature\($0)Kit" }
    let graph = ModuleGraph.sketch(
      names.map { "App depends \($0)" } + ["Feature0Kit wire Feature1Kit", "Data Kit"])
    #expect(
      RuleBook.starter(for: .sketch("App depends Cart", "Cart depends App", "Shop call Cart"))
        .hasSuffix(
          """
          only App -> Cart
          only Cart -> App
          only Shop -> Cart

          # These modules reach into each other in a cycle. Without it, add the rule
          #   forbid cycles among *
          # App, Cart

          """))
    let text = RuleBook.starter(for: graph)
    #expect(text.contains("only App ->\n  Feature0Kit,\n  Feature10Kit,\n"))
    #expect(text.contains("only Feature0Kit -> Feature1Kit\nonly Feature10Kit -> nothing\n"))
    #expect(text.hasSuffix("\n\nforbid cycles among *\n"))
    #expect(try RuleBook(parsing: text, file: "r").findings(in: graph).isEmpty)
  }
}

extension RuleFindingTests {
  @Test func `Unknown names of a long rule do not repeat the rule`() throws {
    let names = (0..<2_000).map { "Missing\($0)" }
    let findings = try Self.findings(
      "forbid Cart -> \(names.joined(separator: ", "))", .sketch("Cart"))
    #expect(findings.map(\.code) == Array(repeating: "unknownModule", count: 2_000))
    #expect(Set(findings.map(\.subject)).count == 2_000)
    #expect(findings.allSatisfy { $0.message.utf8.count < 600 && $0.subject.utf8.count < 300 })
    #expect(findings.allSatisfy { $0.message.contains("(modkit.rules:1)") })
  }

  @Test func `Long rules that differ have findings that differ`() throws {
    let start = "forbid Cart -> " + (0..<100).map { "Missing\($0)" }.joined(separator: ", ")
    let findings = try Self.findings("\(start), A\n\(start), B", .sketch("Cart"))
    #expect(Set(findings.map(\.subject)).count == findings.count)
  }
}
