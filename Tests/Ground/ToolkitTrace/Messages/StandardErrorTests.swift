import Foundation
import ProgramTestSupport
import Testing

/// Programs whose standard error cannot be written to.
@Suite struct StandardErrorTests {
  /// Runs a fixture with its standard error redirected by the shell.
  private func run(
    _ fixture: String, _ arguments: String..., redirection: String
  ) async throws -> Command.Outcome {
    let executable = Bundle.main.bundleURL.appending(path: fixture).path
    return try await Command(
      executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", "exec \"$0\" \"$@\" \(redirection)", executable] + arguments
    ).result()
  }

  @Test(arguments: ["2>/dev/full", "2>&-", "2>/dev/null"])
  func `A program that cannot write reports continues`(redirection: String) async throws {
    let result = try await run("MessagesFixture", redirection: redirection)
    #expect(result.lines == ["refused", "done"])
    #expect(result.status == 0)
    #expect(!result.endedBySignal)
  }

  @Test func `Every product reports on standard error`() async throws {
    let result = try await run("MessagesFixture", redirection: "")
    #expect(result.lines == ["refused", "done"])
    for word in [
      "kl://No/f", "Khala: ", "RheaTime: ", "MessagesFixture/main.swift:", "TaskKit: ", "Bridge: ",
      "ProcessLifecycle: ",
    ] {
      #expect(result.errors.contains(word), "\(word)")
    }
  }

  @Test(arguments: ["2>/dev/full", "2>&-"])
  func `An app that cannot write reports continues`(redirection: String) async throws {
    let result = try await run("HostFixture", "throw", redirection: redirection)
    #expect(result.status == 1)
    #expect(!result.endedBySignal)
  }
}
