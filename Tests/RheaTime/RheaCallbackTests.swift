import ModularityTestSupport
import Testing

@testable import RheaTime

@MainActor
@Suite struct RheaCallbackTests {
  @Test func `Callbacks are listed in the order of running, with their state`()
    throws
  {
    try Rhea.withFreshState {
      let line = #line + 1
      Rhea.on(.declaredHere, priority: .high, repeatable: true, async: true) {}
      Rhea.on(.declaredHere, name: "by name") {}
      let callbacks = Rhea.callbacks(for: .declaredHere)
      try #require(callbacks.count == 7)
      #expect(callbacks.map(\.priority) == [100, .high, .normal, .normal, .normal, .low, -1])
      #expect(callbacks.map(\.isDeclared) == [true, false, true, true, false, true, true])
      #expect(callbacks.map(\.isAsync) == [false, true, false, false, false, false, true])
      #expect(callbacks.map(\.isRepeatable) == [false, true, true, true, false, true, true])
      #expect(callbacks.allSatisfy { $0.state == .waiting && $0.event == .declaredHere })
      #expect(callbacks.allSatisfy { $0.location.module == "RheaTimeTests" })

      #expect(callbacks[0].name == "noteByFunction")
      #expect(callbacks[1].name == "RheaCallbackTests.swift:\(line)")
      #expect(callbacks[1].location.fileID == #fileID)
      #expect(callbacks[1].location.file == "RheaCallbackTests.swift")
      #expect(callbacks[1].location.line == line)
      #expect(callbacks[4].name == "by name")
      #expect(callbacks[4].location.line == line + 1)
      let low = callbacks[5]
      #expect(low.location.file == "DeclaredCallbacks.swift")
      #expect(low.location.fileID == "RheaTimeTests/DeclaredCallbacks.swift")
      #expect(low.name == "DeclaredCallbacks.swift:\(low.location.line)")
      #expect(callbacks[0].location.line == low.location.line + 5)
      #expect(
        low.description
          == "tests.declared: \(low.name) (RheaTimeTests/DeclaredCallbacks.swift:\(low.location.line))"
      )
    }
  }

  @Test func `Declared callbacks stay listed after running, others do not`() {
    Rhea.withFreshState(including: { $0.priority >= 0 }) {
      Rhea.on(.declaredHere) {}
      let always = Rhea.on(.declaredHere, repeatable: true) {}
      Rhea.trigger(event: .declaredHere)
      let callbacks = Rhea.callbacks(for: .declaredHere)
      #expect(callbacks.map(\.state) == [.finished, .waiting, .waiting, .waiting, .waiting])
      #expect(callbacks[0].name == "noteByFunction")
      #expect(RheaCallback.State.finished.description == "finished")
      always.cancel()
      #expect(Rhea.callbacks(for: .declaredHere).allSatisfy { $0.isDeclared })
    }
  }

  @Test func `A running callback counts as finished`() {
    let states = EventRecorder<[RheaCallback.State]>()
    Rhea.withFreshState(including: { $0.name == RheaEvent.declaredOnce.rawValue }) {
      Rhea.on(.declaredOnce, priority: .high) {
        states.record(Rhea.callbacks(for: .declaredOnce).map(\.state))
      }
      Rhea.trigger(event: .declaredOnce)
    }
    #expect(states.events == [[.finished]])
  }

  @Test func `Looking up an unknown event is not an error`() {
    Rhea.withFreshState {
      #expect(Rhea.callbacks(for: "unknown event").isEmpty)
      #expect(!Rhea.hasFired("unknown event"))
    }
  }
}
