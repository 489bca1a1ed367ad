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
}
