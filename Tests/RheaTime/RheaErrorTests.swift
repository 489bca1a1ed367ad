import ModularityTestSupport
import Testing

@testable import RheaTime

@MainActor
@Suite struct RheaErrorTests {
  private let notes = Notes()

  @Test func `A callback that throws stops no other, and the error names it with its location`()
    throws
  {
    try Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      Rhea.on("e", repeatable: true) { [notes] in notes.record("before") }
      let line = #line + 1
      Rhea.on("e", repeatable: true, name: "culprit") { throw Mishap() }
      Rhea.on("e", repeatable: true) { [notes] in notes.record("after") }
      Rhea.trigger(event: "e")
      #expect(notes.events == ["before", "after"])
      try #require(problems.events.count == 1)
      let problem = problems.events[0]
      #expect(problem.code == .callbackFailed)
      #expect(problem.event == "e")
      #expect(problem.message == "the callback 'culprit' for 'e' failed: a mishap")
      #expect(problem.fileID == #fileID)
      #expect(problem.line == line)
      #expect(problem.underlyingError is Mishap)
      #expect(problem.description == "\(#fileID):\(line): \(problem.message)")
      #expect(problem.code.description == "callbackFailed")
      Rhea.trigger(event: "e")
      #expect(notes.events.count == 4)
      #expect(problems.events.count == 2)
      #expect(Set(problems.events).count == 1)
    }
  }

  @Test func `An asynchronous callback that throws is reported before the trigger finishes`()
    async
  {
    await Rhea.withFreshState {
      let problems = EventRecorder<RheaError>.collecting()
      Rhea.on("e", name: "main") {
        await Task.yield()
        throw Mishap()
      }
      Rhea.on("e", async: true, name: "async") { throw CancellationError() }
      await Rhea.run(event: "e")
      #expect(
        problems.events.map(\.message).sorted() == [
          "the callback 'async' for 'e' failed: CancellationError()",
          "the callback 'main' for 'e' failed: a mishap",
        ])
    }
  }

  @Test func `The handler can be replaced, also from within`() {
    Rhea.withFreshState {
      Rhea.on("e", repeatable: true) { throw Mishap() }
      Rhea.errorHandler = { [notes] _ in
        notes.record("first")
        Rhea.errorHandler = { _ in notes.record("second") }
      }
      for _ in 0..<3 { Rhea.trigger(event: "e") }
    }
    #expect(notes.events == ["first", "second", "second"])
  }

  @Test func `The handler may trigger and add`() {
    Rhea.withFreshState {
      Rhea.errorHandler = { [notes] error in
        Rhea.on("report") { notes.record("report of \(error.event)") }
        Rhea.trigger(event: "report")
      }
      Rhea.on("e") { throw Mishap() }
      Rhea.on("e") { [notes] in notes.record("next") }
      Rhea.trigger(event: "e")
    }
    #expect(notes.events == ["report of e", "next"])
  }

  @Test(arguments: RheaEvent.builtIn)
  func `Triggering a built-in event is rejected, with the source location of the call`(
    event: RheaEvent
  ) throws {
    try Rhea.withFreshState(including: { _ in false }) {
      let problems = EventRecorder<RheaError>.collecting()
      Rhea.on(event) { [notes] in notes.record("run") }
      let line = #line + 1
      #expect(Rhea.trigger(event: event).isFinished)
      Rhea.trigger(event: event, sticky: true)
      #expect(notes.events.isEmpty)
      #expect(!Rhea.hasFired(event))
      try #require(problems.events.map(\.code) == [.builtInEvent, .builtInEvent])
      #expect(problems.events[0].event == event)
      #expect(problems.events[0].fileID == #fileID)
      #expect(problems.events[0].line == line)
      #expect(
        problems.events[0].message.hasPrefix(
          "'\(event)' was not triggered: the process triggers it itself."))
      Rhea.on(event) { [notes] in notes.record("not told late") }
      #expect(notes.events.isEmpty)
    }
  }

  @Test func `Problems are equal if their messages are equal`() {
    let place = CodeLocation(fileID: "Module/File.swift", line: 3)
    let first = RheaError(
      .callbackFailed, event: "e", message: "m", at: place, underlyingError: Mishap())
    let same = RheaError(.callbackFailed, event: "e", message: "m", at: place)
    #expect(first == same)
    #expect(first.hashValue == same.hashValue)
    let others = [
      RheaError(.wrongPayload, event: "e", message: "m", at: place),
      RheaError(.callbackFailed, event: "f", message: "m", at: place),
      RheaError(.callbackFailed, event: "e", message: "n", at: place),
      RheaError(
        .callbackFailed, event: "e", message: "m",
        at: CodeLocation(fileID: "Other/File.swift", line: 3)),
      RheaError(
        .callbackFailed, event: "e", message: "m",
        at: CodeLocation(fileID: "Module/File.swift", line: 4)),
    ]
    for other in others { #expect(first != other) }
    #expect(first.description == "Module/File.swift:3: m")
  }
}
