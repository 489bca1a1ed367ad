import Dispatch
import ModularityTestSupport
import Testing

@testable import RheaTime

@MainActor
@Suite struct FreshStateTests {
  private let notes = Notes()

  @Test func `Events of one state are unknown in others and in the process`() {
    Rhea.withFreshState {
      Rhea.on("tests.scope", repeatable: true) { [notes] in notes.record("outer") }
      Rhea.trigger(event: "tests.scope", sticky: true)
      #expect(notes.reset() == ["outer"])
      Rhea.withFreshState {
        #expect(!Rhea.hasFired("tests.scope"))
        #expect(Rhea.callbacks(for: "tests.scope").isEmpty)
        Rhea.on("tests.scope") { [notes] in notes.record("inner") }
        #expect(notes.events.isEmpty)
        Rhea.trigger(event: "tests.scope")
        #expect(notes.reset() == ["inner"])
      }
      #expect(Rhea.hasFired("tests.scope"))
      Rhea.trigger(event: "tests.scope")
      #expect(notes.reset() == ["outer"])
    }
    #expect(!Rhea.hasFired("tests.scope"))
    #expect(Rhea.callbacks(for: "tests.scope").isEmpty)
  }

  @Test func `Concurrent states are independent`() async {
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask { @concurrent in
          await Rhea.withFreshState {
            let notes = Notes()
            Rhea.on("e", repeatable: true) { notes.record("\($0.param, default: "nil")") }
            Rhea.on("e", repeatable: true, async: true) {
              notes.record("\($0.param, default: "nil")")
            }
            for _ in 0..<20 { await Rhea.run(event: "e", param: number) }
            #expect(notes.events == Array(repeating: "\(number)", count: 40))
          }
        }
      }
    }
  }

  @Test func `Tasks of the body belong to its state, detached ones do not`() async {
    await Rhea.withFreshState {
      Rhea.on("tests.tasks", repeatable: true) { [notes] context in
        notes.record("\(context.param, default: "nil")")
      }
      async let child: Void = Rhea.run(event: "tests.tasks", param: "child")
      await child
      await Task { await Rhea.run(event: "tests.tasks", param: "task") }.value
      await Task { @concurrent in await Rhea.run(event: "tests.tasks", param: "concurrent") }.value
      await Task { @concurrent in
        await MainActor.run { _ = Rhea.trigger(event: "tests.tasks", param: "main") }
      }.value
      await withTaskGroup { group in
        group.addTask { await Rhea.run(event: "tests.tasks", param: "group") }
      }
      #expect(notes.reset() == ["child", "task", "concurrent", "main", "group"])
      await Task.detached { await Rhea.run(event: "tests.tasks.detached", param: "lost") }.value
      #expect(!Rhea.hasFired("tests.tasks.detached"))
    }
    #expect(Rhea.hasFired("tests.tasks.detached"))
    #expect(!Rhea.hasFired("tests.tasks"))
  }

  @Test func `A task that outlives the body still belongs to its state`() async {
    let gate = Gate()
    let late = Rhea.withFreshState {
      Rhea.on("tests.outlives") { [notes] in notes.record("run") }
      return Task {
        await gate.passed()
        await Rhea.run(event: "tests.outlives")
        return Rhea.hasFired("tests.outlives")
      }
    }
    gate.open()
    #expect(await late.value)
    #expect(notes.events == ["run"])
    #expect(!Rhea.hasFired("tests.outlives"))
  }

  @Test func `Callbacks belong to the state they were added in, on the main actor and off it`()
    async
  {
    await Rhea.withFreshState {
      Rhea.on("e") { Rhea.trigger(event: "by sync") }
      Rhea.on("e") {
        await Task.yield()
        Rhea.trigger(event: "by suspending")
      }
      Rhea.on("e", async: true) { Rhea.trigger(event: "by async") }
      await Task { @concurrent in await Rhea.run(event: "e") }.value
      for event in ["by sync", "by suspending", "by async"] {
        #expect(Rhea.hasFired(RheaEvent(rawValue: event)))
      }
    }
    #expect(!Rhea.hasFired("by async"))
  }

  @Test func `The body's result and error are passed on, with their types`() async throws {
    #expect(Rhea.withFreshState { 1 } == 1)
    let two = await Rhea.withFreshState {
      await Task.yield()
      return 2
    }
    #expect(two == 2)
    func failing() throws(Mishap) { throw Mishap() }
    do throws(Mishap) {
      try Rhea.withFreshState { () throws(Mishap) in try failing() }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.description == "a mishap")
    }
    do throws(Mishap) {
      try await Rhea.withFreshState { () async throws(Mishap) in
        await Task.yield()
        try failing()
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.description == "a mishap")
    }
  }

  // MARK: Errors

  @Test func `A state starts with the current handler, and its own handler ends with it`() {
    Rhea.withFreshState {
      Rhea.errorHandler = { [notes] _ in notes.record("outer") }
      Rhea.withFreshState {
        Rhea.trigger(event: .load)
        #expect(notes.reset() == ["outer"])
        Rhea.errorHandler = { [notes] _ in notes.record("inner") }
        Rhea.trigger(event: .load)
        #expect(notes.reset() == ["inner"])
      }
      Rhea.trigger(event: .load)
      #expect(notes.reset() == ["outer"])
    }
  }

  // MARK: Built-in moments

  @Test(arguments: RheaEvent.builtIn)
  func `A built-in event can be simulated any number of times`(event: RheaEvent) {
    Rhea.withFreshState(including: { _ in false }) {
      let problems = EventRecorder<RheaError>.collecting()
      #expect(!Rhea.hasFired(event))
      Rhea.on(event) { [notes] context in notes.record("once \(context.event)") }
      Rhea.on(event, repeatable: true) { [notes] in notes.record("always") }
      #expect(Rhea.simulate(event).isFinished)
      #expect(notes.reset() == ["once \(event)", "always"])
      #expect(Rhea.hasFired(event))
      Rhea.simulate(event)
      #expect(notes.reset() == ["always"])
      // A callback that comes later runs at once.
      Rhea.on(event) { [notes] context in notes.record("late \(context.event)") }
      #expect(notes.reset() == ["late \(event)"])
      #expect(problems.events.isEmpty)
    }
  }

  @Test func `Simulating any other event triggers it`() async {
    await Rhea.withFreshState {
      Rhea.on("e", async: true) { [notes] context in
        notes.record("\(context.event) \(context.param, default: "nil")")
      }
      await Rhea.simulate("e").finished()
      #expect(notes.events == ["e nil"])
      #expect(Rhea.hasFired("e"))
    }
  }
}

@MainActor
@Suite struct FreshStateDeclarationTests {
  private let notes = Notes()

  @Test
  func
    `Declared callbacks run by priority, then in the order of the file, with those added behind`()
    async
  {
    await Rhea.withFreshState {
      await Declared.$notes.withValue(notes) {
        Rhea.on(.declaredHere, priority: .low) { [notes] in notes.record("added low") }
        Rhea.on(.declaredHere, priority: .normal) { [notes] in notes.record("added") }
        Rhea.on(.declaredHere, priority: .high) { [notes] in notes.record("added high") }
        await Rhea.run(event: .declaredHere, param: 5)
        #expect(
          notes.events.filter { $0 != "async" } == [
            "function", "added high", "first 5", "second", "added", "low", "added low",
          ])
        #expect(notes.reset().contains("async"))
        await Rhea.run(event: .declaredHere)
        #expect(
          notes.events.filter { $0 != "async" } == ["first nil", "second", "low"])
        #expect(notes.events.contains("async"))
      }
    }
  }

  @Test func `Declared callbacks are pending in every new state, independent of others`() {
    for _ in 0..<3 {
      Rhea.withFreshState {
        Declared.$notes.withValue(notes) {
          #expect(Rhea.callbacks(for: .declaredOnce).map(\.state) == [.waiting])
          Rhea.trigger(event: .declaredOnce)
          Rhea.trigger(event: .declaredOnce)
          #expect(notes.reset() == ["once"])
          #expect(Rhea.callbacks(for: .declaredOnce).map(\.state) == [.finished])
          Rhea.withFreshState { _ = Rhea.trigger(event: .declaredOnce) }
          #expect(notes.reset() == ["once"])
        }
      }
    }
  }

  @Test func `A constant and a literal with one text declare for one event`() {
    Rhea.withFreshState {
      Declared.$notes.withValue(notes) {
        Rhea.trigger(event: .misnamed)
        #expect(notes.events == ["by text", "by constant"])
      }
    }
  }

  @Test func `A declared callback receives the value of its typed event`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      Declared.$notes.withValue(notes) {
        Rhea.trigger(event: .declaredNumber, param: 4)
        #expect(notes.events == ["number 4"])
        Rhea.trigger(event: "tests.declared.number", param: 4.5)
        #expect(notes.events.count == 1)
      }
      #expect(problems.events.map(\.code) == [.wrongPayload])
      #expect(problems.events.map(\.fileID) == ["RheaTimeTests/DeclaredCallbacks.swift"])
      #expect(
        problems.events.map(\.location)
          == Rhea.callbacks(for: "tests.declared.number").map(\.location))
    }
  }

  @Test func `A filter decides which declared callbacks are included`() async {
    await Rhea.withFreshState(including: { $0.priority == RheaPriority.normal.rawValue }) {
      await Declared.$notes.withValue(notes) {
        await Rhea.run(event: .declaredHere)
        #expect(notes.reset() == ["first nil", "second"])
        Rhea.on(.declaredHere, priority: .high) { [notes] in notes.record("added") }
        Rhea.trigger(event: .declaredHere)
        #expect(notes.reset() == ["added", "first nil", "second"])
        #expect(Rhea.callbacks(for: .declaredHere).count == 2)
      }
    }
    let seen = EventRecorder<DeclaredItem>()
    Rhea.withFreshState(including: {
      seen.record($0)
      return false
    }) {
      #expect(Rhea.callbacks(for: .declaredHere).isEmpty)
    }
    let shown = seen.events.filter { $0.name == RheaEvent.declaredOnce.rawValue }
    // Asked again whenever another test loads an image.
    #expect(Set(shown.map(\.module)) == ["RheaTimeTests"])
  }

  @Test func `Simulating a built-in event runs the callbacks declared for it`() {
    Rhea.withFreshState(including: { $0.module == "RheaTimeTests" }) {
      Declared.$notes.withValue(notes) {
        Rhea.simulate(.appDidFinishLaunching)
        Rhea.simulate(.appDidFinishLaunching)
        #expect(notes.events == ["launched", "launched"])
      }
    }
  }
}
