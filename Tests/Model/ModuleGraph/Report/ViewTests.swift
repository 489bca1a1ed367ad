import ModuleGraph
import Testing

/// The views of the page: their addresses, their keys and how they are seen.
@Suite(.inBrowser, .serialized)
struct ViewTests {
  private static let page = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    .html(title: "Harbor")
  private static let many = {
    let names = (0..<300).map { "Module\($0)" }
    var builder = ModuleGraph.Builder()
    for name in names { builder.add(node: .init(kind: .task, name: "\(name)Task", module: name)) }
    for (one, other) in zip(names, names.dropFirst()) {
      builder.add(edge: .init(from: "task:\(one)Task", to: "task:\(other)Task", kind: .dependsOn))
    }
    return builder.graph().html(title: "Many")
  }()

  @Test(arguments: [
    ("", "overview"), ("view=wiring", "wiring"), ("view=logs", "overview"),
    ("view=nothing", "overview"), ("problems", "problems"), ("graph", "wiring"), ("jobs", "jobs"),
    ("store", "schedules"), ("trace", "timeline"), ("launch", "timeline"),
    ("tables", "declarations"), ("view=module:Feed", "wiring"), ("view=all", "wiring"),
    ("view=near:task:RefreshFeed", "wiring"), ("select=module:Feed", "wiring"),
    ("span=14", "timeline"), ("table=task", "declarations"), ("search=feed", "declarations"),
    ("task=Heartbeat", "schedules"),
  ])
  func `An address leads to one view, also that of an earlier page`(
    fragment: String, view: String
  ) async throws {
    let look = try await Browser().open(Self.page, at: fragment)
    #expect(look["errors"] == 0)
    #expect(look.data["view"] == view)
    let sections = look.document.matches(of: /<section id="view-([a-z]+)"([^>]*)>/)
    #expect(sections.count == 8)
    #expect(sections.filter { !$0.2.contains("hidden") }.map { String($0.1) } == [view])
    let links = look.document.matches(of: /<a [^>]*data-view="([a-z]+)"[^>]*aria-current="page"/)
    #expect(links.map { String($0.1) } == [view])
  }

  @Test func `The first view says what fails with its cause, and what fires next`() async throws {
    let look = try await Browser().open(Self.page)
    let view = try #require(
      look.document.firstMatch(of: /<section id="view-overview"[\s\S]*<section id="view-wiring"/)
    ).output
    for text in [
      "things fail", "RefreshFeed", "failed: the server did not answer", "SendInvoice",
      "the mail server did not answer", "NightlySync", "every day at 02:00", "pictures",
      "harbor (4711)", "as of",
    ] { #expect(view.contains(text), "\(text)") }
    // Each kind of span of the trace has its line.
    for kind in ["event", "task", "wire"] { #expect(view.contains("aria-label=\"\(kind): ")) }
  }

  @Test func `A program without failures is said to be well`() async throws {
    let declared = try await Browser().open(ModuleGraph().html())
    #expect(declared.document.contains(/id="health"[^>]*>[\s\S]{0,120}No errors in what/))
    let graph = ModuleGraph(records: [], live: .init(process: "harbor (1)"))
    let look = try await Browser().open(graph.html())
    #expect(look.document.contains(/id="health"[^>]*>[\s\S]{0,120}Nothing fails/))
    #expect(!look.document.contains("aria-label=\"Fails now\""))
  }

  @Test func `A module is opened by its address with its details`() async throws {
    for fragment in ["view=wiring&within=module:Feed", "view=module:Feed", "select=module:Feed"] {
      let look = try await Browser().open(Self.page, at: fragment)
      let details = try #require(
        look.document.firstMatch(of: /id="details"[\s\S]*?<\/section>/)
      ).output
      #expect(details.contains("<h3>Feed</h3>"), "\(fragment)")
      #expect(!details.contains("How to read this"), "\(fragment)")
    }
  }

  @Test func `Each step around a declaration draws more of its neighbours`() async throws {
    var counts: [Int] = []
    for steps in 1...4 {
      let look = try await Browser().open(
        Self.many, at: "view=wiring&select=task:Module100Task&steps=\(steps)")
      counts.append(try #require(look["items"]))
    }
    // A chain: one more at each end.
    #expect(counts == [3, 5, 7, 9])
  }

  @Test(arguments: [false, true])
  func `Lines and boxes of the graph stand out from the panel`(isDark: Bool) async throws {
    let ratios: [Double] = try await Browser().session { browser in
      try await browser.emulate(width: 1280, isDark: isDark)
      try await browser.open(Self.page, at: "view=wiring&select=task:RefreshFeed")
      return try await browser.evaluate(
        """
        (() => {
          const light = (text) => {
            const parts = text.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map(Number).map((part) => {
              const share = part / 255;
              return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const panel = getComputedStyle(document.querySelector(".graph-frame")).backgroundColor;
          return [...document.querySelectorAll("#canvas .edge, #canvas .box")].map((element) => {
            const style = getComputedStyle(element);
            const [one, other] = [light(style.stroke), light(panel)];
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            return ratio * style.opacity;
          });
        })()
        """)
    }
    #expect(ratios.count > 10)
    #expect(ratios.allSatisfy { $0 >= 3 }, "\(ratios.min() ?? 0)")
  }

  @Test(arguments: ["view=wiring", "view=wiring&select=task:RefreshFeed", "view=declarations"])
  func `On a phone the graph has an edge in view, and filters take one line`(
    fragment: String
  ) async throws {
    let (sides, lines): ([Bool], Double) = try await Browser().session { browser in
      try await browser.emulate(width: 390, height: 800)
      try await browser.open(Self.page, at: fragment)
      let sides: [Bool] = try await browser.evaluate(
        """
        (() => {
          const frame = document.getElementById("canvas").getBoundingClientRect();
          const boxes = [...document.querySelectorAll("#canvas .item")]
            .map((item) => item.getBoundingClientRect());
          return [boxes.some((box) => box.left < frame.left),
            boxes.some((box) => box.right > frame.right)];
        })()
        """)
      let lines: Double = try await browser.evaluate(
        """
        Math.max(...["filters", "tabs"].map((id) =>
          document.getElementById(id).getBoundingClientRect().height / 28))
        """)
      return (sides, lines)
    }
    #expect(sides != [true, true])
    #expect(lines > 0 && lines < 2)
  }

  @Test func `A small graph fills the panel with text that can be read`() async throws {
    let (share, size): (Double, Double) = try await Browser().session { browser in
      try await browser.emulate(width: 1280)
      try await browser.open(Self.page, at: "view=wiring")
      let numbers: [Double] = try await browser.evaluate(
        """
        (() => {
          const frame = document.getElementById("canvas").getBoundingClientRect();
          const box = document.querySelector("#canvas > g").getBoundingClientRect();
          const title = document.querySelector("#canvas .title").getBoundingClientRect();
          return [Math.max(box.width / frame.width, box.height / frame.height), title.height];
        })()
        """)
      return (numbers[0], numbers[1])
    }
    #expect(share > 0.6)
    #expect(size >= 12)
  }

  @Test func `Three hundred modules are drawn with names that can be read`() async throws {
    let (items, height): (Int, Double) = try await Browser().session { browser in
      try await browser.emulate(width: 1440)
      try await browser.open(Self.many, at: "view=wiring")
      return (
        try await browser.evaluate("document.querySelectorAll('#canvas .item').length"),
        try await browser.evaluate(
          "document.querySelector('#canvas .title').getBoundingClientRect().height")
      )
    }
    #expect(items == 300)
    #expect(height >= 9)
  }

  @Test func `Keys search, show the keys, walk through the graph and let go`() async throws {
    let seen: [String] = try await Browser().session { browser in
      try await browser.emulate(width: 1280)
      try await browser.open(Self.page, at: "view=wiring")
      var seen: [String] = []
      func note(_ expression: String) async throws {
        seen.append(try await browser.evaluate("String(\(expression))"))
      }
      try await browser.press("/")
      try await note("document.activeElement.id")
      try await browser.press("Escape")
      try await browser.press("?")
      try await note("document.getElementById('keys').open")
      let _: Bool = try await browser.evaluate("(document.getElementById('keys').close(), true)")
      // One box of the graph is reached by the Tab key, the others by arrows.
      try await note("document.querySelectorAll('#canvas [tabindex=\"0\"]').length")
      let _: Bool = try await browser.evaluate(
        "(document.querySelector('#canvas [tabindex=\"0\"]').focus(), true)")
      let first: String = try await browser.evaluate("document.activeElement.dataset.id")
      for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"] {
        try await browser.press(key)
      }
      try await note("document.activeElement.classList.contains('item')")
      try await browser.press("ArrowDown")
      try await note("document.activeElement.dataset.id !== '\(first)'")
      try await browser.press("Enter")
      try await note("document.documentElement.dataset.select.startsWith('module:')")
      try await browser.press("Escape")
      try await note("document.documentElement.dataset.select")
      return seen
    }
    #expect(seen == ["search", "true", "1", "true", "true", "true", ""])
  }

  @Test func `A report is printed with all views`() async throws {
    let shown: [String] = try await Browser().session { browser in
      try await browser.open(Self.page)
      return try await browser.evaluate(
        """
        (() => {
          dispatchEvent(new Event("beforeprint"));
          const sections = [...document.querySelectorAll("main > section")]
            .filter((section) => !section.hidden && section.textContent.trim());
          dispatchEvent(new Event("afterprint"));
          const left = [...document.querySelectorAll("main > section:not([hidden])")];
          return [...sections.map((section) => section.id), String(left.length)];
        })()
        """)
    }
    #expect(
      shown == [
        "view-overview", "view-wiring", "view-problems", "view-jobs", "view-schedules",
        "view-declarations", "view-timeline", "1",
      ])
  }

  @Test func `Landmarks and controls have names`() async throws {
    let unnamed: [String] = try await Browser().session { browser in
      var unnamed: [String] = []
      for view in [
        "overview", "wiring", "timeline", "jobs", "schedules", "declarations", "problems",
      ] {
        try await browser.open(Self.page, at: "view=\(view)")
        unnamed +=
          try await browser.evaluate(
            """
            [...document.querySelectorAll("button, select, input, a, nav, section, [role=group]")]
              .filter((element) => element.checkVisibility() && !(element.ariaLabel ||
                element.getAttribute("aria-labelledby") || element.textContent.trim()))
              .map((element) => element.outerHTML)
            """) as [String]
      }
      return unnamed
    }
    #expect(unnamed == [])
  }
}
