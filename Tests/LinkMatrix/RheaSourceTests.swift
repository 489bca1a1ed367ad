import Foundation
import ProgramTestSupport
import RecordMacroTypes
import Testing
import ToolkitMacroTestSupport

/// What may be written with the macros of RheaTime, and what the compiler says of
/// what may not.
@Suite(.linkMatrix, .enoughTime)
struct RheaSourceTests {
  @Test(arguments: ClientSource.settings)
  func `Every form compiles without a warning`(settings: [String]) async throws {
    let compiled = try await compilation(of: "Rows", settings).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `A function can be given by its name`(settings: [String]) async throws {
    #expect(try await compilation(of: "References", settings).succeed().errors == "")

    let old = try await compilation(of: "References", settings + ["-swift-version", "5"]).succeed()
    let warnings = old.errors.matches(of: /warning: (.*)/).map { String($0.1) }
    #expect(!warnings.isEmpty)
    #expect(
      warnings.allSatisfy { $0.hasPrefix("converting non-Sendable function value to") },
      "\(old.errors)")
  }

  @Test(arguments: [6, 5])
  func `Deprecated code in an argument causes one warning`(mode: Int) async throws {
    let path = Fixture.file("Rhea/Deprecated.swift")
    let compiled = try await ClientSource.compilation(
      of: path, ["-swift-version", "\(mode)"]
    ).succeed()
    let warnings = compiled.errors.matches(of: /(.+?):(\d+):\d+: warning: .* is deprecated/)
    #expect(warnings.allSatisfy { $0.1 == path }, "\(compiled.errors)")
    #expect(
      warnings.compactMap { Int($0.2) }.sorted() == [13, 15, 18, 18, 19], "\(compiled.errors)")
  }

  @Test(arguments: ["Arguments", "Typed", "Isolation", "Places", "main"], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("Rhea/\(file).swift", languageMode: mode)
  }

  @Test
  func `With main actor isolation by default, isolated functions are rejected`() async throws {
    try await ClientSource.check(
      "Rhea/DefaultIsolation.swift", languageMode: 6, ["-default-isolation", "MainActor"])
  }

  @Test(arguments: [6, 5])
  func `Sources compile after their fix-its`(mode: Int) async throws {
    var source = try String(contentsOfFile: Fixture.file("Rhea/InFunctions.swift"), encoding: .utf8)
    var changes = 0
    while let fixed = expansion(of: source).diagnostics.first?.fixIts.first?.fixedSource {
      source = fixed
      changes += 1
      try #require(changes < 100, "\(source)")
    }
    #expect(changes == 18)
    #expect(expansion(of: source).diagnostics.isEmpty)

    let file = try LinkMatrix.makeFolder("Fixed").appending(path: "Fixed.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let compiled = try await ClientSource.compilation(
      of: file.path, ["-swift-version", "\(mode)"]
    ).succeed()
    #expect(compiled.errors == "")
  }

  private func compilation(of file: String, _ settings: [String]) throws -> Command {
    try ClientSource.compilation(of: Fixture.file("Rhea/\(file).swift"), settings)
  }

  private func expansion(of source: String) -> MacroExpansion {
    MacroExpansion(
      of: source,
      macros: [
        "rhea": RheaMacro.self, "load": LoadMacro.self, "premain": PremainMacro.self,
        "appDidFinishLaunching": AppDidFinishLaunchingMacro.self,
      ])
  }
}
