import ProgramTestSupport
import Testing

/// Fixtures that must not compile, and what the compiler must say.
@Suite(.linkMatrix, .enoughTime)
struct MisuseTests {
  @Test(
    arguments: ["Places", "main", "Arguments", "Values", "Effects", "Isolation", "Circular"])
  func `Invalid records are rejected at their source location`(file: String) async throws {
    let path = Fixture.file("Misuse/\(file).swift")
    let workshop = try await Workshop("Misuse")
    // In one go, because a first look at the declarations alone would end at the
    // errors in those.
    let result = try await workshop.compilation(
      of: "Misuse", [path], options: ["-whole-module-optimization"]
    ).result()
    try ExpectedErrors(in: path).check(result)
  }
}
