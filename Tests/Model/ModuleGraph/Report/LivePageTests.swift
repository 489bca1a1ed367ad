import ModuleGraph
import Testing

/// The page of a running app, whose answers and events a test makes up.
@Suite(.inBrowser, .serialized)
struct LivePageTests {
  private static let page = LivePage(
    ModuleGraph(records: SampleApp.records, live: SampleApp.live), role: "viewer", answer: "{}"
  ).html

  private static func session<Result: Sendable>(
    at fragment: String, _ body: @Sendable (BrowserSession) async throws -> Result
  ) async throws -> Result {
    try await Browser().session { browser in
      try await browser.emulate(width: 1280)
      try await browser.open(page, at: fragment)
      let _: Bool = try await browser.evaluate("until(() => window.stream)")
      return try await body(browser)
    }
  }

  private static let pulse = """
    { time: 1, uptime: 3725, health: { isLive: true, isReady: false,
      liveness: [{ name: "main actor", failure: null }],
      readiness: [{ name: "mail server", failure: "connection refused" }] },
      rates: { task: { count: 12, failures: 2, p50: 300, p99: 9000 } } }
    """

  @Test func `The first view shows health, uptime and rates as they come`() async throws {
    let text: String = try await Self.session(at: "") { browser in
      try await browser.evaluate(
        """
        (async () => {
          emit("pulse", \(Self.pulse));
          const view = document.getElementById("view-overview");
          await until(() => view.textContent.includes("connection refused"));
          return view.textContent;
        })()
        """)
    }
    for part in ["mail server", "up 1 h 2 min", "12/s", "300 \u{B5}s", "9.0 ms", "main actor"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `A state that changes is shown, and a link keeps the focus`() async throws {
    let focus: String = try await Self.session(at: "") { browser in
      try await browser.evaluate(
        """
        (async () => {
          const view = document.getElementById("view-overview");
          const link = [...view.querySelectorAll("a")].find((a) => a.textContent === "NightlySync");
          link.focus();
          emit("nodes", { "task:WarmCache": { text: "failed: no room", attributes: [],
            failing: true }, "task:RefreshFeed": null });
          await until(() => view.textContent.includes("failed: no room"));
          return document.activeElement.textContent +
            view.textContent.includes("failed: the server did not answer");
        })()
        """)
    }
    #expect(focus == "NightlySyncfalse")
  }

  @Test func `Spans that come are counted on the lines of the graph`() async throws {
    let counts: [String] = try await Self.session(at: "view=wiring&within=all") { browser in
      try await browser.evaluate(
        """
        (async () => {
          const counts = () => [...document.querySelectorAll("#canvas .count")]
            .map((count) => count.textContent).filter(Boolean);
          const before = counts().length;
          const span = (id) => ({ id, name: "userDidLogin", kind: "event", module: "Account",
            start: 0, duration: 5 });
          emit("spans", [span(9001), span(9002), span(9003)]);
          await until(() => counts().length > before);
          return counts();
        })()
        """)
    }
    #expect(counts.contains("3"))
  }

  @Test func `The timeline adds spans, and follows them until it is paused`() async throws {
    let seen: [String] = try await Self.session(at: "view=timeline") { browser in
      try await browser.evaluate(
        """
        (async () => {
          const data = document.documentElement.dataset;
          const follow = [...document.querySelectorAll("#view-timeline button")]
            .find((button) => button.textContent === "Follow");
          await until(() => data.timeline);
          const before = Number(data.timeline);
          const seen = [follow.getAttribute("aria-pressed")];
          const spans = Array.from({ length: 50 }, (_, at) => ({ id: 9000 + at, name: "late",
            kind: "task", module: "Feed", start: 5e9 + at * 1e6, duration: 1e6 }));
          emit("spans", spans);
          await until(() => Number(data.timeline) !== before);
          seen.push(String(Number(data.timeline) - before));
          follow.click();
          seen.push(follow.getAttribute("aria-pressed"));
          return seen;
        })()
        """)
    }
    #expect(seen == ["true", "50", "false"])
  }

  @Test func `The trace is read once, when a view needs it, and has the spans since`() async throws
  {
    let seen: [String] = try await Self.session(at: "") { browser in
      try await browser.evaluate(
        """
        (async () => {
          const data = document.documentElement.dataset;
          const late = (id) => ({ id, name: "late", kind: "task", module: "Feed",
            start: 5e9 + id * 1e6, duration: 1e6 });
          emit("spans", [late(9000)]);
          await until(() => document.getElementById("view-overview").textContent.includes("Modules"));
          const seen = [String(window.traces || 0)];
          location.hash = "view=timeline";
          await until(() => window.traces);
          emit("spans", [late(9001)]);
          await until(() => data.timeline);
          const before = Number(data.timeline);
          emit("spans", [late(9002)]);
          await until(() => Number(data.timeline) > before);
          location.hash = "view=overview";
          await until(() => data.view === "overview");
          location.hash = "view=timeline";
          await until(() => data.view === "timeline");
          return seen.concat(String(window.traces));
        })()
        """)
    }
    #expect(seen == ["0", "1"])
  }

  @Test func `A lost connection is said in the head`() async throws {
    let text: String = try await Self.session(at: "") { browser in
      try await browser.evaluate(
        """
        (async () => {
          stream.onerror();
          const health = document.getElementById("health");
          await until(() => health.textContent.includes("does not answer"));
          return health.getAttribute("aria-live");
        })()
        """)
    }
    #expect(text == "polite")
  }
}
