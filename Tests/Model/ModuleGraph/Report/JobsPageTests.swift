import ModuleGraph
import Testing

/// The jobs of the store on the page, in a browser.
@Suite(.inBrowser, .serialized)
struct JobsPageTests {
  private static let page = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    .html(title: "Harbor")

  /// Opens a page of a process with nothing but jobs.
  private func open(_ jobs: DetailValue) async throws -> Browser.Look {
    var live = ModuleGraph.Live()
    live.jobs = Self.jobs(jobs)
    let graph = ModuleGraph(records: [], live: live)
    return try await Browser().open(graph.html(), at: "view=jobs")
  }

  /// Returns the jobs of a store that has nothing but these parts.
  private static func jobs(_ parts: DetailValue) -> DetailValue {
    var members: [String: DetailValue] = [
      "window": 0, "partial": false, "all": ["counts": [:], "ended": 0, "endsPerSecond": 0],
      "queues": [], "failures": [], "running": [], "deadLetters": [], "flows": [],
    ]
    if case .object(let parts) = parts { members.merge(parts) { $1 } }
    return .object(members)
  }

  /// Returns the part of the page that shows jobs.
  private func part(of look: Browser.Look) throws -> String {
    let part = look.document.firstMatch(of: /<section id="view-jobs"[\s\S]*?<\/section>/)
    return String(try #require(part).output)
  }

  private static let mail: DetailValue = [
    "name": "mail", "paused": false, "numbers": ["counts": [:], "ended": 0, "endsPerSecond": 0],
  ]

  /// Returns the rows of a table in the part, with their texts in each cell.
  private func rows(of table: String, in part: String) throws -> [[String]] {
    let start = try #require(part.firstRange(of: "aria-label=\"\(table)\"")).upperBound
    let end = try #require(part[start...].firstRange(of: "</table>")).lowerBound
    let text = part[start..<end]
    return text.matches(of: /<tr>([\s\S]*?)<\/tr>/).map { row in
      row.1.matches(of: /<td[^>]*>([\s\S]*?)<\/td>/).map { cell in
        cell.1.replacing(/<[^>]*>/, with: "").trimmingPrefix(" ").description
      }
    }.filter { !$0.isEmpty }
  }

  @Test func `Each queue has its counts, its rate and its latencies, and all have sums`()
    async throws
  {
    let look = try await Browser().open(Self.page, at: "view=jobs")
    #expect(look["errors"] == 0)
    #expect(look.console == [])
    let part = try part(of: look)
    let rows = try rows(of: "Queues", in: part)
    #expect(rows.map(\.first) == ["mail", "pictures paused", "ships", "All queues"])
    #expect(
      rows[0].dropFirst() == [
        "3 delayed 4 waiting 1 running 8,000 succeeded 4 failed ", "12.5/s", "2.50 s",
        "4.2 ms · 88.0 ms · 1.40 s", "21.0 ms · 310 ms · 2.25 s",
      ])
    #expect(rows[1].dropFirst() == ["1,200 waiting ", "–", "–", "–", "–"])
    #expect(rows[2].dropFirst(2) == ["1/min", "–", "–", "900 µs · 900 µs · 900 µs"])
    #expect(rows[3].contains("12.5/s"))
    #expect(part.contains("Rates and latencies are of the last 60 s."))
    #expect(part.contains("The store has more jobs than were read"))
  }

  @Test func `Running jobs are shown with their progress`() async throws {
    let part = try part(of: try await Browser().open(Self.page, at: "view=jobs"))
    #expect(
      try rows(of: "Running jobs", in: part) == [
        ["Load #911", "ships", "1", "2026-11-30 02:00:05", "42 %", "web-2:512:9F3C01AB"],
        [
          "SendInvoice #815 to be cancelled", "mail", "2", "2026-11-30 02:00:06", "",
          "web-1:498:77D0E2F4",
        ],
      ])
    #expect(part.contains(/<progress[^>]*value="0.42"[^>]*aria-label="Progress of job 911"/))
  }

  @Test func `A flow lists its steps with their states, those before them, and why one is skipped`()
    async throws
  {
    let part = try part(of: try await Browser().open(Self.page, at: "view=jobs"))
    let flows = part.split(separator: "<details").dropFirst()
    #expect(flows.map { $0.contains("open=\"\"") } == [true, true])
    let arrival = try #require(flows.last)
    let steps = arrival.matches(of: /<li class="step">([\s\S]*?)<\/li>/).map {
      $0.1.replacing(/<[^>]*>/, with: "|").split(separator: "|").joined(separator: "|")
    }
    #expect(
      steps == [
        "succeeded|Moor| |#901", "failed|Clear| |#902| · after Moor|customs: a paper is missing",
        "skipped|Unload| |#903| · after Clear|"
          + "'Clear' (job 902), a step before it, failed: customs: a paper is missing",
        "skipped|Bill| |#904| · SendInvoice · after Moor, Unload|"
          + "'Clear' (job 902), a step before it, failed: customs: a paper is missing",
      ])
    #expect(
      arrival.matches(of: /padding-left: (\d+)px/).map(\.1) == ["0", "18", "36", "54"])
    #expect(arrival.contains("The flow has more steps, before these."))
    #expect(try !#require(flows.first).contains("The flow has more steps"))
  }

  @Test func `Open publications and held order keys are shown`() async throws {
    let part = try part(of: try await Browser().open(Self.page, at: "view=jobs"))
    #expect(
      try rows(of: "Published events", in: part) == [
        ["shipDidSail", "SendInvoice", "3", "2", "90.00 s"],
        ["shipDidSail", "SendReminder", "0", "1", "–"],
      ])
    #expect(
      try rows(of: "Held order keys", in: part) == [
        ["SendInvoice #815", "Aurora", "2", "2", "the mail server did not answer"]
      ])
  }

  @Test func `Failures are counted by their causes`() async throws {
    let part = try part(of: try await Browser().open(Self.page, at: "view=jobs"))
    #expect(
      try rows(of: "Failures by cause", in: part) == [
        ["SendInvoice", "3", "the mail server did not answer", "#812"],
        ["Clear", "1", "customs: a paper is missing", "#902"],
        ["SendReminder", "1", "no such customer", "#700"],
      ])
  }

  @Test(arguments: [
    ("", [902, 812, 811, 700]), ("queue=mail", [812, 811, 700]),
    ("jobName=SendInvoice", [812, 811]),
    ("queue=ships&jobName=SendInvoice", []), ("search=customs", [902]),
    ("queue=mail&search=customer", [700]), ("search=%23811", [811]), ("search=vip", [811]),
  ])
  func `Queue, job and words in the page's URL filter dead letters`(
    fragment: String, ids: [Int]
  ) async throws {
    let look = try await Browser().open(Self.page, at: "view=jobs&\(fragment)")
    #expect(look["errors"] == 0)
    #expect(look["jobs"] == ids.count)
    let part = try part(of: look)
    #expect(part.contains("\(ids.count) of 5 dead letters"))
    if ids.isEmpty {
      #expect(part.contains("Nothing passes the filters."))
    } else {
      let rows = try rows(of: "Dead letters", in: part)
      let shown = rows.map { $0[0].split(separator: "#").last?.prefix { $0.isNumber } }
      #expect(shown == ids.map { Substring("\($0)") })
    }
  }

  @Test func `The page of one job of a snapshot shows what is known of it`() async throws {
    let failed = try await Browser().open(Self.page, at: "view=jobs&job=902")
    #expect(failed["errors"] == 0)
    #expect(failed.data["job"] == "failed")
    let text = try part(of: failed).replacing(/<[^>]*>/, with: "|")
    for fact in ["customs: a paper is missing", "|Queue||ships|", "|Flow||Arrival"] {
      #expect(text.contains(fact), "\(fact)")
    }
    let unknown = try await Browser().open(Self.page, at: "view=jobs&job=4")
    #expect(unknown["errors"] == 0)
    #expect(try part(of: unknown).contains("Job 4 cannot be shown: the snapshot does not contain"))
  }

  @Test func `A page of a process without jobs has no such part`() async throws {
    var live = SampleApp.live
    for jobs in [nil, Self.jobs(["window": 60_000_000])] {
      live.jobs = jobs
      let graph = ModuleGraph(records: SampleApp.records, live: live)
      let look = try await Browser().open(graph.html())
      #expect(!look.document.contains("data-view=\"jobs\""))
      #expect(look.document.contains("data-view=\"schedules\""))
      #expect(look["errors"] == 0)
    }
  }

  @Test func `Jobs that cannot be read are named, and are no error of the page`() async throws {
    let none = try await open(["error": "the server does not answer"])
    #expect(none["errors"] == 0)
    #expect(
      try part(of: none).contains("The jobs could not be read: the server does not answer"))
    let some = try await open(["queues": [Self.mail], "error": "the server left"])
    #expect(try part(of: some).contains("Only a part of the jobs could be read: the server left"))
  }

  @Test func `Of many causes and flows a part is shown at first`() async throws {
    let look = try await open(
      [
        "queues": [Self.mail],
        "failures": .array(
          (0..<25).map {
            ["job": "Sync", "error": .string("error \($0)"), "count": 1, "latest": 7]
          }),
        "flows": .array(
          (0..<5).map { number in
            [
              "id": .integer(number), "name": "Flow", "partial": false,
              "steps": [SampleApp.step(number, "a", "a", "postponed", after: [-1])],
            ]
          }),
      ])
    #expect(look["errors"] == 0)
    let part = try part(of: look)
    #expect(part.matches(of: /<td class="says">error/).count == 10)
    #expect(part.contains("Show 15 more causes"))
    #expect(part.matches(of: /<details class="flow" open/).count == 3)
    #expect(part.matches(of: /<details class="flow"/).count == 5)
    // A state and a step that the page does not know are shown as they are.
    #expect(part.contains(">1 postponed<"))
    #expect(part.contains("after #-1"))
  }
}
