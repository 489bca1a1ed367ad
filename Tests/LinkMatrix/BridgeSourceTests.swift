import ProgramTestSupport
import Testing

/// What may be written with `#bridge`, and what the compiler says of what may not.
@Suite(.linkMatrix, .enoughTime)
struct BridgeSourceTests {
  @Test(arguments: ClientSource.settings + [ClientSource.upcoming])
  func `Every form compiles without a warning`(settings: [String]) async throws {
    let compiled = try await ClientSource.compilation(
      of: Fixture.file("Bridge/Forms.swift"), settings
    ).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: ["Misuse", "main"], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("Bridge/\(file).swift", languageMode: mode)
  }
}
