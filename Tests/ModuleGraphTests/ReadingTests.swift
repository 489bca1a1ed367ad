import ModuleGraph
import RecordFormat
import Testing

/// How records become nodes and edges.
@Suite struct ReadingTests {
  @Test func `A callback listens to its event, however that is written`() throws {
    let graph = ModuleGraph(records: [
      .sample("rhea", "userDidLogin", "Account/Login.swift", 3, id: 1),
      .sample(
        "rhea", "AppEvents.userDidLogin", "Feed/Feed.swift", 7, flags: .unresolvedKey, id: 2,
        #"{"func":"refresh"}"#),
    ])
    let event = try #require(graph.node("event:userDidLogin"))
    #expect(event.certainty == .mentioned)
    #expect(event.module == nil)
    #expect(event.places.map(\.description) == ["Account/Login.swift:3", "Feed/Feed.swift:7"])
    #expect(graph.edges(to: event.id).map(\.kind) == [.listens, .listens])
    #expect(Set(graph.edges(to: event.id).map(\.isCertain)) == [true, false])
    #expect(graph.node("callback:0000000000000002")?.name == "refresh")
  }
}
