import Dispatch
import ModularityTestSupport
import ProcessLifecycle
import Testing

@testable import RheaTime

@MainActor
@Suite struct RheaRegistrationTests {
  private let notes = Notes()

  @Test func `Every way of adding a callback runs it`() async {
    await Rhea.withFreshState {
      let number = TypedRheaEvent<Int>("e")
      Rhea.on("e") { [notes] in notes.record("plain") }
      Rhea.on("e") { [notes] context in notes.record("context \(context.event)") }
      Rhea.on("e") { [notes] in
        await Task.yield()
        notes.record("suspending")
      }
      Rhea.on("e") { [notes] context in
        await Task.yield()
        notes.record("suspending context \(context.event)")
      }
      Rhea.on("e", async: true) { [notes] in notes.record("async") }
      Rhea.on("e", async: true) { [notes] context in notes.record("async context \(context.event)")
      }
      Rhea.on("e", async: false) { [notes] in notes.record("not async") }
      Rhea.on("e", async: false) { [notes] context in
        notes.record("not async context \(context.event)")
      }
      Rhea.on(number) { [notes] number in notes.record("typed \(number)") }
      Rhea.on(number) { [notes] number in
        await Task.yield()
        notes.record("typed suspending \(number)")
      }
      Rhea.on(number, async: true) { [notes] number in notes.record("typed async \(number)") }
      Rhea.on(number, async: false) { [notes] number in notes.record("typed not async \(number)") }
      await Rhea.run(event: number, param: 7)
    }
    #expect(
      notes.events.sorted() == [
        "async", "async context e", "context e", "not async", "not async context e", "plain",
        "suspending", "suspending context e", "typed 7", "typed async 7", "typed not async 7",
        "typed suspending 7",
      ])
  }

  @Test func `Every form of callback may throw`() async {
    await Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      let number = TypedRheaEvent<Int>("e")
      Rhea.on("e") { throw Mishap() }
      Rhea.on("e") { _ in throw Mishap() }
      Rhea.on("e") {
        await Task.yield()
        throw Mishap()
      }
      Rhea.on("e") { _ in
        await Task.yield()
        throw Mishap()
      }
      Rhea.on("e", async: true) { throw Mishap() }
      Rhea.on("e", async: true) { _ in throw Mishap() }
      Rhea.on("e", async: false) { throw Mishap() }
      Rhea.on("e", async: false) { _ in throw Mishap() }
      Rhea.on(number) { _ in throw Mishap() }
      Rhea.on(number) { _ in
        await Task.yield()
        throw Mishap()
      }
      Rhea.on(number, async: true) { _ in throw Mishap() }
      Rhea.on(number, async: false) { _ in throw Mishap() }
      let lines = Rhea.callbacks(for: "e").map(\.location.line)
      #expect(Set(lines).count == 12)
      await Rhea.run(event: number, param: 7)
      #expect(problems.events.compactMap(\.line).sorted() == lines.sorted())
      #expect(problems.events.allSatisfy { $0.code == .callbackFailed && $0.fileID == #fileID })
    }
  }

  @Test func `A registration names its event, and dropping it cancels nothing`() {
    Rhea.withFreshState {
      var registration: RheaRegistration? = Rhea.on("e") { [notes] in notes.record("run") }
      #expect(registration?.event == "e")
      registration = nil
      Rhea.trigger(event: "e")
    }
    #expect(notes.events == ["run"])
  }

  // MARK: While the event happens

  @Test func `A callback added by a callback of the event waits for the next time`() {
    Rhea.withFreshState {
      Rhea.on("e", repeatable: true) { [notes] in
        notes.record("adds")
        Rhea.on("e", priority: .low) { notes.record("added") }
      }
      Rhea.trigger(event: "e")
      #expect(notes.reset() == ["adds"])
      Rhea.trigger(event: "e")
      #expect(notes.reset() == ["adds", "added"])
      Rhea.trigger(event: "e")
      #expect(notes.reset() == ["adds", "added"])
    }
  }

  @Test func `A callback cancelled by an earlier one does not run`() {
    Rhea.withFreshState {
      for isRepeatable in [false, true] {
        let second = EventRecorder<RheaRegistration>()
        let first = Rhea.on("e", repeatable: true) { [notes] in
          notes.record("first")
          second.events[0].cancel()
        }
        second.record(Rhea.on("e", repeatable: isRepeatable) { [notes] in notes.record("second") })
        Rhea.on("e") { [notes] in notes.record("third") }
        Rhea.trigger(event: "e")
        #expect(notes.reset() == ["first", "third"])
        Rhea.trigger(event: "e")
        #expect(notes.reset() == ["first"])
        first.cancel()
      }
    }
  }

  @Test func `A callback may cancel itself`() {
    Rhea.withFreshState {
      let own = EventRecorder<RheaRegistration>()
      own.record(
        Rhea.on("e", repeatable: true) { [notes] in
          notes.record("begins")
          own.events[0].cancel()
          own.events[0].cancel()
          Rhea.trigger(event: "e")
          notes.record("ends")
        })
      Rhea.trigger(event: "e")
      Rhea.trigger(event: "e")
    }
    #expect(notes.events == ["begins", "ends"])
  }

  @Test func `A queued or started callback does not run after it is cancelled`() async {
    await Rhea.withFreshState {
      let onMain = Rhea.on("e") { [notes] in notes.record("sync") }
      let suspending = Rhea.on("e") { [notes] in
        await Task.yield()
        notes.record("suspending")
      }
      let center = RheaCenter.current
      let returned = DispatchSemaphore(value: 0)
      let trigger = EventRecorder<RheaTrigger>()
      DispatchQueue.global().async {
        trigger.record(center.withCurrent { Rhea.trigger(event: "e") })
        returned.signal()
      }
      // The main actor belongs to this test until it awaits.
      waitBlocking(for: returned)
      onMain.cancel()
      suspending.cancel()
      await trigger.events[0].finished()
      #expect(notes.events.isEmpty)
    }
  }

  @Test func `Adding and removing callbacks during concurrent triggers loses nothing`() {
    for _ in 0..<50 {
      Rhea.withFreshState {
        let center = RheaCenter.current
        let ran = Counter()
        let cancelled = EventRecorder<Int>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          center.withCurrent {
            for number in 0..<50 {
              switch thread {
              case 0, 1: Rhea.trigger(event: "e")
              case 2: Rhea.on("later") { ran.add() }
              default:
                Rhea.on("later") { cancelled.record(number) }.cancel()
                Rhea.on("e") { cancelled.record(number) }.cancel()
              }
            }
          }
        }
        Rhea.trigger(event: "later")
        #expect(ran.value == 50)
        #expect(Rhea.callbacks(for: "e").isEmpty)
        // Whatever a trigger took before it was cancelled is still queued for
        // the main actor, and skipped there.
        #expect(cancelled.events.isEmpty)
      }
    }
  }

  // MARK: What closures hold

  /// Adds one callback of each kind, all of which hold a tracked object.
  private func addOneOfEachKind(
    isRepeatable: Bool, check: LeakCheck
  ) -> [RheaRegistration] {
    let held = (0..<3).map { _ in check.track(Held()) }
    return [
      Rhea.on("e", repeatable: isRepeatable) { [held = held[0]] in
        withExtendedLifetime(held) {}
      },
      Rhea.on("e", repeatable: isRepeatable) { [held = held[1]] in
        await Task.yield()
        withExtendedLifetime(held) {}
      },
      Rhea.on("e", repeatable: isRepeatable, async: true) { [held = held[2]] in
        withExtendedLifetime(held) {}
      },
    ]
  }

  @Test func `Cancelling releases what the closure held`() {
    Rhea.withFreshState {
      let check = LeakCheck()
      let registrations = addOneOfEachKind(isRepeatable: true, check: check)
      #expect(check.survivors.count == 3)
      for registration in registrations { registration.cancel() }
      #expect(check.survivors.isEmpty)
      #expect(Rhea.callbacks(for: "e").isEmpty)
    }
  }

  @Test func `Captures of a synchronous once-only callback are released when it has run`() {
    Rhea.withFreshState {
      let check = LeakCheck()
      let registration: RheaRegistration
      do {
        let held = check.track(Held())
        registration = Rhea.on("e") { withExtendedLifetime(held) {} }
      }
      #expect(check.survivors.count == 1)
      Rhea.trigger(event: "e")
      #expect(check.survivors.isEmpty, "although the registration is kept")
      registration.cancel()
    }
  }

  @Test func `Captures of a late once-only callback are released when it has run`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "e", sticky: true)
      let check = LeakCheck()
      let registration: RheaRegistration
      do {
        let held = check.track(Held())
        registration = Rhea.on("e") { withExtendedLifetime(held) {} }
      }
      #expect(check.survivors.isEmpty)
      registration.cancel()
    }
  }

  @Test func `Values and replaced handlers are released`() {
    Rhea.withFreshState {
      let check = LeakCheck()
      Rhea.trigger(event: "e", param: check.track(Held()))
      #expect(check.survivors.isEmpty)
      Rhea.trigger(event: "e", param: check.track(Held()), sticky: true)
      #expect(check.survivors.count == 1)
      Rhea.trigger(event: "e", sticky: true)
      #expect(check.survivors.isEmpty)
      Rhea.trigger(event: "e", param: check.track(Held()), sticky: true)
      Rhea.removeSticky("e")
      #expect(check.survivors.isEmpty)
      do {
        let held = check.track(Held())
        Rhea.errorHandler = { _ in withExtendedLifetime(held) {} }
      }
      #expect(check.survivors.count == 1)
      Rhea.errorHandler = { _ in }
      #expect(check.survivors.isEmpty)
    }
  }

  @Test func `A fresh state that has ended holds nothing`() async {
    let check = LeakCheck()
    await Rhea.withFreshState {
      await Task.yield()
      _ = addOneOfEachKind(isRepeatable: false, check: check)
      Rhea.trigger(event: "other", param: check.track(Held()), sticky: true)
      #expect(check.survivors.count == 4)
    }
    #expect(check.survivors.isEmpty)
  }

  @Test func `A closure that uses Rhea on release finds no lock held`() {
    final class Farewell: Sendable {
      let notes: Notes
      init(_ notes: Notes) { self.notes = notes }
      deinit {
        Rhea.trigger(event: "farewell")
        notes.record("gone")
      }
    }
    Rhea.withFreshState {
      Rhea.on("farewell", repeatable: true) { [notes] in notes.record("farewell") }
      let kept: RheaRegistration
      do {
        let farewell = Farewell(notes)
        kept = Rhea.on("e") { withExtendedLifetime(farewell) {} }
      }
      kept.cancel()
      #expect(notes.reset() == ["farewell", "gone"])
      Rhea.trigger(event: "e", param: Farewell(notes), sticky: true)
      Rhea.trigger(event: "e", sticky: true)
      #expect(notes.reset() == ["farewell", "gone"])
      Rhea.trigger(event: "e", param: Farewell(notes), sticky: true)
      Rhea.removeSticky("e")
      #expect(notes.reset() == ["farewell", "gone"])
    }
  }
}

/// Waits on the calling thread, also in asynchronous code.
private func waitBlocking(for semaphore: DispatchSemaphore) { semaphore.wait() }
