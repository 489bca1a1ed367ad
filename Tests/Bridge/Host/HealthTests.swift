import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStore
import Testing

/// The liveness and readiness of an app.
@Suite struct HealthTests {
  private func failures(_ checks: [AppHealth.Check]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0.failure ?? "") })
  }

  @Test func `An app that runs is live and ready`() async throws {
    try await ScriptedApp.launch {
      await $0.waitForShutdown()
    } _: { host in
      await host.wait(for: .running)
      let health = await host.context.health()
      #expect(health.isLive && health.isReady)
      #expect(failures(health.liveness) == ["main actor": ""])
      #expect(failures(health.readiness) == ["phase": ""])
    }
  }

  @Test func `An app is live but not ready before it runs and once it is asked to stop`()
    async throws
  {
    let seen = EventRecorder<AppHealth>()
    try await ScriptedApp.$willLaunch.withValue({ seen.record(await $0.health()) }) {
      try await ScriptedApp.launch { context in
        context.shutDown()
        seen.record(await context.health())
      } _: { host in
        _ = await host.outcome
        seen.record(await host.context.health())
      }
    }
    let stopped = "the app has been asked to stop"
    #expect(seen.events.map(\.isLive) == [true, true, true])
    #expect(seen.events.map(\.isReady) == [false, false, false])
    #expect(
      seen.events.map { failures($0.readiness)["phase"] }
        == ["the app is still in 'willLaunch'", stopped, stopped])
  }

  @Test(.timeLimit(.minutes(10)))
  func `A check of the app fails with its error and its source location`() async throws {
    let line = #line + 2
    try await ScriptedApp.launch { context in
      context.onHealthCheck("cache") { throw Refused() }
      context.onHealthCheck("disk", of: .liveness) { throw Refused() }
      context.onHealthCheck("mail") {}
      await context.waitForShutdown()
    } _: { host in
      await host.wait(for: .running)
      var health = await host.context.health()
      while health.readiness.count < 3 {
        await Task.yield()
        health = await host.context.health()
      }
      #expect(health.readiness.map(\.name) == ["phase", "cache", "mail"])
      #expect(
        failures(health.readiness) == [
          "phase": "", "cache": "refused (BridgeTests/HealthTests.swift:\(line))", "mail": "",
        ])
      #expect(
        failures(health.liveness) == [
          "main actor": "", "disk": "refused (BridgeTests/HealthTests.swift:\(line + 1))",
        ])
      #expect(!health.isLive && !health.isReady)
    }
  }

  @Test func `The store of the app answers, or fails by its summary and error`() async throws {
    func check(_ use: @escaping @Sendable () async throws -> Void) async throws -> String? {
      let checks = EventRecorder<AppHealth>()
      try await ScriptedApp.launch { context in
        try await use()
        checks.record(await context.health())
      } _: {
        #expect(await $0.exitCode == 0)
      }
      let health = try #require(checks.events.first)
      #expect(health.isLive)
      return try #require(health.readiness.first { $0.name == "store" }).failure
    }
    #expect(try await check { _ = try await TaskManager.shared.use(.memory()) } == nil)
    let folder = try TemporaryFolder()
    let file = folder.path("tasks.sqlite")
    #expect(try await check { _ = try await TaskManager.shared.use(.sqlite(at: file)) } == nil)
    #expect(
      try await check { _ = try await TaskManager.shared.use(LostStore()) }
        == "a store behind a cable that is cut cannot be read: Cut()")
  }

  @Test func `Keep-alive messages that cannot be sent for the watchdog's period fail liveness`()
    async throws
  {
    let supervisor = try DatagramListener()
    let clock = ManualClock()
    let environment = ["NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "20000000"]
    let outcome = try await ScriptedApp.launch(environment: environment, clock: clock) {
      await $0.waitForShutdown()
    } _: { host in
      #expect(await supervisor.next() == "READY=1")
      #expect(await supervisor.next() == "WATCHDOG=1")
      try await clock.sleepers(atLeast: 1)
      #expect(await failures(host.context.health().liveness)["watchdog"] == "")
      try FileManager.default.removeItem(atPath: supervisor.path)
      clock.advance(by: .seconds(20))
      #expect(await failures(host.context.health().liveness)["watchdog"] == "")
      clock.advance(by: .seconds(1))
      let health = await host.context.health()
      #expect(!health.isLive)
      #expect(
        failures(health.liveness)["watchdog"] == """
          the supervisor has received no keep-alive message for 21.0 seconds, but expects one \
          every 20.0 seconds
          """)
      host.signal(.terminate)
      return await host.outcome
    }
    #expect(outcome.messages.count == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A process whose main actor hangs says through its console that it is not live`()
    async throws
  {
    let folder = try TemporaryFolder(isShort: true)
    let path = folder.path("console")
    let supervisor = try DatagramListener()
    let child = try ChildProcess(
      "HostFixture", "health", path,
      environment: ["NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "500000"])
    defer { child.destroy() }
    func health() async throws -> ConsoleValue {
      // Unread, keep-alive messages fill the socket, and the app fails to send further ones.
      _ = supervisor.rest()
      return try await waiting { try BridgeConsole.Client(connectingTo: path).send("health") }
    }
    try await child.writes("open")
    var answer = try await health()
    while answer["isReady"] == false { answer = try await health() }
    #expect(answer["isLive"] == true)
    #expect(answer["liveness"]?.array?.compactMap { $0["name"] } == ["watchdog", "main actor"])
    #expect(
      answer["readiness"] == [
        ["name": "phase", "failure": nil], ["name": "cache", "failure": nil],
      ])
    child.send(SIGHUP)
    try await child.writes("open", "blocked")
    repeat { answer = try await health() } while answer["liveness"]?[0]?["failure"] == .null
    #expect(answer["isLive"] == false)
    #expect(answer["isReady"] == false)
    let texts = answer["liveness"]?.array?.compactMap { $0["failure"]?.string } ?? []
    #expect(texts.count == 2)
    #expect(
      texts.first?.hasPrefix("the supervisor has received no keep-alive message for ") == true)
    #expect(texts.last?.hasPrefix("no answer ") == true)
  }

  @Test func `A console without its app has no health, and says how it would`() async throws {
    let folder = try TemporaryFolder(isShort: true)
    let error = await refusal(of: try openConsole(at: folder.path("console")), "health")
    #expect(error?.code == .failed)
    #expect(error?.message.contains("Bridge.openConsole(for: context)") == true)
  }
}
