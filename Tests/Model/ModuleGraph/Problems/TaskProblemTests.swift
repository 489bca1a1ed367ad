import Foundation
import ModuleGraph
import Testing

/// What is found to be wrong with tasks and their schedules.
@Suite struct TaskProblemTests {
  private static func problems(
    _ records: [DeclaredRecord], at moment: Date? = nil
  ) -> [ModuleProblem] {
    ModuleGraph(records: records, at: moment).problems
  }

  private static func task(
    _ name: String, _ line: Int, on event: String = "idle", requires: [String] = [],
    follows: [String] = []
  ) -> DeclaredRecord {
    .sample(
      "task", name, "T/T.swift", line, SampleApp.event(event, dependsOn: requires, after: follows))
  }

  private static func schedule(_ detail: String) -> DeclaredRecord {
    .sample("tsch", "Backup", "T/T.swift", 3, detail)
  }

  @Test func `Two tasks of one name are an error at both locations, and both are shown`() throws {
    let graph = ModuleGraph(records: [Self.task("A", 1), Self.task("A", 9)])
    let problem = try #require(graph.problems.first)
    #expect(graph.problems.count == 1)
    #expect(problem.code == .duplicateTask)
    #expect(problem.severity == .error)
    #expect(problem.locations.map(\.line) == [1, 9])
    #expect(graph.nodes(of: .task).map(\.id) == ["task:A", "task:A~2"])
  }

  @Test func `A cycle is an error that names all its members`() throws {
    let problem = try #require(
      Self.problems([
        Self.task("A", 1, requires: ["B"]), Self.task("B", 2, requires: ["C"]),
        Self.task("C", 3, requires: ["A"]),
      ]).first)
    #expect(problem.code == .taskCycle)
    #expect(problem.nodes == ["task:A", "task:B", "task:C"])
    #expect(problem.locations.map(\.line) == [1, 2, 3])
    #expect(problem.message.contains("A → B → C → A"))
  }

  @Test func `A cycle that the planner can break is a notice`() {
    let problems = Self.problems([
      Self.task("A", 1, follows: ["B"]), Self.task("B", 2, follows: ["A"]),
    ])
    #expect(problems.map(\.code) == [.brokenTaskCycle])
    #expect(problems.map(\.severity) == [.notice])
  }

  @Test func `A dependency that does not exist is an error with the nearest name`() throws {
    let graph = ModuleGraph(records: [
      Self.task("RefreshFeed", 1), Self.task("Show", 2, requires: ["RefreshFed"]),
    ])
    let problem = try #require(graph.problems.first)
    #expect(problem.code == .unknownDependency)
    #expect(problem.suggestions == ["RefreshFeed"])
    #expect(problem.message.contains("T/T.swift:2"))
    #expect(graph.node("task:RefreshFed")?.certainty == .missing)
    #expect(problem.nodes == ["task:Show", "task:RefreshFed"])
  }

  @Test func `Following an unknown task is a notice, requiring oneself an error`() {
    #expect(
      Self.problems([Self.task("A", 1, follows: ["B"])]).map { "\($0.code) \($0.severity)" }
        == ["unknownDependency notice"])
    #expect(
      Self.problems([Self.task("A", 1, requires: ["A"])]).map { "\($0.code) \($0.severity)" }
        == ["selfDependency error"])
  }

  @Test(arguments: [
    ("willFinishLaunching", "didFinishLaunching", true),
    ("didFinishLaunching", "idle", true),
    ("didFinishLaunching", "willFinishLaunching", false),
    ("idle", "didFinishLaunching", false),
    ("idle", "reload", false),
  ])
  func `A task cannot require what the launch runs later`(
    event: String, other: String, isWrong: Bool
  ) {
    let problems = Self.problems([
      Self.task("A", 1, on: event, requires: ["B"]), Self.task("B", 2, on: other),
    ])
    #expect(problems.map(\.code) == (isWrong ? [.dependencyOfOtherEvent] : []))
  }

  @Test func `Tasks that the program adds are included`() throws {
    var builder = ModuleGraph.Builder()
    builder.add(Self.task("A", 1, requires: ["Late"]))
    builder.add(
      task: "Late", runsOn: ["taskEvent:idle"], dependsOn: ["A"],
      location: .init(fileID: "App/App.swift", line: 7))
    let graph = builder.graph()
    #expect(graph.problems.map(\.code) == [.taskCycle])
    #expect(graph.node("task:Late")?.certainty == .added)
    #expect(graph.edges(to: "task:Late").map(\.kind) == [.runs, .dependsOn])
  }

  @Test(arguments: [
    #"{"cron":"0 0 30 2 *"}"#, #"{"cron":"nonsense"}"#, #"{"at":0,"repeat":0,"every":1}"#,
    #"{"at":0,"repeat":2,"every":0}"#,
  ])
  func `A schedule that cannot fire is an error at any date`(detail: String) {
    let problems = Self.problems([Self.schedule(detail)])
    #expect(problems.map(\.code) == [.scheduleNeverFires])
    #expect(problems.map(\.severity) == [.error])
    #expect(problems.allSatisfy { $0.message.contains("'Backup' (T/T.swift:3)") })
  }

  @Test(arguments: [
    (#"{"cron":"0 0 0 1 1 * 2020"}"#, true), (#"{"cron":"0 0 0 1 1 * 2040"}"#, false),
    (#"{"at":1000,"repeat":3,"every":60}"#, true),
    (#"{"at":1000,"repeat":"forever","every":60}"#, false),
    (#"{"at":4000000000,"repeat":1,"every":1}"#, false), (#"{"cron":"* * * * *"}"#, false),
  ])
  func `A schedule without future fire times is a warning, if the date matters`(
    detail: String, isOver: Bool
  ) {
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(
      Self.problems([Self.schedule(detail)], at: moment).map(\.severity)
        == (isOver ? [.warning] : []))
    #expect(Self.problems([Self.schedule(detail)]).isEmpty)
  }

  @Test(arguments: [
    #"{"cron":"* * * * *","zone":"Mars/Olympus"}"#,
    #"{"unresolved":{"on":".daily(at: \"02:30\", in: try ScheduleZone(\"Mars/Olympus\"))"}}"#,
    #"{"unresolved":{"on":".hourly(in: try! Z.ScheduleZone.init( \"Mars/Olympus\" ))"}}"#,
  ])
  func `A time zone that this machine does not know is a warning`(detail: String) {
    let problems = Self.problems([Self.schedule(detail)])
    #expect(problems.map(\.code) == [.scheduleNeverFires])
    #expect(problems.map(\.severity) == [.warning])
    #expect(problems.first?.message.contains("Mars/Olympus") == true)
  }

  @Test(arguments: [#"try ScheduleZone(\"Europe/Stockholm\")"#, "try ScheduleZone(name)", ".utc"])
  func `A known time zone, or one named at run time, is not a problem`(zone: String) {
    let detail = #"{"unresolved":{"on":".daily(at: \"02:30\", in: \#(zone))"}}"#
    #expect(Self.problems([Self.schedule(detail)]).isEmpty)
  }
}
