import Declarations
import ModuleGraph
import Testing

/// How callbacks, observers, listeners and records of one's own become nodes.
@Suite struct CallbackReadingTests {
  @Test func `A callback listens to its event, however the event is written`() throws {
    let graph = ModuleGraph(records: [
      .sample("rhea", "userDidLogin", "Account/Login.swift", 3, id: 1),
      .sample(
        "rhea", "AppEvents.userDidLogin", "Feed/Feed.swift", 7, flags: .unresolvedKey, id: 2,
        #"{"func":"refresh"}"#),
    ])
    let event = try #require(graph.node("event:userDidLogin"))
    #expect(event.certainty == .mentioned)
    #expect(event.module == nil)
    #expect(event.locations.map(\.description) == ["Account/Login.swift:3", "Feed/Feed.swift:7"])
    #expect(graph.edges(to: event.id).map(\.kind) == [.listens, .listens])
    #expect(Set(graph.edges(to: event.id).map(\.isCertain)) == [true, false])
    #expect(graph.node("callback:0000000000000002")?.name == "refresh")
    #expect(graph.node("callback:0000000000000001")?.name == "userDidLogin in Login.swift")
  }

  @Test func `An event that is named by an expression is marked, with its source text`() throws {
    let graph = ModuleGraph(records: [
      .sample("rhea", "AppEvents.login", "Feed/Feed.swift", 7, flags: .unresolvedKey)
    ])
    let event = try #require(graph.node("event:login"))
    #expect(event.certainty == .unresolved)
    #expect(event[attribute: "source"] == "AppEvents.login")
  }

  @Test func `A callback has its priority, or the source text of it`() {
    let graph = ModuleGraph(records: [
      .sample("rhea", "load", "A/A.swift", 1, priority: 7, flags: .mainActor, id: 1),
      .sample(
        "rhea", "load", "A/A.swift", 2, flags: [.unresolvedPriority, .repeatable, .asynchronous],
        id: 2, #"{"priority":"Levels.first"}"#),
    ])
    let first = graph.node("callback:0000000000000001")
    #expect(first?[attribute: "priority"] == .number(7))
    #expect(first?[attribute: "isolation"] == "MainActor")
    let second = graph.node("callback:0000000000000002")
    #expect(second?[attribute: "priority"] == "Levels.first")
    #expect(second?[attribute: "repeats"] == true)
    #expect(second?[attribute: "async"] == true)
  }

  @Test func `An observer observes its relay`() throws {
    let graph = ModuleGraph(records: [
      .sample(
        "phob", ".cartCount", "Shop/Badge.swift", 4, flags: .unresolvedKey, id: 9,
        #"{"func":"show","unique":true,"replayingCurrent":true}"#)
    ])
    let edge = try #require(graph.edges(from: "observer:0000000000000009").first)
    #expect(edge.kind == .observes)
    #expect(edge.to == "relay:cartCount")
    #expect(!edge.isCertain)
    #expect(graph.node(edge.from)?[attribute: "unique"] == true)
    #expect(graph.node(edge.from)?[attribute: "replaysCurrent"] == true)
  }

  @Test func `A listener of the launch is a node`() {
    let graph = ModuleGraph(records: [.sample("life", "premain", "App/Launch.swift", 2, id: 3)])
    #expect(graph.node("listener:0000000000000003")?[attribute: "phase"] == "premain")
  }

  @Test func `A custom record is a node of its kind with all its fields`() throws {
    let graph = ModuleGraph(records: [
      .sample(
        "page", "checkout", "Shop/Pages.swift", 5,
        #"{"title":"Checkout","tabs":["a","b"],"size":{"w":2,"h":1.5},"none":null,"on":true}"#)
    ])
    let node = try #require(graph.node("page:checkout"))
    #expect(node.kind.rawValue == "page")
    #expect(node.module == "Shop")
    #expect(node[attribute: "title"] == "Checkout")
    #expect(node[attribute: "tabs"] == .list(["a", "b"]))
    #expect(node[attribute: "size"] == "{h: 1.5, w: 2}")
    #expect(node[attribute: "none"] == "null")
    #expect(node[attribute: "on"] == true)
    #expect(graph.nodes(of: node.kind).map(\.id) == [node.id])
  }

  @Test(arguments: [
    (".login", "login"), ("login", "login"), ("AppEvents.login", "login"),
    ("Account.AppEvents . login", "Account.AppEvents . login"), (".`default`", "default"),
    (#"RheaEvent("login")"#, "login"), (#".init(rawValue: "login")"#, "login"),
    (#"names["a"]"#, #"names["a"]"#), ("makeEvent()", "makeEvent()"),
    (#"f("a", "b")"#, #"f("a", "b")"#), ("a +\n b", "a + b"), ("1.5", "1.5"), ("", ""),
  ])
  func `An expression is known by its last member or its text`(source: String, name: String) {
    let graph = ModuleGraph(records: [
      .sample("rhea", source, "A/A.swift", 1, flags: .unresolvedKey)
    ])
    #expect(graph.nodes(of: .event).map(\.name) == [name])
  }
}
