import ProgramTestSupport
import Testing

/// The built-in moments of a real process.
@Suite(.timeLimit(.minutes(10))) struct LaunchTests {
  private let fixture = FixtureProgram(name: "RheaFixture")

  /// With `queue: .main` it would hang, as Foundation waits for the main queue there.
  @Test func `A notification that is posted on the main queue is forwarded`() async throws {
    let result = try await fixture.run("forward")
    #expect(result.lines == ["forwarded, on the main actor: true", "posted"])
    #expect(result.status == 0)
  }

  // MARK: Before main

  @Test func `An event whose text is 'load' or 'premain' is the built-in event`() async throws {
    #expect(
      try await fixture.run("values").lines == [
        "load by its value", "load by its text", "load by its full name", "premain by its value",
        "premain", "main",
      ])
  }

  @Test func `A callback before main may trigger events of its own`() async throws {
    #expect(try await fixture.run("chain").lines == ["registering home", "triggered", "main"])
  }

  @Test func `An error before main is reported with its location and stops no callback`()
    async throws
  {
    let result = try await fixture.run("errors")
    #expect(result.lines == ["the next one", "main"])
    try #require(result.errorLines.count == 1)
    #expect(result.errorLines[0].hasPrefix("RheaTime: RheaFixture/Declarations.swift:"))
    #expect(result.errorLines[0].hasSuffix("for 'load' failed: Refusal()"))
  }

  @Test(arguments: ["dispatchMain", "RunLoop"])
  func `Callbacks before main that suspend or run elsewhere finish when the program runs`(
    loop: String
  ) async throws {
    let result = try await fixture.run("suspended \(loop)")
    #expect(
      result.lines.sorted() == [
        "load, off the main actor, on the main actor: false",
        "load, suspended, on the main actor: true",
        "premain, off the main actor and suspended, on the main actor: false",
        "premain, slept, on the main actor: true",
      ])
    #expect(result.status == 0)
  }

  @Test(
    arguments: [
      ("RheaFixture", []),
      ("rhea:*", []),
      ("rhea:load", ["load by its value", "premain by its value", "premain"]),
      // What is no literal has its source for a key.
      (
        "rhea:.early",
        ["load by its text", "load by its full name", "premain by its value", "premain"]
      ),
    ])
  func `Records disabled by the environment do not run before main`(
    filters: String, left: [String]
  ) async throws {
    let lines = try await fixture.run("values", environment: ["MODKIT_DISABLE": filters]).lines
    #expect(lines == left + ["main"])
  }

  @Test func `Callbacks that have run before main are listed as finished`() async throws {
    let lines = try await fixture.run("list").lines
    #expect(lines.filter { $0.hasPrefix("load ") }.count == 8)
    #expect(lines.filter { $0.hasPrefix("premain ") }.count == 6)
    #expect(lines.allSatisfy { $0.hasSuffix(" finished") })
  }

  // MARK: At launch

  @Test(arguments: ["dispatchMain", "RunLoop"])
  func `The launch occurs once, for waiting callbacks and at once for late ones`(
    loop: String
  ) async throws {
    let result = try await fixture.run("launch", loop)
    #expect(
      result.lines == [
        "late load", "late premain", "main true true", "declared, once",
        "declared, with 3 arguments", "added, once", "late launch", "declared, suspended",
      ])
    #expect(result.status == 0)
  }

  @Test func `Without a main loop, a call runs all launch callbacks that do not suspend`()
    async throws
  {
    let result = try await fixture.run("launch", "launch")
    #expect(
      result.lines == [
        "late load", "late premain", "main true true", "declared, once",
        "declared, with 3 arguments", "added, once", "late launch",
      ])
    #expect(result.status == 0)
  }

  @Test func `In an asynchronous main, the launch occurs at its first suspension`() async throws {
    let result = try await FixtureProgram(name: "RheaFixtureAsync").run()
    #expect(
      result.lines == [
        "load", "premain", "main false", "launched true", "launched, suspended true", "end true",
      ])
    #expect(result.status == 0)
  }

  // MARK: Refusals

  @Test func `Triggering a built-in event is rejected, and the module is named`() async throws {
    let lines = try await fixture.run("built-ins").lines
    try #require(lines.count == 8)
    let events = ["load", "premain", "appDidFinishLaunching"].flatMap { [$0, $0] }
    for (line, event) in zip(lines, events + ["appDidFinishLaunching"]) {
      #expect(line.hasPrefix("builtInEvent RheaFixture/Situations.swift:"))
      #expect(line.contains("'\(event)' was not triggered: the process triggers it itself."))
    }
    #expect(lines[0] != lines[1])
    #expect(lines[4].contains("ProcessLifecycle.launch()"))
    #expect(lines[7] == "fired false")
  }
}
