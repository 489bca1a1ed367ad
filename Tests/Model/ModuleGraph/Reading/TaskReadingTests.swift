import Declarations
import ModuleGraph
import Testing

/// How tasks become nodes, with what runs them and what they depend on.
@Suite struct TaskReadingTests {
  @Test func `A task has edges from its events and its notification`() {
    let graph = ModuleGraph(records: [
      .sample("task", "Sync", "Sync/Tasks.swift", 1, priority: 1, #"{"on":["idle","reload"]}"#),
      .sample("tnot", "Changed", "Sync/Tasks.swift", 2, #"{"key":"account.changed"}"#),
    ])
    #expect(graph.edges(to: "task:Sync").map(\.from) == ["taskEvent:idle", "taskEvent:reload"])
    #expect(graph.edges(to: "task:Changed").map(\.from) == ["notification:account.changed"])
    #expect(graph.edges(to: "task:Changed").map(\.kind) == [.runs])
    #expect(graph.node("task:Sync")?[attribute: "priority"] == "high")
  }

  @Test func `Events computed at run time are named by source text, and uncertain`() {
    let graph = ModuleGraph(records: [
      .sample(
        "task", "Sync", "Sync/Tasks.swift", 1, #"{"unresolved":{"on":"[.idle, MyEvents.tick]"}}"#)
    ])
    #expect(graph.edges(to: "task:Sync").map(\.from) == ["taskEvent:idle", "taskEvent:tick"])
    #expect(graph.edges(to: "task:Sync").allSatisfy { !$0.isCertain })
  }

  @Test func `Dependencies are found by name and by type`() {
    let graph = ModuleGraph(records: [
      .sample(
        "task", "Open Database", "Data/Tasks.swift", 1, #"{"on":["idle"],"type":"Store.Open"}"#),
      .sample(
        "task", "Sync", "Sync/Tasks.swift", 1,
        """
        {"on":["idle"],"dependsOn":[{"type":"Store.Open"}],"after":[{"type":"Data.Store.Open"},\
        {"name":"Sync 2"}]}
        """),
      .sample("task", "Sync 2", "Sync/Tasks.swift", 9, #"{"on":["idle"],"type":"Second"}"#),
    ])
    #expect(
      graph.edges(from: "task:Sync") == [
        .init(from: "task:Sync", to: "task:Open Database", kind: .after),
        .init(from: "task:Sync", to: "task:Sync 2", kind: .after),
        .init(from: "task:Sync", to: "task:Open Database", kind: .dependsOn),
      ])
    #expect(graph.problems.isEmpty)
  }

  @Test func `A type name resolves to its own module first, as uncertain`() {
    let graph = ModuleGraph(records: [
      .sample("task", "A.Load", "A/A.swift", 1, #"{"on":["idle"],"type":"Load"}"#),
      .sample("task", "B.Load", "B/B.swift", 1, #"{"on":["idle"],"type":"Load"}"#),
      .sample("task", "Show", "B/B.swift", 2, #"{"on":["idle"],"dependsOn":[{"type":"Load"}]}"#),
    ])
    #expect(
      graph.edges(from: "task:Show") == [
        .init(from: "task:Show", to: "task:B.Load", kind: .dependsOn, isCertain: false)
      ])
  }

  @Test func `A task has its schedule`() {
    let graph = ModuleGraph(records: [
      .sample(
        "tsch", "Backup", "Data/Tasks.swift", 1,
        #"{"cron":"30 2 * * MON-FRI","zone":"Europe/Stockholm","daylightSaving":"onceADay"}"#),
      .sample("tsch", "Poll", "Data/Tasks.swift", 2, #"{"repeat":"forever","every":0.5}"#),
      .sample("tsch", "Once", "Data/Tasks.swift", 3, #"{"at":0,"repeat":1,"every":1}"#),
      .sample("tsch", "Odd", "Data/Tasks.swift", 4, #"{"unresolved":{"on":".daily(at: time)"}}"#),
    ])
    #expect(
      graph.node("task:Backup")?[attribute: "schedule"] == "at 02:30 on Monday to Friday")
    #expect(graph.node("task:Backup")?[attribute: "zone"] == "Europe/Stockholm")
    #expect(graph.node("task:Poll")?[attribute: "repeat"] == "forever")
    #expect(graph.node("task:Poll")?[attribute: "everySeconds"] == .number(0.5))
    #expect(graph.node("task:Once")?[attribute: "at"] == "1970-01-01T00:00:00Z")
    #expect(graph.node("task:Once")?[attribute: "everySeconds"] == nil)
    #expect(graph.node("task:Odd")?[attribute: "schedule"] == ".daily(at: time)")
  }

  @Test func `A task has its other arguments`() throws {
    let graph = ModuleGraph(records: [
      .sample(
        "task", "Big", "A/A.swift", 1, flags: [.unresolvedPriority, .asynchronous],
        """
        {"on":["idle"],"unresolved":{"priority":"Levels.urgent"},"traits":[".timeout(.seconds(3))"],\
        "concurrent":true,"durable":true,"throws":true,"shutdown":true,"dependency":true,"isolation":"Store",\
        "type":"Big","result":"Int"}
        """)
    ])
    let task = try #require(graph.node("task:Big"))
    #expect(task[attribute: "priority"] == "Levels.urgent")
    #expect(task[attribute: "traits"] == .list([".timeout(.seconds(3))"]))
    for name in ["concurrent", "durable", "throws", "shutdown", "async"] {
      #expect(task[attribute: name] == true)
    }
    #expect(task[attribute: "isolation"] == "Store")
    #expect(task[attribute: "result"] == "Int")
    #expect(task[attribute: "moreDependencies"] != nil)
  }
}
