import ProgramTestSupport
import Testing

/// `modkit diff` as a comment, on programs as they are built.
@Suite struct CommentTests {
  @Test(arguments: ["--github", "--gitlab"])
  func `A comment has its marker first, and fails under the same conditions as the text`(
    host: String
  ) async throws {
    let comment = try await modkit("diff", Program.harbor, Program.wiring, host)
    #expect(comment.status == 0)
    #expect(comment.lines.first == "<!-- modkit diff -->")
    #expect(comment.output.contains("### Breaking\n"))
    let strict = try await modkit("diff", Program.harbor, Program.wiring, host, "--strict")
    #expect(strict.status == 1)
    #expect(strict.output == comment.output)
    let same = try await modkit("diff", Program.harbor, Program.harbor, host, "--strict")
    #expect(same.status == 0)
    #expect(same.output.contains("Both builds have the same declarations."))
  }

  @Test func `Two formats at once are a mistake`() async throws {
    let both = try await modkit("diff", Program.harbor, Program.wiring, "--github", "--gitlab")
    #expect(both.status == 64)
    #expect(both.errors.contains("'--github' and '--gitlab' exclude each other"))
    let format = try await modkit(
      "diff", Program.harbor, Program.wiring, "--github", "--format", "json")
    #expect(format.status == 64)
  }
}
