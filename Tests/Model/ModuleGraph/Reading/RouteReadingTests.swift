import Declarations
import Khala
import ModuleGraph
import Testing

/// How routing classes, routes and contracts become nodes.
@Suite struct RouteReadingTests {
  private static let feed = DeclaredRecord.sample(
    "khla", "Feed", "Feed/FeedModule.swift", 8,
    """
    {"type":"FeedModule","functions":[{"name":"open","line":10,\
    "parameters":[{"name":"id","type":"Int","label":"id"}],\
    "routes":[{"pattern":"feed/{id:Int}","schemes":["kl"],"priority":2,"access":"external"}]},\
    {"name":"close","line":20},{"name":"close","line":24,\
    "parameters":[{"name":"all","type":"Bool","label":"all"}]}]}
    """)

  @Test func `A class provides its routes, with overloads together`() {
    let graph = ModuleGraph(records: [Self.feed])
    #expect(graph.node("class:Feed")?[attribute: "type"] == "FeedModule")
    #expect(
      graph.edges(from: "class:Feed").map(\.to) == [
        "route:Feed/close", "route:Feed/open", "route:kl://feed/{id:Int}",
      ])
    let close = graph.node("route:Feed/close")
    #expect(close?.locations.map(\.line) == [20, 24])
    #expect(close?.module == "Feed")
    #expect(
      graph.node("route:kl://feed/{id:Int}")?.attributes == [
        .init("leadsTo", "Feed.open(id: Int)"), .init("priority", .number(2)),
        .init("access", "external"),
      ])
  }

  @Test func `A contract calls the route that its URL leads to`() {
    let graph = ModuleGraph(records: [
      Self.feed, SampleApp.contract("kl://Feed/close", "App/Calls.swift", 3),
      SampleApp.contract("kl://feed/7", "App/Calls.swift", 5),
    ])
    #expect(graph.edges(to: "route:Feed/close").map(\.kind) == [.provides, .calls])
    #expect(graph.edges(to: "route:kl://feed/{id:Int}").map(\.kind) == [.provides, .calls])
    #expect(
      graph.moduleEdges.map { "\($0.from) \($0.to) \($0.isDependency)" } == ["App Feed true"])
  }

  @Test func `A contract without a route points to the missing route`() throws {
    let graph = ModuleGraph(records: [
      Self.feed, SampleApp.contract("kl://Feed/clse", "App/Calls.swift", 3),
    ])
    #expect(graph.node("route:kl://Feed/clse")?.certainty == .missing)
    let problem = try #require(graph.problems.first)
    #expect(problem.code == .missingRoute)
    #expect(problem.message.contains("'close'"))
    #expect(problem.nodes.allSatisfy { graph.node($0) != nil })
  }

  @Test func `A route that the program adds is a node, and fulfils contracts`() {
    var builder = ModuleGraph.Builder()
    builder.add(SampleApp.contract("kl://late/open", "App/Calls.swift", 3))
    builder.add(
      route: KhalaRouteMap.Route(
        kind: .runTime, schemes: ["kl"], pattern: "late/open",
        location: CodeLocation(fileID: "Late/Late.swift", line: 4)))
    let graph = builder.graph()
    #expect(graph.problems.isEmpty)
    #expect(graph.node("route:kl://late/open")?.certainty == .added)
    #expect(graph.moduleEdges.map(\.to) == ["Late"])
  }
}
