import Dispatch
import ModularityTestSupport
import ProcessLifecycle
import Synchronization
import Testing

@testable import RheaTime

@Suite struct RheaTriggerOffMainTests {
  private let notes = Notes()

  @Test func `Each kind of callback runs on its actor, wherever the trigger comes from`()
    async
  {
    let notes = notes
    @Sendable func addAndRun() async {
      Rhea.on("e") { notes.record("sync \(ProcessLifecycle.isOnMain)") }
      Rhea.on("e") {
        await Task.yield()
        notes.record("suspending \(ProcessLifecycle.isOnMain)")
      }
      Rhea.on("e", async: false) {
        notes.record("async: false \(ProcessLifecycle.isOnMain)")
      }
      // Because of its capture list, the compiler lets it leave any actor.
      Rhea.on("e", async: false) { [notes] in
        notes.record("captured \(ProcessLifecycle.isOnMain)")
      }
      Rhea.on("e", async: true) {
        notes.record("async: true \(ProcessLifecycle.isOnMain)")
      }
      await Rhea.run(event: "e")
    }
    let expected = [
      "async: false true", "async: true false", "captured true", "suspending true", "sync true",
    ]
    await Rhea.withFreshState { await addAndRun() }
    #expect(notes.reset().sorted() == expected)
    await Task { @MainActor in await Rhea.withFreshState { await addAndRun() } }.value
    #expect(notes.reset().sorted() == expected)
  }

  @MainActor
  @Test func `Triggers off the main actor are queued there in order`() async {
    await Rhea.withFreshState {
      Rhea.on("e", repeatable: true) { [notes] context in
        notes.record("\(context.param, default: "nil")")
      }
      let triggers = Task { @concurrent in
        (0..<100).map { Rhea.trigger(event: "e", param: $0) }
      }
      for trigger in await triggers.value { await trigger.finished() }
      #expect(notes.events == (0..<100).map(\.description))
    }
  }

  @MainActor
  @Test func `A trigger off the main actor does not wait for it`() {
    Rhea.withFreshState {
      Rhea.on("e") { [notes] in notes.record("callback") }
      let center = RheaCenter.current
      let returned = DispatchSemaphore(value: 0)
      let trigger = Mutex<RheaTrigger?>(nil)
      DispatchQueue.global().async { [notes] in
        let made = center.withCurrent { Rhea.trigger(event: "e") }
        notes.record("returned")
        trigger.withLock { $0 = made }
        returned.signal()
      }
      // The main actor is busy with this test all the while.
      returned.wait()
      #expect(notes.events == ["returned"])
      #expect(trigger.withLock { $0?.isFinished } == false)
    }
  }

  @Test func `Finished means that every callback has returned`() async {
    await Rhea.withFreshState {
      let gate = Gate()
      for number in 0..<5 {
        Rhea.on("e", async: true) { [notes] in
          await gate.passed()
          notes.record("async \(number)")
        }
        Rhea.on("e") { [notes] in
          await gate.passed()
          notes.record("main \(number)")
        }
        Rhea.on("e") { [notes] in notes.record("sync \(number)") }
      }
      let trigger = Rhea.trigger(event: "e")
      #expect(!trigger.isFinished)
      gate.open()
      await trigger.finished()
      #expect(trigger.isFinished)
      #expect(notes.events.count == 15)
      await trigger.finished()
    }
  }

  @Test func `A suspending callback starts in order and delays no other`() async {
    let gate = Gate()
    await Task { @MainActor [notes] in
      await Rhea.withFreshState {
        Rhea.on("e", priority: 3) {
          notes.record("begins")
          await gate.passed()
          notes.record("ends")
        }
        Rhea.on("e", priority: 4) { notes.record("before") }
        Rhea.on("e", priority: 2) { notes.record("after") }
        let trigger = Rhea.trigger(event: "e")
        #expect(notes.events == ["before", "begins", "after"])
        #expect(!trigger.isFinished)
        gate.open()
        await trigger.finished()
      }
    }.value
    #expect(notes.events == ["before", "begins", "after", "ends"])
  }

  @Test func `Cancelling a waiting task neither cancels callbacks nor ends the wait`() async {
    await Rhea.withFreshState {
      let started = Gate()
      let gate = Gate()
      Rhea.on("e", async: true) { [notes] in
        started.open()
        await gate.passed()
        notes.record("async cancelled: \(Task.isCancelled)")
      }
      Rhea.on("e") { [notes] in
        await gate.passed()
        notes.record("main cancelled: \(Task.isCancelled)")
      }
      let waiting = Task { [notes] in
        await Rhea.run(event: "e")
        notes.record("waited")
      }
      await started.passed()
      waiting.cancel()
      gate.open()
      await waiting.value
      #expect(notes.events.last == "waited")
      #expect(
        notes.events.dropLast().sorted() == ["async cancelled: false", "main cancelled: false"])
    }
  }

  @Test func `run returns after the callbacks, also with a typed value`() async throws {
    try await Rhea.withFreshState {
      Rhea.on("e") { [notes] context in notes.record("\(context.param, default: "nil")") }
      await Rhea.run(event: "e", param: 1)
      #expect(notes.reset() == ["1"])
      let event = TypedRheaEvent<Int>("typed")
      Rhea.on(event) { [notes] in notes.record("\($0 + 1)") }
      await Rhea.run(event: event, param: 1)
      #expect(notes.reset() == ["2"])
      await Rhea.run(event: "sticky", param: 3, sticky: true)
      Rhea.on("sticky", async: true) { [notes] in notes.record("\($0.param, default: "nil")") }
      try await notes.waitForEvents(count: 1)
      #expect(notes.events == ["3"])
    }
  }

  @Test func `Eight triggers at once run a once-only callback exactly once`() async {
    for _ in 0..<200 {
      await Rhea.withFreshState {
        let counts = (0..<3).map { _ in Counter() }
        Rhea.on("e") { counts[0].add() }
        Rhea.on("e", async: true) { counts[1].add() }
        Rhea.on("e", repeatable: true, async: true) { counts[2].add() }
        let center = RheaCenter.current
        let triggers = Mutex<[RheaTrigger]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          let trigger = center.withCurrent { Rhea.trigger(event: "e") }
          triggers.withLock { $0.append(trigger) }
        }
        for trigger in triggers.withLock(\.self) { await trigger.finished() }
        #expect(counts.map(\.value) == [1, 1, 8])
      }
    }
  }
}
