import ProgramTestSupport
import Testing

@Suite struct LaunchInProcessTests {
  @Test(arguments: ["phases-dispatchMain", "phases-runLoop"])
  func `Both phases occur in order when the main queue runs`(
    situation: String
  ) async throws {
    let child = try ChildProcess("LifecycleFixture", situation)
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes("main false", "will 1", "will 2", "did", "late will")
  }

  @Test func `In an asynchronous main the second phase waits for the first's listeners`()
    async throws
  {
    let child = try ChildProcess("LifecycleAsyncFixture")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes(
      "before true", "will true", "will done true", "did true", "main actor true",
      "detached false", "exit")
  }

  @Test func `A program without a main loop launches by a call`() async throws {
    let child = try ChildProcess("LifecycleFixture", "phases-launch")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes("main false", "will 1", "will 2", "did", "late will", "launched")
  }

  @Test func `Declared listeners are called without registration, and first`() async throws {
    let child = try ChildProcess("LifecycleFixture", "declared")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes(
      "declared before main", "main false", "declared will", "will 1", "will 2", "declared did",
      "did", "late will")
  }

  @Test func `A declaration that can never run is reported with its source location`() async throws
  {
    let child = try ChildProcess("LifecycleAsyncFixture", "problems")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    let problems = try child.lines.filter { $0.hasPrefix("problem: ") }
    try #require(problems.count == 2)
    #expect(problems[0].contains("LifecycleAsyncFixture.swift:7: the listener declared for"))
    #expect(problems[0].contains("'terminate' never runs"))
    #expect(problems[1].contains("LifecycleAsyncFixture.swift:11: the declaration for 'premain'"))
  }

  @Test func `A host drives the phases, and there is one host at a time`() async throws {
    let child = try ChildProcess("LifecycleFixture", "phases-host")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    let lines = try child.lines
    try #require(lines.count == 7)
    #expect(lines[1].contains("'second' cannot become the host"))
    #expect(lines[1].contains("'fixture' is the host since LifecycleFixture/Situations.swift:"))
    #expect(lines[2...] == ["main queue false", "will 1", "will 2", "did", "late will"])
  }

  @Test func `A listener on main runs on the main actor, on whichever thread`() async throws {
    let child = try ChildProcess("LifecycleFixture", "on-main")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    #expect(
      try child.lines.sorted() == [
        "detached false", "global false", "main actor true", "main queue true", "main true",
        "resumed true", "sync from main true", "thread false",
      ])
  }
}
