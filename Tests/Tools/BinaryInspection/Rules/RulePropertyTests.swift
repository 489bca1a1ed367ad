import BinaryInspection
import ModularityTestSupport
import ModuleGraph
import Testing

/// What holds for all rules and all graphs.
@Suite struct RulePropertyTests {
  @Test func `Written rules are read back equal`() throws {
    var random = RandomRules(generator: SeededGenerator(seed: 11), isOdd: true)
    for _ in 0..<400 {
      let statements = random.statements(6)
      let text = statements.map { "\($0)\n" }.joined()
      let book = try RuleBook(parsing: text, file: "r")
      #expect(book.statements == statements, "\(text)")
      #expect(book.description == text)
    }
  }

  @Test func `Findings are those of a naive implementation`() throws {
    var random = RandomRules(generator: SeededGenerator(seed: 12), isOdd: false)
    var graphs = SeededGenerator(seed: 13)
    var counts: [String: Int] = [:]
    for _ in 0..<600 {
      let book = try RuleBook(
        parsing: random.statements(5).map { "\($0)\n" }.joined(), file: "r")
      let graph = ModuleGraph.random(&graphs)
      let findings = book.findings(in: graph).filter {
        ["forbiddenReach", "unlistedReach", "missingReach", "moduleCycle"].contains($0.code)
      }
      for finding in findings { counts[finding.code, default: 0] += 1 }
      let expected = RuleDefinition(book, graph).broken
      #expect(
        findings.map { "\($0.code) \($0.subject)" }.sorted() == expected,
        "\(book)\n\(graph.moduleEdges)")
    }
    // Each sort is met often enough to mean something.
    for code in ["forbiddenReach", "unlistedReach", "missingReach", "moduleCycle"] {
      #expect(counts[code, default: 0] > 25, "\(counts)")
    }
  }

  @Test func `No two findings have the same code and subject`() throws {
    var random = RandomRules(generator: SeededGenerator(seed: 14), isOdd: true)
    var graphs = SeededGenerator(seed: 15)
    for _ in 0..<300 {
      let text = random.statements(6).map { "\($0)\n" }.joined()
      let findings = try RuleBook(parsing: text, file: "r")
        .findings(in: ModuleGraph.random(&graphs))
      let keys = findings.map { "\($0.code) \($0.subject)" }
      #expect(Set(keys).count == keys.count, "\(text)\n\(keys)")
      #expect(findings == findings.sorted())
    }
  }

  @Test func `Subjects do not change with line numbers or the wording of reasons`() throws {
    var random = RandomRules(generator: SeededGenerator(seed: 16), isOdd: true)
    var graphs = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let statements = random.statements(5)
      let graph = ModuleGraph.random(&graphs)
      let text = statements.map { "\($0)\n" }.joined()
      let moved = statements.map { statement in
        guard case .rule(let rule) = statement.content else { return "\n\(statement)\n" }
        let reworded = Rule(
          rule.demand, severity: .notice, except: rule.exceptions, via: rule.ways,
          because: "of something else")
        return "# moved\n\n\(reworded)\n"
      }.joined()
      let before = try RuleBook(parsing: text, file: "r").findings(in: graph)
      let after = try RuleBook(parsing: moved, file: "r").findings(in: graph)
      #expect(before.map(\.subject).sorted() == after.map(\.subject).sorted())
    }
  }

  @Test func `A generated rule file finds no problem in its own program`() throws {
    var graphs = SeededGenerator(seed: 18)
    let odd = ["A", "via", "a\"b", "Car*", "ö\u{200B}", "#", "only", "Feed", "x,y", "\\"]
    for _ in 0..<300 {
      let graph = ModuleGraph.random(&graphs, modules: 0...10, names: odd)
      let text = RuleBook.starter(for: graph)
      let book = try RuleBook(parsing: text, file: "modkit.rules")
      #expect(book.findings(in: graph).isEmpty, "\(text)")
      #expect(
        book.rules.count { if case .only = $0.rule.demand { true } else { false } }
          == graph.modules.count)
    }
  }

  @Test func `A generated rule file detects every later dependency`() throws {
    var graphs = SeededGenerator(seed: 19)
    for _ in 0..<200 {
      let (before, after) = (ModuleGraph.random(&graphs), ModuleGraph.random(&graphs))
      let book = try RuleBook(parsing: RuleBook.starter(for: before), file: "r")
      let known = Set(before.moduleEdges.filter(\.isDependency).map { "\($0.from) \($0.to)" })
      let old = Set(before.modules.map(\.name))
      let new = after.moduleEdges.filter {
        $0.isDependency && old.contains($0.from) && !known.contains("\($0.from) \($0.to)")
      }
      let found = book.findings(in: after).filter { $0.code == "unlistedReach" }
      #expect(found.map(\.subject).sorted() == new.map { "only \($0.from) -> \($0.to)" }.sorted())
    }
  }
}
