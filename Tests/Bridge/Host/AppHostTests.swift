import Bridge
import ModularityTestSupport
import Testing

@Suite struct AppHostTests {
  /// A service: it waits, and its modules do everything.
  struct Service: ModularApp {
    func run(_ context: AppContext) async throws { await context.waitForShutdown() }
  }

  @Test func `An app that returns goes through all phases and exits with 0`() async throws {
    let outcome = try await ScriptedApp.launch(run: { _ in }) { await $0.outcome }
    #expect(outcome.exitCode == 0)
    #expect(outcome.reason == .returned)
    #expect(outcome.phases == AppPhase.allCases)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.steps.map(\.name) == ["run", "tasks"])
  }

  @Test(arguments: [(AppSignal.terminate, UInt8(0)), (.interrupt, 130)])
  func `A service runs until a signal`(
    signal: AppSignal, code: UInt8
  ) async throws {
    let outcome = try await AppHost.launchForTesting(Service.self, clock: ManualClock()) { host in
      host.signal(signal)
      return await host.outcome
    }
    #expect(outcome.exitCode == code)
    #expect(outcome.reason == .signal(signal))
  }

  @Test func `A test waits for a phase, also if the app ends before it`() async throws {
    try await AppHost.launchForTesting(Service.self, clock: ManualClock()) { host in
      #expect(await host.wait(for: .running))
      #expect(host.phase == .running)
      #expect(await host.wait(for: .launching))
      host.signal(.terminate)
      #expect(await host.wait(for: .ended))
    }
    try await ScriptedApp.$willLaunch.withValue({ _ in throw Refused() }) {
      try await ScriptedApp.launch(run: { _ in }) { host in
        #expect(await !host.wait(for: .running))
        #expect(await host.outcome.exitCode == 1)
      }
    }
  }

  @Test func `Only the declarations that are included are launched`() async throws {
    func tasks(where isIncluded: @escaping @Sendable (DeclaredItem) -> Bool) async throws -> Int {
      try await AppHost.launchForTesting(
        Service.self, clock: ManualClock(), including: isIncluded
      ) { host in
        await host.wait(for: .running)
        return TaskManager.shared.list.count
      }
    }
    #expect(try await tasks { _ in true } > 0)
    #expect(try await tasks { _ in false } == 0)
  }

  @Test func `An error that an app throws is printed, and the exit code is 1`() async throws {
    let outcome = try await ScriptedApp.launch(run: { _ in throw Refused() }) { await $0.outcome }
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages == ["refused"])
    #expect(outcome.reason == .threw("refused"))
  }

  @Test(arguments: [0, 3, 255] as [UInt8])
  func `An app chooses its exit code by throwing it`(code: UInt8) async throws {
    let outcome = try await ScriptedApp.launch(run: { _ in throw AppExit(code, "so be\nit") }) {
      await $0.outcome
    }
    #expect(outcome.exitCode == code)
    #expect(outcome.messages == ["so be it"])
  }

  @Test(arguments: [AppExit.success, .failure, .missedDeadline])
  func `An app throws an exit without a message`(exit: AppExit) async throws {
    let outcome = try await ScriptedApp.launch(run: { _ in throw exit }) { await $0.outcome }
    #expect(outcome.exitCode == exit.code)
    #expect(outcome.messages == [])
  }

  @Test func `An error that an app throws after a signal is reported`() async throws {
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      events.record("works")
      await context.waitForShutdown()
      throw AppExit(9)
    } _: { host in
      try await events.waitForEvents(count: 1)
      host.signal(.interrupt)
      return await host.outcome
    }
    #expect(outcome.exitCode == 9)
    #expect(outcome.reason == .signal(.interrupt))
  }

  @Test func `A cancellation after a signal is not an error`() async throws {
    let outcome = try await ScriptedApp.launch { _ in
      try await Task.sleep(for: .seconds(1000))
    } _: { host in
      host.signal(.terminate)
      return await host.outcome
    }
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty)
  }

  @Test func `An app that cannot launch is never reported as ready, and shuts down`() async throws {
    let outcome = try await ScriptedApp.$willLaunch.withValue({ context in
      context.onShutdown("opened before") {}
      throw Refused()
    }) {
      try await ScriptedApp.launch(run: { _ in Issue.record("never runs") }) { await $0.outcome }
    }
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.phases == [
        .willLaunch, .stopping, .finishingTasks, .shuttingDown, .endingTasks, .tellingListeners,
        .ended,
      ])
    #expect(outcome.steps.map(\.name) == ["run", "opened before", "tasks"])
  }

  @Test func `The app can end itself`() async throws {
    let outcome = try await ScriptedApp.launch { context in
      #expect(!context.isShuttingDown)
      context.shutDown()
      #expect(context.isShuttingDown)
      await context.waitForShutdown()
    } _: {
      await $0.outcome
    }
    #expect(outcome.reason == .askedByApp)
    #expect(outcome.exitCode == 0)
  }

  @Test func `An app that still runs when its test ends is shut down`() async throws {
    let ends = EventRecorder<String>()
    try await ScriptedApp.launch { context in
      context.onShutdown("it ends") { ends.record("ended") }
      ends.record("runs")
      await context.waitForShutdown()
    } _: { _ in
      try await ends.waitForEvents(count: 1)
    }
    #expect(ends.events == ["runs", "ended"])
  }

  @Test func `The second signal makes it leave at once`() async throws {
    let steps = EventRecorder<String>()
    let clock = ManualClock()
    let outcome = try await ScriptedApp.launch(clock: clock) { context in
      context.onShutdown("never done") { steps.record("done") }
      steps.record("stands still")
      await standStill(until: steps, records: "go on")
    } _: { host in
      try await steps.waitForEvents(count: 1)
      // At once, it is one request to end.
      for _ in 0..<3 { host.signal(.terminate) }
      clock.advance(by: .seconds(1))
      host.signal(.interrupt)
      let outcome = await host.outcome
      #expect(steps.events == ["stands still"])
      steps.record("go on")
      return outcome
    }
    #expect(outcome.exitCode == 130)
    #expect(outcome.reason == .forced(.interrupt))
  }

  @Test func `A reload of settings that runs at shutdown is waited for`() async throws {
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      context.onShutdown("step") { events.record("step") }
      context.onReload("slow") {
        events.record("reads")
        await standStill(until: events, records: "go on")
        events.record("has read")
      }
      events.record("ready")
      await context.waitForShutdown()
    } _: { host in
      try await events.waitForEvents(count: 1)
      host.signal(.hangup)
      try await events.waitForEvents(count: 2)
      host.signal(.terminate)
      await host.context.waitForShutdown()
      events.record("go on")
      return await host.outcome
    }
    #expect(events.events == ["ready", "reads", "go on", "has read", "step"])
    #expect(outcome.exitCode == 0)
  }

  @Test func `Settings are reloaded in order, and a failure is only reported`() async throws {
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      context.onReload("first") { throw Refused() }
      context.onReload("second") { events.record("second") }
      events.record("ready")
      await context.waitForShutdown()
    } _: { host in
      try await events.waitForEvents(count: 1)
      host.signal(.hangup)
      try await events.waitForEvents(count: 2)
      host.signal(.terminate)
      return await host.outcome
    }
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.count == 1)
    #expect(outcome.messages[0].hasPrefix("reloading 'first' (BridgeTests/AppHostTests.swift:"))
    #expect(outcome.messages[0].hasSuffix("failed: refused"))
  }
}
