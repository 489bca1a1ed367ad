import BinaryInspection
import ModuleGraph
import Testing

/// What a rule file says when it is read.
@Suite struct RuleReadingTests {
  private static func text(_ file: String) throws -> String {
    try RuleBook(parsing: file, file: "modkit.rules").description
  }

  @Test func `The rule file of the documentation is read as documented`() throws {
    let book = try RuleBook(
      parsing: """
        # modkit.rules
        group features = Cart, Checkout, Search*, not SearchKit

        forbid Cart -> Account                  because "orders know no people"
        forbid warning features -> features     via call, wire  except Checkout -> Cart
        only features -> Contracts, Accounts
        require App -> Telemetry                via wire
        forbid cycles among features
        optional Debug*
        """, file: "modkit.rules")
    #expect(
      book.description == """
        group features = Cart, Checkout, Search*, not SearchKit
        forbid Cart -> Account because "orders know no people"
        forbid warning features -> features except Checkout -> Cart via call, wire
        only features -> Contracts, Accounts
        require App -> Telemetry via wire
        forbid cycles among features
        optional Debug*

        """)
    #expect(book.statements.map(\.line) == [2, 4, 5, 6, 7, 8, 9])
    #expect(
      book.entries.map(\.sentence) == [
        "Cart must not reach into Account",
        "features must not reach into features by call or wire, except Checkout -> Cart",
        "features may reach into Contracts and Accounts and nothing unlisted",
        "App must reach into Telemetry by wire",
        "features must not reach into each other in a cycle",
      ])
    #expect(book.entries.map(\.because).first == "orders know no people")
    #expect(book.entries.map(\.severity) == [.error, .warning, .error, .error, .error])
    #expect(book.entries.map(\.place.line) == [4, 5, 6, 7, 8])
  }

  @Test(
    arguments: [
      ("forbid A->B", "forbid A -> B"),
      ("forbid error A -> B", "forbid A -> B"),
      ("only\n  A ->\n    B, # the first\n\n    C\n", "only A -> B, C"),
      ("only A -> nothing", "only A -> nothing"),
      ("forbid not App, A* -> B", "forbid A*, not App -> B"),
      (
        "forbid A -> B because \"x\" via wire except C",
        "forbid A -> B except C via wire because \"x\""
      ),
      ("forbid A -> B except C except D, E -> F", "forbid A -> B except C except D, E -> F"),
      (
        "forbid A -> B via calls, shared name, depends on, \"guards\"",
        "forbid A -> B via call, shared, depends, \"guards\""
      ),
      (#"forbid "via" -> "a \"b\" \\ \u{e9}#""#, #"forbid "via" -> "a \"b\" \\ é#""#),
      ("\u{FEFF}forbid A -> B\r\nforbid B -> A\r", "forbid A -> B\nforbid B -> A"),
      ("forbid notice cycles among *", "forbid notice cycles among *"),
      ("optional A, not B", "optional A, not B"),
      ("", ""),
    ])
  func `A file is read`(file: String, says: String) throws {
    #expect(try Self.text(file) == (says.isEmpty ? "" : says + "\n"))
  }

  @Test(
    arguments: [
      ("forbd A -> B", "1:1", "unknownStatement", "Did you mean 'forbid'?"),
      ("forbid A", "1:8", "unexpectedWord", "the statement ends after 'A'"),
      ("forbid A => B", "1:11", "unexpectedCharacter", "'->'"),
      ("forbid A → B", "1:10", "unexpectedWord", "',', or '->'"),
      ("forbid A B -> C", "1:10", "unexpectedWord", "',', or '->'"),
      ("forbid A -> ", "1:10", "unexpectedWord", "the name of a module"),
      ("forbid A -> B becaus \"x\"", "1:15", "unexpectedWord", "Did you mean 'because'?"),
      ("forbid A -> B because x", "1:23", "unexpectedWord", "the reason in quotes"),
      ("forbid A -> B because \" \"", "1:23", "unexpectedWord", "empty"),
      ("forbid A -> B via call via wire", "1:24", "misplaced", "twice"),
      ("forbid A -> B via cal", "1:19", "unknownWay", "Did you mean 'call'"),
      ("forbid A -> B via", "1:15", "unexpectedWord", "a way, such as 'call'"),
      ("forbid warning -> B", "1:16", "unexpectedWord", "the name of a module"),
      ("forbid via -> B", "1:8", "reservedName", "write \"via\""),
      ("forbid A -> nothing", "1:13", "misplaced", "'only'"),
      ("only A -> B except C", "1:13", "misplaced", "'not Name'"),
      ("only A -> B via event", "1:17", "misplaced", "need no permission"),
      ("forbid cycles among A via shared", "1:27", "misplaced", "no cycle"),
      ("forbid cycles A", "1:15", "unexpectedWord", "'among'"),
      ("group A* = B", "1:7", "reservedName", "has no '*'"),
      ("group only = B", "1:7", "reservedName", "another name"),
      ("group A -> B", "1:9", "unexpectedWord", "'='"),
      ("group = B", "1:7", "unexpectedWord", "the name of the group"),
      ("forbid A; -> B", "1:9", "unexpectedCharacter", "\";\""),
      ("forbid \"A -> B", "1:8", "invalidText", "does not end"),
      (#"forbid "A\q" -> B"#, "1:10", "invalidText", "escapes nothing"),
      (#"forbid "A\u{D800}" -> B"#, "1:10", "invalidText", "escapes nothing"),
      (#"forbid "A\"#, "1:10", "invalidText", "escapes nothing"),
      ("  forbid A -> B", "1:3", "looseContinuation", "Remove the indentation"),
      ("forbid A -> B\n  forbid C -> D", "2:3", "unexpectedWord", "remove the indentation"),
      ("forbid A -> B\nforbid warning A -> B", "2:1", "repeatedRule", "line 1 already"),
      ("group a = B\n\ngroup a = C", "3:1", "repeatedGroup", "line 1 already"),
      ("group a = B, a", "1:1", "groupCycle", "contains itself"),
      (
        "group a = B, c\ngroup c = d\ngroup d = a", "1:1", "groupCycle",
        "'a' (line 1) -> 'c' (line 2) -> 'd' (line 3) -> 'a' (line 1)"
      ),
      ("-> B", "1:1", "unexpectedWord", "first word of a statement"),
    ])
  func `An error in a rule is reported with its location and a fix`(
    file: String, spot: String, code: String, says: String
  ) throws {
    let errors = try #require(throws: RuleErrors.self) {
      try RuleBook(parsing: file, file: "modkit.rules")
    }.errors
    #expect(errors.count == 1)
    let description = try #require(errors.first).description
    #expect(description.hasPrefix("modkit.rules:\(spot): error: "))
    #expect(description.hasSuffix("[\(code)]"))
    #expect(description.contains(says), "\(description)")
  }

  @Test func `All errors of a file are reported together, in order`() throws {
    let error = try #require(throws: RuleErrors.self) {
      try RuleBook(
        parsing: """
          forbid A -> B via cll, wir, task
          forbd A -> B
          group x = y
          only A
          group y = x
          forbid "A -> B
          forbid A -> C
          """, file: "r")
    }
    #expect(
      error.errors.map { "\($0.spot) \($0.code)" } == [
        "1:19 unknownWay", "1:24 unknownWay", "2:1 unknownStatement", "3:1 groupCycle",
        "4:6 unexpectedWord", "6:8 invalidText",
      ])
    #expect(error.description.split(separator: "\n").count == 6)
  }

  @Test func `Deeply nested groups do not overflow the stack`() throws {
    let depth = 20_000
    let file = (1...depth).map { "group g\($0) = g\($0 - 1)\n" }.joined() + "group g0 = A\n"
    let book = try RuleBook(parsing: file, file: "r")
    #expect(book.statements.count == depth + 1)
    let cycle = try #require(throws: RuleErrors.self) {
      try RuleBook(parsing: file + "group A = g\(depth)\n", file: "r")
    }
    #expect(cycle.errors.map(\.code) == [.groupCycle])
  }
}
