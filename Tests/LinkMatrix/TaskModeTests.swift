import Foundation
import ProgramTestSupport
import Testing

/// What declared tasks run for in a process that says so.
@Suite(.linkMatrix, .enoughTime)
struct TaskModeTests {
  @Test(arguments: [false, true])
  func `The launch runs declared tasks, unless the binary limits them to fresh states`(
    isForTests: Bool
  ) async throws {
    let workshop = try await Workshop(
      "TaskMode\(isForTests)", .init(everywhere: ["-O"], extent: .taskKit))
    let files = isForTests ? ["Program", "Mode"] : ["Program"]
    let objects = try await workshop.compile(
      "Program", files.map { Fixture.file("TaskKit/Mode/\($0).swift") },
      options: ["-whole-module-optimization"])
    let result = try await workshop.executable("Program", objects).run()
    #expect(
      result.lines == (isForTests ? [] : ["opened"]) + ["fresh", "opened", "wanted", "opened"])
  }
}
