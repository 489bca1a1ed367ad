import Declarations
import ModuleGraph
import Testing

@Suite struct FormerNameProblemTests {
  private static func job(_ name: String, line: Int, formerly names: String...) -> DeclaredRecord {
    let list = names.map { #""\#($0)""# }.joined(separator: ",")
    return .sample("tjob", name, "Mail/Jobs.swift", line, #"{"formerly":[\#(list)]}"#)
  }

  private static func problems(_ records: DeclaredRecord...) -> [ModuleProblem] {
    ModuleGraph(records: records).problems.filter { $0.code == .takenFormerName }
  }

  @Test func `An earlier name that another job has is an error with both locations`() throws {
    let problems = Self.problems(
      Self.job("SendInvoice", line: 3, formerly: "SendMail"), Self.job("SendMail", line: 9))
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.severity == .error)
    #expect(
      problem.message == """
        the job 'SendInvoice' (Mail/Jobs.swift:3) was formerly 'SendMail', which is also a name of \
        'SendMail' (Mail/Jobs.swift:9). Remove '.formerly("SendMail")' from one of them.
        """)
  }

  @Test func `Two jobs with one earlier name are an error`() {
    let problems = Self.problems(
      Self.job("A", line: 3, formerly: "Old"), Self.job("B", line: 9, formerly: "Old"))
    #expect(problems.map(\.locations.count) == [2])
  }

  @Test func `A job whose earlier name is its own is an error at one node`() {
    let problems = Self.problems(Self.job("A", line: 3, formerly: "A"))
    #expect(problems.map(\.nodes) == [["job:A"]])
  }

  @Test func `A job that has moved to another queue keeps its name`() {
    let job = DeclaredRecord.sample(
      "tjob", "A", "Mail/Jobs.swift", 3, #"{"formerly":["A"],"formerQueues":["mail"]}"#)
    #expect(Self.problems(job).isEmpty)
  }

  @Test func `Earlier names of a job and a task do not collide`() {
    let task = DeclaredRecord.sample(
      "tsch", "Old", "Mail/Tasks.swift", 3, #"{"every":60,"formerly":["Older"]}"#)
    #expect(Self.problems(Self.job("A", line: 3, formerly: "Old", "Older"), task).isEmpty)
  }
}
