import Foundation
import ModuleGraph
import SectionRegistry
import Testing

/// Which modules reach into which others, and by what.
@Suite struct ModuleEdgeTests {
  private static func edges(_ records: [DeclaredRecord]) -> [String] {
    ModuleGraph(records: records).moduleEdges.map { edge in
      "\(edge.from) \(edge.to): \(edge.reasons.map(\.text).joined(separator: "; "))"
    }
  }

  private static func task(_ name: String, in module: String, requires: [String] = [])
    -> DeclaredRecord
  {
    .sample(
      "task", name, "\(module)/T.swift", name.count, SampleApp.event("idle", dependsOn: requires))
  }

  @Test func `A dependency of tasks leads from the dependent module`() {
    #expect(
      Self.edges([Self.task("A", in: "One"), Self.task("BB", in: "Two", requires: ["A"])])
        == ["Two One: task BB requires task A"])
  }

  @Test func `Dependencies within a module are not edges`() {
    #expect(
      Self.edges([Self.task("A", in: "One"), Self.task("BB", in: "One", requires: ["A"])]).isEmpty)
  }

  @Test func `A wire reaches from the module that declares it to both its ends`() {
    #expect(
      Self.edges([
        Self.task("A", in: "One"), Self.task("BB", in: "Two"),
        SampleApp.wire("task", "A", "task", "BB", "Three/W.swift", 1),
      ]) == [
        "Three One: task A goes into wire task A -> task BB",
        "Three Two: wire task A -> task BB leads to task BB",
      ])
  }

  @Test func `Modules that use one event share it without depending on each other`() {
    let graph = ModuleGraph(records: [
      .sample("rhea", "login", "B/B.swift", 1), .sample("rhea", "login", "A/A.swift", 1),
    ])
    #expect(graph.moduleEdges.map(\.from) == ["A"])
    #expect(graph.moduleEdges.map(\.isDependency) == [false])
    #expect(graph.moduleEdges.first?.reasons.map(\.node) == ["event:login"])
  }

  @Test func `Built-in events are shared by all modules and join none`() {
    #expect(
      Self.edges([
        .sample("rhea", "load", "B/B.swift", 1), .sample("rhea", "load", "A/A.swift", 1),
        Self.task("A", in: "One"), Self.task("BB", in: "Two"),
      ]).isEmpty)
  }

  @Test(arguments: [(12, 66), (13, 0)])
  func `A name that very many modules share joins no pair of them`(modules: Int, pairs: Int) {
    let records = (0..<modules).map { number in
      DeclaredRecord.sample("rhea", "login", "M\(number)/A.swift", 1)
    }
    #expect(Self.edges(records).count == pairs)
  }

  @Test func `A module has its declarations and its images`() {
    var record = DeclaredRecord.sample("rhea", "login", "A/A.swift", 1)
    record.imagePath = "/libA.so"
    let graph = ModuleGraph(records: [record, Self.task("T", in: "A"), Self.task("TT", in: "A")])
    let module = graph.module("A")
    #expect(module?.counts.map { "\($0.kind) \($0.count)" } == ["callback 1", "task 2"])
    #expect(module?.images == ["/libA.so"])
    #expect(module?.nodeCount == 3)
    #expect(graph.module("B") == nil)
  }

  @Test func `The records of the running process yield a graph`() throws {
    let graph = ModuleGraph(records: SectionRegistry.records.map { DeclaredRecord($0) })
    #expect(graph.nodes(of: .listener).contains { $0.module == "TaskKit" })
    try RecordProblemTests.expectWhole(graph)
  }

  @Test func `Reading is linear in the number of declarations`() {
    /// The processor time of this thread in nanoseconds, to which others do not add.
    func spent() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    /// The least that one of three readings takes.
    func work(nodes: Int) -> Int {
      let records = LargeApp.records(nodes: nodes)
      return (1...3).reduce(.max) { least, _ in
        let start = spent()
        let graph = ModuleGraph(records: records)
        let end = spent()
        #expect(graph.nodes.count > nodes)
        return min(least, end - start)
      }
    }
    // Four times as much, or sixteen times where everything is compared with all else.
    #expect(work(nodes: 4_000) < 9 * work(nodes: 1_000))
  }
}
