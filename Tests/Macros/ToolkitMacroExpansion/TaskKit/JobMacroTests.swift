import Declarations
import Testing
import ToolkitMacroTestSupport

@Suite struct JobMacroTests {
  @Test(arguments: [
    (
      #"#job("a") { (n: Int) in n * 2 }"#,
      #"queue: "default", run: { (n: Int) in n * 2 }"#,
      #"{"payload":"Int","queue":"default"}"#
    ),
    (
      #"#job("a", queue: "q", .retry(attempts: 3), .unique(by: \.id)) { (p: Page, c: JobContext) -> Int in 1 }"#,
      #"queue: "q", traits: [.retry(attempts: 3), .unique(by: \.id)], "#
        + #"run: { (p: Page, c: JobContext) -> Int in 1 }"#,
      #"{"payload":"Page","queue":"q","result":"Int","traits":[".retry(attempts: 3)",".unique(by: \\.id)"]}"#
    ),
    (
      #"#job("a", .formerly("b"), .formerly("c", queue: "q")) { (n: Int) in n * 2 }"#,
      #"queue: "default", traits: [.formerly("b"), .formerly("c", queue: "q")], "#
        + #"run: { (n: Int) in n * 2 }"#,
      #"{"formerQueues":["q"],"formerly":["b","c"],"payload":"Int","queue":"default","#
        + #""traits":[".formerly(\"b\")",".formerly(\"c\", queue: \"q\")"]}"#
    ),
    (
      #"#job("a", run: Printer.print)"#, #"queue: "default", run: Printer.print"#,
      #"{"queue":"default"}"#
    ),
  ])
  func `A job has its queue, its traits and the type of its payload`(
    source: String, arguments: String, detail: String
  ) throws {
    let record = try expandTask(source).record()
    #expect(record.key == "a")
    #expect(
      record.accessor == "return unsafe TaskStore::__JobRecord.job(__out, __type, \(arguments))")
    #expect(record.detail == detail)
  }

  @Test(arguments: [
    (
      #"""
      { (p: Page, context: JobContext) in
        let a = try await context.step("a") { try await other.step("b") }
        if a { try await context.sleep(for: .days(1)) } else { try await Task.sleep(for: .days(1)) }
        try await context.sleep(until: end, name: "trial")
        let c = try await context.signal("c", as: Int.self)
        try await context.step("d \(c)") {}
        try await context.step("e") {}
      }
      """#, ["step a", "sleep", "sleep trial", "signal c", "step e"]
    ),
    (#"{ p, c in try await c.step("a") {} }"#, ["step a"]),
    (#"{ (p: Page, _: JobContext) in try await context.step("a") {} }"#, nil),
    (#"{ (p: Page) in try await context.step("a") {} }"#, nil),
    ("Printer.print", nil),
  ])
  func `A job has the steps that its closure calls by literal names`(
    run: String, steps: [String]?
  ) throws {
    let record = try expandTask("#job(\"a\", run: \(run))").record()
    guard case .job(let schema) = try Declaration(.job, JSONObject(json: record.detail)) else {
      Issue.record("no job")
      return
    }
    #expect(schema.steps == steps)
  }

  @Test(arguments: [
    ("OrderPlaced.self", "OrderPlaced.self"), ("Shop.Orders.OrderPlaced.self", nil),
    ("(`OrderPlaced`.self)", "`OrderPlaced`.self"),
  ])
  func `A job that is named by a type has the last part of its name, and its queue`(
    type: String, kind: String?
  ) throws {
    let record = try expandTask("#job(\(type), .priority(1)) { (o: Order) in }").record()
    #expect(record.key == "OrderPlaced")
    #expect(
      record.accessor == """
        return unsafe TaskStore::__JobRecord.job(__out, __type, kind: \(kind ?? type), traits: [.priority(1)], \
        run: { (o: Order) in })
        """)
    #expect(record.detail == #"{"payload":"Order","traits":[".priority(1)"]}"#)
  }

  @Test func `Two jobs of one name do not link`() {
    let expansion = expandTask(#"#job("a") { (n: Int) in }"#)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.expandedSource.contains(#"@_cdecl("modkit$tjob$a")"#))
  }

  @Test(arguments: [
    Refusal(
      source: ##"#job("") { (n: Int) in }"##, message: "a job needs a name", column: 6,
      fixed: [###"#job("<#name#>") { (n: Int) in }"###]),
    Refusal(
      source: "#job(name) { (n: Int) in }",
      message: "the name of a job must be a string literal or a type", column: 6,
      fixed: [###"#job("<#name#>") { (n: Int) in }"###]),
    Refusal(
      source: "#job(Loaded<Int>.self) { (n: Int) in }", message: "a job is named by its type",
      column: 6, fixed: ["#job(<#OrderPlaced#>.self) { (n: Int) in }"]),
    Refusal(
      source: "enum Placed { #job(Self.self) { (n: Int) in } }", message: "'Self' is not a name",
      column: 20, fixed: ["enum Placed { #job(Placed.self) { (n: Int) in } }"]),
    Refusal(
      source: ##"#job("a", queue: "") { (n: Int) in }"##, message: "a queue needs a name",
      column: 18, fixed: [###"#job("a", queue: "default") { (n: Int) in }"###]),
    Refusal(
      source: ##"#job("a", queue: "schedule:b") { (n: Int) in }"##,
      message: "names that start with 'schedule:'", column: 18,
      fixed: [###"#job("a", queue: "<#name#>") { (n: Int) in }"###]),
    Refusal(
      source: ##"#job("schedule:b") { (n: Int) in }"##,
      message: "names that start with 'schedule:'", column: 6,
      fixed: [###"#job("<#name#>") { (n: Int) in }"###]),
    Refusal(
      source: #"#job("a", .retry(attempts: 0)) { (n: Int) in }"#,
      message: "'.retry(attempts: 0)' counts from 1", column: 28,
      fixed: [#"#job("a", .retry(attempts: 1)) { (n: Int) in }"#]),
  ])
  func `A mistake in a job is an error at its argument`(refusal: Refusal) {
    refusal.check(expandTask(refusal.source, file: "Home.swift"))
  }
}
