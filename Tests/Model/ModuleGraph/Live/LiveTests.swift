import ModuleGraph
import ProgramTestSupport
import Testing

/// What a running process adds to a graph.
@Suite struct LiveTests {
  @Test func `Unknown fields may be missing`() throws {
    let text =
      #"{"formatVersion":1,"modules":[],"nodes":[],"edges":[],"moduleEdges":[],"problems":[],"live":{}}"#
    #expect(try ModuleGraph(json: text).live == ModuleGraph.Live())
  }

  @Test(arguments: [true, false, nil])
  func `A process that records a trace says so in JSON`(isTracing: Bool?) throws {
    var live = ModuleGraph.Live()
    live.isTracing = isTracing
    let json = ModuleGraph(records: [], live: live).json()
    #expect(try ModuleGraph(json: json).live?.isTracing == isTracing)
    #expect(json.contains("\"tracing\"") == (isTracing != nil))
    #expect(try JSONSchema().faults(in: json) == [])
  }

  @Test func `Nodes are found by ids made from their kinds and names`() throws {
    let graph = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    for id in try #require(graph.live).nodes.keys { #expect(graph.node(id) != nil, "\(id)") }
    #expect(ModuleGraph.Node.id(.task, "RefreshFeed") == "task:RefreshFeed")
    #expect(ModuleGraph.Node.id(.callback, record: 0x2A) == "callback:000000000000002a")
  }
}
