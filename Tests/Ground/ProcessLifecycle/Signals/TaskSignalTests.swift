import Glibc
import ProgramTestSupport
import Testing

/// What signals do to a program of tasks that has no host.
@Suite(.timeLimit(.minutes(10))) struct TaskSignalTests {
  @Test func `A program with a reload task survives each SIGHUP, until it is terminated`()
    async throws
  {
    try await withChild("TaskKitFixture") { child in
      var lines = ["ready"]
      for _ in 0..<3 {
        child.send(SIGHUP)
        lines.append("reload")
        try await child.writes(lines)
      }
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      try await child.writes(lines + ["save"])
    }
  }

  @Test func `A program that was started with SIGINT ignored is not shut down by it`()
    async throws
  {
    try await withChild("TaskKitFixture", ignoring: "INT") { child in
      child.send(SIGINT)
      child.send(SIGHUP)
      try await child.writes("ready", "reload")
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      try await child.writes("ready", "reload", "save")
    }
  }

  @Test func `A program enters the foreground when it goes on after a stop`() async throws {
    let child = try ChildProcess("TaskKitFixture", "stops")
    defer { child.destroy() }
    var lines = ["ready", "active"]
    for _ in 0..<2 {
      try await child.writes(lines)
      try await child.catches(SIGTSTP)
      child.send(SIGTSTP)
      try await child.stops()
      child.send(SIGCONT)
      lines += ["foreground", "active"]
    }
    try await child.writes(lines)
  }

  @Test func `A program does not enter the foreground when it is told to go on without a stop`()
    async throws
  {
    let child = try ChildProcess("TaskKitFixture", "stops")
    defer { child.destroy() }
    try await child.writes("ready", "active")
    child.send(SIGCONT)
    child.send(SIGHUP)
    try await child.writes("ready", "active", "reload")
    child.send(SIGTERM)
    child.send(SIGCONT)
    #expect(try await child.ends() == .killed(by: SIGTERM))
    try await child.writes("ready", "active", "reload", "save")
  }

  @Test func `A program saves if it is terminated twice at once`() async throws {
    // The kernel merges some of these signals.
    for _ in 0..<8 {
      try await withChild("TaskKitFixture") { child in
        for signal in [SIGTERM, SIGCONT, SIGTERM, SIGCONT] { child.send(signal) }
        #expect(try await child.ends() == .killed(by: SIGTERM))
        try await child.writes("ready", "save")
      }
    }
  }
}
