import Dispatch
import ModularityTestSupport
import Testing

@testable import RheaTime

@MainActor
@Suite struct StickyTests {
  private let notes = Notes()

  @Test func `A late callback runs before adding it returns, with the latest value`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e", param: 1, sticky: true)
      Rhea.trigger(event: "e", param: 2, sticky: true)
      Rhea.trigger(event: "e", param: 3)
      Rhea.on("e") { [notes] context in notes.record("\(context.param, default: "nil")") }
      #expect(notes.events == ["2"])
    }
  }

  @Test func `A late once-only callback runs once`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e", sticky: true)
      Rhea.on("e") { [notes] in notes.record("run") }
      Rhea.trigger(event: "e")
      #expect(notes.events == ["run"])
      #expect(Rhea.callbacks(for: "e").isEmpty)
    }
  }

  @Test func `A late repeatable callback runs for later triggers, too`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e", sticky: true)
      let registration = Rhea.on("e", repeatable: true) { [notes] in notes.record("run") }
      Rhea.trigger(event: "e")
      #expect(notes.events == ["run", "run"])
      registration.cancel()
      Rhea.trigger(event: "e")
      #expect(notes.events.count == 2)
    }
  }

  @Test func `Without stickiness no value is kept, and removing it drops the value`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e")
      Rhea.removeSticky("e")
      Rhea.on("e") { [notes] in notes.record("not sticky") }
      #expect(notes.events.isEmpty)
      Rhea.trigger(event: "f", sticky: true)
      Rhea.removeSticky("f")
      Rhea.removeSticky("never heard of")
      Rhea.on("f") { [notes] in notes.record("removed") }
      #expect(notes.events.isEmpty)
      #expect(Rhea.hasFired("f"))
      Rhea.trigger(event: "f")
      #expect(notes.events == ["removed"])
    }
  }

  @Test func `A late asynchronous callback is started at once`() async throws {
    try await Rhea.withFreshState {
      let gate = Gate()
      Rhea.trigger(event: "e", param: 5, sticky: true)
      Rhea.on("e") { [notes] context in
        notes.record("main \(context.param, default: "nil")")
        await gate.passed()
        notes.record("main ends")
      }
      #expect(notes.reset() == ["main 5"])
      gate.open()
      try await notes.waitForEvents(count: 1)
      #expect(notes.reset() == ["main ends"])
      Rhea.on("e", async: true) { [notes] context in
        notes.record("async \(context.param, default: "nil")")
      }
      try await notes.waitForEvents(count: 1)
      #expect(notes.events == ["async 5"])
    }
  }

  @Test func `A late typed callback gets the value`() {
    Rhea.withFreshState {
      let event = TypedRheaEvent<[Int]>("e")
      Rhea.trigger(event: event, param: [1, 2], sticky: true)
      Rhea.on(event) { [notes] numbers in notes.record("\(numbers)") }
      #expect(notes.events == ["[1, 2]"])
    }
  }

  @Test func `A callback may remove the stickiness of its event`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e", sticky: true)
      Rhea.on("e") { [notes] in
        notes.record("first")
        Rhea.removeSticky("e")
      }
      Rhea.on("e") { [notes] in notes.record("second") }
      #expect(notes.events == ["first"])
    }
  }

  @Test func `A callback added by a callback of a sticky event is late`() {
    Rhea.withFreshState {
      Rhea.on("e") { [notes] in
        Rhea.on("e") { notes.record("late") }
        notes.record("added it")
      }
      Rhea.trigger(event: "e", sticky: true)
      #expect(notes.events == ["late", "added it"])
    }
  }

  @Test func `A callback added during a sticky event runs exactly once`() async {
    for round in 0..<200 {
      await Rhea.withFreshState {
        let center = RheaCenter.current
        let once = (0..<30).map { _ in Counter() }
        let always = (0..<30).map { _ in Counter() }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          center.withCurrent {
            guard thread > 0 else {
              // In every round at another point of the others' work.
              for _ in 0..<(round % 20) { Rhea.trigger(event: "other") }
              Rhea.trigger(event: "e", sticky: true)
              return
            }
            for number in stride(from: thread - 1, to: 30, by: 3) {
              Rhea.on("e", async: number.isMultiple(of: 2)) { once[number].add() }
              Rhea.on("e", repeatable: true) { always[number].add() }
            }
          }
        }
        // Those queued for the main actor before this have run when it has, and
        // one trigger more runs once-only ones that have not run.
        await Task { @MainActor in }.value
        #expect(always.allSatisfy { $0.value == 1 })
        await Rhea.run(event: "e")
        #expect(always.allSatisfy { $0.value == 2 })
        #expect(Rhea.callbacks(for: "e").count == 30)
        #expect(stride(from: 1, to: 30, by: 2).allSatisfy { once[$0].value == 1 })
      }
    }
  }
}
