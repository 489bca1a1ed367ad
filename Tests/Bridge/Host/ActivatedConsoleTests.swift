import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// The console of a process that is started with a socket at descriptor 3.
@Suite struct ActivatedConsoleTests {
  let folder: TemporaryFolder
  private var path: String { folder.path("console") }

  init() throws { folder = try TemporaryFolder(isShort: true) }

  /// Asks for the phase of the process that listens at the path.
  private func phase() async throws -> ConsoleValue? {
    let path = path
    return try await waiting { try BridgeConsole.Client(connectingTo: path).send("status") }[
      "phase"]
  }

  @Test func `The console is opened at the socket of the supervisor, which stays`() async throws {
    let child = try ChildProcess("ActivationFixture", path, "--", "HostFixture", "activated")
    defer { child.destroy() }
    try await child.writes("console at \(path)", "3 console", "inherited: []")
    #expect(try await phase() == "running")
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(0))
    #expect(try child.errorLines == [])
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(.timeLimit(.minutes(10)))
  func `Clients that connect before the console is open are answered`() async throws {
    let child = try ChildProcess("ActivationFixture", path, "--", "HostFixture", "activated", path)
    defer { child.destroy() }
    // The socket is there before the program.
    try await child.waits(for: "the socket") { _ in
      FileManager.default.fileExists(atPath: path)
    }
    while (try? await phase()) != "running" { await Task.yield() }
    #expect(try child.errorLines == [])
  }

  @Test(arguments: [
    (["LISTEN_PID=1"], "LISTEN_PID is '1', but the process is "),
    (["LISTEN_FDS=2"], "descriptor 4 is not a socket"),
    (["LISTEN_FDNAMES=console:http"], "names 2 of 1 sockets"),
  ])
  func `A wrong description is reported, and the console is opened as without it`(
    variables: [String], message: String
  ) async throws {
    let own = folder.path("own")
    let child = try ChildProcess(
      "ActivationFixture",
      arguments: [path] + variables + ["--", "HostFixture", "activated", own])
    defer { child.destroy() }
    try await child.waits(for: "the console") { try $0.lines.last == "inherited: []" }
    #expect(try child.lines.first == "console at \(own)")
    #expect(try child.errorLines.count == 1)
    #expect(try child.errorLines.first?.contains(message) == true)
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: own))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `A socket at another path than the console's is reported and ignored`() async throws {
    let own = folder.path("own")
    let child = try ChildProcess("ActivationFixture", path, "--", "HostFixture", "activated", own)
    defer { child.destroy() }
    try await child.writes("console at \(own)", "3 console", "inherited: []")
    let error = try #require(try child.errorLines.first)
    #expect(error.contains("it listens at '\(path)', but the console is opened at '\(own)'"))
  }

  @Test func `A socket of another name is the app's`() async throws {
    let own = folder.path("own")
    let child = try ChildProcess(
      "ActivationFixture", path, "LISTEN_FDNAMES=http", "--", "HostFixture", "activated", own)
    defer { child.destroy() }
    try await child.writes("console at \(own)", "3 http", "inherited: []")
    #expect(try child.errorLines == [])
  }
}
