import ProgramTestSupport
import Testing

/// What may be written with the macros of Pharos, and what the compiler says of what
/// may not.
@Suite(.linkMatrix, .enoughTime)
struct PharosSourceTests {
  @Test(arguments: ["Observers", "Relays"], ClientSource.settings)
  func `Every form compiles without a warning`(file: String, settings: [String]) async throws {
    let compiled = try await ClientSource.compilation(
      of: Fixture.file("Pharos/\(file).swift"), settings
    ).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `A shared relay can be given a method by its name`(settings: [String]) async throws {
    let references = Fixture.file("Pharos/RelayReferences.swift")
    let compiled = try await ClientSource.compilation(of: references, settings).succeed()
    #expect(compiled.errors == "")

    // There the compiler does not see that the method of a Sendable object is one.
    let old = try await ClientSource.compilation(
      of: references, settings + ["-swift-version", "5"]
    ).succeed()
    let warnings = old.errors.matches(of: /warning: (.*)/).map { String($0.1) }
    #expect(!warnings.isEmpty)
    #expect(
      warnings.allSatisfy { $0.hasPrefix("converting non-Sendable function value to") },
      "\(old.errors)")
  }

  @Test(arguments: ["Misuse", "RelayTypes"], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("Pharos/\(file).swift", languageMode: mode)
  }

  // The second is found by a later pass, which only sources without other errors reach.
  @Test(arguments: ["RelayMisuse", "RelayRegions"])
  func `Confined relays cannot be passed to another thread`(file: String) async throws {
    try await ClientSource.check("Pharos/\(file).swift", languageMode: 6)
  }
}
