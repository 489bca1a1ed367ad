import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// An app as a real process, with real signals.
@Suite struct HostProcessTests {
  @Test func `The phases of an app come in order`() async throws {
    let child = try ChildProcess("HostFixture", "phases")
    defer { child.destroy() }
    let launch = ["willLaunch", "database open", "module launched", "didLaunch", "run"]
    try await child.writes(launch)
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(0))
    // Who listens to the signal is told beside the app.
    let end = try child.lines.dropFirst(launch.count).filter { $0 != "listener of terminate" }
    #expect(
      end == ["run ends", "step second", "step first", "database closed", "listener of exit"])
    #expect(try child.lines.contains("listener of terminate"))
    #expect(try child.errorLines.isEmpty)
  }

  @Test(
    arguments: [
      (["plain", "a", "b"], Int32(0), ["done a,b"], []),
      (["exit"], 7, [], ["HostFixture: nothing to do"]),
      (["throw"], 1, [], ["HostFixture: the work is broken beyond repair"]),
      (["?"], 64, [], ["HostFixture: unknown situation ?"]),
    ] as [([String], Int32, [String], [String])])
  func `A program for the command line exits with its code`(
    arguments: [String], code: Int32, lines: [String], errors: [String]
  ) async throws {
    let program = Command(
      executable: Bundle.main.bundleURL.appending(path: "HostFixture"), arguments: arguments)
    let result = try await program.result()
    #expect(result.status == code)
    #expect(!result.endedBySignal)
    #expect(result.lines == lines)
    #expect(result.errorLines == errors)
  }

  @Test(arguments: [(SIGTERM, 0), (SIGINT, 130)] as [(Int32, Int32)])
  func `The first signal shuts an app down in order`(signal: Int32, code: Int32) async throws {
    try await withChild("HostFixture", "service") { child in
      child.send(signal)
      #expect(try await child.ends() == .exited(code))
      try await child.writes("ready", "goodbye")
    }
  }

  @Test func `A line that an app prints is not lost by a kill`() async throws {
    let child = try ChildProcess("HostFixture", "prints")
    defer { child.destroy() }
    try await child.writes("printed", "ready")
    child.send(SIGKILL)
    #expect(try await child.ends() == .killed(by: SIGKILL))
    #expect(try child.lines == ["printed", "ready"])
  }

  @Test func `A buffer that an app gives standard output stays`() async throws {
    let child = try ChildProcess("HostFixture", "prints", "in-a-buffer")
    defer { child.destroy() }
    try await child.writes("ready")
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(0))
    #expect(try child.lines == ["ready", "printed"])
  }

  @Test(arguments: [SIGTERM, SIGINT] as [Int32])
  func `Confirmed work is on disk after a kill`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending(path: "store")
    let child = try ChildProcess("HostFixture", "store", file.path, "patient")
    defer { child.destroy() }
    try await child.waits(for: "a hundred confirmations") { try $0.lines.count >= 100 }
    child.send(signal)
    guard case .exited = try await child.ends() else {
      Issue.record("it did not end in good order")
      return
    }
    let kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(kept == (try child.lines))
  }

  @Test(
    arguments: [
      ("stubborn", "ready", [SIGTERM, SIGTERM], 143),
      ("stubborn", "ready", [SIGTERM, SIGINT], 130),
      ("hanging-main", "blocked", [SIGINT, SIGTERM], 143),
      ("hanging-main", "blocked", [SIGINT, SIGINT], 130),
    ] as [(String, String, [Int32], Int32)])
  func `The second signal makes it leave at once, even if the main actor hangs`(
    situation: String, line: String, signals: [Int32], code: Int32
  ) async throws {
    let child = try ChildProcess("HostFixture", situation, "patient")
    defer { child.destroy() }
    try await child.writes(line)
    child.send(signals[0])
    try await child.writes(line, "told")
    // Until it comes late enough to count as a second request.
    while try await !child.isGone(after: signals[1]) {}
    #expect(try await child.ends() == .exited(code))
  }

  @Test func `Work that never ends is abandoned and named`() async throws {
    try await withChild("HostFixture", "stubborn") { child in
      child.send(SIGTERM)
      #expect(try await child.ends() == .exited(Int32(AppExit.missedDeadline.code)))
      let errors = try child.errorLines
      #expect(
        errors == [
          "HostFixture: the shutdown step 'run' missed its deadline of 0.5 seconds and was left behind"
        ])
    }
  }

  @Test func `A step that never ends is abandoned and named`() async throws {
    let child = try ChildProcess("HostFixture", "late")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(Int32(AppExit.missedDeadline.code)))
    try await child.writes("after it")
    let first = try #require(try child.errorLines.first)
    #expect(first.contains("'endless' (HostFixture/Situations.swift:"))
  }

  @Test(arguments: [
    ("gates-broken", AppExit.failure.code), ("gates-stuck", AppExit.missedDeadline.code),
  ])
  func `A task that never ends is named once, and decides the exit code`(
    argument: String, code: UInt8
  ) async throws {
    let program = Command(
      executable: Bundle.main.bundleURL.appending(path: "HostFixture"),
      arguments: ["plain", argument])
    let result = try await program.result()
    #expect(result.status == Int32(code))
    #expect(result.errorLines.count { $0.contains("CloseGates") } == 1)
  }

  @Test func `Every SIGHUP reloads the settings`() async throws {
    try await withChild("HostFixture", "reload") { child in
      for times in 1...2 {
        child.send(SIGHUP)
        try await child.waits(for: "settings") { child in
          try child.lines.count { $0 == "settings" } == times
            && child.lines.count { $0 == "task reads settings" } == times
        }
      }
      child.send(SIGTERM)
      #expect(try await child.ends() == .exited(0))
      #expect(try child.errorLines.count == 2)
      #expect(try child.errorLines.allSatisfy { $0.contains("reloading 'broken'") })
    }
  }

  @Test func `A main actor that hangs does not keep the process from ending`() async throws {
    let child = try ChildProcess("HostFixture", "hanging-main")
    defer { child.destroy() }
    try await child.writes("blocked")
    child.send(SIGTERM)
    #expect(try await child.ends() == .exited(Int32(AppExit.missedDeadline.code)))
    #expect(try child.errorLines.last?.contains("the main actor has not answered") == true)
  }

  #if os(Linux)
    @Test(
      arguments: [
        ("<&- >&- 2>&-", [0, 1, 2]), ("<&- 2>&-", [0, 2]), (">&-", [0, 1]), ("", [0]),
      ])
    func `Closed standard descriptors are opened on the null device`(
      closed: String, numbers: [Int]
    ) async throws {
      let folder = try TemporaryFolder()
      let file = folder.appending(path: "descriptors")
      let program = Bundle.main.bundleURL.appending(path: "HostFixture").path
      try await Command(
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", "exec \"$0\" \"$@\" \(closed)", program, "descriptors", file.path]
      ).succeed()
      let places = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      // Standard input leads nowhere to begin with.
      #expect(places.indices.filter { places[$0] == "/dev/null" } == numbers, "\(places)")
      #expect(places.count == 3)
    }
  #endif
}
