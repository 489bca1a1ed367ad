import BinaryInspection
import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing

/// What is new, known and gone, and whether that fails.
@Suite struct CheckReportTests {
  private static func finding(
    _ code: String, _ severity: Finding.Severity, _ subject: String, line: Int = 1
  ) -> Finding {
    Finding(
      code: code, severity: severity, message: "what is wrong with \(subject).",
      places: [CodeLocation(fileID: "Feed/Tasks.swift", line: line)], subject: subject)
  }

  @Test(arguments: [
    (Finding.Severity.error, true, true), (.warning, false, true), (.notice, false, false),
  ])
  func `An error fails, a warning only where one is strict, a notice never`(
    severity: Finding.Severity, fails: Bool, failsStrictly: Bool
  ) {
    let report = CheckReport([Self.finding("a", severity, "task A")])
    #expect(report.fails(isStrict: false) == fails)
    #expect(report.fails(isStrict: true) == failsStrictly)
  }

  @Test func `An empty report passes, and says so`() {
    let report = CheckReport([])
    #expect(!report.fails(isStrict: true))
    #expect(report.lines == ["no problems"])
  }

  @Test func `A finding in the baseline does not fail, even if its line and words have changed`() {
    let old = Self.finding("unknownDependency", .error, "task A", line: 4)
    let moved = Finding(
      code: old.code, severity: .error, message: "said in other words.",
      places: [CodeLocation(fileID: "Feed/Others.swift", line: 90)], subject: old.subject)
    let report = CheckReport([moved], baseline: Baseline([old]))
    #expect(report.findings.isEmpty)
    #expect(report.known == [moved])
    #expect(!report.fails(isStrict: true))
    #expect(report.lines == ["no problems; 1 known"])
  }

  @Test func `A stale baseline entry fails, by name`() {
    let gone = Self.finding("unknownDependency", .error, "task A")
    let report = CheckReport([], baseline: Baseline([gone]))
    #expect(report.findings.map(\.code) == ["staleBaseline"])
    #expect(report.fails(isStrict: false))
    #expect(report.lines[0].contains("'task A' is in the baseline as unknownDependency"))
  }

  @Test func `A finding that is known once and occurs twice is new once`() {
    let finding = Self.finding("duplicateTask", .error, "task A")
    let report = CheckReport([finding, finding], baseline: Baseline([finding]))
    #expect(report.findings.count == 1)
    #expect(report.known.count == 1)
    #expect(report.findings.map(\.code) == ["duplicateTask"])
  }

  @Test func `Findings are sorted by severity, then by source location`() {
    let findings = [
      Self.finding("c", .notice, "n", line: 1), Self.finding("b", .error, "late", line: 9),
      Self.finding("a", .error, "early", line: 2), Self.finding("d", .warning, "w", line: 1),
    ]
    #expect(CheckReport(findings).findings.map(\.subject) == ["early", "late", "w", "n"])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `Every finding is new or known, and every entry known or stale`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func some() -> [Finding] {
      (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Self.finding(
          ["a", "b"].randomElement(using: &random)!,
          Finding.Severity.allCases.randomElement(using: &random)!,
          ["x", "y", "z"].randomElement(using: &random)!)
      }
    }
    let (now, before) = (some(), some())
    let report = CheckReport(now, baseline: Baseline(before))
    let new = report.findings.filter { $0.code != "staleBaseline" }
    let stale = report.findings.filter { $0.code == "staleBaseline" }
    #expect((new + report.known).sorted() == now.sorted())
    #expect(report.known.count + stale.count == before.count)
    // Nothing is new that is in the baseline as stale.
    #expect(Set(new.map { "\($0.code) \($0.subject)" }).isDisjoint(with: stale.map(\.subject)))
  }

  @Test func `Text has the form of compiler diagnostics, with all source locations`() {
    let finding = Finding(
      code: "duplicateTask", severity: .error, message: "two tasks are called A.",
      places: [
        CodeLocation(fileID: "Feed/Tasks.swift", line: 4),
        CodeLocation(fileID: "Shop/Tasks.swift", line: 9),
      ], subject: "task A")
    #expect(
      CheckReport([finding]).lines.joined(separator: "\n") == """
        Feed/Tasks.swift:4: error: two tasks are called A. [duplicateTask]
          also Shop/Tasks.swift:9
        1 error
        """)
  }

  @Test func `Commands of a workflow have their ends and separators escaped`() {
    let finding = Finding(
      code: "a,b:c", severity: .warning, message: "100 % of\nit: all, of it.",
      places: [CodeLocation(fileID: "Feed/Tasks.swift", line: 4, column: 2)],
      subject: "task A")
    #expect(
      CheckReport([finding]).workflowCommands(folders: SourceFolders(root: "/nowhere")) == """
        ::warning file=Feed/Tasks.swift,line=4,col=2,title=a%2Cb%3Ac::100 %25 of%0Ait: all, of it.
        1 warning
        """)
  }
}
