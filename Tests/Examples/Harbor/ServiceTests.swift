import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// Harbor as a service, and what one asks it.
@Suite struct ServiceTests {
  let folder: TemporaryFolder
  private var socket: String { folder.path("harbor.sock") }

  init() throws { folder = try TemporaryFolder(isShort: true) }

  /// Starts a service whose days are short, and waits until it answers.
  private func serve(speed: Int = 60) async throws -> ChildProcess {
    let child = try ChildProcess("harbor", "serve", "--socket", socket, "--speed", "\(speed)")
    try await child.waits(for: "the console") {
      try $0.lines.contains("harbor serves at \(socket)")
    }
    return child
  }

  @Test func `A service answers a status request, and can be stopped`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    let status = try await harbor("ctl", "status", "--json", "--socket", socket)
    #expect(status.status == 0)
    let values = try #require(try json(status.output) as? [String: Any])
    #expect(values["name"] as? String == "harbor")
    #expect(values["phase"] as? String == "running")
    #expect(try await harbor("ctl", "status", "--socket", socket).lines.contains("name: harbor"))

    let list = try await harbor("ctl", "list", "routes", "--json", "--socket", socket)
    #expect((try json(list.output) as? [String: Any])?["routes"] is [Any])
    let stop = try await harbor("ctl", "stop", "--socket", socket)
    #expect(stop.status == 0)
    #expect(stop.output == "stopping: yes\n")
    #expect(try await child.ends() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test func `A service with a store reports that it is ready`() async throws {
    let child = try ChildProcess(
      "harbor", "serve", "--socket", socket, "--speed", "60",
      "--store", "sqlite:\(folder.path("watch.sqlite"))")
    defer { child.destroy() }
    try await child.waits(for: "the console") {
      try $0.lines.contains("harbor serves at \(socket)")
    }
    let health = try await harbor("ctl", "health", "--socket", socket)
    #expect(health.status == 0)
    #expect(
      health.output == """
        isLive: yes
        isReady: yes
        liveness:
          NAME        FAILURE
          main actor  -
        readiness:
          NAME   FAILURE
          phase  -
          store  -

        """)
  }

  @Test(.timeLimit(.minutes(10)))
  func `The health of an app that hangs exits with 1`() async throws {
    let child = try ChildProcess("HostFixture", "health", socket)
    defer { child.destroy() }
    try await child.writes("open")
    while try await harbor("ctl", "health", "--socket", socket).status != 0 {}
    child.send(SIGHUP)
    try await child.writes("open", "blocked")
    let health = try await harbor("ctl", "health", "--json", "--socket", socket)
    #expect(health.status == 1)
    let values = try #require(try json(health.output) as? [String: Any])
    #expect(values["isLive"] as? Bool == false)
    #expect(values["isReady"] as? Bool == false)
  }

  @Test func `One day follows the other, each on time, also after a week`() async throws {
    let days = Sweep.count(10, sample: 3)
    let child = try await serve(speed: 1000)
    defer { child.destroy() }
    try await child.waits(for: "the last day") {
      try $0.lines.contains { $0.hasPrefix("day \(days): ") }
    }
    let arrivals = try child.lines.filter { $0.hasSuffix("Aurora takes berth 1") }
    #expect(arrivals.count >= days)
    #expect(Set(arrivals) == ["07:00  Berths     Aurora takes berth 1"])
  }

  @Test func `Services that share a store call the watch once, and go on after a kill`()
    async throws
  {
    func serve(_ name: String) async throws -> ChildProcess {
      let child = try ChildProcess(
        "harbor", "serve", "--socket", folder.path(name), "--speed", "60",
        "--store", "sqlite:\(folder.path("watch.sqlite"))")
      try await child.waits(for: "the console") {
        try $0.lines.contains("harbor serves at \(folder.path(name))")
      }
      return child
    }
    func ledger() async throws -> [[String: Any]] {
      let answer = try await harbor("ctl", "ledger", "--json", "--socket", folder.path("b"))
      return (try json(answer.output) as? [String: Any])?["stored"] as? [[String: Any]] ?? []
    }
    let first = try await serve("a")
    defer { first.destroy() }
    let second = try await serve("b")
    defer { second.destroy() }
    func calls() throws -> Int {
      try (first.lines + second.lines).count { $0.hasPrefix("the watch is called, number") }
    }
    try await second.waits(for: "a call of the watch") { _ in try calls() > 0 }
    first.send(SIGKILL)
    let before = try calls()
    try await second.waits(for: "calls after the kill") { _ in try calls() > before + 1 }
    let records = try await ledger()
    let dues = records.compactMap { $0["due"] as? String }
    #expect(Set(dues).count == dues.count)
    // The console has the latest twenty.
    #expect(records.count >= min(before + 1, 20))

    for command in ["pause", "resume"] {
      let answer = try await harbor("ctl", command, "CallWatch", "--socket", folder.path("b"))
      #expect(answer.output == "changed: yes\n")
    }
    let run = try await harbor("ctl", "run-now", "CallWatch", "--socket", folder.path("b"))
    #expect(run.lines.contains("isSuccess: yes"))
    try await second.waits(for: "the call by hand") {
      try $0.lines.contains("the watch is called by hand")
    }

    // The page of another process has the calls of these services.
    let page = folder.path("page.html")
    let report = try await harbor(
      "report", "-o", page, "--speed", "60", "--store", "sqlite:\(folder.path("watch.sqlite"))")
    #expect(report.status == 0)
    #expect(report.output == "")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    let data = try #require(html.firstMatch(of: /id="data">(.*)<\/script>/)).1
    let graph = try json(String(data)) as? [String: Any]
    let live = graph?["live"] as? [String: Any]
    let store = try #require(live?["store"] as? [String: Any])
    #expect((store["summary"] as? String)?.contains("watch.sqlite") == true)
    let shown = try #require(store["records"] as? [[String: Any]])
    #expect(shown.count >= records.count)
    #expect(Set(shown.compactMap { $0["task"] as? String }) == ["CallWatch"])
  }

  @Test func `A store of no known kind is a mistake that says which there are`() async throws {
    let answer = try await harbor("serve", "--store", "mysql:tasks")
    #expect(answer.status == 64)
    #expect(answer.errors.contains("'--store' takes 'sqlite:'"))
  }

  @Test(arguments: [(SIGTERM, 0), (SIGINT, 130)] as [(Int32, Int32)])
  func `A signal shuts a service down in order`(signal: Int32, code: Int32) async throws {
    let child = try await serve()
    defer { child.destroy() }
    child.send(signal)
    #expect(try await child.ends() == .exited(code))
    #expect(try child.errorLines == [])
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test func `Running tasks are watched until Ctrl-C`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    let watch = try ChildProcess("harbor", "ctl", "watch", "day", "--json", "--socket", socket)
    defer { watch.destroy() }
    try await watch.waits(for: "a day") { try !$0.lines.isEmpty }
    let event = try json(try watch.lines[0]) as? [String: Any]
    #expect(event?["kind"] as? String == "day")
    #expect(event?["module"] as? String == "Harbor")
    watch.send(SIGINT)
    #expect(try await watch.ends() == .exited(130))
    // Also a watch ends that the service has left.
    let second = try ChildProcess("harbor", "ctl", "watch", "--socket", socket)
    defer { second.destroy() }
    try await second.waits(for: "the watch") {
      try $0.errorLines.contains("watching; press Ctrl-C to stop")
    }
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(0))
    #expect(try await second.ends() == .exited(1))
  }

  @Test func `An unsupported request to a service is an error with a suggestion`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    let unknown = try await harbor("ctl", "stats", "--socket", socket)
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("no command is named 'stats'; did you mean 'status'?"))
    let kind = try await harbor("ctl", "list", "routs", "--socket", socket)
    #expect(kind.status == 64)
    #expect(kind.errors.contains("did you mean 'routes'?"))
    let extra = try await harbor("ctl", "list", "routes", "now", "--socket", socket)
    #expect(extra.status == 64)
    #expect(extra.errors.contains("'list' does not take 'now'"))
    let call = try await harbor("ctl", "call", "kl://NobodyIsCalledThis/x", "--socket", socket)
    #expect(call.status == 1)
    #expect(call.errors.contains("NobodyIsCalledThis"))
    let second = try await harbor("serve", "--socket", socket)
    #expect(second.status == 1)
    #expect(second.errors.contains(socket))
  }

  @Test func `An explanation has the same exit code with and without a service`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    for url in ["kl://NobodyIsCalledThis/x", "kl://Berths/list"] {
      let alone = try await harbor("explain", url)
      let asked = try await harbor("ctl", "explain", url, "--socket", socket)
      #expect(asked.status == alone.status)
      #expect(asked.output == alone.output)
      let json = try await harbor("ctl", "explain", url, "--json", "--socket", socket)
      #expect(json.status == alone.status)
    }
  }

  @Test func `A service's lists are printed as tables, also nested ones`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    // The first day adds a callback, and the lists below are asked for one after the other.
    try await child.waits(for: "the first day") { try $0.lines.contains { $0.hasPrefix("day 1:") } }
    let list = try await harbor("ctl", "list", "--socket", socket)
    #expect(list.status == 0)
    // A row is not of values that are rows themselves.
    #expect(!list.output.contains("module: "))
    #expect(!list.lines.contains { $0.hasSuffix(" ") })
    let events = try await harbor("ctl", "list", "events", "--socket", socket)
    #expect(events.lines[0] == "events:")
    #expect(events.lines[1].hasPrefix("  name: "))
    let heading = try #require(events.lines.first { $0.hasPrefix("    NAME") })
    #expect(heading.split(separator: " ") == ["NAME", "MODULE", "PRIORITY", "STATE", "PLACE"])
    let answer = try await harbor("ctl", "list", "events", "--json", "--socket", socket)
    let all = try #require(
      (try json(answer.output) as? [String: Any])?["events"] as? [[String: Any]])
    for callback in all.flatMap({ $0["callbacks"] as? [[String: Any]] ?? [] }) {
      let place = try #require(callback["place"] as? String)
      #expect(events.lines.contains { $0.hasSuffix("  \(place)") })
    }
  }

  @Test func `Without a service, a request is an error`() async throws {
    let result = try await harbor("ctl", "status", "--socket", socket)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains(socket))
  }
}
