import ModuleGraph
import Testing

/// The page in a browser.
@Suite(.inBrowser, .serialized)
struct BrowserTests {
  private static let graph = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
  private static let page = graph.html(title: "Harbor")
  private static let large = {
    let graph = ModuleGraph(records: LargeApp.records(nodes: 2_000))
    return (graph: graph, page: graph.html(title: "Large"))
  }()

  @Test(
    arguments: [390, 1440],
    [
      "", "view=wiring", "within=module:Feed&select=task:RefreshFeed", "view=timeline",
      "view=jobs", "view=schedules", "table=wire", "view=problems",
    ])
  func `The page is drawn without an error and fits the window`(
    width: Int, fragment: String
  ) async throws {
    let look = try await Browser().open(Self.page, at: fragment, width: width)
    #expect(look.data["ready"] == "true")
    #expect(look["errors"] == 0)
    #expect(look.console == [])
    #expect(look["nodes"] == Self.graph.nodes.count)
    #expect(look["client-width"] == width)
    #expect(look["scroll-width"] == width)
  }

  @Test func `All modules are drawn, all declarations are in the table, and problems are listed`()
    async throws
  {
    let wiring = try await Browser().open(Self.page, at: "view=wiring")
    #expect(wiring["items"] == Self.graph.modules.count)
    for module in Self.graph.modules {
      #expect(wiring.document.contains("aria-label=\"module \(module.name)\""))
    }
    let declarations = try await Browser().open(Self.page, at: "view=declarations")
    #expect(declarations["rows"] == Self.graph.nodes.count)
    let problems = try await Browser().open(Self.page, at: "view=problems")
    #expect(problems.document.contains("wires form a cycle"))
  }

  @Test(arguments: ["RefreshFeed", "feed wires", "kl://chat", "nothing at all"])
  func `A search in the page's URL filters the table`(words: String) async throws {
    let expected = Self.graph.nodes.count { node in
      let text =
        ([node.id, node.name, node.module ?? ""] + node.locations.map(\.description)
        + node.attributes.map(\.value.description)
        + [Self.graph.live?.nodes[node.id]?.text ?? ""]).joined(separator: " ").lowercased()
        + " " + (node.kind == .taskEvent ? "task event" : node.kind.rawValue)
      return words.lowercased().split(separator: " ").allSatisfy(text.contains)
    }
    let query = words.replacing(" ", with: "+").replacing(":", with: "%3A")
    let look = try await Browser().open(Self.page, at: "search=\(query)")
    #expect(look["matches"] == expected)
    #expect(look["errors"] == 0)
  }

  @Test func `Kinds and modules in the page's URL filter, too`() async throws {
    let withoutTasks = try await Browser().open(Self.page, at: "hide=task,wire")
    #expect(
      withoutTasks["matches"] == Self.graph.nodes.count { $0.kind != .task && $0.kind != .wire })
    let feed = try await Browser().open(Self.page, at: "module=Feed&table=task")
    #expect(feed["matches"] == Self.graph.nodes(ofModule: "Feed").count)
    #expect(feed["rows"] == Self.graph.nodes(ofModule: "Feed").count { $0.kind == .task })
  }

  @Test func `A selected node is shown with source locations, state and neighbours`() async throws {
    let look = try await Browser().open(Self.page, at: "select=task:RefreshFeed")
    let details = try #require(
      look.document.firstMatch(of: /id="details"[\s\S]*?<\/section>/)
    ).output
    for text in [
      "Feed/Tasks.swift:12", "failed: the server did not answer", "LoadProfile", "WarmCache",
      "didBecomeActive", "event userDidLogin -&gt; task RefreshFeed",
    ] { #expect(details.contains(text), "\(text)") }
  }

  @Test func `The launch marks the critical path, and traced spans are below their causes`()
    async throws
  {
    let look = try await Browser().open(Self.page, at: "view=timeline")
    #expect(look.document.matches(of: /class="run critical"/).count == 3)
    #expect(look.document.matches(of: /class="run failed"/).count == 2)
    #expect(look["spans"] == Self.graph.live?.trace?.spans.count)
    // The route that the wire of a task called is four steps below the event.
    let row = try #require(look.document.firstMatch(of: /padding-left: 72px[\s\S]*?<\/div>/)).output
    #expect(row.contains("kl://Chat/preload"))
  }

  @Test func `Texts of declarations are never interpreted as markup`() async throws {
    let name = #"</script><img src=x onerror="document.documentElement.dataset.errors=9">"#
    var builder = ModuleGraph.Builder()
    builder.add(
      node: .init(
        kind: .init(rawValue: name), name: name, module: name,
        locations: [.init(fileID: "\(name)/F.swift", line: 1)],
        attributes: [.init(name, .text(name))]))
    builder.add(edge: .init(from: "\(name):\(name)", to: name, kind: .init(rawValue: name)))
    var live = ModuleGraph.Live(nodes: ["\(name):\(name)": .init(name)])
    let text = DetailValue.string(name)
    live.store = [
      "summary": text, "error": text,
      "schedules": [
        ["task": text, "occasion": text, "traits": [text], "paused": false, "unfinished": 0]
      ],
      "records": [
        [
          "task": text, "due": 0, "state": text, "number": 0, "claims": 0, "owner": text,
          "detail": text, "missed": ["count": 2, "since": 0, "reason": text, "text": text],
        ]
      ],
    ]
    let numbers: DetailValue = [
      "counts": .object([name: 1]), "ended": 0, "endsPerSecond": 0,
    ]
    live.jobs = [
      "window": 0, "partial": false, "all": numbers, "error": text,
      "queues": [["name": text, "paused": true, "numbers": numbers]],
      "failures": [["job": text, "error": text, "count": 1, "latest": 1]],
      "running": [
        [
          "id": 1, "name": text, "queue": text, "attempt": 1, "owner": text, "progress": 0.5,
          "cancelling": false,
        ]
      ],
      "deadLetters": [["id": 1, "name": text, "queue": text, "attempts": 1, "error": text]],
      "flows": [
        [
          "id": 1, "name": text, "partial": false,
          "steps": [SampleApp.step(1, name, "job", name, after: [1], name)],
        ]
      ],
    ]
    live.trace = .init(spans: [
      .init(
        id: 1, name: name, kind: name, module: name, start: 0, duration: 9, links: [name],
        attributes: [name: name]),
      .init(id: 2, name: name, kind: name, module: name, start: 0, duration: 9, cause: 1),
    ])
    let graph = builder.graph(live: live)
    for fragment in [
      "", "view=wiring&within=all", "view=timeline&span=2", "view=jobs", "view=schedules",
      "view=declarations", "view=problems",
    ] {
      let look = try await Browser().open(graph.html(title: name), at: fragment)
      #expect(look.data["ready"] == "true", "\(fragment)")
      #expect(look["errors"] == 0, "\(fragment)")
      #expect(look.console == [], "\(fragment)")
      #expect(!look.document.contains("<img"), "\(fragment)")
      if fragment.contains("span") { #expect(look["path"] == 2) }
    }
  }

  @Test func `Messages and errors of a page are in its console`() async throws {
    let look = try await Browser().open(
      "<!doctype html><html data-ready=true><script>console.log('one'); wrong()</script></html>")
    #expect(look.console.count == 2, "\(look.console)")
    #expect(look.console.contains { $0.contains("one") })
    #expect(look.console.contains { $0.contains("ReferenceError") })
  }

  @Test func `An empty graph is a page, too`() async throws {
    let first = try await Browser().open(ModuleGraph().html())
    #expect(first.data["ready"] == "true")
    #expect(first["errors"] == 0)
    let look = try await Browser().open(ModuleGraph().html(), at: "view=problems")
    #expect(look["errors"] == 0)
    #expect(look.document.contains("Nothing is wrong with what the modules declare."))
  }

  @Test(arguments: [
    "view=wiring", "within=module:Module7", "within=all&search=relay7",
    "view=wiring&search=callback4",
  ])
  func `A few hundred of thousands of declarations are drawn`(fragment: String) async throws {
    let graph = Self.large.graph
    let look = try await Browser().open(Self.large.page, at: fragment)
    #expect(look.data["ready"] == "true")
    #expect(look["errors"] == 0)
    #expect(look.console == [])
    #expect(look["nodes"] == graph.nodes.count)
    #expect(try #require(look["items"]) <= 450)
  }
}
