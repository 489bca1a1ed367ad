import Foundation
import ModuleGraph
import Testing

/// The timeline of a small trace, used by mouse and keys.
@Suite(.inBrowser, .serialized)
struct TimelinePageTests {
  private static let graph = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
  private static let page = graph.html(title: "Harbor")

  @Test func `The critical path has the causes of a span with the times between them`() async throws
  {
    let look = try await Browser().open(Self.page, at: "span=14")
    #expect(look["errors"] == 0)
    #expect(look.data["span"] == "kl://Chat/preload")
    #expect(look["path"] == 5)
    #expect(
      look.document.contains("Critical path: 5 spans in 25.7 ms, of which 330 µs waiting."))
    let table = try #require(
      look.document.firstMatch(of: /<table aria-label="Critical path">[\s\S]*?<\/table>/)
    ).output
    let cells = table.matches(of: /data-label="(waited|ran):">([^<]*)</).map { String($0.2) }
    #expect(
      cells == [
        "–", "200 µs", "–", "40 µs", "160 µs", "21.0 ms", "100 µs", "30 µs", "70 µs", "4.1 ms",
      ])
    #expect(table.contains(">02:00:00.009000<"))
    #expect(table.contains("aria-current=\"true\""))
  }

  @Test func `A selected span is shown with cause, effects, links and attributes`() async throws {
    let look = try await Browser().open(Self.page, at: "span=16&lanes=kind")
    let details = try #require(
      look.document.firstMatch(of: /id="timeline-parts"[\s\S]*?id="timeline-path"/)
    ).output
    for text in [
      "LoadProfile", "Account", "12.0 ms", "event userDidLogin -&gt; task LoadProfile", "server",
      "eu-2",
      "00-000000000000000000000000000000ab-0000000000000007-01", "It caused", ">profile<",
    ] { #expect(details.contains(text), "\(text)") }
  }

  @Test(arguments: [("feed", 4), ("eu-2", 1), ("wire login", 2), ("nothing at all", 0)])
  func `A search highlights spans by name, module, kind and attributes`(
    words: String, count: Int
  ) async throws {
    let query = words.replacing(" ", with: "+")
    let look = try await Browser().open(Self.page, at: "view=timeline&search=\(query)")
    #expect(look["found"] == count)
    #expect(look.document.contains("\(count) span\(count == 1 ? "" : "s") found"))
  }

  @Test func `A click selects a span, and a click beside all of them none`() async throws {
    let selected = try await Browser().session { browser in
      try await browser.open(Self.page, at: "view=timeline")
      let canvas = try await Canvas(in: browser)
      // The third line of the lane Account, in the middle of 12 of 40 ms.
      let point = canvas.point(atTime: 15 / 40.0, line: 2)
      try await browser.click(x: point.x, y: point.y)
      let first = try await browser.selection
      try await browser.click(x: point.x, y: canvas.y + canvas.height - 4)
      return try await [first, browser.selection]
    }
    #expect(selected == ["LoadProfile", ""])
  }

  @Test func `Keys move from span to span and to the cause`() async throws {
    let selected = try await Browser().session { browser in
      try await browser.open(Self.page, at: "span=12")
      let _: Bool = try await browser.evaluate(
        "(document.getElementById('timeline-canvas').focus(), true)")
      var selected: [String] = []
      for key in ["c", "c", "c", "n", "p"] {
        try await browser.press(key)
        selected.append(try await browser.selection)
      }
      return selected
    }
    #expect(
      selected == [
        "event userDidLogin -> task RefreshFeed", "userDidLogin", "userDidLogin",
        "event userDidLogin -> task RefreshFeed", "userDidLogin",
      ])
  }

  @Test func `Runs of the store are lanes beside those of the trace`() async throws {
    // In real time, as the number of lanes is there with their first frame.
    let (data, text) = try await Browser().session { browser in
      try await browser.open(Self.page, at: "span=-1")
      let data: [String: String] = try await browser.evaluate(
        "Object.assign({}, document.documentElement.dataset)")
      let text: String = try await browser.evaluate("document.body.textContent")
      return (data, text)
    }
    // Two runs of schedules that ended, one that goes on, and the jobs that run.
    let runs = 3 + (SampleApp.live.jobs?["running"]?.array?.count { $0["begun"] != nil } ?? 0)
    #expect(data["timeline"] == "\(12 + runs)")
    #expect(data["span"] == "NightlySync")
    #expect(text.contains("web-2:512:9F3C01AB"))
    // The tree has only what was traced.
    #expect(data["spans"] == "12")
  }
}

/// The canvas of a timeline that shows a whole trace.
struct Canvas: Sendable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Scrolls to the canvas, and measures it.
  init(in browser: BrowserSession) async throws {
    let box: [Double] = try await browser.evaluate(
      """
      (() => {
        const canvas = document.getElementById("timeline-canvas");
        canvas.scrollIntoView({ block: "center" });
        const { x, y, width, height } = canvas.getBoundingClientRect();
        return [x, y, width, height];
      })()
      """)
    (x, y, width, height) = (box[0], box[1], box[2], box[3])
  }

  /// The point of a line of the first lane, at a time between 0 and 1.
  func point(atTime time: Double, line: Int) -> (x: Double, y: Double) {
    // Left of the spans are the names of lanes; the trace has a margin of 2 % at both ends.
    let gutter = 150.0
    let spans = (width - gutter) * (time + 0.02) / 1.04
    return (x + gutter + spans, y + 26 + 4.5 + 17 * Double(line) + 7)
  }
}

extension BrowserSession {
  /// The name of the selected span of the timeline, or an empty string.
  var selection: String {
    get async throws { try await evaluate("document.documentElement.dataset.span") }
  }
}
