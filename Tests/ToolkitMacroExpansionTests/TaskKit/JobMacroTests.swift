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
      #"#job("a", queue: "q", .retry(upTo: 3), .unique(by: \.id)) { (p: Page, c: JobContext) -> Int in 1 }"#,
      #"queue: "q", traits: [.retry(upTo: 3), .unique(by: \.id)], "#
        + #"run: { (p: Page, c: JobContext) -> Int in 1 }"#,
      #"{"payload":"Page","queue":"q","result":"Int","traits":[".retry(upTo: 3)",".unique(by: \\.id)"]}"#
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
    #expect(record.accessor == "return unsafe __JobRecord.job(out, type, \(arguments))")
    #expect(record.detail == detail)
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
      source: "#job(name) { (n: Int) in }", message: "'name' must be a string literal", column: 6),
    Refusal(
      source: ##"#job("a", queue: "") { (n: Int) in }"##, message: "a queue needs a name",
      column: 18, fixed: [###"#job("a", queue: "default") { (n: Int) in }"###]),
    Refusal(
      source: #"#job("a", .retry(upTo: 0)) { (n: Int) in }"#,
      message: "'.retry(upTo: 0)' counts from 1", column: 24,
      fixed: [#"#job("a", .retry(upTo: 1)) { (n: Int) in }"#]),
  ])
  func `A mistake in a job is an error at its argument`(refusal: Refusal) {
    refusal.check(expandTask(refusal.source, file: "Home.swift"))
  }
}
