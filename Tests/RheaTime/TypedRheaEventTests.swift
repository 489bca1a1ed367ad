import ModularityTestSupport
import Testing

@testable import RheaTime

@MainActor
@Suite struct TypedRheaEventTests {
  private let notes = Notes()

  @Test func `A typed event is the event with its text`() {
    let event = TypedRheaEvent<Int>("e")
    #expect(event.event == "e")
    #expect(event.description == "e")
    #expect(event == TypedRheaEvent<Int>("e"))
    #expect(event != TypedRheaEvent<Int>("f"))
  }

  @Test func `Typed and untyped callbacks run for the same event`() {
    Rhea.withFreshState {
      let event = TypedRheaEvent<Int>("e")
      Rhea.on(event, repeatable: true) { [notes] in notes.record("typed \($0)") }
      Rhea.on("e", repeatable: true) { [notes] context in
        notes.record("untyped \(context.param, default: "nil")")
      }
      Rhea.trigger(event: event, param: 1)
      Rhea.trigger(event: "e", param: 2)
      #expect(notes.events == ["typed 1", "untyped 1", "typed 2", "untyped 2"])
    }
  }

  @Test func `A value of another type reaches no typed callback, and is reported`() async {
    await Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      let event = TypedRheaEvent<Int>("e")
      Rhea.on(event, name: "sync") { [notes] in notes.record("sync \($0)") }
      Rhea.on(event, name: "suspending") { [notes] number in
        await Task.yield()
        notes.record("suspending \(number)")
      }
      Rhea.on(event, async: true, name: "async") { [notes] in notes.record("async \($0)") }
      Rhea.on("e") { [notes] in notes.record("untyped") }
      let lines = Dictionary(
        uniqueKeysWithValues: Rhea.callbacks(for: "e").map { ($0.name, $0.location.line) })
      await Rhea.run(event: "e", param: "one")
      #expect(notes.events == ["untyped"])
      #expect(problems.events.count == 3)
      for (name, problem) in zip(
        ["async", "suspending", "sync"], problems.events.sorted { $0.message < $1.message })
      {
        #expect(problem.code == .wrongPayload)
        #expect(problem.event == "e")
        #expect(problem.fileID == #fileID)
        #expect(problem.line == lines[name])
        #expect(problem.underlyingError == nil)
        #expect(problem.message.hasPrefix("the callback '\(name)' for 'e' was not called"))
        #expect(problem.message.contains("a value of type 'Int'"))
        #expect(problem.message.contains("a value of type 'String'"))
      }
    }
  }

  @Test func `A missing value is reported, too`() throws {
    try Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      Rhea.on(TypedRheaEvent<Int>("e")) { [notes] in notes.record("\($0)") }
      Rhea.on(TypedRheaEvent<Void>("e")) { [notes] in notes.record("void") }
      Rhea.trigger(event: "e")
      #expect(notes.events.isEmpty)
      try #require(problems.events.count == 2)
      #expect(problems.events.allSatisfy { $0.message.contains("the event carried no value") })
    }
  }

  @Test func `An optional value is passed unchanged, also nil`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      let event = TypedRheaEvent<Int?>("e")
      Rhea.on(event, repeatable: true) { [notes] in notes.record("\($0, default: "nil")") }
      Rhea.trigger(event: event, param: 1)
      Rhea.trigger(event: event, param: nil)
      // A trigger by the text gives the value itself, or none.
      Rhea.trigger(event: "e", param: 2)
      Rhea.trigger(event: "e")
      #expect(notes.events == ["1", "nil", "2", "nil"])
      #expect(problems.events.isEmpty)
      Rhea.trigger(event: "e", param: "one")
      #expect(problems.events.map(\.code) == [.wrongPayload])
    }
  }

  @Test func `Void, tuple and existential values are passed`() {
    Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      let nothing = TypedRheaEvent<Void>("nothing")
      Rhea.on(nothing) { [notes] in notes.record("nothing") }
      Rhea.trigger(event: nothing, param: ())
      let pair = TypedRheaEvent<(Int, String)>("pair")
      Rhea.on(pair) { [notes] in notes.record("\($0.0) \($0.1)") }
      Rhea.trigger(event: pair, param: (1, "two"))
      let some = TypedRheaEvent<any CustomStringConvertible & Sendable>("some")
      Rhea.on(some) { [notes] in notes.record($0.description) }
      Rhea.trigger(event: some, param: 3)
      let function = TypedRheaEvent<@Sendable (Int) -> Int>("function")
      Rhea.on(function) { [notes] in notes.record("\($0(4))") }
      Rhea.trigger(event: function) { $0 + 1 }
      #expect(problems.events.isEmpty)
    }
    #expect(notes.events == ["nothing", "1 two", "3", "5"])
  }
}
