import BridgeTelemetry
import Foundation
import ModularityTestSupport
import TaskStore
import Testing
import ToolkitTrace

/// An app that opens a port and a console, and waits.
private struct Port: ModularApp {
  @TaskLocal static var opened = EventRecorder<UInt16>()
  @TaskLocal static var socket = ""

  func didLaunch(_ context: AppContext) async throws {
    let telemetry = try Bridge.startTelemetry(for: context, port: 0)
    telemetry.metrics.counter("port.ships", "The ships that came.", unit: "{ship}").add(2)
    try Bridge.openConsole(at: Self.socket, for: context)
    Self.opened.record(telemetry.port?.number ?? 0)
  }

  func run(_ context: AppContext) async throws {
    try await TaskManager.shared.use(.memory(), lease: .seconds(600))
    await context.waitForShutdown()
  }
}

/// An app that exports to files, does one thing, and ends.
private struct Log: ModularApp {
  @TaskLocal static var folder = ""

  func didLaunch(_ context: AppContext) async throws {
    var configuration = TelemetryConfiguration.file(at: "\(Self.folder)/traces.jsonl")
    configuration.metrics.destination = .file(TelemetryFile(path: "\(Self.folder)/metrics.jsonl"))
    let telemetry = try Bridge.startTelemetry(for: context, exporting: configuration)
    telemetry.metrics.counter("port.ships", "The ships that came.", unit: "{ship}").add(2)
  }

  func run(_ context: AppContext) async throws {
    Trace.span("moor", kind: .event, module: "Port") {}
  }
}

/// Runs the app, and a body when it is ready.
private func launch(
  _ body: (AppHost, _ port: UInt16, _ socket: String) async throws -> Void
) async throws {
  let folder = try TemporaryFolder(isShort: true)
  let opened = EventRecorder<UInt16>()
  let socket = folder.path("console")
  try await Port.$opened.withValue(opened) {
    try await Port.$socket.withValue(socket) {
      try await AppHost.launchForTesting(Port.self, clock: ManualClock()) { host in
        let port = try await opened.waitForEvents(count: 1)[0]
        // The port is open before the app runs.
        while try await TestClient.get("/readyz", from: port).status != "HTTP/1.1 200 OK" {}
        try await body(host, port, socket)
      }
    }
  }
}

/// Asks a console, on a thread that may wait.
private func ask(
  _ socket: String, _ command: String, _ arguments: [String: ConsoleValue] = [:]
) async throws -> ConsoleValue {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(
        with: Result {
          try BridgeConsole.Client(connectingTo: socket, timeout: .seconds(600))
            .send(command, arguments)
        })
    }
  }
}

/// Each test has a process of its own, as tracing is the process's.
@Suite struct AppTelemetryTests {
  @Test func `A monitor reads the app's own metrics, and those of its tasks`() async {
    await #expect(processExitsWith: .success) {
      try await launch { _, port, _ in
        try TaskManager.shared.injectEventTask(name: "Moor", event: .reserved2) { _ in }
        await TaskManager.shared.trigger(.reserved2).finished()
        let text = try await TestClient.get("/metrics", from: port).body
        #expect(text.contains("port_ships_total 2\n"))
        #expect(
          text.contains("modularitykit_task_ends_total{name=\"Moor\",outcome=\"succeeded\"} 1\n"))
        #expect(text.contains("modularitykit_task_duration_seconds_count{name=\"Moor\""))
        #expect(text.contains("modularitykit_app_ready 1\n"))
        #expect(text.contains("modularitykit_problems{severity=\"error\"}"))
      }
    }
  }

  @Test func `The console shows the metrics, and help has the command`() async {
    await #expect(processExitsWith: .success) {
      try await launch { _, _, socket in
        let metrics = try await ask(socket, "metrics")
        #expect(metrics.string?.contains("port_ships_total 2\n") == true)
        let help = try await ask(socket, "help")
        #expect(help.array?.contains { $0["name"] == "metrics" } == true)
      }
    }
  }

  @Test func `An app is ready until it shuts down, and the port ends with it`() async {
    await #expect(processExitsWith: .success) {
      try await launch { host, port, _ in
        let gate = AsyncStream<Void>.makeStream()
        host.context.onShutdown("last answer") {
          let response = try await TestClient.get("/readyz", from: port)
          #expect(response.status == "HTTP/1.1 503 Service Unavailable")
          #expect(response.body.contains("the app has been asked to stop"))
          gate.continuation.finish()
        }
        host.context.shutDown()
        for await _ in gate.stream {}
        #expect(await host.exitCode == 0)
        // The kernel may take connections until the queue of the port has closed its socket.
        while let late = try? TestClient(port) { _ = await late.received() }
      }
    }
  }

  @Test func `An app exports its spans and metrics before it ends`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try await Log.$folder.withValue(folder.path("")) {
        try await AppHost.launchForTesting(Log.self, clock: ManualClock()) { host in
          #expect(await host.exitCode == 0)
        }
      }
      let traces = try String(contentsOfFile: folder.path("traces.jsonl"), encoding: .utf8)
      #expect(traces.contains(#""name":"moor""#))
      let metrics = try String(contentsOfFile: folder.path("metrics.jsonl"), encoding: .utf8)
      #expect(metrics.contains(#""name":"port.ships""#))
    }
  }

  @Test func `A command whose name is taken is reported, and not added`() async {
    await #expect(processExitsWith: .success) {
      try await launch { host, _, socket in
        host.context.onCommand("status", "Another status.") { _ in .null }
        host.context.onCommand("moor", "Moors a ship.", parameters: ["ship"]) { arguments in
          arguments["ship"] ?? .null
        }
        let status = try await ask(socket, "status")
        #expect(status["name"] == "Port")
        let answer = try await ask(socket, "moor", ["ship": "Fram"])
        #expect(answer == "Fram")
        await #expect(throws: BridgeConsoleError.self) {
          try await ask(socket, "moor", ["name": "Fram"])
        }
        host.context.shutDown()
        let messages = await host.outcome.messages
        #expect(messages.contains { $0.hasPrefix("the command 'status' (BridgeTelemetryTests/") })
      }
    }
  }
}
