import ProgramTestSupport
import Testing

@Suite struct ExitInProcessTests {
  @Test func `Exit listeners run when main returns`() async throws {
    let child = try ChildProcess("LifecycleFixture", "exit")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes("main", "exit true")
  }

  @Test func `An exit off the main actor is reported instead`() async throws {
    let child = try ChildProcess("LifecycleFixture", "exit-off-main")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(3))
    try await child.writes("exitedOffMain")
  }
}
