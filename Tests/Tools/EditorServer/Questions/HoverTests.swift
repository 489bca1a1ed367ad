import BinaryInspection
import Declarations
import EditorServer
import ModuleGraph
import SourceInspection
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HoverTests {
  /// The 25th of November 2026, 12:00 UTC.
  private static let noon = Date(timeIntervalSince1970: 1_795_608_000)

  private func hover(
    _ marked: String, live: ModuleGraph.Live? = nil, isStale: Bool = false
  ) throws -> String? {
    let sketch = Sketch(marked)
    let answers = SampleProgram.answers(
      open: ["Feed/New.swift": sketch.file], live: live, isStale: isStale)
    return answers.hover(
      at: try #require(sketch.cursor), in: "Feed/New.swift", now: Self.noon)?.markdown
  }

  @Test(arguments: [
    (
      #"Khala(str: "kl://Store/pro‸duct?id=7")"#,
      [
        "calls `Store.product(id: Int, page: Int = 1) -> String`", "module `Store`",
        "`id: Int`", "`page: Int`, `1` by default", "'Store/product' matches",
        "`Account` `Account/Account.swift:4`",
      ]
    ),
    (#"Khala(str: "kl://goods/4‸2")"#, ["Store.goods(number: Int)", "number = `42`"]),
    (
      #"Khala(str: "kl://Store/prod‸cut?id=7")"#,
      ["matches no route", "`kl://Store/product?id=7`"]
    ),
    (
      "try KhalaStore.rem‸ove(id: 7)",
      [
        "contract `remove`, module `Feed`", "`kl://Store/delete` calls `Store.delete(id: Int)`",
        "`id: Int`", "**2 callers**", "`Feed` `Feed/Feed.swift:6`", "**1 contract**",
      ]
    ),
    (
      #"extension KhalaStore { @KhalaCall("kl://Store/delete") static func dele‸te(id: Int) }"#,
      ["`kl://Store/delete` calls `Store.delete(id: Int)`", "**2 contracts**"]
    ),
    (
      """
      extension KhalaStore {
        /// Finds nothing.
        @KhalaCall("kl://Store/nothing") static func nothing() throws
      }
      func call() throws { try KhalaStore.noth‸ing() }
      """,
      ["contract `nothing`, module `Feed`", "Finds nothing.", "matches no route"]
    ),
    (
      #"Rhea.trigger(event: .userDid‸Login)"#,
      ["event `userDidLogin`", "**1 listener**", "`Feed` `Feed/Feed.swift:1`", "**2 wires**"]
    ),
    (#"runTask(named: "Refresh‸Feed")"#, ["task `RefreshFeed`", "Depends on", "`Login`"]),
    (#"runTask(named: "Log‸in")"#, ["**1 dependent**", "`Feed/Feed.swift:2`"]),
    (#"Jobs.enqueue("Send‸Invoice")"#, ["payload: `Invoice`", "queue: `mail`"]),
    (#"SharedRelay.of(.cart‸Count)"#, ["Type: `Int`", "**1 observer**"]),
    (
      #"#schedule("a", cron: "30 2‸ * * *", zone: "UTC") {}"#,
      ["at 02:30 every day", "Next fire times in UTC", "2026-11-26 02:30", "2026-11-30 02:30"]
    ),
    (#"#schedule("a", cron: "30 2‸ * *") {}"#, ["is wrong at offset"]),
    (
      #"#schedule("a", on: .daily(at: "09:‸30"))"#,
      ["at 09:30 every day, UTC", "2026-11-26 09:30", "2026-11-30 09:30"]
    ),
    (#"#schedule("a", cron: "30 2 * * *", zone: "Europe/Sto‸ckholm") {}"#, ["13:00 now, UTC+1"]),
  ])
  func `A hover describes a name`(
    _ row: (marked: String, parts: [String])
  ) throws {
    let text = try #require(try hover(row.marked))
    for part in row.parts { #expect(text.contains(part), "\(text)") }
  }

  @Test func `The queue of a job that only its type knows is said to be unknown`() throws {
    let path = "Feed/Feed.swift"
    let file = SourceFile(text: "#job(OrderPlaced.self) { (order: Int) in }")
    let record = DeclaredRecord(
      kind: .job, key: "OrderPlaced", fileID: path, line: 1, id: 1, detail: #"{"payload":"Int"}"#)
    let answers = EditorAnswers(
      graph: ModuleGraph(records: [record]), documents: [path: file], paths: [path: path],
      zones: .sample)
    let hover = answers.hover(
      at: TextPosition(line: 0, column: 6), in: path, now: Self.noon)
    #expect(
      hover?.markdown.contains("queue: `unknown (a property of the type)`") == true)
  }

  @Test func `A hover of a job shows the fields of its payload`() {
    let path = "Feed/Feed.swift"
    let file = SourceFile(text: #"#job("Send") { (order: Order) in }"#)
    let record = DeclaredRecord(
      kind: .job, key: "Send", fileID: path, line: 1, id: 1, detail: #"{"payload":"Order"}"#)
    func hover(_ types: Int) -> String? {
      let names = (0..<types).map { "Feed.Order\($0)" }
      let schemas = DataSchemas(
        uses: names.map { .init(kind: .job, name: "Send", role: .payload, type: .named($0)) },
        forms: Dictionary(
          uniqueKeysWithValues: names.map { ($0, .object([.init("number", .basic(.int))])) }))
      let answers = EditorAnswers(
        graph: ModuleGraph(records: [record]), documents: [path: file], paths: [path: path],
        schemas: schemas, zones: .sample)
      return answers.hover(at: TextPosition(line: 0, column: 7), in: path, now: Self.noon)?.markdown
    }
    #expect(hover(1)?.contains("Encoded as") == true)
    #expect(hover(1)?.contains("`Feed.Order0 {number: Int}`") == true)
    #expect(hover(1)?.contains("more types") == false)
    #expect(hover(15)?.contains("And 3 more types, which `modkit schema` shows.") == true)
    #expect(hover(0)?.contains("Encoded as") == false)
  }

  @Test func `The last duration of a task comes from the latest run that has it`() throws {
    typealias Run = ModuleGraph.Live.Run
    let runs = [1_500.0, 2_300_000].enumerated().map { number, duration in
      Run(
        number: number + 1, occasion: "demand", duration: duration, workerCount: 2,
        tasks: [Run.Entry(name: "Login", lane: "main", start: 0, duration: duration)])
    }
    let text = try hover(
      #"runTask(named: "Log‸in")"#, live: ModuleGraph.Live(runs: runs))
    #expect(text?.contains("Last run: 2.3 s, succeeded.") == true)
  }

  @Test func `A hover of a stale program says that it is stale`() throws {
    let marked = #"runTask(named: "Log‸in")"#
    #expect(try hover(marked, isStale: true)?.contains("Built before the last edit.") == true)
    #expect(try hover(marked)?.contains("Built before") == false)
  }

  @Test func `There is no hover where no name is`() throws {
    #expect(try hover("let ‸x = 1") == nil)
    #expect(try hover("try KhalaStore.un‸known()") == nil)
  }
}
