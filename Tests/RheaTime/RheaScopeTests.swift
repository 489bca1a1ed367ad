import ModularityTestSupport
import Testing

@testable import RheaTime

/// The events, for code that runs later elsewhere, and all of them as a list.
@MainActor
@Suite struct RheaScopeTests {
  private static let wire = CodeLocation(fileID: "Feed/Wires.swift", line: 7)
  private let notes = Notes()

  @Test func `A scope belongs to the code that created it, wherever it is used`() async {
    let scope = Rhea.withFreshState {
      Rhea.on("tests.scoped", repeatable: true) { [notes] context in
        notes.record("\(context.param, default: "nil")")
      }
      return RheaScope.current
    }
    scope.trigger("tests.scoped", param: 1, at: Self.wire)
    await Task.detached {
      await scope.trigger("tests.scoped", param: 2, at: Self.wire).finished()
    }.value
    #expect(notes.events == ["1", "2"])
    #expect(!Rhea.hasFired("tests.scoped"))
  }

  @Test func `An event triggered by a scope is not remembered for later callbacks`() {
    Rhea.withFreshState {
      RheaScope.current.trigger("tests.scoped", param: nil, at: Self.wire)
      #expect(Rhea.hasFired("tests.scoped"))
      Rhea.on("tests.scoped") { [notes] in notes.record("late") }
      #expect(notes.events.isEmpty)
    }
  }

  @Test func `An event that a scope may not trigger is reported with the given location`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      RheaScope.current.trigger(.premain, param: nil, at: Self.wire)
      #expect(problems.events.count == 1)
      #expect(problems.events.first?.description.contains("Feed/Wires.swift:7") == true)
    }
  }

  @Test func `Events that occurred or have callbacks are listed, in order`() {
    Rhea.withFreshState {
      let declared = Rhea.events
      #expect(declared.contains(.declaredHere))
      #expect(declared.map(\.rawValue) == declared.map(\.rawValue).sorted())
      let registration = Rhea.on("tests.listed.b", repeatable: true) {}
      Rhea.trigger(event: "tests.listed.a")
      let own = { Rhea.events.map(\.rawValue).filter { $0.hasPrefix("tests.listed") } }
      #expect(own() == ["tests.listed.a", "tests.listed.b"])
      registration.cancel()
      #expect(own() == ["tests.listed.a"])
    }
    #expect(!Rhea.events.map(\.rawValue).contains { $0.hasPrefix("tests.listed") })
  }

  @Test func `Declared callbacks are listed in order, whatever their state`() {
    let file = "RheaTimeTests/DeclaredCallbacks.swift"
    let own = { Rhea.declaredCallbacks.filter { $0.location.fileID == file } }
    Rhea.withFreshState {
      let before = own()
      #expect(before.count == 10)
      #expect(before.filter { $0.event == .declaredHere }.count == 5)
      #expect(before.allSatisfy { $0.isDeclared && $0.state == .waiting })
      // As records are: by priority first, then by their places.
      let first = before.filter { $0.priority == .normal }
      #expect(first.map(\.location.line) == first.map(\.location.line).sorted())
      Rhea.trigger(event: .declaredOnce)
      Rhea.on(.declaredOnce) {}
      #expect(own() == before)
    }
  }
}
