import Pharos
import SectionRegistry
import Synchronization
import Testing
import ToolkitTrace

@Suite struct DeclaredObserverTests {
  @Test func `Closures and functions are called in source order`() {
    let told = Told.inFreshState { SharedRelay.of(.counted, default: 1).set(2) }
    #expect(told == ["closure 1->2", "nothing", "function 1->2"])
  }

  @Test func `Higher priorities are called first`() {
    let told = Told.inFreshState { SharedRelay.of(.ranked, default: 1).set(2) }
    #expect(told == ["high", "first", "second", "low"])
  }

  @Test func `Observers that want the current value receive it when the relay is created`() {
    let told = Told.inFreshState {
      let relay = SharedRelay.of(.replayed, default: 1)
      _ = SharedRelay.of(.replayed, default: 7)
      relay.set(2)
    }
    #expect(told == ["1->1", "1->2", "later 1->2"])
  }

  @Test func `A unique observer receives the current value and values that differ`() {
    let told = Told.inFreshState {
      let relay = SharedRelay.of(.unique, default: 1)
      relay.set(1)
      relay.set(2)
      relay.set(2)
    }
    #expect(told == ["1->1", "1->2"])
  }

  @Test @MainActor func `A closure of the main actor runs there at once`() {
    SharedRelays.withFreshState {
      MainNotes.values = []
      SharedRelay.of(.onMain, default: 1).set(2)
      #expect(MainNotes.values == [2])
    }
  }

  @Test func `An observer of a relay that is never created is listed as waiting`() throws {
    try SharedRelays.withFreshState {
      _ = SharedRelay.of(.unique, default: 1)
      let observers = SharedRelays.observers
      let waiting = try #require(observers.first { $0.key == "test.neverMade" })
      #expect(waiting.state == .waiting)
      #expect(waiting.location.fileID == "PharosTests/Keys.swift")
      let observing = try #require(observers.first { $0.key == "test.unique" })
      #expect(observing.state == .observing)
      #expect(observing.isUnique && observing.isReplayingCurrent)
      #expect(observers.map(\.key) == observers.map(\.key).sorted())
      #expect(
        observers.filter { $0.key == "test.ranked" }.map(\.priority) == [5, 0, 0, -1])
      #expect(observers.contains { $0.name == "noteCounted" })
    }
  }

  @Test func `An observer found after its relay exists comes last, with the current value`() async {
    await #expect(processExitsWith: .success) {
      // As if the library it is in had not been opened yet.
      let filter = RecordFilter.key("phob", ".late")
      SectionRegistry.disable(filter)
      let told = Told.inFreshState {
        let relay = SharedRelay.of(.late, default: 1)
        relay.whenDidSet { changes in Told.note("first \(arrow(changes))") }
        relay.set(2)
        SectionRegistry.enable(filter)
        let found = SharedRelays.observers.first { $0.key == "test.late" }
        #expect(found?.state == .observing)
        relay.set(3)
      }
      #expect(told == ["first 1->2", "late 2->2", "first 2->3", "late 2->3"])
    }
  }

  @Test func `An observer of another type is rejected, with both source locations`() async {
    await #expect(processExitsWith: .success) {
      let reported = Mutex<[PharosError]>([])
      RelaySettings.errorHandler = { error in reported.withLock { $0.append(error) } }
      let relay = SharedRelay.of(.mistyped, default: 1)
      relay.set(2)
      let problems = SharedRelays.problems
      #expect(problems.map(\.code) == [.mistypedKey])
      #expect(reported.withLock { $0.map { ModuleProblem($0, at: $0.locations) } } == problems)
      let message = problems.first?.message ?? ""
      #expect(message.contains("the observer of 'test.mistyped' is never called"))
      #expect(message.contains("type 'String', declared at PharosTests/Keys.swift:"))
      #expect(message.contains("created at PharosTests/DeclaredObserverTests.swift:"))
      let state = SharedRelays.observers.first { $0.key == "test.mistyped" }?.state
      #expect(state == .rejected)
    }
  }

  @Test func `While tracing is on, each call is a span`() async {
    await #expect(processExitsWith: .success) {
      let relay = SharedRelay.of(.traced, default: 1)
      relay.set(2)
      Trace.start()
      relay.set(3)
      Trace.stop()
      let spans = Trace.snapshot().spans.filter { $0.kind == .relay }
      #expect(spans.map(\.module) == ["PharosTests"])
      #expect(spans.first?.name.hasPrefix("Keys.swift:") == true)
    }
  }
}
