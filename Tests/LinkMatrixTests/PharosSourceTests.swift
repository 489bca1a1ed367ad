import ProgramTestSupport
import Testing

/// What may be written with the macros of Pharos, and what the compiler says of what
/// may not.
@Suite(.linkMatrix, .enoughTime)
struct PharosSourceTests {
  @Test(arguments: ClientSource.settings)
  func `Every form compiles without a warning`(settings: [String]) async throws {
    let compiled = try await ClientSource.compilation(
      of: Fixture.file("Pharos/Observers.swift"), settings
    ).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: [6, 5])
  func `What is wrong is refused where it is written`(mode: Int) async throws {
    try await ClientSource.check("Pharos/Misuse.swift", languageMode: mode)
  }
}
