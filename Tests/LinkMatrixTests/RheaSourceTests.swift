import Foundation
import Testing
import ToolkitMacroTestSupport
import ToolkitMacros

/// What may be written with the macros of RheaTime, and what the compiler says of
/// what may not.
@Suite(.linkMatrix, .enoughTime)
struct RheaSourceTests {
  @Test(arguments: [
    [], ["-swift-version", "5"], ["-default-isolation", "MainActor"],
    ["-swift-version", "5", "-default-isolation", "MainActor"],
    ["-strict-memory-safety", "-warnings-as-errors"],
    ["-swift-version", "5", "-strict-concurrency=complete"],
    ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    [
      "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
      "MemberImportVisibility",
    ],
    ["-O"],
  ])
  func `Every form compiles without a warning`(settings: [String]) async throws {
    let compiled = try await compilation(of: Fixture.file("Rhea/Rows.swift"), settings).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `A function can be given by its name`(settings: [String]) async throws {
    let file = Fixture.file("Rhea/References.swift")
    #expect(try await compilation(of: file, settings).succeed().errors == "")

    let old = try await compilation(of: file, settings + ["-swift-version", "5"]).succeed()
    let warnings = old.errors.matches(of: /warning: (.*)/).map { String($0.1) }
    #expect(!warnings.isEmpty)
    #expect(
      warnings.allSatisfy { $0.hasPrefix("converting non-Sendable function value to") },
      "\(old.errors)")
  }

  @Test(arguments: ["Arguments", "Typed", "Isolation", "Places", "main"], [6, 5])
  func `What is wrong is refused where it is written`(file: String, mode: Int) async throws {
    try await check(file, mode)
  }

  @Test
  func `With everything on the main actor, what a record cannot use is refused`() async throws {
    try await check("DefaultIsolation", 6, ["-default-isolation", "MainActor"])
  }

  @Test(arguments: [6, 5])
  func `What fix-its make of a source compiles`(mode: Int) async throws {
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
    let compiled = try await compilation(of: file.path, ["-swift-version", "\(mode)"]).succeed()
    #expect(compiled.errors == "")
  }

  // MARK: - Compiling

  private func check(_ file: String, _ mode: Int, _ settings: [String] = []) async throws {
    let path = Fixture.file("Rhea/\(file).swift")
    let result = try await compilation(of: path, settings + ["-swift-version", "\(mode)"]).result()
    try ExpectedErrors(in: path, languageMode: mode).check(result)
  }

  /// The command that compiles a file against what SwiftPM built.
  private func compilation(of path: String, _ settings: [String]) throws -> Command {
    let isScript = path.hasSuffix("/main.swift")
    return try Toolchain.command(
      "swiftc",
      ["-c", "-module-name", "Client", "-swift-version", "6", "-whole-module-optimization"]
        + (isScript ? [] : ["-parse-as-library"])
        + ["-diagnostic-style=llvm", "-no-color-diagnostics"] + settings
        + ["-I", LinkMatrix.products.appending(path: "Modules").path]
        + ["-I", LinkMatrix.products.appending(path: "CSectionRegistry.build").path]
        + Toolchain.macroArguments() + [path],
      in: LinkMatrix.makeFolder("Rhea"))
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
