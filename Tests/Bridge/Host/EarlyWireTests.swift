import Foundation
import ProgramTestSupport
import Testing

/// Wires that a program declares, before its `main`.
@Suite struct EarlyWireTests {
  @Test func `Events triggered before main pass declared wires`() async throws {
    let program = Command(
      executable: Bundle.main.bundleURL.appending(path: "HostFixture"), arguments: ["early"])
    let result = try await program.succeed()
    #expect(result.lines == ["before main"])
  }
}
