import ModularityTestSupport
import Testing

@testable import RheaTime

#rhea(time: "tests.sailed", formerly: "tests.left", "tests.gone", repeatable: true) { context in
  Declared.note("\(context.event) \(context.param, default: "nil")")
}
#rhea(time: "tests.sailed", formerly: "tests.left", priority: .high) { Declared.note("once") }

/// The names of a renamed event.
@MainActor
@Suite struct FormerNameTests {
  private let notes = Notes()

  @Test func `A trigger of an earlier name is a trigger of the event`() {
    Rhea.withFreshState {
      Declared.$notes.withValue(notes) {
        Rhea.trigger(event: "tests.left", param: 1)
        #expect(notes.reset() == ["once", "tests.sailed 1"])
        Rhea.trigger(event: "tests.sailed", param: 2)
        Rhea.trigger(event: "tests.gone", param: 3)
        #expect(notes.events == ["tests.sailed 2", "tests.sailed 3"])
      }
      #expect(Rhea.hasFired("tests.left"))
      #expect(Rhea.callbacks(for: "tests.gone").map(\.event) == ["tests.sailed", "tests.sailed"])
      #expect(!Rhea.events.contains("tests.left"))
    }
  }

  @Test func `Callbacks of an earlier name run for the event, and can be cancelled`() {
    Rhea.withFreshState {
      let registration = Rhea.on("tests.left", repeatable: true) { [notes] _ in notes.record("left")
      }
      Rhea.trigger(event: "tests.sailed")
      Rhea.trigger(event: "tests.left")
      registration.cancel()
      Rhea.trigger(event: "tests.left")
      #expect(notes.events == ["left", "left"])
    }
  }

  @Test func `A sticky occurrence is sticky under all names`() {
    Rhea.withFreshState {
      Rhea.trigger(event: "tests.left", param: 1, sticky: true)
      Rhea.on("tests.sailed") { [notes] in notes.record("\($0.event) \($0.param, default: "nil")") }
      #expect(notes.reset() == ["tests.sailed 1"])
      Rhea.removeSticky("tests.gone")
      Rhea.on("tests.left") { [notes] _ in notes.record("late") }
      #expect(notes.events.isEmpty)
    }
  }

  @Test func `A name keeps its callbacks and its past when a library renames it`() throws {
    var table = EventTable()
    let waiting = Callback.added(for: "old", number: 1)
    _ = table.add(waiting)
    _ = table.occur(RheaContext(event: "old", param: 7), isSticky: true)
    _ = table.add(.added(for: "old", isRepeatable: true, number: 2))
    let news = table.takeIn([.declared(for: "new", formerNames: ["old"], id: 3)])
    let late = try #require(news.late.first)
    #expect(late.1.event == "new")
    #expect(late.1.param as? Int == 7)
    #expect(late.0.callbacks.map(\.event) == ["new"])
    #expect(table["new"]?.hasFired == true)
    #expect(table.occur(RheaContext(event: "old"), isSticky: false) == nil)
    #expect(table.occur(RheaContext(event: "new"), isSticky: false)?.callbacks.count == 1)
    #expect(table.events == ["new"])
  }

  @Test func `Names of several builds lead to the current one, in either order`() {
    for names in [["b": "c", "a": "b"], ["a": "b", "b": "c"]] {
      var table = EventTable()
      for (id, (old, new)) in names.sorted(by: { $0.value < $1.value }).enumerated() {
        _ = table.takeIn([
          .declared(
            for: RheaEvent(rawValue: new), formerNames: [RheaEvent(rawValue: old)],
            id: UInt64(id))
        ])
      }
      #expect(table.current("a") == "c")
      #expect(table.current("b") == "c")
    }
  }

  @Test func `A name that leads back, and a built-in moment, are no earlier names`() {
    var table = EventTable()
    _ = table.takeIn([
      .declared(for: "a", formerNames: ["b", "a", "load"], id: 1),
      .declared(for: "b", formerNames: ["a"], id: 2),
    ])
    #expect(table.current("b") == "a")
    #expect(table.current("a") == "a")
    #expect(table.current("load") == "load")
    #expect(table.occur(RheaContext(event: "a"), isSticky: false)?.callbacks.count == 2)
  }
}
