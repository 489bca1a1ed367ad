import Bridge
import ModularityTestSupport
import TaskStore
import Testing

@Suite struct ShutdownTests {
  @Test func `Shutdown steps run in reverse order, including steps that a step adds`() async throws
  {
    let done = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      context.onShutdown("first") { done.record("first") }
      context.onShutdown("second") {
        done.record("second")
        context.onShutdown("of second") { done.record("of second") }
      }
      context.onShutdown("third") { done.record("third") }
    } _: {
      await $0.outcome
    }
    #expect(done.events == ["third", "second", "of second", "first"])
    #expect(
      outcome.steps.map(\.name) == ["run", "third", "second", "of second", "first", "tasks"])
    #expect(outcome.exitCode == 0)
  }

  @Test func `Tasks that still run are waited for before the first step`() async throws {
    let done = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      context.onShutdown("database") { done.record("closed") }
      try TaskManager.shared.injectEventTask(name: "save", event: .demand) { _ in
        done.record("began")
        await standStill(until: done, records: "go on")
        done.record("saved")
      }
      try TaskManager.shared.runTask(named: "save")
    } _: { host in
      try await done.waitForEvents(count: 1)
      await host.wait(for: .finishingTasks)
      done.record("go on")
      return await host.outcome
    }
    #expect(done.events == ["began", "go on", "saved", "closed"])
    #expect(outcome.steps.map(\.name) == ["run", "running tasks", "database", "tasks"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty)
  }

  @Test func `Jobs that run are waited for before the first step, and no more start`() async throws
  {
    let done = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch { context in
      context.onShutdown("database") { done.record("closed") }
      let manager = TaskManager.shared
      try await manager.use(.memory(), lease: .seconds(600))
      try manager.jobs.handle("save") { (number: Int, _: JobContext) in
        done.record("began \(number)")
        await standStill(until: done, records: "go on")
        done.record("saved \(number)")
        try await manager.jobs.enqueue("save", number + 1)
      }
      try await manager.jobs.enqueue("save", 1)
    } _: { host in
      try await done.waitForEvents(count: 1)
      await host.wait(for: .finishingTasks)
      done.record("go on")
      return await host.outcome
    }
    #expect(done.events == ["began 1", "go on", "saved 1", "closed"])
    #expect(outcome.steps.map(\.name) == ["run", "jobs", "database", "tasks"])
    #expect(outcome.messages.isEmpty)
  }

  @Test func `A task that runs past the deadline is abandoned and named`() async throws {
    let clock = ManualClock()
    let events = EventRecorder<String>()
    let line = #line + 2
    let outcome = try await ScriptedApp.launch(clock: clock) { _ in
      try TaskManager.shared.injectEventTask(name: "sync", event: .demand) { _ in
        events.record("began")
        await standStill(until: events, records: "go on")
      }
      try TaskManager.shared.runTask(named: "sync")
    } _: { host in
      try await events.waitForEvents(count: 1)
      await host.wait(for: .finishingTasks)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(10))
      let outcome = await host.outcome
      events.record("go on")
      return outcome
    }
    #expect(outcome.exitCode == AppExit.missedDeadline.code)
    #expect(
      outcome.messages == [
        "the shutdown step 'running tasks' missed its deadline of 10.0 seconds and was left behind",
        "the task 'sync' (BridgeTests/ShutdownTests.swift:\(line)) was cut off: it was still "
          + "running when the app ended",
      ])
  }

  @Test func `A step that throws is named with its source location, and the others run`()
    async throws
  {
    let done = EventRecorder<String>()
    let line = #line + 3
    let outcome = try await ScriptedApp.launch { context in
      context.onShutdown("after it") { done.record("after it") }
      context.onShutdown("broken") { throw Refused() }
    } _: {
      await $0.outcome
    }
    #expect(done.events == ["after it"])
    #expect(
      outcome.messages == [
        "the shutdown step 'broken' (BridgeTests/ShutdownTests.swift:\(line)) failed: refused"
      ])
    #expect(outcome.exitCode == AppExit.failure.code)
  }

  @Test func `Late steps are named and abandoned, and the exit code shows it`() async throws {
    let clock = ManualClock()
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch(clock: clock) { context in
      context.onShutdown("first") { events.record("first") }
      context.onShutdown("late", deadline: .seconds(3)) {
        events.record("late")
        await standStill(until: events, records: "go on")
      }
      context.onShutdown("later", deadline: .seconds(4)) {
        events.record("later")
        await standStill(until: events, records: "go on")
      }
    } _: { host in
      try await events.waitForEvents(count: 1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(4))
      try await events.waitForEvents(count: 2)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(3))
      let outcome = await host.outcome
      events.record("go on")
      return outcome
    }
    #expect(events.events == ["later", "late", "first", "go on"])
    #expect(outcome.steps.map(\.ending) == [.finished, .late, .late, .finished, .finished])
    #expect(outcome.steps[1].duration == .seconds(4))
    #expect(outcome.steps[2].duration == .seconds(3))
    #expect(outcome.exitCode == AppExit.missedDeadline.code)
    #expect(outcome.messages.count == 2)
    #expect(outcome.messages[0].contains("'later'"))
    #expect(outcome.messages[0].contains("deadline of 4.0 seconds"))
  }

  @Test func `A late step is cancelled`() async throws {
    let clock = ManualClock()
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch(clock: clock) { context in
      context.onShutdown("late") {
        events.record("late")
        await context.waitForCancellation()
        events.record("cancelled")
      }
    } _: { host in
      try await events.waitForEvents(count: 1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: AppConfiguration().stepDeadline)
      try await events.waitForEvents(count: 2)
      return await host.outcome
    }
    #expect(outcome.steps[1].ending == .late)
  }

  @Test func `Work that ignores a signal is abandoned, and the steps run`() async throws {
    let clock = ManualClock()
    let events = EventRecorder<String>()
    let outcome = try await ScriptedApp.launch(clock: clock) { context in
      context.onShutdown("step") { events.record("step") }
      events.record("works")
      await standStill(until: events, records: "go on")
    } _: { host in
      try await events.waitForEvents(count: 1)
      host.signal(.terminate)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: AppConfiguration().runDeadline)
      let outcome = await host.outcome
      events.record("go on")
      return outcome
    }
    #expect(events.events == ["works", "step", "go on"])
    #expect(outcome.steps.map(\.ending) == [.late, .finished, .finished, .finished])
    #expect(outcome.steps.last?.name == "listeners of SIGTERM")
    #expect(outcome.exitCode == AppExit.missedDeadline.code)
    #expect(outcome.reason == .signal(.terminate))
  }

  @Test func `A step that is added after the shutdown is reported`() async throws {
    let outcome = try await ScriptedApp.launch { context in
      try TaskManager.shared.injectEventTask(name: "end", event: .willTerminate) { _ in
        context.onShutdown("too late") { Issue.record("never done") }
      }
    } _: {
      await $0.outcome
    }
    #expect(outcome.messages.count == 1)
    #expect(outcome.messages.first?.contains("'too late'") == true)
    #expect(outcome.messages.first?.contains("never runs") == true)
  }
}

extension AppContext {
  /// Returns when the calling task is cancelled.
  func waitForCancellation() async {
    while !Task.isCancelled { await Task.yield() }
  }
}
