import BinaryInspection
import ModuleGraph
import Testing

/// Which declarations tests have exercised.
@Suite struct CoverageReportTests {
  private static func record(
    _ kind: RecordKind, _ key: String, _ detail: String, in module: String = "Feed", line: Int
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: "\(module)/Feed.swift", line: line, id: UInt64(line),
      detail: detail)
  }

  /// Two tasks, a routing class with two routes to one function, a callback, and a job of another
  /// module.
  private static let graph = ModuleGraph(records: [
    record("task", "Load", #"{"on":["didFinishLaunching"]}"#, line: 1),
    record("tsch", "Clean", #"{"cron":"0 3 * * *","zone":"UTC"}"#, line: 2),
    record("rhea", "userLogin", #"{"event":"userLogin"}"#, line: 3),
    record(
      "khla", "Feed",
      #"""
      {"type":"Feed","functions":[{"name":"open","line":5,"routes":[
        {"pattern":"feed/{id}","access":"external"}]}]}
      """#, line: 4),
    record("tjob", "Send", #"{"queue":"mail","payload":"Letter"}"#, in: "Mail", line: 6),
  ])

  private static func exercised(
    _ kind: ModuleGraph.Node.Kind, _ line: Int, in module: String = "Feed", by test: String = "t"
  ) -> ExercisedDeclaration {
    ExercisedDeclaration(
      kind: kind, name: "any",
      location: CodeLocation(fileID: "\(module)/Feed.swift", line: line),
      test: .init(name: test, file: "Tests/T.swift", line: 1))
  }

  private static func counts(_ report: CoverageReport) -> [String] {
    report.declarations.map { "\($0.module) \($0.kind) \($0.name) \($0.tests.map(\.name))" }
  }

  @Test func `Each declaration that runs is listed with its tests, by module, kind and name`() {
    let report = CoverageReport(
      Self.graph,
      exercised: [
        Self.exercised(.task, 1, by: "b"), Self.exercised(.task, 1, by: "a"),
        Self.exercised(.task, 1, by: "a"), Self.exercised(.callback, 3),
      ])
    #expect(
      Self.counts(report) == [
        #"Feed callback userLogin in Feed.swift ["t"]"#, "Feed route Feed/open []",
        "Feed route feed/{id} []", "Feed task Clean []", #"Feed task Load ["a", "b"]"#,
        "Mail job Send []",
      ])
    #expect(report.unmatched == [])
    #expect((report.share.exercised, report.share.declared, report.share.percent) == (2, 6, 33))
    #expect(report.modules.map(\.name) == ["Feed", "Mail"])
    #expect(report.modules.map(\.share.percent) == [40, 0])
  }

  @Test func `A function with several routes counts for all of them`() throws {
    let location = try #require(Self.graph.node("route:feed/{id}")?.locations.first)
    let report = CoverageReport(
      Self.graph, exercised: [Self.exercised(.route, location.line)])
    #expect(
      report.declarations.filter { !$0.tests.isEmpty }.map(\.name) == ["Feed/open", "feed/{id}"])
  }

  @Test func `Another kind on the line, and another line, are no declaration of the program`() {
    let others = [Self.exercised(.job, 1), Self.exercised(.task, 9)]
    let report = CoverageReport(Self.graph, exercised: others)
    #expect(report.share.exercised == 0)
    #expect(Set(report.unmatched) == Set(others))
  }

  @Test func `Declarations of an omitted module are neither listed nor unmatched`() {
    let report = CoverageReport(
      Self.graph, exercised: [Self.exercised(.job, 6, in: "Mail")], including: { $0 != "Mail" })
    #expect(report.modules.map(\.name) == ["Feed"])
    #expect(report.unmatched == [])
  }

  @Test func `A share below the percentage names the modules that are below`() {
    let report = CoverageReport(Self.graph, exercised: [Self.exercised(.job, 6, in: "Mail")])
    #expect(report.failures(under: 16) == [])
    #expect(
      report.failures(under: 16.7) == [
        "Feed: 0 of 5 declarations are exercised, 0% of at least 16.7%",
        "all: 1 of 6 declarations are exercised, 16% of at least 16.7%",
      ])
    let empty = CoverageReport(ModuleGraph(), exercised: [])
    #expect(empty.failures(under: 100) == [])
    #expect(empty.share.percent == 100)
  }

  @Test(arguments: 0...40, 1...40)
  func `A percentage is rounded down, and 100 only if nothing is missing`(
    exercised: Int, declared: Int
  ) {
    guard exercised <= declared else { return }
    let records = (1...declared).map { Self.record("task", "T\($0)", "{}", line: $0) }
    let report = CoverageReport(
      ModuleGraph(records: records),
      exercised: (0..<exercised).map { Self.exercised(.task, $0 + 1) })
    #expect(report.share.percent == exercised * 100 / declared)
    #expect((report.share.percent == 100) == (exercised == declared))
    #expect(report.share.isBelow(100) == (exercised < declared))
  }

  @Test func `A declaration that the lock file does not contain needs a test`() {
    let before = ModuleGraph(records: [
      // Its time was another one, and it is not new.
      Self.record("tsch", "Clean", #"{"cron":"0 4 * * *","zone":"UTC"}"#, line: 2)
    ])
    let lock = SurfaceLock(before).text
    let untested = CoverageReport(Self.graph, exercised: [])
    #expect(
      untested.failures(since: lock, in: Self.graph) == [
        """
        \(untested.declarations[2].place): error: route 'feed/{id}' is not in the lock file, so it \
        is new, and no test exercises it. Exercise it in a test.
        """,
        """
        Mail/Feed.swift:6: error: job 'Send' is not in the lock file, so it is new, and no test \
        exercises it. Exercise it in a test.
        """,
      ])
    let tested = CoverageReport(Self.graph, exercised: [Self.exercised(.job, 6, in: "Mail")])
    #expect(tested.failures(since: lock, in: Self.graph).count == 1)
    #expect(untested.failures(since: SurfaceLock(Self.graph).text, in: Self.graph) == [])
  }

  @Test func `Declarations of the page have their tests`() throws {
    let report = CoverageReport(
      Self.graph, exercised: [Self.exercised(.task, 1, by: "b"), Self.exercised(.task, 1, by: "a")])
    let page = report.annotated(Self.graph)
    let load = try #require(page.node("task:Load"))
    #expect(load[attribute: "tests"] == .integer(2))
    #expect(load[attribute: "exercisedBy"] == .list(["a", "b"]))
    let job = try #require(page.node("job:Send"))
    #expect(job[attribute: "tests"] == .integer(0))
    #expect(job[attribute: "exercisedBy"] == nil)
    #expect(page.edges == Self.graph.edges)
  }
}
