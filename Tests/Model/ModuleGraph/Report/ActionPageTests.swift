import ModuleGraph
import Testing

/// The page of a running app, with a server that the tests write.
@Suite(.inBrowser, .serialized)
struct ActionPageTests {
  private static let graph = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
  private static let hostile = #"</script><img src=x onerror=boom()>"#

  /// Two jobs, of which each list and each lookup has the same.
  private static let jobs = #"""
    ({
      list: { jobs: [
        { id: 12, name: "SendInvoice", queue: "mail", state: "failed", attempt: 3,
          tags: ["vip"], detail: "no server", enqueued: "2026-11-30T02:00:00Z" },
        { id: 11, name: "Load", queue: "ships", state: "running", attempt: 1, tags: [],
          progress: 0.5, enqueued: "2026-11-30T02:00:00Z" },
      ] },
      show: { id: 12, name: "SendInvoice", queue: "mail", state: "failed", attempt: 3,
        maximumAttempts: 5, tags: [], detail: "no server", owner: "web-1:7", flow: 9,
        flowName: "Arrival", step: "Bill", payload: { ship: "<b>Fram" }, result: null,
        enqueued: "2026-11-30T02:00:00Z", begun: "2026-11-30T02:00:04Z",
        ended: "2026-11-30T02:00:06Z", signal: "confirmed", due: null,
        storedSteps: [{ number: 1, name: "create account", kind: "step", result: "<i>7</i>",
          ended: "2026-11-30T02:00:05Z" }],
        steps: [{ id: 12, step: "Bill", name: "SendInvoice", state: "failed", after: [] }] },
      count: { count: 131 }, cancel: { count: 130 },
      retry: { changed: [], unchanged: [{ id: 12, reason: "another job has its unique key" }] },
    })[values.action]
    """#

  /// Opens a page and evaluates an asynchronous JavaScript function body in it.
  private func evaluate<Value: Decodable & Sendable>(
    _ page: LivePage, at fragment: String, _ script: String
  ) async throws -> Value {
    try await Browser().session { browser in
      try await browser.open(page.html, at: fragment)
      let value: Value = try await browser.evaluate("(async () => { \(script) })()")
      let errors: String = try await browser.evaluate("document.documentElement.dataset.errors")
      #expect(errors == "0")
      return value
    }
  }

  @Test(arguments: [
    ("", "{action:list,limit:50}", 2),
    ("&queue=mail&jobName=SendInvoice", "{action:list,queue:mail,name:SendInvoice,limit:50}", 2),
    ("&jobState=failed&jobTag=vip", "{action:list,states:[failed],tag:vip,limit:50}", 2),
    ("&jobText=no+server", "{action:list,text:no server,limit:50}", 2),
    ("&before=40", "{action:list,before:40,limit:50}", 2),
    ("&search=no+server", "{action:list,limit:50}", 1),
  ])
  func `Filters in the page's URL select the jobs that the app lists`(
    filters: String, request: String, count: Int
  ) async throws {
    let seen: [String] = try await evaluate(
      LivePage(Self.graph, answer: Self.jobs), at: "view=jobs\(filters)",
      """
      await until(() => document.documentElement.dataset.jobs);
      const { values, token } = sent.find(({ command }) => command === "jobs");
      return [JSON.stringify(values).replaceAll('"', ""), token,
        document.documentElement.dataset.jobs];
      """)
    #expect(seen == [request, "secret", "\(count)"])
  }

  @Test func `One job is shown with its times, owner, payload, stored steps and flow`()
    async throws
  {
    let text: String = try await evaluate(
      LivePage(Self.graph, answer: Self.jobs), at: "view=jobs&job=12",
      """
      await until(() => document.documentElement.dataset.job);
      return document.getElementById("job-parts").innerText;
      """)
    for fact in [
      "no server", "3 of 5", "2026-11-30 02:00:04 after 4.00 s", "2026-11-30 02:00:06 after 2.00 s",
      "web-1:7", "Arrival #9 · step Bill", #""ship": "<b>Fram""#, "Retry", "Delete…",
      "Waits for the signal", "confirmed", "create account", "<i>7</i>", "2026-11-30 02:00:05",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
  }

  @Test func `Jobs that match are counted before they are changed, and the answer is shown`()
    async throws
  {
    let seen: [String] = try await evaluate(
      LivePage(Self.graph, answer: Self.jobs), at: "view=jobs&queue=mail&jobState=running",
      """
      await press("Cancel all that match");
      await until(dialog);
      const asked = dialog().innerText;
      const before = sent.filter(({ values }) => values.action === "cancel").length;
      await press("Cancel 131 jobs");
      await until(() => dialog().innerText.includes("130"));
      const texts = sent.filter(({ values }) => ["count", "cancel"].includes(values.action))
        .map(({ values }) => JSON.stringify(values).replaceAll('"', ""));
      return [asked, String(before), ...texts, dialog().querySelector("[role=status]").innerText];
      """)
    #expect(seen[0].contains("All jobs in the queue “mail”, whose state is running."))
    #expect(
      seen.dropFirst() == [
        "0", "{action:count,queue:mail,states:[running]}",
        "{action:cancel,queue:mail,states:[running]}", "130 jobs cancelled.",
      ])
  }

  @Test func `With words, an action is for the jobs that are shown when it is chosen`() async throws
  {
    let answer = """
      values.action === "list"
        ? { jobs: [window.later ? 21 : 12, 10].map((id) => ({ id, name: "Load", queue: "ships",
            state: "failed", attempt: 1, tags: [], detail: id === 10 ? "full" : "no server" })) }
        : { changed: values.ids, unchanged: [] }
      """
    let seen: [String] = try await evaluate(
      LivePage(Self.graph, answer: answer), at: "view=jobs&search=server",
      """
      await until(() => document.documentElement.dataset.jobs === "1");
      window.later = true;
      emit("jobs", JSON.parse(document.getElementById("data").text).live.jobs);
      await until(() => document.getElementById("job-parts").innerText.includes("#21"));
      await press("Retry all that match");
      await press("Retry 1 job");
      await until(() => sent.some(({ values }) => values.ids));
      return [JSON.stringify(sent.find(({ values }) => values.ids).values),
        String(sent.some(({ values }) => values.action === "count"))];
      """)
    #expect(seen == [#"{"action":"retry","ids":[21]}"#, "false"])
  }

  @Test func `An action that changes nothing, or that the app forbids, is announced`()
    async throws
  {
    let answer = "values.action === 'delete' ? refuse('a viewer may not delete') : \(Self.jobs)"
    let seen: [String] = try await evaluate(
      LivePage(Self.graph, answer: answer), at: "view=jobs",
      """
      await press("Retry job 12");
      await until(() => document.getElementById("toast").innerText);
      const toast = document.getElementById("toast").querySelector("span").innerText;
      await press("Delete job 12");
      await until(dialog);
      await press("Delete");
      await until(() => dialog().querySelector(".failing"));
      return [toast, dialog().querySelector(".failing").innerText];
      """)
    #expect(
      seen == ["Job 12 is unchanged: another job has its unique key.", "a viewer may not delete"])
  }

  @Test func `A change that arrives while the snapshot is read again is not lost`() async throws {
    let text: String = try await evaluate(
      LivePage(Self.graph, answer: Self.jobs), at: "view=jobs",
      """
      const fetchNow = window.fetch;
      let release;
      window.fetch = (path, options) => path === "/api/snapshot"
        ? new Promise((done) => release = () => done(fetchNow(path, options)))
        : fetchNow(path, options);
      emit("structure", {});
      await until(() => release);
      const jobs = JSON.parse(document.getElementById("data").text).live.jobs;
      emit("jobs", { ...jobs, all: { ...jobs.all, counts: { waiting: 4321 } } });
      release();
      await until(() => document.getElementById("job-counts").innerText.includes("4,321"));
      return document.getElementById("job-counts").innerText;
      """)
    #expect(text.contains("4,321 waiting"))
  }

  @Test func `A viewer sees the same without buttons that act`() async throws {
    for (role, isActing) in [("viewer", false), ("admin", true)] {
      let acts: [Bool] = try await evaluate(
        LivePage(Self.graph, role: role, answer: Self.jobs), at: "view=jobs",
        """
        await until(() => document.documentElement.dataset.jobs === "2");
        const acts = () => document.querySelectorAll(".act").length > 0;
        const seen = [acts()];
        for (const [view, fragment] of [["schedules", ""], ["wiring", "&select=task:RefreshFeed"]]) {
          location.hash = "view=" + view + fragment;
          const id = "view-" + view;
          await until(() => document.querySelector("section:not([hidden])").id === id);
          seen.push([...document.querySelectorAll(".act")].some((one) => one.checkVisibility()));
        }
        return seen;
        """)
      #expect(acts == [isActing, isActing, isActing])
    }
  }

  @Test func `A route is called by the URL that the page shows`() async throws {
    let answer = """
      command === "form" ? { fields: { type: "object", members: [
        { key: "id", isRequired: true, form: { type: "integer" } },
        { key: "note", isRequired: false, form: { type: "string" } },
      ] } } : { called: values.url }
      """
    let seen: [String] = try await evaluate(
      LivePage(Self.graph, answer: answer), at: "select=route:kl://account/%7Bid:Int%7D",
      """
      await press("Call…");
      await until(dialog);
      const field = dialog().querySelector("input.field");
      field.value = "7";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      const shown = dialog().querySelector("pre").innerText;
      await press("Call");
      await until(() => sent.some(({ command }) => command === "call"));
      return [shown, JSON.stringify(sent.at(-1).values)];
      """)
    #expect(seen == ["kl://account/7", #"{"url":"kl://account/7","parameters":{}}"#])
  }

  @Test func `Level, module and words in the page's URL filter the log`() async throws {
    for (filters, expected) in [
      ("", 600), ("&level=warning", 300), ("&logModule=Cargo", 300),
      ("&level=error&logModule=Berths", 0), ("&search=ship+599", 1),
    ] {
      let count: String = try await evaluate(
        LivePage(Self.graph, answer: Self.jobs), at: "view=logs\(filters)",
        """
        emit("logs", Array.from({ length: 600 }, (_, at) => ({
          time: 1796004000000000 + at, source: at % 2 ? "Cargo" : "Berths",
          severity: at % 2 ? "warning" : "info", message: "ship " + at, attributes: {},
        })));
        await until(() => document.getElementById("log-parts").innerText.includes("of 500"));
        return document.documentElement.dataset.logs;
        """)
      // The list has the last 500 records.
      #expect(count == "\(expected * 5 / 6 + (expected == 1 ? 1 : 0))", "\(filters)")
    }
  }

  @Test func `Texts of a running app are never interpreted as markup`() async throws {
    let name = #""</scr" + "ipt><img src=x>""#
    let job = """
      { id: 1, name: \(name), queue: \(name), state: \(name), attempt: 1, tags: [\(name)],
        detail: \(name), owner: \(name), payload: \(name), flowName: \(name), step: \(name),
        flow: 1, traceParent: \(name),
        steps: [{ id: 1, step: \(name), name: \(name), state: \(name), after: [] }] }
      """
    let answer = """
      command === "schedules"
        ? { schedules: [{ name: \(name), occasion: \(name), traits: [\(name)], isPaused: false,
            latestOutcome: \(name), next: null }] }
        : command === "form" ? { note: \(name), fields: { type: "object", members: [
            { key: \(name), isRequired: false, form: { type: "choice", values: [\(name)] } }] } }
        : values.action === "list" ? { jobs: [\(job)] }
        : values.action === "show" ? \(job) : refuse(\(name))
      """
    let images: Int = try await evaluate(
      LivePage(Self.graph, answer: answer), at: "view=jobs",
      """
      let images = 0;
      const look = () => images += document.querySelectorAll("img").length;
      const has = (id) => until(() => document.getElementById(id).innerText.includes("<img src=x>"));
      await has("job-parts"); look();
      location.hash = "view=jobs&job=1"; await until(() => document.documentElement.dataset.job);
      look();
      location.hash = "view=schedules"; await has("store-parts"); look();
      emit("logs", [{ time: 1, source: \(name), severity: \(name), message: \(name),
        attributes: { [\(name)]: \(name) } }]);
      location.hash = "view=logs"; await has("log-parts"); look();
      location.hash = "select=event:userDidLogin";
      await press("Trigger…"); await until(dialog); look();
      await press("Trigger"); await until(() => dialog().querySelector(".failing")); look();
      return images;
      """)
    #expect(images == 0)
  }
}
