import Bridge
import ModularityTestSupport
import Testing
import ToolkitTrace

/// What Bridge adds to a graph of the running process.
@Suite struct LiveGraphTests {
  @Test func `A trace is included with its causes, in microseconds from its start`() {
    let snapshot = TraceSnapshot(
      spans: [
        TraceSpan(
          id: TraceSpanID(rawValue: 8), name: "Sync", kind: .task, module: "Sync",
          start: TraceInstant(nanoseconds: 1_004_500), duration: .microseconds(20),
          cause: TraceSpanID(rawValue: 3),
          links: [TraceLink(TraceSpanID(rawValue: 1), in: TraceID(rawValue: 2))],
          attributes: ["attempt": "2"]),
        TraceSpan(
          id: TraceSpanID(rawValue: 3), name: "login", kind: .event, module: "Account",
          start: TraceInstant(nanoseconds: 1_002_000), duration: .nanoseconds(1_500)),
      ],
      dropped: 4, process: TraceProcess(id: 1, name: "app"),
      start: TraceInstant(nanoseconds: 1_000_000), startSince1970: .seconds(5))
    let trace = ModuleGraph.Live.Trace(snapshot)
    #expect(
      trace.spans == [
        .init(id: 3, name: "login", kind: "event", module: "Account", start: 2, duration: 1.5),
        .init(
          id: 8, name: "Sync", kind: "task", module: "Sync", start: 4.5, duration: 20, cause: 3,
          links: ["00-00000000000000000000000000000002-0000000000000001-01"],
          attributes: ["attempt": "2"]),
      ])
    #expect(trace.dropped == 4)
    #expect(trace.startedAt == 5_000_000)
  }

  @Test func `The report of a run is included with lanes, outcomes and the critical path`()
    async throws
  {
    struct Refused: Error {}
    let problems = EventRecorder<String>()
    let manager = TaskManager(workers: 1)
    manager.errorHandler = { problems.record($0.message) }
    try manager.injectEventTask(name: "First", event: .reload) { @MainActor _ in }
    try manager.injectEventTask(name: "Second", event: .reload, dependencies: ["First"]) { _ in
      throw Refused()
    }
    try manager.injectEventTask(name: "Third", event: .reload, dependencies: ["Second"]) { _ in }
    let report = try #require(try await manager.run(.reload).last)
    #expect(problems.events == ["the task 'Second' failed: Refused()"])
    let run = ModuleGraph.Live.Run(report)
    #expect(run.tasks.map(\.name) == ["First", "Second", "Third"])
    #expect(run.tasks.map(\.isSuccess) == [true, false, false])
    #expect(run.tasks.map(\.attempts) == [1, 1, 0])
    #expect(run.tasks[0].lane == "main")
    #expect(run.tasks[2].outcome.hasPrefix("skipped"))
    #expect(run.tasks[1].dependencies == ["First"])
    #expect(run.criticalPath == report.criticalPath)
    #expect(run.duration >= run.tasks[0].duration)
    #expect(run.workerCount == 1)
  }
}
