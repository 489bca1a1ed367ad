import Bridge
import Foundation
import ModularityTestSupport
import TaskStore
import Testing
import ToolkitTrace

private let heard = EventRecorder<String>()

private enum Listener {
  #rhea(time: "consoleEvent", formerly: "consoleEventOnce", repeatable: true) { context in
    heard.record("\(context.param ?? "nothing")")
  }
}

@KhalaModule("ConsoleTests")
final class ConsoleModule {
  struct Cart: Codable, Sendable {
    var items: [String]
    var total: Double
  }

  func add(first: Int, second: Int) -> Int { first + second }
  func cart() -> Cart { Cart(items: ["buoy"], total: 1.5) }
  func nothing() {}
  func refuse() throws { throw Refused() }
  func later() async -> [String: Int] {
    await Task.yield()
    return ["later": 1]
  }
}

@EventTask("console.task", on: .reserved2, dependsOn: ["console.first"])
private enum ConsoleTask {
  static func run() { heard.record("task") }
}

#task("console.first", on: .reserved2) {}

/// Every command, over a real socket.
@Suite(.serialized) struct ConsoleCommandTests {
  let folder: TemporaryFolder
  let console: BridgeConsole
  let problems = EventRecorder<String>()

  init() throws {
    folder = try TemporaryFolder(isShort: true)
    console = try openConsole(at: folder.path("console"), problems: problems)
    heard.reset()
  }

  @Test func `The console lists declarations by kind`() async throws {
    let all = try await ask(console, "list")
    for kind in ["events", "routes", "tasks", "relays", "schedules", "wires"] {
      #expect(all[kind]?.array != nil)
      let one = try await ask(console, "list", ["kind": .string(kind)])
      // Other tests add things meanwhile, so that the two lists may differ.
      #expect(one[kind]?.array != nil)
    }
    let event = all["events"]?.array?.first { $0["name"] == "consoleEvent" }
    let callback = event?["callbacks"]?[0]
    #expect(callback?["module"] == "BridgeTests")
    #expect(callback?["place"]?.string?.contains("ConsoleCommandTests.swift:") == true)
    let routes = all["routes"]?.array?.compactMap { $0["url"]?.string } ?? []
    #expect(routes.contains { $0.contains("ConsoleTests/add") })
    let task = all["tasks"]?.array?.first { $0["name"] == "console.task" }
    #expect(task?["dependsOn"] == ["console.first"])
    #expect(task?["isPaused"] == false)
  }

  @Test func `The console calls routes, and shows results as JSON`() async throws {
    let url = "kl://ConsoleTests/"
    #expect(try await ask(console, "call", ["url": .string(url + "add?first=3&second=4")]) == 7)
    #expect(
      try await ask(
        console, "call", ["url": .string(url + "add"), "parameters": ["first": 3, "second": 40]])
        == 43)
    #expect(
      try await ask(console, "call", ["url": .string(url + "cart")])
        == ["items": ["buoy"], "total": 1.5])
    #expect(try await ask(console, "call", ["url": .string(url + "nothing")]) == nil)
    #expect(try await ask(console, "call", ["url": .string(url + "later")]) == ["later": 1])
  }

  @Test func `A call that fails is answered with the reason`() async throws {
    let failed = await refusal(of: console, "call", ["url": "kl://ConsoleTests/refuse"])
    #expect(failed?.code == .failed)
    #expect(failed?.message.contains("refused") == true)
    let unknown = await refusal(of: console, "call", ["url": "kl://ConsoleTests/ad"])
    #expect(unknown?.message.contains("add(first:second:)") == true)
    let none = await refusal(of: console, "call")
    #expect(none?.code == .badArgument)
    #expect(none?.message.contains("'url'") == true)
  }

  @Test func `The console explains where a URL leads`() async throws {
    let found = try await ask(console, "explain", ["url": "kl://ConsoleTests/add"])
    #expect(found["isMatch"] == true)
    let missed = try await ask(console, "explain", ["url": "kl://ConsoleTest/add"])
    #expect(missed["isMatch"] == false)
    #expect(missed["text"]?.string?.contains("ConsoleTests") == true)
  }

  @Test func `The console triggers events, with values`() async throws {
    let result = try await ask(console, "trigger", ["event": "consoleEvent", "value": "ahoy"])
    #expect(result["callbacks"] == 1)
    try await heard.waitForEvents(count: 1)
    #expect(heard.events == ["ahoy"])
    let former = try await ask(console, "trigger", ["event": "consoleEventOnce", "value": "again"])
    #expect(former["callbacks"] == 1)
    try await heard.waitForEvents(count: 2)
    #expect(heard.events == ["ahoy", "again"])
    let error = await refusal(of: console, "trigger", ["event": "consoleEven"])
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("did you mean 'consoleEvent'?") == true)
  }

  @Test func `The console runs, pauses, resumes and cancels tasks`() async throws {
    func task(_ action: ConsoleValue) async throws -> ConsoleValue {
      try await ask(console, "task", ["action": action, "name": "console.task"])
    }
    let early = try await task("run")
    #expect(early["outcome"]?.string?.contains("requires 'console.first'") == true)
    #expect(early["isSuccess"] == false)
    #expect(problems.events.contains { $0.contains("requires 'console.first'") })
    let first = try await ask(console, "task", ["action": "run", "name": "console.first"])
    #expect(first["outcome"] == "succeeded")
    #expect(first["isSuccess"] == true)
    #expect(try await task("run")["outcome"] == "succeeded")
    #expect(heard.events == ["task"])
    #expect(try await task("pause")["changed"] == true)
    #expect(try await task("pause")["changed"] == false)
    let paused = try await ask(console, "list", ["kind": "tasks"])
    #expect(paused["tasks"]?.array?.first { $0["name"] == "console.task" }?["isPaused"] == true)
    #expect(try await task("resume")["changed"] == true)
    #expect(try await task("cancel")["changed"] == false)
    let action = await refusal(of: console, "task", ["action": "puase", "name": "console.task"])
    #expect(action?.code == .badArgument)
    #expect(action?.message.contains("'pause'") == true)
    let name = await refusal(of: console, "task", ["action": "run", "name": "console.tsk"])
    #expect(name?.code == .notFound)
    #expect(name?.message.contains("console.task") == true)
  }

  @Test func `The console pauses, resumes and runs a task by commands of their own`() async throws {
    func changed(_ command: String) async throws -> ConsoleValue? {
      try await ask(console, command, ["name": "console.first"])["changed"]
    }
    #expect(try await changed("pause") == true)
    #expect(try await changed("pause") == false)
    #expect(try await changed("resume") == true)
    let run = try await ask(console, "run-now", ["name": "console.first"])
    #expect(run["isSuccess"] == true)
    for command in ["pause", "resume", "run-now"] {
      let error = await refusal(of: console, command, ["name": "console.frst"])
      #expect(error?.code == .notFound)
    }
  }

  @Test func `The console shows the ledger of this process, and that of its store`() async throws {
    #expect(try await ask(console, "schedules")["store"] == .null)
    let clock = ManualClock()
    let start = Date(timeIntervalSince1970: 1_780_293_601)
    let console = try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(.memory(clock: clock, startingAt: start))
      try TaskManager.shared.scheduleTask(
        name: "console.minutely", on: .every(.seconds(60)), traits: [.durable, .concurrent]
      ) { _ in }
      return try Bridge.openConsole(at: folder.path("durable"))
    }
    /// Asks until there is an answer.
    func answer(
      _ command: String, _ found: (ConsoleValue) -> ConsoleValue?
    ) async throws -> ConsoleValue {
      while true {
        if let value = found(try await ask(console, command)) { return value }
      }
    }
    let task = try await answer("schedules") { answer in
      answer["schedules"]?.array?.first { $0["name"] == "console.minutely" }
    }
    #expect(task["next"] == "2026-06-01T06:01:00Z")
    #expect(task["traits"]?.array?.first == "durable")
    #expect(try await ask(console, "schedules")["store"]?.string?.contains("memory") == true)

    clock.advance(by: .seconds(59))
    let record = try await answer("ledger") { answer in
      answer["stored"]?.array?.first { $0["state"] == "succeeded" }
    }
    #expect(record["due"] == "2026-06-01T06:01:00Z")
    #expect(record["token"] == 1)
    let here = try await ask(console, "ledger", ["task": "console.minutely"])["here"]
    #expect(here?[0]?["fate"] == "ran")
    let graph = try await ask(console, "graph")
    #expect(graph["live"]?["store"]?["records"]?[0]?["state"] == "succeeded")

    let error = await refusal(of: console, "ledger", ["task": "console.minutly"])
    #expect(error?.message.contains("did you mean 'console.minutely'?") == true)
    let limit = await refusal(of: console, "ledger", ["limit": 0])
    #expect(limit?.code == .badArgument)
  }

  @Test func `The console shows the declarations of one module, or of all`() async throws {
    let all = try await ask(console, "graph")
    let names = all["modules"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(names.contains("BridgeTests"))
    #expect(names == names.sorted())
    let one = try await ask(console, "graph", ["module": "BridgeTests"])
    #expect(one["module"] == "BridgeTests")
    let nodes = one["nodes"]?.array ?? []
    #expect(nodes.contains { $0["id"] == "task:console.task" })
    #expect(await refusal(of: console, "graph", ["module": "Bridgetests2"])?.code == .notFound)
  }

  @Test func `The console records a trace, shows it, and streams it`() async throws {
    #expect(try await ask(console, "trace", ["action": "start"])["isTracing"] == true)
    defer { Trace.stop() }
    let path = console.path
    let began = EventRecorder<String>()
    async let watched = waiting { () -> ConsoleValue in
      let client = try BridgeConsole.Client(connectingTo: path, timeout: .seconds(600))
      var found = ConsoleValue.null
      try client.watch(["event"], began: { began.record("began") }) { span in
        guard span["name"]?.string?.contains("consoleEvent") == true else { return true }
        found = span
        return false
      }
      return found
    }
    try await began.waitForEvents(count: 1)
    _ = try await ask(console, "trigger", ["event": "consoleEvent"])
    let span = try await watched
    #expect(span["kind"] == "event")
    let chrome = try await ask(console, "trace", ["action": "show"])
    let names = chrome["traceEvents"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(names.contains { $0.contains("consoleEvent") })
    let stopped = try await ask(console, "trace", ["action": "stop"])
    #expect(stopped["isTracing"] == false)
    #expect((stopped["spans"]?.integer ?? 0) > 0)
    #expect(
      await refusal(of: console, "trace", ["action": "start", "capacity": -1])?.code == .badArgument
    )
  }

  @Test func `The console shows the state of the process`() async throws {
    let status = try await ask(console, "status")
    #expect(status["process"] == .integer(Int(getpid())))
    #expect(status["clients"] == 1)
    #expect(status["phase"] == nil || status["phase"] == .null)
  }

  @Test func `The console lists its commands, and suggests the nearest`() async throws {
    let help = try await ask(console, "help")
    let names = help.array?.compactMap { $0["name"]?.string }
    #expect(
      names == [
        "status", "health", "list", "call", "explain", "trigger", "task", "schedules", "ledger",
        "pause", "resume", "run-now", "jobs", "events", "graph", "trace", "watch", "stop",
      ])
    let error = await refusal(of: console, "lst")
    #expect(error?.code == .unknownCommand)
    #expect(error?.message == "no command is named 'lst'; did you mean 'list'?")
    let argument = await refusal(of: console, "list", ["knd": "tasks"])
    #expect(argument?.code == .badArgument)
    #expect(argument?.message.contains("'kind'") == true)
  }

  @Test func `A console that was opened without an app cannot stop the process`() async throws {
    let error = await refusal(of: console, "stop")
    #expect(error?.code == .failed)
    #expect(error?.message.contains("Bridge.openConsole(for: context)") == true)
  }

  @Test func `The console shuts its app down in order, and is closed with it`() async throws {
    let path = folder.path("of-app")
    let outcome = try await ScriptedApp.launch { context in
      let console = try openConsole(at: path, for: context)
      #expect(try await ask(console, "status")["phase"] == "running")
      #expect(try await ask(console, "status")["name"] == "Scripted")
      #expect(try await ask(console, "stop") == ["stopping": true])
      await context.waitForShutdown()
    } _: {
      await $0.outcome
    }
    #expect(outcome.reason == .askedByApp)
    #expect(outcome.exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `The console sees the scope in which it was opened`() async throws {
    let path = folder.path("of-world")
    try await TaskManager.withFreshState(including: { _ in false }) {
      try TaskManager.shared.injectEventTask(name: "only here", event: .reserved2) { _ in }
      let inner = try Bridge.openConsole(at: path)
      let here = try await ask(inner, "list", ["kind": "tasks"])
      #expect(here["tasks"]?.array?.contains { $0["name"] == "only here" } == true)
      let outside = try await ask(console, "list", ["kind": "tasks"])
      #expect(outside["tasks"]?.array?.contains { $0["name"] == "only here" } == false)
    }
  }
}
