import ModuleGraph
import Testing

/// The store of durable schedules on the page, in a browser.
@Suite(.inBrowser, .serialized)
struct StorePageTests {
  private static let page = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    .html(title: "Harbor")

  /// Opens a page of a process with nothing but a store.
  private func open(_ store: DetailValue) async throws -> Browser.Look {
    var live = ModuleGraph.Live()
    live.store = store
    let graph = ModuleGraph(records: [], live: live)
    return try await Browser().open(graph.html(), at: "view=schedules")
  }

  /// Returns the part of the page that shows the store.
  private func part(of look: Browser.Look) throws -> Substring {
    try #require(look.document.firstMatch(of: /<section id="view-schedules"[\s\S]*?<\/section>/))
      .output
  }

  @Test func `The store is shown with its schedules, and with its fires, the latest first`()
    async throws
  {
    let look = try await Browser().open(Self.page, at: "view=schedules")
    let part = try part(of: look)
    for text in [
      "the file 'tasks.sqlite' with SQLite 3.50.7", "every day at 02:00", "2026-12-01 02:00:00",
      "1 unfinished run", ">paused<", "2026-11-30 02:00:16", "web-2:512:9F3C01AB", ">2.50 s<",
      "the server did not answer", "3 fires without a run since ", ", as the task was paused",
      ">1 running<", ">1 succeeded<", ">1 failed<", ">1 missed<", ">10.0 ms<",
    ] { #expect(part.contains(text), "\(text)") }
    let fires = part.matches(of: /class="name short"><time[^>]*>([^<]*)/).map { String($0.1) }
    #expect(
      fires == [
        "2026-11-30 02:00:00", "2026-11-30 01:59:00", "2026-11-30 01:56:00",
        "2026-11-30 01:55:00",
      ])
  }

  @Test(arguments: [
    ("", 4), ("task=Heartbeat", 3), ("state=failed", 1), ("task=Heartbeat&state=running", 0),
    ("search=web-1", 2), ("search=was+paused", 1), ("search=heartbeat&state=missed", 1),
  ])
  func `Task, state and words in the page's URL filter fires`(
    fragment: String, count: Int
  ) async throws {
    let look = try await Browser().open(Self.page, at: "view=schedules&\(fragment)")
    #expect(look["records"] == count)
    #expect(look["errors"] == 0)
    #expect(try part(of: look).contains("Nothing passes the filters.") == (count == 0))
  }

  @Test func `A page of a process without a store has no such part`() async throws {
    let look = try await Browser().open(ModuleGraph(records: SampleApp.records).html())
    #expect(!look.document.contains("data-view=\"schedules\""))
    #expect(look["errors"] == 0)
  }

  @Test func `A store that fails is named, and is no error of the page`() async throws {
    let failed = try await open(
      [
        "summary": "PostgreSQL, not connected", "schedules": [], "records": [],
        "error": "the server does not answer",
      ])
    #expect(failed["errors"] == 0)
    #expect(failed["records"] == 0)
    let part = try part(of: failed)
    for text in [
      "PostgreSQL, not connected", "The ledger could not be read: the server does not answer",
      "No schedule of this process is durable.", "The fires are not known.",
    ] { #expect(part.contains(text), "\(text)") }

    let empty = try await open(["summary": "a store in memory", "schedules": [], "records": []])
    #expect(try self.part(of: empty).contains("No fire is in the ledger."))
  }

  @Test func `Of many fires a part is shown at first`() async throws {
    let records = (0..<700).map { number -> DetailValue in
      [
        "task": "Sync", "due": .integer(1_000_000 * (700 - number)), "state": "succeeded",
        "number": 0, "claims": 0,
      ]
    }
    let look = try await open(
      ["summary": "a store in memory", "schedules": [], "records": .array(records)])
    let part = try part(of: look)
    #expect(look["records"] == 700)
    #expect(part.matches(of: /class="name short"/).count == 60)
    #expect(part.contains("Show 500 more fires"))
  }

  @Test func `Times that no calendar has, and unknown states, are shown as they are`() async throws
  {
    let look = try await open(
      [
        "summary": "a store in memory", "schedules": [],
        "records": [
          ["task": "Sync", "due": .integer(.max), "state": "postponed", "number": 0, "claims": 0]
        ],
      ])
    #expect(look["errors"] == 0)
    let part = try part(of: look)
    #expect(part.contains("9223372036854776000"))
    #expect(part.contains(">1 postponed<"))
  }
}
