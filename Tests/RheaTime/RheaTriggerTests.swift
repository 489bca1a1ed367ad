import ModularityTestSupport
import ProcessLifecycle
import Testing

@testable import RheaTime

@MainActor
@Suite struct RheaTriggerTests {
  private let notes = Notes()

  @Test func `Higher priorities run first, and equal ones in the order they were added`() {
    Rhea.withFreshState {
      let priorities: [RheaPriority] = [.normal, .veryLow, -3, .high, .normal, 6, .high, 100, -3]
      for (number, priority) in priorities.enumerated() {
        Rhea.on("e", priority: priority) { [notes] in notes.record("\(priority) \(number)") }
      }
      Rhea.trigger(event: "e")
    }
    #expect(
      notes.events == [
        "100 7", "7 3", "7 6", "6 5", "5 0", "5 4", "1 1", "-3 2", "-3 8",
      ])
  }

  @Test func `Once-only callbacks run at the first trigger and repeatable ones at each`() {
    Rhea.withFreshState {
      Rhea.on("e") { [notes] in notes.record("once") }
      Rhea.on("e", repeatable: true) { [notes] in notes.record("always") }
      Rhea.on("e") { [notes] in notes.record("once too") }
      Rhea.trigger(event: "e")
      #expect(notes.reset() == ["once", "always", "once too"])
      Rhea.trigger(event: "e")
      Rhea.trigger(event: "e")
      #expect(notes.events == ["always", "always"])
    }
  }

  @Test func `An event without callbacks is only recorded as occurred`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      #expect(!Rhea.hasFired("no callbacks"))
      #expect(Rhea.trigger(event: "no callbacks").isFinished)
      #expect(Rhea.hasFired("no callbacks"))
      #expect(!Rhea.hasFired("another"))
      #expect(problems.events.isEmpty)
    }
  }

  @Test func `Callbacks receive the event, the value and the launch arguments`() {
    Rhea.withFreshState {
      Rhea.on("e", repeatable: true) { [notes] context in
        notes.record("\(context.event) \(context.param, default: "nil")")
        #expect(context.launchOptions.arguments == CommandLine.arguments)
        #expect(context.launchOptions.environment["PATH"] != nil)
        // As Rhea declares them.
        if let options = context.launchOptions {
          #expect(options.arguments == CommandLine.arguments)
        }
        #expect(context.launchOptions?.environment["PATH"] != nil)
        let options: LaunchOptions? = context.launchOptions
        #expect(options != nil)
      }
      Rhea.trigger(event: "e", param: 46)
      Rhea.trigger(event: "e")
      Rhea.trigger(event: "e", param: "text")
    }
    #expect(notes.events == ["e 46", "e nil", "e text"])
  }

  @Test func `Only an event's text counts, however it is written`() {
    let constant: RheaEvent = "one event"
    Rhea.withFreshState {
      Rhea.on(constant, repeatable: true) { [notes] in notes.record("constant") }
      Rhea.on("one event", repeatable: true) { [notes] in notes.record("literal") }
      Rhea.on(RheaEvent(rawValue: "one" + " event"), repeatable: true) { [notes] in
        notes.record("made")
      }
      Rhea.trigger(event: constant)
      #expect(notes.reset() == ["constant", "literal", "made"])
      Rhea.trigger(event: "\("one") event")
      #expect(notes.events == ["constant", "literal", "made"])
    }
  }

  @Test func `A callback may trigger another event, which finishes before it continues`() {
    Rhea.withFreshState {
      Rhea.on("outer") { [notes] in
        notes.record("outer begins")
        Rhea.trigger(event: "inner")
        notes.record("outer ends")
      }
      Rhea.on("outer", priority: .low) { [notes] in notes.record("outer's second") }
      Rhea.on("inner") { [notes] in notes.record("inner") }
      Rhea.trigger(event: "outer")
    }
    #expect(notes.events == ["outer begins", "inner", "outer ends", "outer's second"])
  }

  @Test func `Synchronous callbacks keep their order whatever runs concurrently`() async {
    await Rhea.withFreshState {
      for number in 0..<20 {
        switch number % 4 {
        case 0: Rhea.on("e", async: true) { await Task.yield() }
        case 1: Rhea.on("e", priority: 9, async: true) { throw Mishap() }
        default: Rhea.on("e") { [notes] in notes.record("\(number)") }
        }
      }
      let problems = EventRecorder<RheaError>.collecting()
      await Rhea.run(event: "e")
      #expect(notes.events == (0..<20).filter { $0 % 4 >= 2 }.map(\.description))
      #expect(problems.events.count == 5)
    }
  }
}

@MainActor
@Suite struct RheaSelfTriggerTests {
  private let notes = Notes()

  @Test func `A once-only callback that triggers its own event runs once`() {
    Rhea.withFreshState {
      Rhea.on("e") { [notes] in
        notes.record("run")
        Rhea.trigger(event: "e")
      }
      Rhea.trigger(event: "e")
    }
    #expect(notes.events == ["run"])
  }

  @Test func `A cycle is rejected at the nesting limit, and later triggers work`() throws {
    try Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      var line = 0
      Rhea.on("cycle", repeatable: true) { [notes] in
        notes.record("run")
        #expect(Rhea.trigger(event: "cycle").isFinished)
      }
      line = #line - 2
      Rhea.trigger(event: "cycle")
      #expect(notes.reset().count == CallbackRun.maximumNesting)
      try #require(problems.events.count == 1)
      let problem = problems.reset()[0]
      #expect(problem.code == .nestedTooDeep)
      #expect(problem.event == "cycle")
      #expect(problem.fileID == #fileID)
      #expect(problem.line == line)
      #expect(problem.message.contains("'cycle' was not triggered: 100 nested events"))

      Rhea.on("afterwards") { [notes] in notes.record("afterwards") }
      Rhea.trigger(event: "afterwards")
      #expect(notes.events == ["afterwards"])
      #expect(problems.events.isEmpty)
    }
  }

  @Test func `A cycle of several events is rejected, too, and half of one is not`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      for number in 0..<7 {
        Rhea.on("ring \(number)", repeatable: true) { [notes] in
          notes.record("run")
          Rhea.trigger(event: "ring \((number + 1) % 7)")
        }
      }
      Rhea.trigger(event: "ring 0")
      #expect(notes.reset().count == CallbackRun.maximumNesting)
      #expect(problems.reset().map(\.code) == [.nestedTooDeep])

      let length = CallbackRun.maximumNesting
      for number in 0..<length {
        Rhea.on("chain \(number)") { [notes] in
          notes.record("run")
          if number + 1 < length { Rhea.trigger(event: "chain \(number + 1)") }
        }
      }
      Rhea.trigger(event: "chain 0")
      #expect(notes.events.count == length)
      #expect(problems.events.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `A cycle of asynchronous callbacks is stopped at the same limit`(isAsync: Bool) async throws
  {
    try await Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      for number in 0..<3 {
        // Every other event by way of a callback that suspends.
        let perform: @Sendable () async -> Void = { [notes] in
          notes.record("run")
          if number > 0 { await Task.yield() }
          Rhea.trigger(event: "ring \(number + 1)")
        }
        if isAsync {
          Rhea.on("ring \(number)", repeatable: true, async: true) { await perform() }
        } else {
          Rhea.on("ring \(number)", repeatable: true) { await perform() }
        }
      }
      Rhea.on("ring 3", repeatable: true) { Rhea.trigger(event: "ring 0") }
      Rhea.trigger(event: "ring 0")
      _ = try await problems.waitForEvents(count: 1)
      #expect(notes.events.count == CallbackRun.maximumNesting)
      #expect(problems.events.map(\.code) == [.nestedTooDeep])
      #expect(problems.events[0].message.contains("detached"))
    }
  }

  @Test func `A detached task starts its own causal chain`() async throws {
    try await Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      let center = RheaCenter.current
      let count = 3 * CallbackRun.maximumNesting
      Rhea.on("tick", repeatable: true, async: true) { [notes] in
        notes.record("tick")
        guard notes.events.count < count else { return }
        Task.detached { center.withCurrent { _ = Rhea.trigger(event: "tick") } }
      }
      Rhea.trigger(event: "tick")
      _ = try await notes.waitForEvents(count: count)
      #expect(problems.events.isEmpty)
    }
  }

  @Test func `After a callback throws, it no longer counts as running in its event`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      Rhea.on("e", repeatable: true) { throw Mishap() }
      let count = 3 * CallbackRun.maximumNesting
      for _ in 0..<count { Rhea.trigger(event: "e") }
      #expect(problems.events.count == count)
      #expect(Set(problems.events.map(\.code)) == [.callbackFailed])
    }
  }
}
